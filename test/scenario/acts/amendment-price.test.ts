import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/base/day.ts'
import { DAY_MS } from '../../../src/base/duration.ts'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { modifyBooking } from '../../../src/scenario/acts/amendment.ts'
import { bookRooms } from '../../../src/scenario/acts/booking.ts'
import type { RowLists } from '../../../src/store/state.ts'
import { bookFromSession, worldWith } from '../../booking-api/handlers/booking-session-creation-world.ts'
import { aGuestType } from '../../support/guest-type-row.ts'
import { aBooking, aGuest, aLine, anInvoice, aProperty, aRate, aRoom, dayFrom, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { runAct, tryAct } from './run-act.ts'

const SETTINGS = [
  { city_tax_value: '1.37', city_tax_models: 'perguestpernight', cleaning_fee: '35', accommodation_tax_code: '1' },
  { singlePersonSuppliment: '1', singlePersonSupplimentCost: '7.77', wisepriceactive: '1', wiseprice10discount: '30' },
  { city_tax_value: '3', city_tax_models: 'percentbookingtotal', accommodation_tax_code: '1', fixedArrivalDateYesNo: '0' },
] as const

const always = { validFrom: '2026-01-01', validTo: '2026-12-31', roomOnly: false, guestId: 0 } as const

/** Three properties with what a price depends on; half the nights of June are without the coupon. */
const priced: Partial<RowLists> = {
  properties: SETTINGS.map((settings, index) => aProperty({ id: index + 1, settings })),
  rooms: SETTINGS.flatMap((_, index) =>
    [2, 2, 4].map((maxPeople, place) =>
      aRoom({
        id: index * 3 + place + 1,
        propertyId: index + 1,
        roomTypeId: maxPeople / 2,
        maxPeople,
        singlePersonSupplement: place * 333,
      }),
    ),
  ),
  rates: SETTINGS.flatMap((_, index) =>
    [1, 2].map((type) =>
      aRate({
        id: index * 2 + type,
        tariffTypeId: index === 2 ? 3 : type,
        propertyId: index + 1,
        roomTypeId: type,
        price: 9_999 + 1_111 * index,
        ignorePppn: index === 1 && type === 2,
      }),
    ),
  ),
  childRates: SETTINGS.flatMap((_, index) => [
    { id: index * 2 + 1, propertyId: index + 1, ageFrom: 0, ageTo: 5, price: 555, model: 'per_stay' as const },
    { id: index * 2 + 2, propertyId: index + 1, ageFrom: 6, ageTo: 12, price: 1250, model: 'per_night' as const },
  ]),
  coupons: SETTINGS.map((_, index) => ({
    ...always,
    id: index + 1,
    propertyId: index + 1,
    code: 'TENTH',
    amount: 1033,
    isPercentage: index !== 1,
    bookingValidFrom: '2026-06-01',
    bookingValidTo: '2026-06-15',
  })),
  guests: SETTINGS.map((_, index) => aGuest({ id: index + 1, propertyId: index + 1, discount: 725 * index })),
}

const linesOf = ({ sandbox }: TestWorld, { invoiceId }: Booking) =>
  sandbox.store.db.lineItems.by('invoice', invoiceId).map(({ id: _id, ...line }) => line)

const ADDED = [
  aLine({ id: 900, kind: 'deposit', payment: true, total: -1000, totalInclusive: -1000 }),
  aLine({ id: 901, kind: 'text', name: 'Children', description: 'by hand' }),
]

/** What a booking costs; the coupon is told apart, because it is the one that was applied. */
const moneyOf = (booking: Booking) => {
  const { roomTotal, tax, singlePersonSupplement, total, depositRequired, adults, children, party, rooms } = booking
  return { roomTotal, tax, singlePersonSupplement, total, depositRequired, adults, children, party, rooms }
}

const ages = fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 3 })
const stays = {
  arrival: fc.integer({ min: 25, max: 50 }).map(dayFrom),
  nights: fc.integer({ min: 1, max: 9 }),
  adults: fc.integer({ min: 1, max: 4 }),
  children: ages,
}
const bookings = fc.record(
  {
    ...stays,
    coupon: fc.constant('TENTH'),
    by: fc.constant('desk' as const),
    total: fc.integer({ min: 1, max: 99_999 }),
    known: fc.constant(true),
  },
  { requiredKeys: ['arrival', 'nights'] },
)
const changes = fc.array(fc.record({ ...stays, rooms: fc.constant('other' as const) }, { requiredKeys: [] }), {
  minLength: 1,
  maxLength: 4,
})
const choices = fc.record(
  {
    booking_engine: fc.constantFrom('classic', 'nightly-average'),
    contract_total: fc.constantFrom('all', 'adults'),
    booking_party: fc.constantFrom('apart', 'together'),
    booking_tax: fc.constantFrom('stored', 'zero'),
    child_prices: fc.constantFrom('looked_up', 'as_sent'),
    invoice_accommodation: fc.constantFrom('nett', 'taxed'),
    room_capacity: fc.constantFrom('adults', 'unchecked'),
  },
  { requiredKeys: [] },
)

