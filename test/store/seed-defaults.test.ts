import { expect, test } from 'vitest'
import { isoInstant } from '../../src/base/instant.ts'
import type { RowLists } from '../../src/store/state.ts'
import { smallHotel, worldOf } from './world-of.ts'

/** The first booking of the small hotel with these keys, and all rows. */
async function booked(rest: string): Promise<{ booking: RowLists['bookings'][number] | undefined; rows: RowLists }> {
  const more = `bookings: [{ id: 7, property: 1, guest: 1, rooms: [1], arrival: today+2, departure: today+5, ${rest} }]`
  const rows = worldOf(await smallHotel(more)).collections
  return { booking: rows.bookings[0], rows }
}

test('a stay costs its nights for each person, tax included, and a fifth of it as deposit', async () => {
  const { booking } = await booked('adults: 2, children: 1')
  expect(booking).toMatchObject({ total: 54_000, roomTotal: 45_000, tax: 9_000, depositRequired: 10_800, currency: 'EUR' })
})

test('a room without a rate gets the one offered on the day of arrival', async () => {
  const rooms = 'rooms: [1, { room: 2, rate: 0 }]'
  const more = `bookings: [{ id: 7, property: 1, guest: 1, ${rooms}, arrival: today+2, departure: today+5, total: 99 }]`
  expect(worldOf(await smallHotel(more)).collections.bookings[0]?.rooms).toEqual([
    { roomId: 1, rateId: 1 },
    { roomId: 2, rateId: 0 },
  ])
})

test('a total that is given is split into net and tax', async () => {
  expect((await booked('total: 100')).booking).toMatchObject({ total: 10_000, roomTotal: 8_333, tax: 1_667 })
})

test('the settings of the property decide about the deposit', async () => {
  const deposit = async (settings: string) => {
    const hotel = `properties: [{ id: 1, name: Hotel, type: 1, country: GB, settings: { ${settings} } }]`
    const stay = 'bookings: [{ id: 7, property: 1, guest: 1, rooms: [1], arrival: today, departure: today+4, total: 202 }]'
    return worldOf(await smallHotel(`${hotel}\n${stay}`)).collections.bookings[0]?.depositRequired
  }
  expect(await deposit('depositValue: "25"')).toBe(5_050)
  expect(await deposit('depositValue: "25", roundupDepositYesNo: "1"')).toBe(5_100)
  expect(await deposit('depositIsPercentage: "0", depositValue: "80"')).toBe(8_000)
  expect(await deposit('depositIsPercentage: "0", depositValue: "800"')).toBe(20_200)
  expect(await deposit('depositIsOneNight: "1"')).toBe(5_050)
  expect(await deposit('chargeDepositYesNo: "0"')).toBe(0)
})

test('the invoice lists accommodation, paid deposit and extras, with the days of the stay', async () => {
  const extras = 'extras: [{ name: Boat trip, price: 35, quantity: 2, tax_rate: 20 }]'
  const { rows } = await booked(`total: 120, deposit_paid: true, ${extras}`)
  expect(rows.invoices).toMatchObject([{ bookingId: 7, status: 'pending', paidAt: null }])
  expect(
    rows.lineItems.map(({ kind, name, description, total, totalInclusive, payment }) => [
      kind,
      name,
      description,
      total,
      totalInclusive,
      payment,
    ]),
  ).toEqual([
    ['accommodation', '', '(Sunday, 22 November 2026 - Wednesday, 25 November 2026)', 10_000, 12_000, false],
    ['deposit', '', '', -2_400, -2_400, true],
    ['text', 'Boat trip', '', 7_000, 8_400, false],
  ])
})

test('the accommodation line carries the tax of the booking, not a tax rounded again', async () => {
  const { booking, rows } = await booked('total: 100.05')
  expect(booking).toMatchObject({ roomTotal: 8_338, tax: 1_667 })
  expect(rows.lineItems[0]).toMatchObject({ total: 8_338, totalInclusive: 10_005 })
})

test('a paid invoice is closed by a payment on the day it was paid', async () => {
  const { rows } = await booked(
    'total: 120, deposit_paid: true, created: today-9 10:00, invoice: { status: paid, paid: today-1 12:00 }',
  )
  expect(rows.lineItems.at(-1)).toMatchObject({
    kind: 'balance_payment',
    total: -9_600,
    description: '(Thursday, 19 November 2026)',
  })
})

