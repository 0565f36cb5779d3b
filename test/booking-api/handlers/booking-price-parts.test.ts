import { describe, expect, test } from 'vitest'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { aQuote, aSession, IN_SESSION } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'
import { callInSession, prices, SPRING, stored, TODDLER, worldWith } from './booking-prices-world.ts'

describe('a selection that is not on offer has a reason instead of a price', () => {
  const refusal = (reason: string) => ({ error_number: '013', error_message: expect.stringContaining(reason), city_tax: 0 })
  const party = { rows: { rates: [aRate({ maxPeople: 100 })] } }

  test.each<[string, Partial<BookingSession>, TestOptions, string]>([
    ['too few nights', {}, { rows: { rates: [aRate({ minDays: 3 })] } }, '1^1 is not on offer: nights: at least 3'],
    ['more adults than places', { adults: 9 }, party, 'the rooms take 2 people, not 9 adults'],
    [
      'a room that somebody else has',
      {},
      { rows: { bookings: [aBooking({ arrival: '2026-06-01', departure: '2026-06-02' })] } },
      'is no longer free on 2026-06-01',
    ],
  ])('%s', async (_, session, options, reason) => {
    const quote = aQuote()
    const world = worldWith({ ...session, quote }, options)
    expect(await prices(world)).toMatchObject(refusal(reason))
    expect(stored(world)?.quote).toBeNull()
    expect((await callInSession(world, 'validateRooms')).data).toMatchObject({
      valid: false,
      reason: expect.stringContaining(reason),
    })
    const current = worldWith(session, { ...options, profile: 'current' })
    expect(await prices(current)).toHaveProperty('accommodation_total_inc_tax')
  })
})

describe('city tax', () => {
  const settings = { city_tax_value: '3.33', city_tax_models: 'perguestpernight' } as const
  const tax = async (world: TestWorld) => (await callInSession(world, 'getCityTax')).data

  test.each(['documented', 'current'] as const)('is the same alone and in the price (%s)', async (profile) => {
    for (const city_tax_models of ['single', 'pernight', 'perguest', 'perguestpernight', 'percentbookingtotal']) {
      const own = { ...settings, city_tax_models }
      const world = worldWith({ children: [TODDLER] }, { profile, choices: { city_tax_in_prices: 'tax' }, settings: own })
      const { city_tax } = await prices(world)
      expect(city_tax).toBeGreaterThan(0)
      expect(await tax(world)).toMatchObject({ tax: city_tax })
    }
  })

  test('in place of which the deposit is shown is shown as the deposit is', async () => {
    const choices = { city_tax_in_prices: 'deposit' } as const
    const { city_tax, deposit } = await prices(worldWith({}, { choices, settings: { ...settings, depositValue: '33.33' } }))
    expect(city_tax).toBe(deposit)
  })

  test('in place of which the deposit is shown is charged with the booking, unless it is asked for itself', async () => {
    const book = async (asksCityTax: boolean) => {
      const own = { ...settings, city_tax_models: 'single', depositIsPercentage: '0', depositValue: '50' }
      const world = worldWith({}, { profile: 'current', settings: own })
      const { accommodation_total_inc_tax: stay, city_tax } = await prices(world)
      expect(city_tax).toBe(50)
      if (asksCityTax) expect(await tax(world)).toMatchObject({ tax: 3.33 })
      for (const id of ['validateBooking', 'createBooking'])
        expect(await callInSession(world, id)).toMatchObject({ data: { valid: true } })
      const [booking] = world.sandbox.store.db.bookings.by('property', 1)
      return (booking?.total ?? 0) - Math.round(stay * 100)
    }
    expect([await book(false), await book(true)]).toEqual([5000, 333])
  })

  test.each([{ city_tax_in_prices: 'deposit' }, { booking_engine: 'nightly-average' }])(
    'and deposit, asked for themselves, leave a fully checked session valid: %o',
    async (choices) => {
      const world = worldWith({}, { choices, settings: { ...settings, depositIsOneNight: '1' } })
      await prices(world)
      for (const id of ['getCityTax', 'getDeposit']) expect((await callInSession(world, id)).status).toBe(200)
      expect(await callInSession(world, 'validateBooking')).toMatchObject({ data: { valid: true } })
    },
  )

  test('that a quote lacks is added once, however often it is asked for', async () => {
    const world = worldWith({ adults: 0 }, { profile: 'current', settings: { ...settings, city_tax_models: 'perguest' } })
    await prices(world)
    expect(stored(world)?.quote).toMatchObject({ cityTax: 0 })
    await world.call('setGuestNumbers', { headers: IN_SESSION, form: { adults: '2', children: '[]' } })
    for (const _ of [1, 2, 3]) expect(await tax(world)).toMatchObject({ tax: 6.66 })
    expect(stored(world)?.quote).toMatchObject({ cityTax: 666 })
  })

  test('before prices counts no nights in the newest release', async () => {
    const of = (city_tax_models: string) => tax(worldWith({}, { profile: 'current', settings: { ...settings, city_tax_models } }))
    expect([await of('pernight'), await of('single')]).toMatchObject([{ tax: 0 }, { tax: 3.33 }])
  })

  test('is 0 on a free stay', async () => {
    const world = worldWith({ couponCode: 'SPRING' }, { rows: { coupons: [{ ...SPRING, amount: 10_000 }] }, settings })
    expect(await prices(world)).toMatchObject({ city_tax: 0, accommodation_total_inc_tax: 0 })
    expect(await tax(world)).toMatchObject({ tax: 0 })
  })

  test('without a price is calculated from nights and guests', async () => {
    expect(await tax(worldWith({}, { settings }))).toMatchObject({ tax: 13.32 })
    expect(await tax(worldWith({}, { settings: { ...settings, city_tax_models: 'percentbookingtotal' } }))).toMatchObject({
      tax: 0,
    })
  })
})

