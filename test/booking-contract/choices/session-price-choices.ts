/**
 * Choices about the price of a booking session, and the booking made of it.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-contract/choices/choices.ts'
import { nightKey } from '../../../src/domain/booking/room-nights.ts'
import { aCoupon } from '../../support/coupon-row.ts'
import { aBooking, aProperty, aRate, aRoom, aTariffType } from '../../support/small-world.ts'
import type { TestWorld } from '../../support/test-world.ts'
import type { ChoiceCase } from './choice-case.ts'
import { callInSession, dataInSession, inSession, storedSession } from './session-choices.ts'

interface Priced {
  readonly accommodation_total_inc_tax: number
  readonly child_prices: number
  readonly city_tax: number
  readonly deposit: number
}

const priced = async (world: TestWorld): Promise<Priced> => {
  const [price] = await dataInSession<readonly [Priced]>(world, 'getPrices')
  return price
}

/** The booking that becomes of the session. */
async function booked(world: TestWorld) {
  for (const id of ['getPrices', 'validateBooking', 'createBooking']) await callInSession(world, id)
  const booking = world.sandbox.store.db.bookings.all().at(-1)
  if (!booking) throw new Error('there is a booking')
  return booking
}

const RATE_OF_TEN = { id: 1, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_night' } as const
/** Two children at the rate of ten a night, who claim to cost one. */
const CHILDREN = [{ rateId: 1, quantity: 2, label: '0 to 5', sentPrice: 100, sentModel: 'per_night' }] as const
const family = inSession({ children: CHILDREN }, { childRates: [RATE_OF_TEN] })
const cityTax = { city_tax_value: '3', city_tax_models: 'perguest' }

export const SESSION_PRICE_CASES = {
  session_notes: {
    rows: inSession({ notes: ['Late <b>arrival</b>'] }),
    observe: async (world) => {
      for (const id of ['getPrices', 'validateBooking', 'createBooking']) await dataInSession(world, id)
      return world.sandbox.store.db.notes.all()[0]?.text
    },
    expected: { as_sent: 'Late <b>arrival</b>', numbered: ' 0 Late arrival<br/>' },
  },
  child_prices: {
    rows: family,
    observe: async (world) => (await priced(world)).child_prices,
    expected: { looked_up: 40, as_sent: 4 },
  },
  booking_engine: {
    // one adult: the second engine charges two
    rows: inSession({ adults: 1 }),
    observe: async (world) => (await priced(world)).accommodation_total_inc_tax,
    expected: { classic: 200, 'nightly-average': 400 },
  },
  amount_tax: {
    rows: inSession({ couponCode: 'spring' }, { coupons: [aCoupon({ isPercentage: false, amount: 1200 })] }),
    observe: async (world) => (await priced(world)).accommodation_total_inc_tax,
    // the coupon is off what the guest pays, or tax is saved with it
    expected: { nett: 385.6, as_prices: 388 },
  },
  empty_room: {
    // the second room has a place for the child only
    rows: inSession(
      {
        adults: 1,
        children: [{ ...CHILDREN[0], rateId: 0, quantity: 1 }],
        rooms: [1, 2].map((roomId) => ({ roomId, rateId: 1 })),
      },
      { rooms: [aRoom(), aRoom({ id: 2 })] },
    ),
    observe: async (world) => (await priced(world)).accommodation_total_inc_tax,
    expected: { one_adult: 400, free: 200 },
  },
  per_person: {
    rows: inSession(
      {},
      { properties: [aProperty({ settings: { perPersonPerNight: '1' } })], rates: [aRate({ ignorePppn: true })] },
    ),
    observe: async (world) => (await priced(world)).accommodation_total_inc_tax,
    expected: { ignore_pppn: 200, property_setting: 400 },
  },
  long_stay_prices: {
    // 83.33 nett a night, less 10; or 83, less 10
    rows: inSession(
      { departure: '2026-07-02' },
      {
        rooms: [aRoom()],
        tariffTypes: [aTariffType({ lengthModifiers: { sevenDays: 0, thirtyDays: 1000, isPercentage: false } })],
      },
    ),
    observe: async (world) => {
      const { rooms } = await dataInSession<{ readonly rooms: Readonly<Record<string, { readonly tariffs: object }>> }>(
        world,
        'listSessionRooms',
      )
      const [night] = Object.values(rooms['1^1']?.tariffs ?? {}) as readonly { readonly thirty_day_price: number }[]
      return night?.thirty_day_price.toFixed(2)
    },
    expected: { exact: '73.33', truncated: '73.00' },
  },
  city_tax_in_prices: {
    rows: inSession({}, { properties: [aProperty({ settings: cityTax })] }),
    observe: async (world) => (await priced(world)).city_tax,
    expected: { tax: 6, deposit: 81.2 },
  },
  city_tax_guests: {
    rows: { ...family, properties: [aProperty({ settings: cityTax })] },
    observe: async (world) => (await priced(world)).city_tax,
    expected: { all: 12, one_for_children: 9 },
  },
  contract_total: {
    rows: family,
    observe: async (world) => (await booked(world)).total,
    expected: { all: 44_000, adults: 40_000 },
  },
  booking_tax: {
    rows: inSession(),
    observe: async (world) => (await booked(world)).tax,
    expected: { stored: 6667, zero: 0 },
  },
  booking_party: {
    rows: family,
    observe: async (world) => {
      const { adults, children } = await booked(world)
      return [adults, children]
    },
    expected: { apart: [2, 2], together: [4, 0] },
  },
  invoice_accommodation: {
    rows: inSession(),
    observe: async (world) => {
      const { invoiceId } = await booked(world)
      const [line] = world.sandbox.store.db.lineItems.by('invoice', invoiceId)
      return line?.price
    },
    expected: { nett: 33_333, taxed: 40_000 },
  },
  create_check: {
    rows: inSession(),
    observe: async (world) => {
      for (const id of ['getPrices', 'validateBooking']) await callInSession(world, id)
      const { arrival, departure } = storedSession(world)
      const taken = { id: nightKey(1, '2026-06-01'), roomId: 1, propertyId: 1, bookingId: 99, day: '2026-06-01' } as const
      if (!arrival || !departure) throw new Error('the session has dates')
      world.sandbox.store.change((db) => {
        db.bookings.put(aBooking({ id: 99, arrival, departure }))
        db.roomNights.put(taken)
      })
      return dataInSession(world, 'createBooking')
    },
    expected: {
      refuses: { valid: false, reason: 'Rooms do not validate room Gull is no longer free on 2026-06-01' },
      as_recorded: { valid: true },
    },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>
