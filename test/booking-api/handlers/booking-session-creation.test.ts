import { describe, expect, test } from 'vitest'
import type { Coupon } from '../../../src/domain/guest/coupons.ts'
import type { LineItem } from '../../../src/domain/invoice/line-items.ts'
import { aGuest, aProperty, aRoom, dayFrom, NOW, smallRows, TODAY } from '../../support/small-world.ts'
import type { TestWorld } from '../../support/test-world.ts'
import { bookFromSession, callInSession, events, makeReady, stored, worldWith } from './booking-session-creation-world.ts'

const linesOf = ({ sandbox }: TestWorld, invoiceId: number): readonly LineItem[] =>
  sandbox.store.db.lineItems.by('invoice', invoiceId)

describe('a booking from a session', () => {
  test('returns only valid; the hint names its list', async () => {
    const world = worldWith()
    await makeReady(world)
    const { data, headers } = await callInSession(world, 'createBooking')
    expect(data).toEqual({ valid: true })
    const { id, tag } = world.sandbox.store.db.bookings.all().at(-1) ?? {}
    expect(headers['X-Understay-Hint']).toBe(
      `booked as contract ${id} with the number ${tag}; GET /service/api/listbooking/1/${id}/arr-dep shows it`,
    )
    expect((await world.send('GET', `/listbooking/1/${id}/arr-dep`, { as: 'reader' })).status).toBe(200)
  })

  test('has the stay, the quoted price and the guest', async () => {
    const world = worldWith([{ children: [{ rateId: 0, quantity: 2, label: '', sentPrice: 0, sentModel: 'per_night' }] }])
    const booking = await bookFromSession(world)
    expect(booking).toMatchObject({
      propertyId: 1,
      guestId: 1,
      kind: 'internet',
      arrival: '2026-06-01',
      departure: '2026-06-03',
      rooms: [{ roomId: 1, rateId: 1 }],
      adults: 2,
      children: 2,
      roomTotal: 33_333,
      tax: 6667,
      total: 40_000,
      depositRequired: 8000,
      approval: 'approved',
      createdAt: NOW,
    })
    expect(booking.tag).toMatch(/^\d{8}$/)
    expect(world.sandbox.store.db.roomNights.by('booking', booking.id).map(({ day }) => day)).toEqual([
      '2026-06-01',
      '2026-06-02',
    ])
  })

  test('keeps dates, guests and address of the session, but not rooms, price, notes and validation', async () => {
    const world = worldWith([{ notes: ['Late'] }])
    const { id } = await bookFromSession(world)
    expect(stored(world)).toMatchObject({ rooms: [], notes: [], quote: null, okToBook: false, bookingId: id, adults: 2 })
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: false })
    expect((await callInSession(world, 'createBooking')).data).toEqual({
      valid: false,
      reason: 'Booking not validated',
    })
    expect(world.sandbox.store.db.bookings.size).toBe(1)
  })

  test('updates the address of an existing guest and keeps the discount', async () => {
    const guests = [aGuest({ discount: 500, house: '99', landline: '0100 1', email: 'ADA@example.test' })]
    const world = worldWith([{}], { rows: { guests } })
    const { guestId, total } = await bookFromSession(world)
    expect([guestId, total]).toEqual([1, 38_000])
    expect(world.sandbox.store.db.guests.get(1)).toMatchObject({
      house: '7',
      landline: '0100 1',
      discount: 500,
      mobile: '0700 300',
    })
    expect(events(world)).toContain('guest_updated')
  })

  test('creates a guest, an invoice, notes and their events', async () => {
    const world = worldWith([{ notes: ['Late <b>arrival</b> & "dog" <', 'Cot'] }], { rows: { guests: [] } })
    const booking = await bookFromSession(world)
    const { db } = world.sandbox.store
    expect(db.guests.get(booking.guestId)).toMatchObject({ propertyId: 1, firstname: 'Ada', region: '1061', discount: 0 })
    expect(db.invoices.get(booking.invoiceId)).toMatchObject({ bookingId: booking.id, status: 'pending', currency: 'EUR' })
    expect(db.notes.by('booking', booking.id).map(({ text }) => text)).toEqual(['Late <b>arrival</b> & "dog" <', 'Cot'])
    expect(events(world)).toEqual([
      'guest_saved',
      'invoice_created',
      'booking_note_saved',
      'booking_note_saved',
      'booking_added',
      'property_state_change',
    ])
  })

  test('has an invoice whose lines add up to its total to the cent', async () => {
    const settings = { city_tax_value: '3.33', city_tax_models: 'perguestpernight', cleaning_fee: '12.35' }
    const rows = {
      rooms: [aRoom({ singlePersonSupplement: 1234 })],
      childRates: [{ id: 1, propertyId: 1, ageFrom: 0, ageTo: 5, price: 777, model: 'per_night' as const }],
    }
    const children = [{ rateId: 1, quantity: 1, label: '0 to 5', sentPrice: 0, sentModel: 'per_night' as const }]
    const world = worldWith([{ adults: 1, children }], { rows, settings })
    const booking = await bookFromSession(world)
    const lines = linesOf(world, booking.invoiceId)
    expect(lines.map(({ kind, name }) => name || kind)).toEqual([
      'accommodation',
      'supplement',
      'city_tax',
      'cleaning_fee',
      'children',
    ])
    expect(lines.reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)).toBe(booking.total)
    for (const { price, discount, total } of lines) expect(price + discount).toBe(total)
  })

  test('has the same tax in price, view and invoice, to the cent', async () => {
    const coupon = { id: 1, propertyId: 1, code: 'TENTH', amount: 1033, isPercentage: true, roomOnly: false, guestId: 0 }
    const open: Pick<Coupon, 'validFrom' | 'validTo' | 'bookingValidFrom' | 'bookingValidTo'> = {
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      bookingValidFrom: '2026-01-01',
      bookingValidTo: '2026-12-31',
    }
    const settings = { city_tax_value: '3.33', city_tax_models: 'percentbookingtotal', cleaning_fee: '12.35' }
    const rows = { coupons: [{ ...coupon, ...open }], rooms: [aRoom({ singlePersonSupplement: 1234 })] }
    for (const departure of ['2026-06-02', '2026-06-03', '2026-06-04', '2026-06-08'] as const) {
      const world = worldWith([{ adults: 1, couponCode: 'TENTH', departure }], { rows, settings })
      await makeReady(world)
      const lines = stored(world)?.quote?.lines ?? []
      await callInSession(world, 'createBooking')
      const booking = world.sandbox.store.db.bookings.all().at(-1)
      if (!booking) throw new Error('there is a booking')
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(booking.total)
      expect(lines.find(({ rule }) => rule === 'tax')?.amount).toBe(booking.tax)
      const billed = linesOf(world, booking.invoiceId)
      expect(billed.reduce((sum, line) => sum + line.totalInclusive - line.total, 0)).toBe(booking.tax)
      expect(billed[0]?.price).toBe(lines[0]?.amount)
    }
  })

  test('has its discounts on the invoice and in the notes', async () => {
    const settings = { lastminuteactive: '1', lastminutethreshold: '60' }
    const world = worldWith([{ propertyId: 4, rooms: [{ roomId: 7, rateId: 4 }] }], { settings })
    const booking = await bookFromSession(world)
    expect(linesOf(world, booking.invoiceId)).toMatchObject([{ price: 66_667, discount: -13_334, total: 53_333 }])
    expect(world.sandbox.store.db.notes.by('booking', booking.id).map(({ text }) => text)).toEqual([
      expect.stringContaining('-133.34'),
    ])
  })
})

