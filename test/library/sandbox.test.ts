import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startUnderstay, type Understay, type UnderstaySandbox } from '../../src/index.ts'

const AT = '2026-05-02T09:00:00Z'
let understay: Understay
let w1: UnderstaySandbox
beforeAll(async () => {
  understay = await startUnderstay({ at: AT, freeze: true })
})
beforeEach(async () => {
  w1 = await understay.sandbox('w1')
  await Promise.all([w1.reset(), understay.reset()])
})
afterAll(() => understay.close())

/** Takes room 1 of property 1 out of service for the night of 2031-05-02. */
const closeOut = async (world: Pick<Understay, 'apiUrl' | 'token'>): Promise<number> => {
  const headers = { authorization: `Bearer ${await world.token()}` }
  return (await fetch(`${world.apiUrl}/blackbookings/1/1/2031-05-02`, { method: 'POST', headers })).status
}

describe('a sandbox', () => {
  test('has its own addresses below those of the server', () => {
    expect(w1).toMatchObject({ name: 'w1', url: `${understay.url}/@w1`, baseUrl: `${understay.url}/@w1` })
    expect(w1.apiUrl).toBe(`${understay.url}/@w1/service/api`)
    expect(w1.tokenUrl).toBe(`${understay.url}/@w1/service/api/oauth/token`)
  })

  test('shares neither its state nor its tokens', async () => {
    expect(await closeOut(w1)).toBe(200)
    expect(await closeOut(w1)).toBe(204)
    expect(await closeOut(understay)).toBe(200)
    expect(await w1.journal()).toHaveLength(2)
    expect(await understay.journal()).toHaveLength(1)
    const headers = { authorization: `Bearer ${await w1.token()}` }
    expect((await fetch(`${understay.apiUrl}/properties/all`, { headers })).status).toBe(401)
  })

  test('is isolated: eight work on one server at once', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `worker-${index}`)
    const worlds = await Promise.all(names.map((name) => understay.sandbox(name)))
    await Promise.all(worlds.map((world, index) => world.clock.set({ at: `2030-01-0${index + 1}` })))
    const outcomes = await Promise.all(worlds.map(async (world) => [await closeOut(world), await closeOut(world)]))
    expect(outcomes).toEqual(names.map(() => [200, 204]))
    for (const [index, world] of worlds.entries()) {
      expect((await world.journal()).map(({ status }) => status)).toEqual([200, 204])
      expect(world.clock.today()).toBe(`2030-01-0${index + 1}`)
    }
  })

  test('has the state of a new one after a reset: rows, clock, tokens and journal', async () => {
    await closeOut(w1)
    await w1.clock.set({ at: '2030-01-01', run: '60x' })
    await w1.reset()
    expect(w1.clock.now()).toBe(Date.parse(AT))
    expect(await w1.journal()).toEqual([])
    expect(await w1.events()).toEqual([])
    expect(await closeOut(w1)).toBe(200)
  })

  test('is removed after delete; its name creates a new one', async () => {
    await closeOut(w1)
    await w1.delete()
    expect(await (await understay.fetch('/_understay/sandboxes')).text()).not.toContain('"w1"')
    expect(await closeOut(await understay.sandbox('w1'))).toBe(200)
  })

  test('is refused with an invalid name', async () => {
    await expect(understay.sandbox('Not A Name')).rejects.toThrow(/invalid sandbox name "Not A Name"/)
    await expect(understay.sandbox('@w1')).rejects.toThrow(/invalid sandbox name "@w1": .* such as w1$/)
  })
})

describe('the clock of a sandbox', () => {
  test('expires a token after an hour', async () => {
    const headers = { authorization: `Bearer ${await w1.token()}` }
    expect((await fetch(`${w1.apiUrl}/properties/all`, { headers })).status).toBe(200)
    await w1.clock.advance('61m')
    expect((await fetch(`${w1.apiUrl}/properties/all`, { headers })).status).toBe(401)
    expect(w1.clock.now()).toBe(Date.parse('2026-05-02T10:01:00Z'))
    expect(understay.clock.now()).toBe(Date.parse(AT))
  })

  test.each([['2028-02-29T23:59:00Z'], [Date.parse('2028-02-29T23:59:00Z')], [new Date('2028-02-29T23:59:00Z')]])(
    'can be set to %s, run and stopped',
    async (at) => {
      await w1.clock.set({ at, run: 'real' })
      expect(w1.clock.today()).toBe('2028-02-29')
      await w1.clock.freeze()
      const stopped = w1.clock.now()
      await new Promise((resolve) => setImmediate(resolve))
      expect(w1.clock.now()).toBe(stopped)
    },
  )

  test('refuses an invalid span, time and speed with a message', async () => {
    await expect(w1.clock.advance('soon')).rejects.toThrow(
      /by: expected a span with its unit, such as "90s", "61m", "2h" or "1d", got "soon"/,
    )
    await expect(w1.clock.set({ at: 'soon' })).rejects.toThrow(/at: "soon" is not an instant such as 2026-03-01T09:00:00Z/)
    await expect(w1.clock.set({ run: 'fast' as 'real' })).rejects.toThrow(
      /run: expected real, frozen, or a factor such as 60x, got "fast"/,
    )
  })
})

