import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/base/duration.ts'
import { aBooking, aProperty } from '../../support/small-world.ts'
import { AUTHORIZED, timedServer } from './timed-server.ts'

/** Moments around a change of the local clocks, as they are written there; the day in them is the one it should be. */
const CHANGES: readonly (readonly [what: string, timezone: string, moments: readonly string[]])[] = [
  [
    'London in spring',
    'Europe/London',
    ['2026-03-28T23:30:00+00:00', '2026-03-29T00:30:00+00:00', '2026-03-29T23:30:00+01:00', '2026-03-30T00:30:00+01:00'],
  ],
  [
    'London in autumn',
    'Europe/London',
    ['2026-10-24T23:30:00+01:00', '2026-10-25T00:30:00+01:00', '2026-10-25T23:30:00+00:00', '2026-10-26T00:30:00+00:00'],
  ],
  [
    'New York in spring',
    'America/New_York',
    ['2026-03-07T23:30:00-05:00', '2026-03-08T00:30:00-05:00', '2026-03-08T23:30:00-04:00', '2026-03-09T00:30:00-04:00'],
  ],
  [
    'New York in autumn',
    'America/New_York',
    ['2026-10-31T23:30:00-04:00', '2026-11-01T00:30:00-04:00', '2026-11-01T23:30:00-05:00', '2026-11-02T00:30:00-05:00'],
  ],
  [
    'Lord Howe, by half an hour, in spring',
    'Australia/Lord_Howe',
    ['2026-10-03T23:30:00+10:30', '2026-10-04T00:30:00+10:30', '2026-10-04T23:30:00+11:00', '2026-10-05T00:30:00+11:00'],
  ],
  [
    'Lord Howe, by half an hour, in autumn',
    'Australia/Lord_Howe',
    ['2026-04-04T23:30:00+11:00', '2026-04-05T00:30:00+11:00', '2026-04-05T23:30:00+10:30', '2026-04-06T00:30:00+10:30'],
  ],
  [
    'Apia in spring, a day ahead of most',
    'Pacific/Apia',
    ['2020-09-26T23:30:00+13:00', '2020-09-27T00:30:00+13:00', '2020-09-27T23:30:00+14:00', '2020-09-28T00:30:00+14:00'],
  ],
  [
    'Apia in autumn, a day ahead of most',
    'Pacific/Apia',
    ['2021-04-03T23:30:00+14:00', '2021-04-04T00:30:00+14:00', '2021-04-04T23:30:00+13:00', '2021-04-05T00:30:00+13:00'],
  ],
  [
    'Apia, where 30 December 2011 never was',
    'Pacific/Apia',
    ['2011-12-29T00:30:00-10:00', '2011-12-29T23:30:00-10:00', '2011-12-31T00:30:00+14:00', '2012-01-01T00:30:00+14:00'],
  ],
]

describe('a clock set back', () => {
  test('does not change when a token expires', async () => {
    const { ask, token, put } = timedServer()
    await put({ at: '2026-05-02T09:00:00Z' })
    const headers = await token()
    const status = async () => (await ask('GET', AUTHORIZED, { headers })).status
    await put({ at: '2026-05-01T09:00:00Z' })
    expect(await status()).toBe(200)
    await put({ at: '2026-05-02T10:00:01Z' })
    expect(await status()).toBe(401)
    await put({ at: '2026-05-02T10:00:00Z' })
    expect(await status()).toBe(200)
  })

  test('keeps booking sessions and earlier changes, and continues from there', async () => {
    const { ask, put, step, token, data } = timedServer({ rows: { bookings: [aBooking()] } })
    await step('initialiseSession')
    await put({ at: '2026-05-01T09:00:00Z' })
    const dates = { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }
    expect((await step('setDates', dates)).status).toBe(200)
    expect((await ask('GET', '/_understay/sessions')).body).toMatchObject([{ used_at: '2026-05-01T09:00:00.000Z' }])
    const headers = await token()
    await ask('PUT', '/service/api/bookguestinout/1/1/checkin', { headers })
    expect(await data('/listbooking/1', { headers })).toMatchObject([{ last_changed: '2026-05-01 09:00:00' }])
  })

  test('gives new tokens a full lifetime', async () => {
    const { ask, token, put, advance } = timedServer()
    await token()
    await put({ at: '2020-01-01' })
    const headers = await token()
    await advance('1h')
    expect((await ask('GET', AUTHORIZED, { headers })).status).toBe(200)
    await advance('1s')
    expect((await ask('GET', AUTHORIZED, { headers })).status).toBe(401)
  })
})