test('a changed stay costs what a new booking of it does, line by line', () => {
  let compared = 0
  const property = fc.integer({ min: 1, max: 3 })
  const count = fc.integer({ min: 1, max: 2 })
  fc.assert(
    fc.property(property, count, bookings, changes, choices, (id, rooms, { known, nights, ...wanted }, list, chosen) => {
      const world = new TestWorld({ rows: priced, choices: chosen })
      const guest = known ? { email: aGuest().email } : { email: 'new@example.test' }
      const head = { property: id, guest, fit: 'first' as const }
      const stay = { ...wanted, ...head, count: rooms, rooms: 'any' as const, departure: addDays(wanted.arrival, nights) }
      const booked = tryAct(world, bookRooms, stay)
      if (typeof booked === 'string') return
      world.sandbox.store.change((db) => {
        for (const line of ADDED) db.lineItems.put({ ...line, invoiceId: booked.invoiceId })
        db.extras.put({ id: 900, bookingId: booked.id, name: 'Cot', price: 500, quantity: 1, taxRate: 0 })
      })
      let [after, before, children] = [booked, booked, wanted.children]
      for (const change of list) {
        const next = tryAct(world, modifyBooking, { booking: booked.id, ...change })
        if (typeof next === 'string') continue
        ;[before, after, children] = [after, next, change.children ?? children]
      }
      if (after === booked) return
      compared++
      const { arrival, departure, party, adults: stored } = after
      const hasCoupon = before.couponId !== 0 && arrival <= '2026-06-15' && departure > '2026-06-01'
      const fresh = new TestWorld({ rows: priced, choices: chosen })
      const same = runAct(fresh, bookRooms, {
        ...head,
        rooms: after.rooms.map(({ roomId }) => roomId),
        arrival,
        departure,
        adults: party?.adults ?? stored,
        children: children ?? [],
        ...(hasCoupon && { coupon: 'TENTH' }),
        ...(wanted.by && { by: wanted.by }),
        total: wanted.total === undefined ? undefined : after.total,
      })
      expect(moneyOf(after)).toEqual(moneyOf(same))
      expect(after.couponId).toBe(same.couponId)
      const [lines, expected] = [linesOf(world, after), linesOf(fresh, same)]
      const added = ADDED.map(({ id: _id, ...line }) => ({ ...line, invoiceId: after.invoiceId }))
      expect(lines.slice(0, 2)).toEqual(added)
      expect(lines.slice(2)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(150)
})

const FAMILY = {
  rateId: 2,
  quantity: 1,
  label: 'big ones',
  sentPrice: 999,
  sentModel: 'per_night',
} as const

test.each([
  [{}, 1250],
  [{ child_prices: 'as_sent' }, 999],
])('children and guests by type whom a session booked keep their prices: %o', async (given, each) => {
  const types = { guestTypes: [aGuestType({ id: 1, isPercentage: true, adds: false, variance: 1000 })] }
  const rows = { childRates: priced.childRates ?? [], ...types }
  const world = worldWith([{ children: [FAMILY], guestTypes: [{ guestTypeId: 1, quantity: 1 }] }], { rows, choices: given })
  const { id } = await bookFromSession(world)
  const after = runAct(world, modifyBooking, { booking: id, nights: 3 })
  expect(after.roomTotal).toBe(47_500)
  expect(linesOf(world, after).map(({ kind, total }) => [kind, total])).toEqual([
    ['accommodation', 47_500],
    ['children', 3 * each],
  ])
})

test('an agreed total stays one: the same per night, whatever tariffs ask', () => {
  const world = new TestWorld()
  const stay = { property: 1, rooms: [1], arrival: '2026-06-01', departure: '2026-06-03' } as const
  const { id } = runAct(world, bookRooms, { ...stay, total: 12_000 })
  expect(runAct(world, modifyBooking, { booking: id, nights: 3 }).total).toBe(18_000)
  expect(runAct(world, modifyBooking, { booking: id, nights: 4, rooms: 'other' })).toMatchObject({
    total: 24_000,
    rooms: [{ roomId: 2, rateId: 1 }],
  })
})

test('a coupon that is no longer valid takes nothing off, and is not named any more', () => {
  const coupons = (priced.coupons ?? []).map((coupon) => ({ ...coupon, validTo: TODAY }))
  const world = new TestWorld({ rows: { coupons } })
  const stay = { property: 1, rooms: [1], arrival: '2026-06-01', departure: '2026-06-03' } as const
  const { id, couponId } = runAct(world, bookRooms, { ...stay, coupon: 'TENTH' })
  const { clock } = world.sandbox
  clock.set(clock.moved({ by: DAY_MS }))
  expect([couponId, runAct(world, modifyBooking, { booking: id, nights: 1 })]).toMatchObject([1, { couponId: 0, total: 20_000 }])
})

test('extras of a fixture stay beside the total of the booking, or in it as `extras_value`', () => {
  const bookings = [aBooking({ id: 5, invoiceId: 3, extras: 700, total: 30_700, departure: '2026-05-12' })]
  const lineItems = [aLine({ invoiceId: 3 }), ...ADDED.map((line) => ({ ...line, invoiceId: 3 }))]
  const world = new TestWorld({ rows: { bookings, lineItems, invoices: [anInvoice({ id: 3, bookingId: 5 })] } })
  expect(runAct(world, modifyBooking, { booking: 5, nights: 1 }).total).toBe(20_000 + 700)
})
