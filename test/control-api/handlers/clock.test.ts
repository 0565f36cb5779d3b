import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OPERATIONS } from '../../../src/booking-api/contract/index.ts'
import { AN_ADDRESS } from '../../support/session-rows.ts'
import { aBooking, aLine, anInvoice, aProperty, aRate, NOW } from '../../support/small-world.ts'
import { serverOf } from '../server-of.ts'

const AUTHORIZED = '/service/api/properties/all'
const VISITOR = { 'x-service-booking-session-id': 'visit-1' }
const HOUR = 3_600_000

/** A server whose clock is moved through the control API, and clients that see it. */
function timedServer(options: Parameters<typeof serverOf>[0] = {}) {
  const server = serverOf(options)
  const { ask, world } = server
  const put = async (body: object) => (await ask('PUT', '/_understay/clock', { body: JSON.stringify(body) })).body
  const advance = async (by: string) => (await ask('POST', '/_understay/clock/advance', { body: JSON.stringify({ by }) })).body
  const data = async (path: string, init: RequestInit = {}) => {
    const { status, body } = await ask('GET', `/service/api${path}`, init)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`)
    return Object.values(body.data)[0] as never
  }
  /** One step of the booking session `visit-1`. */
  const step = async (id: string, form?: Readonly<Record<string, string>>) => {
    const { method = 'get', path = '' } = OPERATIONS.find((operation) => operation.id === id) ?? {}
    const filled = path.replace('{property_id}', '1').replace('{language}', 'en-GB')
    const init = { headers: VISITOR, ...(form && { body: new URLSearchParams(form) }) }
    return ask(method.toUpperCase(), `/service/api${filled}`, init)
  }
  const region = (): string => String(world.sandbox().geography.regionsOf('GB')[0]?.id)
  return { ...server, put, advance, data, step, region }
}

type Timed = ReturnType<typeof timedServer>

/** The seconds since 1970 that an answer's `Date` header tells. */
const told = (headers: Headers): number => Date.parse(headers.get('date') ?? '') / 1000

describe('the lifetime of a token', () => {
  test.each([
    ['frozen', '61m', 401],
    ['frozen', '59m', 200],
    ['60x', '61m', 401],
    ['real', '61m', 401],
  ])('is 3600 seconds of a clock that is %s: %s later the response is %s', async (run, by, status) => {
    const { ask, token, put, advance } = timedServer()
    await put({ at: '2026-03-01T09:00:00Z', run })
    const headers = await token()
    await advance(by)
    expect((await ask('GET', AUTHORIZED, { headers })).status).toBe(status)
  })

  test('ends after the 3600th second, with a message', async () => {
    const { ask, token, advance } = timedServer()
    const headers = await token()
    await advance('3600s')
    expect((await ask('GET', AUTHORIZED, { headers })).status).toBe(200)
    await advance('1ms')
    const refused = await ask('GET', AUTHORIZED, { headers })
    expect(refused).toMatchObject({ status: 401, body: { error_description: expect.stringMatching(/expired/i) } })
  })
})

describe('the lifetime of a booking session', () => {
  test('is 24 hours without a request by the clock; every request restarts it', async () => {
    const { ask, advance, step } = timedServer()
    await step('initialiseSession')
    const dates = { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }
    for (const by of ['23h', '23h']) {
      await advance(by)
      expect((await step('setDates', dates)).status).toBe(200)
    }
    await advance('24h')
    expect((await ask('GET', '/_understay/sessions')).body).toEqual([])
    expect((await step('setDates', dates)).status).toBe(400)
    expect((await step('initialiseSession')).status).toBe(200)
  })
})

describe('"today"', () => {
  const bookings = [
    aBooking({ id: 1, arrival: '2026-05-31', departure: '2026-06-02' }),
    aBooking({ id: 2, arrival: '2026-06-01', departure: '2026-06-02', rooms: [{ roomId: 2, rateId: 1 }] }),
  ]
  const arrivals = async ({ data, token }: Timed) =>
    ((await data('/overview/1/checkin', { headers: await token() })) as { contract_uid: number }[]).map(
      (entry) => entry.contract_uid,
    )

  test('follows the clock in the overview', async () => {
    const server = timedServer({ rows: { bookings } })
    await server.put({ at: '2026-05-31T23:59:59Z' })
    expect(await arrivals(server)).toEqual([1])
    await server.advance('1s')
    expect(await arrivals(server)).toEqual([2])
  })

  test('follows the clock for check-in and check-out', async () => {
    const { ask, data, token, put, advance } = timedServer({ rows: { bookings } })
    await put({ at: '2026-05-31T23:59:00Z' })
    const headers = await token()
    await ask('PUT', '/service/api/bookguestinout/1/1/checkin', { headers })
    await advance('2m')
    await ask('PUT', '/service/api/bookguestinout/1/1/checkout', { headers })
    expect(await data('/bookguestinout/1/1', { headers })).toMatchObject({
      booked_in_date: '2026-05-31',
      booked_out_date: '2026-06-01',
    })
  })

  test('follows the clock for tariffs: a property takes bookings up to the last day of its last tariff', async () => {
    const { put, advance, step } = timedServer({ rows: { rates: [aRate({ to: '2026-05-31' })] } })
    const dates = { arrivalDate: '2026-05-31', departureDate: '2026-06-01' }
    await put({ at: '2026-05-30T23:59:59Z', run: 'frozen' })
    await step('initialiseSession')
    expect(Object.values((await step('setDates', dates)).body.data)).toEqual([{ valid: true }])
    await advance('24h')
    expect((await step('initialiseSession')).status).toBe(200)
    await advance('1s')
    const refused = await step('initialiseSession')
    expect([refused.status, refused.body.meta.error_message]).toEqual([400, expect.stringMatching(/propert/i)])
  })

  test.each([
    ['a February', '2027-02-28T12:00:00Z', '2027-03-01'],
    ['a leap year', '2028-02-28T12:00:00Z', '2028-02-29'],
    ['a leap day', '2028-02-29T12:00:00Z', '2028-03-01'],
    ['the year 2100, which is none', '2100-02-28T12:00:00Z', '2100-03-01'],
    ['a month', '2026-08-31T12:00:00Z', '2026-09-01'],
    ['a year', '2026-12-31T12:00:00Z', '2027-01-01'],
  ])('passes the end of %s', async (_, at, day) => {
    const arriving = aBooking({ id: 7, arrival: day as `${number}-${number}-${number}`, departure: '2101-01-01' })
    const server = timedServer({ rows: { bookings: [arriving], roomNights: [] } })
    await server.put({ at, run: 'frozen' })
    expect(await arrivals(server)).toEqual([])
    expect(await server.advance('1d')).toMatchObject({ at: `${day}T12:00:00.000Z` })
    expect(await arrivals(server)).toEqual([7])
  })

  test.each(['2100-02-29', '2027-02-29', '2026-04-31', '2026-13-01'])('is never %s', async (at) => {
    const { ask } = timedServer()
    expect(await ask('PUT', '/_understay/clock', { body: JSON.stringify({ at }) })).toMatchObject({
      status: 400,
      body: { error: `at: "${at}" is not an instant such as 2026-03-01T09:00:00Z` },
    })
  })
})

describe('time stamps', () => {
  test('of events, notes and changed bookings follow the clock', async () => {
    const { ask, data, token, put } = timedServer({ rows: { bookings: [aBooking()] } })
    const headers = await token()
    await put({ at: '2027-12-31T23:59:59Z' })
    const later = await token()
    expect((await ask('GET', AUTHORIZED, { headers })).status).toBe(401)
    await ask('PUT', '/service/api/bookguestinout/1/1/checkin', { headers: later })
    expect(await data('/listbooking/1', { headers: later })).toMatchObject([{ last_changed: '2027-12-31 23:59:59' }])
    const events = (await ask('GET', '/_understay/events')).body as { at: string }[]
    expect(events.map(({ at }) => at)).toEqual(['2027-12-31T23:59:59.000Z', '2027-12-31T23:59:59.000Z'])
    const { entries } = (await ask('GET', '/_understay/journal')).body
    expect(entries.at(-1).at).toBe('2027-12-31T23:59:59.000Z')
  })

  test('of a new booking and its invoice follow the clock', async () => {
    const { data, token, put, step, region } = timedServer()
    await put({ at: '2026-04-30T22:15:30Z' })
    await step('initialiseSession')
    const steps: readonly (readonly [id: string, form?: Readonly<Record<string, string>>])[] = [
      ['setDates', { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }],
      ['setGuestNumbers', { adults: '2', children: '0' }],
      ['setAddress', { ...AN_ADDRESS, region: region() }],
      ['setPropertyBooking', { selectedRooms: '1^1' }],
      ['getPrices'],
      ['validateBooking'],
      ['createBooking'],
    ]
    for (const [id, form] of steps) expect(await step(id, form), id).toMatchObject({ status: 200 })
    const headers = await token()
    const stamp = '2026-04-30 22:15:30'
    expect(await data('/listbooking/1', { headers })).toMatchObject([{ timestamp: stamp, last_changed: stamp }])
    expect(await data('/listinvoices/1', { headers })).toMatchObject([{ raised_date: stamp }])
  })

  test('in a list of invoices do not change when the clock moves', async () => {
    const { data, token, put } = timedServer({
      rows: { bookings: [aBooking()], invoices: [anInvoice({ raisedAt: NOW })], lineItems: [aLine()] },
    })
    await put({ at: '2026-05-03T00:00:00Z' })
    const headers = await token()
    expect(await data('/listinvoices/1', { headers })).toMatchObject([{ raised_date: '2026-05-02 09:00:00' }])
    expect(await data('/listinvoices/1/2026-05-02/2026-05-02', { headers })).toHaveLength(1)
  })
})

describe('the Date header', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['2026-03-01T09:00:00Z', 'Sun, 01 Mar 2026 09:00:00 GMT'],
    ['2028-02-29T23:59:59Z', 'Tue, 29 Feb 2028 23:59:59 GMT'],
    ['2100-03-01', 'Mon, 01 Mar 2100 00:00:00 GMT'],
    ['1970-01-01', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['1969-12-31T23:59:58.500Z', 'Wed, 31 Dec 1969 23:59:58 GMT'],
    ['9999-12-31T23:59:59Z', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ])('of a clock set to %s is %s, on successful responses and on refusals', async (at, date) => {
    const { ask, put } = timedServer()
    await put({ at, run: 'frozen' })
    for (const path of ['/service/api/search/stars/4', AUTHORIZED])
      expect((await ask('GET', path)).headers.get('date')).toBe(date)
  })

  test('agrees with the expiry of a token when the clock is faster', async () => {
    const { ask, token, put } = timedServer()
    await put({ at: '2026-03-01T09:00:00Z', run: '60x' })
    const issued = await ask('POST', '/service/api/oauth/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'desk',
        client_secret: 'desk-secret',
        scope: 'properties_get',
      }),
    })
    const ends = told(issued.headers) + issued.body.expires_in
    const headers = { authorization: `Bearer ${issued.body.access_token}` }
    const answers: [expected: number, status: number][] = []
    for (let seconds = 0; seconds < 70; seconds++) {
      const { status, headers: sent } = await ask('GET', AUTHORIZED, { headers })
      answers.push([told(sent) <= ends ? 200 : 401, status])
      vi.setSystemTime(Date.now() + 1000)
    }
    for (const [expected, status] of answers) expect(status).toBe(expected)
    expect(answers.map(([, status]) => status).lastIndexOf(200)).toBe(60)
    expect((await ask('GET', AUTHORIZED, { headers: await token() })).status).toBe(200)
  })
})

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
    for (let at = Date.parse(begin); at < Math.min(Date.parse(end), Date.parse(begin) + 24 * HOUR); at += HOUR / 2) {
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

test('a move to the year 9999 stops after a number of acts, and says so', async () => {
  const { put } = timedServer({
    scenario:
      'name: for-ever\nclock: { at: 2026-05-02T09:00:00Z, run: frozen }\ntraffic:\n  - { id: desk, do: guests_check_in, every: 1s, with: { property: 3 } }\n',
  })
  const { at, stopped } = await put({ at: '9999-12-31T00:00:00Z' })
  const seconds = (Date.parse(at) - Date.parse('2026-05-02T09:00:00Z')) / 1000
  expect(stopped).toEqual({ acts: 300_000, wanted: '9999-12-31T00:00:00.000Z' })
  expect(Math.floor(seconds)).toBe(300_000)
})
