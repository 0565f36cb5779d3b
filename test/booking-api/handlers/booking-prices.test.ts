import { describe, expect, test } from 'vitest'
import type { Coupon } from '../../../src/domain/guest/coupons.ts'
import type { Property } from '../../../src/domain/property/properties.ts'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { aCompleteSession, aQuote, aSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate, aRoom, aTariffType, smallRows } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

const PROPERTIES = smallRows().collections.properties

/** A world with a session that lacks nothing but a price; settings are those of its property. */
function worldWith(
  session: Partial<BookingSession> = {},
  { settings = {}, ...options }: TestOptions & { settings?: Property['settings'] } = {},
): TestWorld {
  const properties = PROPERTIES.map((property) => ({ ...property, settings }))
  return new TestWorld({ ...options, rows: { sessions: [aCompleteSession(session)], properties, ...options.rows } })
}

const ask = (world: TestWorld, id: string) => world.call(id, { headers: IN_SESSION })
const stored = (world: TestWorld) => world.sandbox.store.db.sessions.get(SESSION_ID)

interface PricesEntry {
  readonly [field: string]: unknown
  readonly accommodation_total_inc_tax: number
}
const prices = async (world: TestWorld): Promise<PricesEntry> => {
  const [entry] = (await ask(world, 'getPrices')).data as readonly PricesEntry[]
  if (!entry) throw new Error('prices has one entry')
  return entry
}