describe('what happened in a sandbox', () => {
  test('is returned by the journal like the control API does, from a cursor on', async () => {
    await closeOut(w1)
    await closeOut(w1)
    const entries = await w1.journal()
    const { entries: told } = (await (await fetch(`${w1.url}/_understay/journal`)).json()) as { entries: unknown }
    expect(entries).toEqual(told)
    expect(entries).toEqual([
      expect.objectContaining({ operation: 'createBlackBooking', status: 200, at: '2026-05-02T09:00:00.000Z' }),
      expect.objectContaining({ refusalCode: 'room_taken', refusal: 'Room already booked this date', status: 204 }),
    ])
    expect(await w1.journal({ since: entries[0]?.id })).toEqual(entries.slice(1))
  })

  test('is returned as events, under their own names', async () => {
    await closeOut(w1)
    const events = await w1.events()
    expect(events.map(({ task }) => task)).toEqual(['booking_note_saved', 'blackbooking_added'])
    expect(events[1]).toMatchObject({ at: '2026-05-02T09:00:00.000Z', data: { property_uid: '1' } })
    expect(await w1.events({ since: events[0]?.id })).toEqual(events.slice(1))
  })
})

describe('fetch without a socket', () => {
  test('responds like the socket: status, headers and body', async () => {
    const headers = { authorization: `Bearer ${await w1.token()}` }
    const url = `${w1.apiUrl}/properties/all`
    const [inside, outside] = await Promise.all([w1.fetch(url, { headers }), fetch(url, { headers })])
    const shown = async (answer: Response) => ({
      status: answer.status,
      type: answer.headers.get('content-type'),
      date: answer.headers.get('date'),
      body: await answer.text(),
    })
    expect(await shown(inside)).toEqual(await shown(outside))
    expect(inside.status).toBe(200)
  })

  test('accepts a path, a URL string, a URL and a Request, and works detached from its object', async () => {
    const { fetch } = w1
    const inputs = ['/', `${w1.url}/`, new URL(`${w1.url}/`), new Request(`${w1.url}/`)]
    for (const input of inputs) expect(await (await fetch(input)).text()).toContain('/@w1/service/api')
  })

  test('sends a request with any host to this sandbox', async () => {
    const { clientId, clientSecret } = w1.credentials
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'properties_get',
    })
    const asked = await w1.fetch('https://bookings.example/service/api/oauth/token', { method: 'POST', body })
    expect(asked.status).toBe(200)
    expect(await w1.journal()).toEqual([expect.objectContaining({ operation: 'requestToken' })])
    expect(await understay.journal()).toEqual([])
  })

  test('refuses the address of another sandbox', async () => {
    await expect(w1.fetch(`${understay.url}/@w2/service/api/properties/all`)).rejects.toThrow(
      /is an address of the sandbox w2; this is the sandbox w1/,
    )
  })

  test('ends a stream when the caller aborts, also after a garbage collection', async () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const caller = new AbortController()
    const { body } = await w1.fetch('/_understay/journal/stream', { signal: caller.signal })
    const reader = body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    for (let count = 0; count < 3; count++) {
      collect()
      await wait(10)
    }
    caller.abort()
    expect((await reader?.read())?.done).toBe(true)
  })

  test('rejects when the caller aborts', async () => {
    const reason = new Error('no longer wanted')
    await expect(w1.fetch('/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

test('the control API requires its token, and the library sends it', async () => {
  const guarded = await startUnderstay({ controlToken: 'only-me' })
  expect((await fetch(`${guarded.url}/_understay/clock`)).status).toBe(401)
  await guarded.clock.advance('1h')
  await guarded.close()
})
