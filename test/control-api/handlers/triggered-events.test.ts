import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startUnderstay, type Understay, type UnderstayOptions } from '../../../src/index.ts'
import { requireDeclared } from '../declared.ts'

const START = { at: '2031-05-01T09:00:00Z', freeze: true, listen: false } as const

/** A server of the baseline; every answer of its control API is held against what is declared. */
async function started(options: UnderstayOptions = {}) {
  const understay = await startUnderstay({ ...START, ...options })
  const ask = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await understay.fetch(path, { method, ...(body !== undefined && { body: text }) })
    const received = { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
    requireDeclared(method, path, received)
    return received
  }
  const trigger = (event: unknown) => ask('POST', '/_understay/events', event)
  return { understay, ask, trigger, [Symbol.asyncDispose]: () => understay.close() }
}

const rowOf = async ({ ask }: Awaited<ReturnType<typeof started>>, collection: string, id: number) => {
  const { body } = await ask('GET', `/_understay/collections/${collection}?field=id&value=${id}`)
  return body.found[0]
}

const GUEST_BOOKS = { do: 'guest_books' as const, with: { property: 1, arrival: '2031-05-20', nights: 2 } }
const NO_STAY = { booking: null, room: null, arrival: null, departure: null }

describe('an event that is triggered', () => {
  test('happens at once, without a scenario, and says what it changed', async () => {
    await using server = await started()
    const { body, status } = await server.trigger(GUEST_BOOKS)
    expect([status, body]).toEqual([
      200,
      {
        id: 'event-1',
        do: 'guest_books',
        at: '2031-05-01T09:00:00.000Z',
        changed: expect.objectContaining({ bookings: [body.booking], roomNights: [expect.any(Number), expect.any(Number)] }),
        booking: expect.any(Number),
        room: expect.any(Number),
        arrival: '2031-05-20',
        departure: '2031-05-22',
      },
    ])
    expect(await rowOf(server, 'bookings', body.booking)).toMatchObject({ arrival: '2031-05-20', cancelled: false })

    const cancelled = await server.trigger('do: guest_cancels\nwith: { booking: latest }\n')
    expect(cancelled.body).toMatchObject({ id: 'event-2', booking: body.booking, changed: { bookings: [body.booking] } })
    expect(await rowOf(server, 'bookings', body.booking)).toMatchObject({ cancelled: true })
    const tasks = (await server.understay.events()).map(({ task }) => task)
    expect(tasks).toEqual(expect.arrayContaining(['booking_added', 'booking_cancelled']))
  })

  test('sells on another channel, which changes no row: the answer has room and days', async () => {
    await using server = await started()
    const { body } = await server.trigger({ do: 'channel_sells', with: { property: 1, arrival: 'today+3', nights: 2 } })
    const sale = { room: expect.any(Number), arrival: '2031-05-04', departure: '2031-05-06' }
    expect(body).toMatchObject({ ...sale, booking: null, changed: {} })
    expect((await server.understay.traffic()).sales).toMatchObject([{ ...sale, room: body.room }])
  })

  test('has no stay where it is about none, or about several', async () => {
    await using server = await started()
    const prices = await server.trigger({ do: 'price_changes', with: { property: 1, by: '10%' } })
    expect(prices.body).toMatchObject({ ...NO_STAY, changed: { rates: expect.any(Array) } })
    const guests = await server.trigger({ do: 'guests_check_in', with: { property: 1 } })
    expect(guests.body).toMatchObject({ ...NO_STAY, changed: { bookings: [1, 4, 28] } })
  })

  test('is named as the cause by calendar, deliveries, scenario and report, after the events of the scenario', async () => {
    await using server = await started({
      scenario: { name: 'later', events: [{ at: '+1h', do: 'no_show', with: { booking: 12 } }] },
    })
    const { understay, ask } = server
    await using hooks = await understay.webhooks.receive()
    const { body } = await server.trigger(GUEST_BOOKS)
    await hooks.next({ task: 'booking_added' }, { timeoutMs: 60_000 })
    const cause = { kind: 'event', id: 'event-1' }
    expect((await understay.webhooks.deliveries()).map(({ raised_by }) => raised_by)).toContainEqual(cause)
    const calendar = await ask('GET', '/_understay/calendar?property=1')
    const stay = calendar.body.stays.find(({ booking }: { booking: number }) => booking === body.booking)
    expect(stay).toMatchObject({ cause, call: null })
    const states = [
      ['later/event-1', 'waiting'],
      ['event-1', 'happened'],
    ]
    const shown = async (): Promise<unknown> => {
      const { events } = (await ask('GET', '/_understay/scenario')).body
      return events.map(({ id, state }: { id: string; state: string }) => [id, state])
    }
    expect(await shown()).toEqual(states)
    expect((await understay.report()).events.map(({ id, state }) => [id, state])).toEqual(states)
    expect(await understay.report('md')).toContain('| `event-1` | guest books |')
    await understay.reset()
    expect(await shown()).toEqual([['later/event-1', 'waiting']])
  })

  test('happens after what is due, at the time of the clock', async () => {
    await using server = await started({ scenario: { name: 'due', events: [{ at: '+1h', ...GUEST_BOOKS }] } })
    await server.understay.clock.advance('2h')
    const { body } = await server.trigger({ do: 'guest_cancels', with: { booking: 'latest' } })
    expect([body.arrival, body.at]).toEqual(['2031-05-20', '2031-05-01T11:00:00.000Z'])
  })
})