const SPRING: Coupon = {
  id: 1,
  propertyId: 1,
  code: 'SPRING',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  amount: 1000,
  isPercentage: true,
  roomOnly: true,
  bookingValidFrom: '2026-01-01',
  bookingValidTo: '2026-12-31',
  guestId: 0,
}
const CHILD_RATES = [{ id: 1, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_night' as const }]
const TODDLER = { rateId: 1, quantity: 1, label: '0 to 5', sentPrice: 1, sentModel: 'per_stay' as const }

describe('prices', () => {
  test('are those of the selected room and rate, per person and night', async () => {
    const world = worldWith()
    const night = { rate_id: '1', adult_price: 83.33333333333333, seven_day_price: 83.33333333333333, mindays: '1' }
    expect(await prices(world)).toEqual({
      requestedRooms: '1^1',
      rooms: {
        1: {
          room_id: 1,
          tariff_set: {
            '2026-06-01': { ...night, thirty_day_price: night.adult_price, date: '2026-06-01', next_checkin_date: '2026-06-02' },
            '2026-06-02': { ...night, thirty_day_price: night.adult_price, date: '2026-06-02', next_checkin_date: '2026-06-03' },
          },
          calculated_prices: {
            calculated_base_price: night.adult_price,
            cumulative_adult_price: night.adult_price,
            cumulative_seven_day_price: night.adult_price,
            cumulative_thirty_day_price: night.adult_price,
          },
        },
      },
      adult_prices: 333.33,
      adult_quantity: '2',
      stayDays: 2,
      child_prices_breakdown: [],
      child_prices: 0,
      accommodation_total_ex_tax: 333.33,
      accommodation_total_inc_tax: 400,
      deposit: 80,
      city_tax: 0,
      cleaning_fee: 0,
    })
    expect(stored(world)?.quote).toMatchObject({ total: 40_000, deposit: 8000 })
  })

  test('use the child rates of the property, not the sent prices', async () => {
    const world = worldWith({ children: [TODDLER] }, { rows: { childRates: CHILD_RATES } })
    expect(await prices(world)).toMatchObject({
      info: { 1: { child_price: 10, quantity: '1', stay_days: 2, model: 'per_night', label: '0 to 5', child_rate_id: 1 } },
      child_prices_breakdown: { 1: { id: 1, total: 20, quantity: '1', rate: 10 } },
      child_prices: 20,
      accommodation_total_inc_tax: 420,
    })
    const asSent = worldWith({ children: [TODDLER] }, { rows: { childRates: CHILD_RATES }, choices: { child_prices: 'as_sent' } })
    expect(await prices(asSent)).toMatchObject({ child_prices: 0.01 })
  })

  test('exclude children at a flat rate', async () => {
    const rows = { childRates: CHILD_RATES, rates: [aRate({ ignorePppn: true })] }
    expect(await prices(worldWith({ children: [TODDLER] }, { rows }))).toMatchObject({
      child_prices_breakdown: { 1: { id: 1, total: 0, quantity: '1', rate: 10 } },
      child_prices: 0,
      accommodation_total_inc_tax: 200,
    })
  })

  test('include city tax, cleaning fee, a coupon, and the single person supplement', async () => {
    const settings = { city_tax_value: '2.5', city_tax_models: 'perguestpernight', cleaning_fee: '30' }
    const rows = { coupons: [SPRING], rooms: [aRoom({ singlePersonSupplement: 1500 })] }
    const world = worldWith({ adults: 1, couponCode: 'SPRING' }, { rows, settings })
    expect(await prices(world)).toMatchObject({ city_tax: 5, cleaning_fee: 30, adult_prices: 180 })
    expect(stored(world)?.quote).toMatchObject({ couponId: 1, singlePersonSupplement: 3000, discount: 1667 })
    expect((await ask(world, 'getCityTax')).data).toEqual({ tax: 5, label: 'For each guest and night' })
    expect((await ask(world, 'getCleaningFee')).data).toEqual({ fee: '30' })
  })

  test('include guest types and the wise price', async () => {
    const type = { propertyId: 1, type: 'Member', notes: '', maximum: 5, isPercentage: true, adds: false, variance: 1000 }
    const guestTypes = [{ ...type, id: 3, published: true, order: 1, isChild: false }]
    const party = { guestTypes: [{ guestTypeId: 3, quantity: 1 }] }
    expect((await prices(worldWith(party, { rows: { guestTypes } }))).accommodation_total_inc_tax).toBe(380)
    const unpublished = guestTypes.map((one) => ({ ...one, published: false }))
    expect((await prices(worldWith(party, { rows: { guestTypes: unpublished } }))).accommodation_total_inc_tax).toBe(400)
    const settings = { wisepriceactive: '1' }
    expect((await prices(worldWith({}, { settings }))).accommodation_total_inc_tax).toBe(280)
    const half = aBooking({ arrival: '2026-05-31', departure: '2026-06-02', rooms: [{ roomId: 2, rateId: 1 }] })
    expect((await prices(worldWith({}, { settings, rows: { bookings: [half] } }))).accommodation_total_inc_tax).toBe(360)
  })

  test('an unknown coupon changes nothing', async () => {
    expect((await prices(worldWith({ couponCode: 'NOPE' }))).accommodation_total_inc_tax).toBe(400)
  })

  test('an existing guest gets the stored discount', async () => {
    const [guest, ...others] = smallRows().collections.guests
    if (!guest) throw new Error('there is a guest')
    const world = worldWith({}, { rows: { guests: [{ ...guest, discount: 1000 }, ...others] } })
    expect((await prices(world)).accommodation_total_inc_tax).toBe(360)
  })

  test('the selected tariff is priced', async () => {
    const rows = {
      tariffTypes: [aTariffType(), aTariffType({ id: 9, title: 'Dear' })],
      rates: [aRate(), aRate({ id: 9, tariffTypeId: 9, price: 50_000 })],
    }
    expect((await prices(worldWith({}, { rows }))).accommodation_total_inc_tax).toBe(400)
    const merged = worldWith({}, { rows, choices: { rate_sets: 'merged' } })
    expect((await prices(merged)).accommodation_total_inc_tax).toBe(2000)
  })

  test('the newest release does not round, charges two adults, and returns the deposit as city tax', async () => {
    const world = worldWith({ adults: 1 }, { profile: 'current', settings: { city_tax_value: '3' } })
    expect(await prices(world)).toMatchObject({
      adult_prices: expect.closeTo(1000 / 3, 9),
      accommodation_total_inc_tax: expect.closeTo(400, 9),
      deposit: expect.closeTo(200 / 3, 9),
      city_tax: expect.closeTo(200 / 3, 9),
      cleaning_fee: 0,
    })
    const fixed = { depositIsPercentage: '0', depositValue: '50', cleaning_fee: '12.50' }
    expect(await prices(worldWith({}, { profile: 'current', settings: fixed }))).toMatchObject({
      deposit: '50',
      cleaning_fee: '12.50',
    })
  })

  test('are refused without selected rooms', async () => {
    const world = worldWith({ rooms: [] })
    const answer = await ask(world, 'getPrices')
    expect(answer.status).toBe(400)
    expect(answer.message).toMatch(/^018 -- No rooms have been selected\. : Selected rooms :/)
  })

  test('a deleted rate or room is returned as an error instead of prices', async () => {
    const error = { error_number: '013', error_message: 'tariff invalid for room id' }
    expect(await prices(worldWith({ rooms: [{ roomId: 1, rateId: 999 }] }))).toMatchObject({ ...error, deposit: error })
    expect(await prices(worldWith({ rooms: [{ roomId: 6, rateId: 3 }] }))).toMatchObject({
      error_number: '016',
      error_message: 'room id not found for this property',
    })
    const world = worldWith({}, { rows: { rates: [aRate({ to: '2026-06-01' })] } })
    expect(await prices(world)).toMatchObject({ error_message: 'no price on 2026-06-02' })
    expect(stored(world)?.quote).toBeNull()
  })

  test('the newest release reports an unknown room in prices and deposit', async () => {
    const world = worldWith({ rooms: [], adults: 2 }, { profile: 'current' })
    const form = { selectedRooms: '99^1' }
    expect((await world.call('setPropertyBooking', { headers: IN_SESSION, form })).data).toEqual({
      valid: false,
      reason: 'room id not found for this property',
    })
    expect((await ask(world, 'getPrices')).data).toEqual([
      {
        error_number: '016',
        error_message: 'room id not found for this property',
        deposit: { error_number: '013', error_message: 'room id invalid for property' },
        city_tax: 0,
        cleaning_fee: 0,
      },
    ])
    expect((await ask(world, 'validateRooms')).data).toEqual({ valid: true })
    expect(await ask(world, 'getDeposit')).toMatchObject({
      status: 400,
      message: '013 -- Error. Cannot validate hatPair : room id invalid for property',
    })
  })

  test('the newest release prices an unknown rate, but has no deposit for it', async () => {
    expect(await prices(worldWith({ rooms: [{ roomId: 1, rateId: 999 }] }, { profile: 'current' }))).toMatchObject({
      requestedRooms: '1^999',
      deposit: { error_number: '013', error_message: 'tariff invalid for room id' },
    })
  })
})

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
    expect((await ask(world, 'validateRooms')).data).toMatchObject({ valid: false, reason: expect.stringContaining(reason) })
    const current = worldWith(session, { ...options, profile: 'current' })
    expect(await prices(current)).toHaveProperty('accommodation_total_inc_tax')
  })
})