describe('with days in the time zone of the property, across clock changes', () => {
  const dayOf = (moment: string) => moment.slice(0, 10) as `${number}-${number}-${number}`

  /** A property there, and a booking for each of the days, with the days as ids: 20260328. */
  function propertyIn(timezone: string, moments: readonly string[]) {
    const days = [...new Set(moments.map(dayOf))]
    const id = (day: string): number => Number(day.replaceAll('-', ''))
    const bookings = days.map((day) => aBooking({ id: id(day), arrival: day, departure: '2031-01-01' }))
    const rows = { properties: [aProperty({ timezone })], bookings, roomNights: [] }
    return { ...timedServer({ rows, choices: { today: 'property' } }), id }
  }

  test.each(CHANGES)('%s: a guest arrives half an hour before and after midnight', async (_, timezone, moments) => {
    const { put, data, token, id } = propertyIn(timezone, moments)
    for (const moment of moments) {
      await put({ at: moment, run: 'frozen' })
      const arrivals: { contract_uid: number }[] = await data('/overview/1/checkin', { headers: await token() })
      expect(
        arrivals.map(({ contract_uid }) => contract_uid),
        moment,
      ).toEqual([id(dayOf(moment))])
    }
  })

  test.each(CHANGES)(
    '%s: a guest who is checked in then arrived on the local day, at the UTC time',
    async (_, timezone, moments) => {
      const { ask, put, data, token, id } = propertyIn(timezone, moments)
      for (const moment of moments) {
        await put({ at: moment, run: 'frozen' })
        const headers = await token()
        const contract = id(dayOf(moment))
        await ask('PUT', `/service/api/bookguestinout/1/${contract}/checkin`, { headers })
        expect(await data(`/bookguestinout/1/${contract}`, { headers }), moment).toMatchObject({ booked_in_date: dayOf(moment) })
        const stamp = new Date(moment).toISOString().slice(0, 19).replace('T', ' ')
        const listed: { contract_uid: number }[] = await data('/listbooking/1', { headers })
        expect(
          listed.find(({ contract_uid }) => contract_uid === contract),
          moment,
        ).toMatchObject({ last_changed: stamp })
      }
    },
  )

  test.each(CHANGES)('%s: a token lives 3600 seconds across the change', async (_, timezone, moments) => {
    const { ask, put, token, advance } = propertyIn(timezone, moments)
    const [, begin = '', end = ''] = moments
    const status = async (headers: Record<string, string>) => (await ask('GET', AUTHORIZED, { headers })).status
    // a token in each half hour from one midnight to the next, one of which spans the change
    for (let at = Date.parse(begin); at < Math.min(Date.parse(end), Date.parse(begin) + 24 * HOUR_MS); at += HOUR_MS / 2) {
      await put({ at: new Date(at).toISOString(), run: 'frozen' })
      const headers = await token()
      await advance('3600s')
      expect(await status(headers)).toBe(200)
      await advance('1s')
      expect(await status(headers)).toBe(401)
    }
  })

  test('with days in UTC, the default, the same moments fall on UTC days', async () => {
    const [, timezone, moments] = CHANGES[3] ?? ['', '', []]
    for (const moment of moments) {
      const day = new Date(moment).toISOString().slice(0, 10) as `${number}-${number}-${number}`
      const rows = { properties: [aProperty({ timezone })], bookings: [aBooking({ arrival: day, departure: '2031-01-01' })] }
      const { put, data, token } = timedServer({ rows: { ...rows, roomNights: [] } })
      await put({ at: moment, run: 'frozen' })
      expect(await data('/overview/1/checkin', { headers: await token() })).toHaveLength(1)
    }
  })
})