describe('conformance rules judge a client by it', () => {
  /** The client removes a black booking that the hotel has made. */
  async function removeBlocked({ understay, trigger }: Awaited<ReturnType<typeof started>>): Promise<void> {
    const { body } = await trigger({ do: 'room_blocked', with: { property: 1, arrival: 'today+20' } })
    const headers = { authorization: `Bearer ${await understay.token()}` }
    const removed = await understay.fetch(`/service/api/blackbookings/1/${body.booking}`, { method: 'DELETE', headers })
    expect(removed.status).toBeLessThan(300)
  }

  test('such as sync/own-closures-only', async () => {
    await using server = await started()
    await removeBlocked(server)
    const { conformance } = await server.understay.report()
    const rule = conformance.rules.find(({ id }) => id === 'sync/own-closures-only')
    expect(rule).toMatchObject({ outcome: 'failed', offences: [{ entries: [1] }] })
  })
})

describe('an event that cannot happen', () => {
  test.each([
    [
      'as booking 99999 does not exist',
      { do: 'guest_cancels', with: { booking: 99_999 } },
      /: there is no booking 99999; the latest are /,
    ],
    [
      'as property 77 does not exist',
      { do: 'property_unpublished', with: { property: 77 } },
      /: there is no property 77; there are 1, /,
    ],
    [
      'as no room is free',
      { do: 'guest_books', with: { property: 8, arrival: '2031-05-02' } },
      /^guest_books cannot happen: room: property 8 is full: /,
    ],
    [
      'for too long a stay',
      { do: 'channel_sells', with: { property: 1, departure: '9999-01-01' } },
      /nights, where 1000 are the most$/,
    ],
  ])('is refused with the reason, %s, and leaves nothing', async (_, event, reason) => {
    await using server = await started()
    const answer = await server.trigger(event)
    expect(answer.status).toBe(409)
    expect(answer.body.error).toMatch(reason)
    await expect(server.understay.trigger(event as never)).rejects.toThrow(reason)
    expect((await server.ask('GET', '/_understay/scenario')).body.events).toEqual([])
    expect(await server.understay.events()).toEqual([])
    expect((await server.trigger(GUEST_BOOKS)).body.id).toBe('event-1')
  })

  test.each([
    ['no text', '', 'event: is empty: expected an event: do, with'],
    ['a list', [], 'event: expected an event: do, with, got a list'],
    ['a time', { at: '+1m', do: 'guest_cancels', with: { booking: 1 } }, 'event at: unknown key "at"; known here: do, with'],
    ['what nobody does', { do: 'guest_canels' }, 'did you mean "guest_cancels"?'],
    ['too little', { do: 'guest_cancels' }, 'event with.booking: is missing: expected the contract uid of a booking, or latest'],
    ['an unknown field', { do: 'no_show', with: { booking: 1, room: 2 } }, 'event with.room: unknown key "room"'],
    ['a drawn value', { do: 'no_show', with: { booking: { any: [1] } } }, 'event with.booking: expected the contract uid'],
    ['a change of nothing', { do: 'price_changes', with: { property: 1, by: '0%' } }, 'event with.by: changes nothing'],
    ['two ways of an invoice', { do: 'invoice_paid', with: { invoice: 1, booking: 1 } }, 'event with: names either'],
    [
      'no day, in lines',
      'do: guest_books\nwith: { property: 1, arrival: 2031-02-30 }\n',
      'event:2:31 with.arrival: there is no day',
    ],
  ])('is refused with the place where it has %s', async (_, event, problem) => {
    await using server = await started()
    const { status, body } = await server.trigger(event)
    expect([status, body.error]).toEqual([400, expect.stringContaining(problem)])
  })
})

test('a restore keeps it, as it keeps the journal, and no id is used again; a restart of the server keeps its rows', async () => {
  const data = mkdtempSync(join(tmpdir(), 'understay-triggered-'))
  let booking = 0
  {
    await using server = await started({ data })
    await server.understay.snapshots.take('before')
    booking = (await server.trigger(GUEST_BOOKS)).body.booking
    await server.understay.snapshots.restore('before')
    expect(await rowOf(server, 'bookings', booking)).toBeUndefined()
    expect((await server.trigger(GUEST_BOOKS)).body).toMatchObject({ id: 'event-2', booking })
    expect((await server.understay.report()).events.map(({ id }) => id)).toEqual(['event-1', 'event-2'])
  }
  await using server = await started({ data })
  expect(await rowOf(server, 'bookings', booking)).toMatchObject({ arrival: '2031-05-20' })
  expect((await server.understay.report()).events).toEqual([])
})

test('the library triggers events of a sandbox', async () => {
  await using understay: Understay = await startUnderstay(START)
  const w1 = await understay.sandbox('w1')
  const { booking, changed } = await w1.trigger({ do: 'guest_books', with: { property: 1 } })
  expect(changed['bookings']).toEqual([booking])
  expect((await w1.report()).events).toHaveLength(1)
  expect((await understay.report()).events).toEqual([])
})
