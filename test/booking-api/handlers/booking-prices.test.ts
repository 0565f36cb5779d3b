import { describe, expect, test } from 'vitest'
import { IN_SESSION } from '../../support/session-rows.ts'
import { aBooking, aRate, aRoom, aTariffType, smallRows } from '../../support/small-world.ts'
import { callInSession, prices, SPRING, stored, TODDLER, worldWith } from './booking-prices-world.ts'

const CHILD_RATES = [{ id: 1, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_night' as const }]

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
    expect((await callInSession(world, 'getCityTax')).data).toEqual({ tax: 5, label: 'For each guest and night' })
    expect((await callInSession(world, 'getCleaningFee')).data).toEqual({ fee: '30' })
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
    const late = [aRate(), aRate({ id: 9, tariffTypeId: 9, from: '2026-07-01' })]
    const refused = worldWith({}, { rows: { ...rows, rates: late }, choices: { rate_sets: 'merged' } })
    expect(await prices(refused)).toMatchObject({
      error_message: 'no price on 2026-06-01; with rate_sets=merged the last tariff of the room type is priced: Dear',
    })
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
    const answer = await callInSession(world, 'getPrices')
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
    expect((await callInSession(world, 'getPrices')).data).toEqual([
      {
        error_number: '016',
        error_message: 'room id not found for this property',
        deposit: { error_number: '013', error_message: 'room id invalid for property' },
        city_tax: 0,
        cleaning_fee: 0,
      },
    ])
    expect((await callInSession(world, 'validateRooms')).data).toEqual({ valid: true })
    expect(await callInSession(world, 'getDeposit')).toMatchObject({
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