test.each([
  ['cancelled: true', { cancelled: true, approval: 'approved' }],
  ['no_show: true', { cancelled: true, noShow: true, cancelledReason: 'Guest did not arrive' }],
  ['approval: rejected', { cancelled: true, approval: 'rejected' }],
  ['approval: waiting', { cancelled: false, approval: 'waiting' }],
])('a stay with %s takes no room-nights', async (rest, flags) => {
  const { booking, rows } = await booked(rest)
  expect(booking).toMatchObject(flags)
  expect(rows.roomNights).toEqual([])
  expect(rows.invoices[0]?.status).toBe(flags.cancelled ? 'cancelled' : 'pending')
})

test('a guest who has left was there: the true arrival and the departure follow from the plan', async () => {
  const more = 'bookings: [{ id: 7, property: 1, guest: 1, rooms: [1], arrival: today-5, departure: today-2, booked_out: true }]'
  const [booking] = worldOf(await smallHotel(more)).collections.bookings
  expect(booking).toMatchObject({ bookedIn: true, bookedInOn: '2026-11-15', bookedOut: true })
  expect(isoInstant(booking?.bookedOutAt ?? 0)).toBe('2026-11-18T10:00:00.000Z')
  expect(booking?.changedAt).toBe(booking?.bookedOutAt)
})

test('instants are read with a zone, or as a relative day with a time in UTC', async () => {
  const { booking } = await booked('created: 2026-11-01T10:00:00+02:00, changed: today-3 09:12')
  expect(isoInstant(booking?.createdAt ?? 0)).toBe('2026-11-01T08:00:00.000Z')
  expect(isoInstant(booking?.changedAt ?? 0)).toBe('2026-11-17T09:12:00.000Z')
  expect((await booked('created: null')).booking?.createdAt).toBeNull()
})

test('a black booking takes its nights, says why, and who entered it', async () => {
  const more =
    'users: [{ id: 1, name: mara, properties: [1] }]\nblack_bookings: [{ property: 1, room: 2, from: today+1, nights: 3, reason: Paint }]'
  const rows = worldOf(await smallHotel(more)).collections
  expect(rows.bookings).toMatchObject([
    { id: 1, kind: 'black', guestId: 0, specialRequests: 'Paint', departure: '2026-11-24', invoiceId: 0 },
  ])
  expect(rows.roomNights.map((night) => night.day)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  expect(rows.notes).toMatchObject([{ bookingId: 1, text: 'mara Entered black booking.' }])
})

test('a region can be named instead of numbered', async () => {
  const more = 'properties: [{ id: 2, name: Inn, type: 1, country: IE, region: munster }]'
  expect(worldOf(await smallHotel(more)).collections.properties[1]?.regionId).toBe(1534)
})

test('ids that are left out are given out above those that are written', async () => {
  const more = `bookings:
  - { id: 7, property: 1, guest: 1, rooms: [1], arrival: today, departure: today+1, invoice: { id: 90 } }
  - { id: 8, property: 1, guest: 1, rooms: [2], arrival: today, departure: today+1 }
  - { id: 9, property: 1, guest: 1, rooms: [3], arrival: today, departure: today+1, invoice: false }
black_bookings: [{ property: 1, room: 1, from: today+5 }]`
  const { collections, counters } = worldOf(await smallHotel(more))
  expect(collections.bookings.map(({ id, invoiceId }) => [id, invoiceId])).toEqual([
    [7, 90],
    [8, 91],
    [9, 0],
    [10, 0],
  ])
  expect(counters).toMatchObject({ bookings: 10, invoices: 91 })
})

test('children pay by the night, and long stays by percent, unless it is said otherwise', async () => {
  const more = `child_rates: [{ id: 1, property: 1, age_from: 0, age_to: 5, price: 10.5 }]
tariffs:
- { id: 50, property: 1, room_type: 1, title: A, length_modifiers: { seven_days: 12.5 } }
- { id: 51, property: 1, room_type: 1, title: B, length_modifiers: { thirty_days: 80, percentage: false } }`
  const { childRates, tariffTypes } = worldOf(await smallHotel(more)).collections
  expect(childRates).toEqual([{ id: 1, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1050, model: 'per_night' }])
  expect(tariffTypes.filter(({ id }) => id >= 50).map(({ lengthModifiers }) => lengthModifiers)).toEqual([
    { sevenDays: 1250, thirtyDays: 0, isPercentage: true },
    { sevenDays: 0, thirtyDays: 8000, isPercentage: false },
  ])
})