test('the newest release stores children as adults, excludes their price, and adds tax twice on the invoice', async () => {
  const children = [{ rateId: 1, quantity: 1, label: '0 to 5', sentPrice: 1000, sentModel: 'per_night' as const }]
  const world = worldWith([{ children }], { profile: 'current' })
  const booking = await bookFromSession(world)
  expect(booking).toMatchObject({ adults: 3, children: 0, roomTotal: 33_333, tax: 0, total: 40_000 })
  expect(linesOf(world, booking.invoiceId)).toMatchObject([{ total: 40_000, totalInclusive: 48_000 }])
})

test('a new booking is in all lists and views', async () => {
  const stay = { arrival: TODAY, departure: dayFrom(2) }
  const properties = [aProperty({ settings: { mindaysbeforearrival: '0' } })]
  const rooms = [aRoom()]
  const world = worldWith([stay], { rows: { properties, rooms, guests: [], rates: smallRows().collections.rates } })
  const dates = { start_date: TODAY, end_date: dayFrom(2) }
  const path = { property_id: 1 }
  const found = async () => Object.keys((await world.call('searchByDates', { path: dates })).data)
  const free = async () =>
    (await world.call('listAvailableRooms', { path: { ...path, start: TODAY, end: dayFrom(1) }, as: 'desk' })).data
  expect(await found()).toEqual(['1'])
  expect(Object.keys(await free())).toHaveLength(1)

  const { id, tag, invoiceId } = await bookFromSession(world)
  const list = { contract_uid: id, tag, arrival: '2026/05/02', surname: 'Brook', invoice_uid: invoiceId }
  expect((await world.call('listBookings', { path, as: 'desk' })).data).toMatchObject([
    { ...list, contract_total: 400, approved: 1 },
  ])
  expect((await world.call('listBookingsBetween', { path: { ...path, ...dates }, as: 'desk' })).data).toMatchObject([list])
  expect((await world.call('listArrivalsToday', { path, as: 'desk' })).data).toMatchObject([{ contract_uid: id, tag }])
  expect((await world.call('getStatistic', { path, as: 'desk' })).data).toMatchObject([{ sts_checkin: 1 }])
  expect((await world.call('listInvoices', { path, as: 'desk' })).data).toMatchObject([
    { id: invoiceId, contract_id: id, grand_total: 400, tag, surname: 'Brook' },
  ])
  const view = { path: { ...path, contract_id: id }, as: 'desk' }
  expect((await world.call('getBookingGuest', view)).data).toMatchObject([{ EMAIL_ADDRESS: 'ada@example.test' }])
  expect((await world.call('getBookingPayment', view)).data).toMatchObject([
    { GRAND_TOTAL: '400.00€', REMAINDER_TO_PAY: '400.00€' },
  ])
  const timeline = await world.call('getTimeline', { path: { ...path, start: TODAY, end: dayFrom(3) }, as: 'desk' })
  expect(timeline.data).toContain(tag)
  expect(JSON.stringify((await world.call('chartOccupancy', { path, as: 'desk' })).data)).toMatch(/[1-9]/)
  expect(JSON.stringify((await world.call('chartGuestCountries', { path, as: 'desk' })).data)).toContain('United Kingdom')
  expect(await found()).toEqual([])
  expect(Object.keys(await free())).toHaveLength(0)
})