describe('the deposit', () => {
  test('is that of the price, with the daily rate', async () => {
    const world = worldWith()
    await prices(world)
    expect((await callInSession(world, 'getDeposit')).data).toEqual({ deposit: 80, daily_rate: 166.67 })
  })

  test.each([
    [{ rooms: [] }, '013 -- The room and tariff pair cannot be validated. : invalid hatPair format'],
    [{ arrival: null, departure: null }, '006 -- The arrival date was not supplied. : Arrival date not set'],
    [{ adults: null }, '011 -- The number of adults is wrong. : No adults passed, must be at least 1 adult in the booking'],
    [{ adults: 99 }, '011 -- The number of adults is wrong. : Adult numbers exceed property capacity for adults'],
    [{}, '020 -- The accommodation total has not been calculated yet. : ask for prices first'],
  ] satisfies readonly (readonly [Partial<BookingSession>, string])[])(
    'needs what it is reckoned from: %o',
    async (lacks, message) => {
      const answer = await callInSession(worldWith(lacks), 'getDeposit')
      expect([answer.status, answer.message]).toEqual([400, message])
    },
  )

  test.each([
    ['a part of the price', { depositIsPercentage: '1', depositValue: '20' }, 0],
    ['a fixed amount', { depositIsPercentage: '0', depositValue: '50' }, '50'],
  ])('before prices in the newest release is %s', async (_, settings, deposit) => {
    const world = worldWith({}, { profile: 'current', settings })
    expect((await callInSession(world, 'getDeposit')).data).toEqual({ deposit, daily_rate: 0 })
  })

  test('is calculated and kept in the newest release for a property that requires none', async () => {
    const world = worldWith({}, { profile: 'current', settings: { depositValue: '0', depositIsOneNight: '1' } })
    expect(await prices(world)).toMatchObject({ deposit: 0 })
    const { data } = await callInSession(world, 'getDeposit')
    expect(data).toEqual({ deposit: expect.any(Number), daily_rate: expect.any(Number) })
    const { deposit, daily_rate } = data as { deposit: number; daily_rate: number }
    expect(deposit).toBe(daily_rate)
    expect(stored(world)?.quote?.deposit).toBe(Math.round(deposit * 100))
  })
})

test('a property without city tax and cleaning fee returns 0 and null', async () => {
  const world = new TestWorld({ rows: { sessions: [aSession()], properties: [aProperty()] } })
  expect((await callInSession(world, 'getCityTax')).data).toEqual({ city_tax: 0 })
  expect((await callInSession(world, 'getCleaningFee')).data).toEqual({ fee: null })
})
