import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AN_ADDRESS } from '../../support/session-rows.ts'
import { aBooking, aLine, anInvoice, aRate, NOW } from '../../support/small-world.ts'
import { AUTHORIZED, timedServer } from './timed-server.ts'

type Timed = ReturnType<typeof timedServer>

/** The `Date` header of a response, in seconds since 1970. */
const dateHeader = (headers: Headers): number => Date.parse(headers.get('date') ?? '') / 1000

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
      body: { error: `at: there is no day ${at}` },
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
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW }))
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
    const ends = dateHeader(issued.headers) + issued.body.expires_in
    const headers = { authorization: `Bearer ${issued.body.access_token}` }
    const answers: [expected: number, status: number][] = []
    for (let seconds = 0; seconds < 70; seconds++) {
      const { status, headers: sent } = await ask('GET', AUTHORIZED, { headers })
      answers.push([dateHeader(sent) <= ends ? 200 : 401, status])
      vi.advanceTimersByTime(1000)
    }
    for (const [expected, status] of answers) expect(status).toBe(expected)
    expect(answers.map(([, status]) => status).lastIndexOf(200)).toBe(60)
    expect((await ask('GET', AUTHORIZED, { headers: await token() })).status).toBe(200)
  })
})

test('a number in place of a span is answered with spans in quotes, with units', async () => {
  const { ask } = timedServer()
  expect((await ask('POST', '/_understay/clock/advance', { body: '{"by":61}' })).body).toEqual({
    error: 'by: expected a span with its unit, such as "90s", "61m", "2h" or "1d", got the number 61',
  })
})

describe('a time that dates with four digits of year cannot show', () => {
  const RANGE = 'a clock shows times from 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.000Z'
  const NEAR_END = '9999-12-31T23:00:00.000Z'

  test.each<[method: string, path: string, sent: Readonly<Record<string, string>>, named: string]>([
    ['POST', '/clock/advance', { by: '1h' }, 'by: 1h'],
    ['POST', '/clock/advance', { by: '9000000d' }, 'by: 9000000d'],
    ['POST', '/clock/advance', { by: '99999999999999999999d' }, 'by: 99999999999999999999d'],
    ['PUT', '/clock', { at: '9999-12-31T23:59:59-01:00' }, 'at: 9999-12-31T23:59:59-01:00'],
    ['PUT', '/clock', { at: '0000-01-01T00:00:00+01:00' }, 'at: 0000-01-01T00:00:00+01:00'],
  ])('%s %s %o is refused with the range, and the clock stays', async (method, path, sent, named) => {
    const { ask, put } = timedServer()
    await put({ at: NEAR_END, run: 'frozen' })
    const refused = await ask(method, `/_understay${path}`, { body: JSON.stringify(sent) })
    expect(refused).toMatchObject({ status: 400, body: { error: `${named}: ${RANGE}` } })
    expect((await ask('GET', '/_understay/clock')).body).toEqual({ at: NEAR_END, run: 'frozen' })
  })

  test('is refused of a second move that waits for the first', async () => {
    const { ask, put, advance } = timedServer()
    await put({ at: NEAR_END, run: 'frozen' })
    const [first, second] = await Promise.all([
      advance('40m'),
      ask('POST', '/_understay/clock/advance', { body: '{"by":"40m"}' }),
    ])
    expect(first.at).toBe('9999-12-31T23:40:00.000Z')
    expect(second.status).toBe(400)
  })
})