describe('city tax', () => {
  const settings = { city_tax_value: '3.33', city_tax_models: 'perguestpernight' } as const
  const tax = async (world: TestWorld) => (await ask(world, 'getCityTax')).data

  test.each(['documented', 'current'] as const)('is the same alone and in the price (%s)', async (profile) => {
    for (const city_tax_models of ['single', 'pernight', 'perguest', 'perguestpernight', 'percentbookingtotal']) {
      const own = { ...settings, city_tax_models }
      const world = worldWith({ children: [TODDLER] }, { profile, choices: { city_tax_in_prices: 'own' }, settings: own })
      const { city_tax } = await prices(world)
      expect(city_tax).toBeGreaterThan(0)
      expect(await tax(world)).toMatchObject({ tax: city_tax })
    }
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
    expect((await ask(world, 'getDeposit')).data).toEqual({ deposit: 80, daily_rate: 166.67 })
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
      const answer = await ask(worldWith(lacks), 'getDeposit')
      expect([answer.status, answer.message]).toEqual([400, message])
    },
  )

  test('is 0 before prices in the newest release', async () => {
    expect((await ask(worldWith({}, { profile: 'current' }), 'getDeposit')).data).toEqual({ deposit: 0, daily_rate: 0 })
  })
})

test('a property without city tax and cleaning fee returns 0 and null', async () => {
  const world = new TestWorld({ rows: { sessions: [aSession()], properties: [aProperty()] } })
  expect((await ask(world, 'getCityTax')).data).toEqual({ city_tax: 0 })
  expect((await ask(world, 'getCleaningFee')).data).toEqual({ fee: null })
})
