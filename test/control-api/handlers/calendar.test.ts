import { describe, expect, test } from 'vitest'
import { IN_SESSION } from '../../support/session-rows.ts'
import { aBooking } from '../../support/small-world.ts'
import { serverOf } from '../server-of.ts'

interface Stay {
  readonly room: number
  readonly arrival: string
  readonly departure: string
  readonly state: string
  readonly booking: number | null
  readonly session: string | null
  readonly call: number | null
}

interface Twice {
  readonly sold_twice: number
}

/** A server, and its calendar. */
function calendarOf() {
  const server = serverOf()
  const calendar = async (query = '') => (await server.ask('GET', `/_understay/calendar${query}`)).body
  const staysOn = async (day: string): Promise<readonly Stay[]> =>
    (await calendar('?property=1')).stays.filter(({ arrival }: Stay) => arrival === day)
  return { ...server, calendar, staysOn }
}

describe('the calendar', () => {
  test('shows the first property from a week before today for 60 nights, unless the query says otherwise', async () => {
    const { calendar } = calendarOf()
    expect(await calendar()).toMatchObject({ property: { id: 1 }, from: '2026-04-25', nights: 60, today: '2026-05-02' })
    const asked = await calendar('?property=2&from=2026-12-24&nights=7&rates=true')
    expect(asked).toMatchObject({ property: { id: 2 }, from: '2026-12-24', nights: 7, rates: expect.any(Array) })
    expect((await calendar()).rates).toBeUndefined()
  })

  test('counts the nights that are sold twice in every property', async () => {
    const { world, calendar } = calendarOf()
    const { store } = world.sandbox()
    const soldTwice = async () => (await calendar('?property=2')).properties.map(({ sold_twice: twice }: Twice) => twice)
    const none = await soldTwice()
    expect(new Set(none)).toEqual(new Set([0]))
    store.change((db) => {
      for (const id of [9001, 9002]) db.bookings.put(aBooking({ id, arrival: '2026-06-20', departure: '2026-06-23' }))
    })
    expect(await soldTwice()).toEqual([3, ...none.slice(1)])
    expect((await calendar('?property=1')).sold_twice).toHaveLength(3)
  })

  test('shows a black booking with the call that created it, and its removal', async () => {
    const { ask, token, staysOn } = calendarOf()
    const headers = await token()
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers })
    const [stay, ...others] = await staysOn('2026-05-20')
    expect(others).toEqual([])
    expect(stay).toMatchObject({ room: 1, departure: '2026-05-21', state: 'black', booking: expect.any(Number), call: 2 })
    await ask('DELETE', `/service/api/blackbookings/1/${stay?.booking}`, { headers })
    expect(await staysOn('2026-05-20')).toEqual([])
  })

  test('has apart the bookings that a call cancelled, not those that were cancelled without one', async () => {
    const { ask, token, world, calendar } = calendarOf()
    const { store } = world.sandbox()
    const stay = { arrival: '2026-05-20', departure: '2026-05-22', guestId: 1 } as const
    store.change(({ bookings }) => {
      bookings.put(aBooking({ ...stay, id: 9001, bookedIn: true }))
      bookings.put(aBooking({ ...stay, id: 9002, tag: '90020000', cancelled: true, cancelledAt: 0 }))
    })
    await ask('DELETE', '/service/api/guests/1/1', { headers: await token() })
    const { stays, cancelled } = await calendar('?property=1&from=2026-05-20&nights=2')
    expect(stays.filter(({ booking }: Stay) => booking === 9001 || booking === 9002)).toEqual([])
    const shown = { arrival: '2026-05-20', departure: '2026-05-22', state: 'cancelled', booking: 9001, call: 2, cause: null }
    expect(cancelled).toEqual([expect.objectContaining(shown)])
    expect((await calendar('?property=1&from=2026-06-20')).cancelled).toEqual([])
  })

  test('leaves out what lies outside its nights', async () => {
    const { ask, token, calendar } = calendarOf()
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers: await token() })
    const staysIn = async (from: string, nights: number): Promise<number> =>
      (await calendar(`?property=1&from=${from}&nights=${nights}`)).stays.filter(({ state }: Stay) => state === 'black').length
    expect([await staysIn('2026-05-20', 1), await staysIn('2026-05-21', 5), await staysIn('2026-05-15', 5)]).toEqual([1, 0, 0])
  })

  test('has the rooms taken, the arrivals and the average rate of each night', async () => {
    const { ask, token, world, calendar } = calendarOf()
    world.sandbox().store.change((db) => {
      const first = aBooking()
      const stay = {
        arrival: '2026-05-20',
        departure: '2026-05-22',
        cancelled: false,
        approval: 'approved',
        roomTotal: 30_000,
      } as const
      db.bookings.put({
        ...first,
        id: 901,
        tag: '90100000',
        propertyId: 1,
        rooms: [
          { roomId: 1, rateId: 0 },
          { roomId: 2, rateId: 0 },
        ],
        ...stay,
      })
      db.bookings.put({
        ...first,
        id: 902,
        tag: '90200000',
        propertyId: 1,
        rooms: [{ roomId: 3, rateId: 0 }],
        ...stay,
        departure: '2026-05-21',
        roomTotal: 9000,
      })
    })
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-22', { headers: await token() })
    // the second night of room 1 is sold twice
    const nights = ['2026-05-19', '2026-05-20'] as const
    world.sandbox().scenarioRun.sales.add({ at: 0, property: 1, room: 1, arrival: nights[0], departure: '2026-05-21', nights })
    expect((await calendar('?property=1&from=2026-05-19&nights=5')).figures).toEqual([
      { day: '2026-05-19', taken: 1, arrivals: 0, rate: null },
      { day: '2026-05-20', taken: 3, arrivals: 2, rate: '80.00' },
      { day: '2026-05-21', taken: 2, arrivals: 0, rate: '75.00' },
      { day: '2026-05-22', taken: 1, arrivals: 0, rate: null },
      { day: '2026-05-23', taken: 0, arrivals: 0, rate: null },
    ])
  })

  test('shows the rooms selected by a session', async () => {
    const { ask, world, staysOn } = calendarOf()
    await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: IN_SESSION })
    world.sandbox().store.change((db) => {
      for (const session of db.sessions.all())
        db.sessions.put({ ...session, arrival: '2026-06-11', departure: '2026-06-13', rooms: [{ roomId: 1, rateId: 1 }] })
    })
    expect(await staysOn('2026-06-11')).toMatchObject([{ room: 1, state: 'session', booking: null, session: expect.any(String) }])
  })

  test('refuses an invalid query with a message', async () => {
    const { ask } = calendarOf()
    expect((await ask('GET', '/_understay/calendar?property=77')).body).toEqual({
      error: expect.stringMatching(/^there is no property 77; there are 1, 2, /),
    })
    expect((await ask('GET', '/_understay/calendar?from=2026-02-30')).status).toBe(400)
    expect((await ask('GET', '/_understay/calendar?nights=0')).status).toBe(400)
    expect((await ask('GET', '/_understay/calendar?nights=367')).status).toBe(400)
  })
})
