import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { bookRooms } from '../../../src/scenario/acts/booking.ts'
import { cancelBooking, markNoShow } from '../../../src/scenario/acts/cancellation.ts'
import { aBooking, aLine, anInvoice, NOW, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTexts, nightsOf, notesOf, runAct, stateOf, tryAct } from './run-act.ts'

const worldWith = (booking: Partial<Booking> = {}): TestWorld =>
  new TestWorld({
    rows: {
      bookings: [aBooking({ id: 5, invoiceId: 3, arrival: TODAY, departure: '2026-05-04', ...booking })],
      invoices: [anInvoice({ id: 3, bookingId: 5 })],
      lineItems: [aLine({ invoiceId: 3 })],
    },
  })

const as = 'desk'
const path = { property_id: 1 }

describe('a booking that its guest cancels', () => {
  test('is off now, and says why; its invoice is cancelled with lines and payments as they were', () => {
    const world = worldWith()
    const { db } = world.sandbox.store
    const invoice = db.invoices.get(3)
    const booking = runAct(world, cancelBooking, { booking: 5 })
    expect(booking).toEqual({
      ...aBooking({ id: 5, invoiceId: 3, arrival: TODAY, departure: '2026-05-04' }),
      cancelled: true,
      cancelledAt: NOW,
      cancelledReason: 'Cancelled by the guest',
      changedAt: NOW,
    })
    expect(db.bookings.get(5)).toEqual(booking)
    expect(db.invoices.get(3)).toEqual({ ...invoice, status: 'cancelled' })
    expect(db.lineItems.by('invoice', 3)).toEqual([aLine({ invoiceId: 3 })])
    expect(nightsOf(world, 5)).toEqual([])
    expect(notesOf(world, 5)).toEqual(['Booking cancelled'])
  })

  test('is recorded after its note and its invoice', () => {
    const world = worldWith()
    runAct(world, cancelBooking, { booking: 5 })
    expect(eventTexts(world)).toEqual([
      'booking_note_saved {"contract_uid":5,"property_uid":1,"note_id":1}',
      'invoice_updated {"property_uid":1,"invoice_uid":3}',
      'invoice_cancelled {"property_uid":1,"invoice_uid":3}',
      'booking_cancelled {"property_uid":1,"contract_uid":5}',
    ])
  })

  test('shows as cancelled everywhere, and its rooms are free again', async () => {
    const world = worldWith()
    const stay = { ...path, start: TODAY, end: '2026-05-04' }
    const rooms = async () => Object.keys((await world.call('listAvailableRooms', { path: stay, as })).data)
    expect(await rooms()).toEqual(['2', '3', '4'])
    expect((await world.call('listArrivalsToday', { path, as })).data).toHaveLength(1)
    world.advance(90_000)
    runAct(world, cancelBooking, { booking: 5 })
    expect(await rooms()).toEqual(['1', '2', '3', '4'])
    expect((await world.call('listArrivalsToday', { path, as })).data).toEqual([])
    const listed = await world.call('listBookings', { path, as })
    expect(listed.data).toMatchObject([{ contract_uid: 5, cancelled: 1, approved: 1, last_changed: '2026-05-02 09:01:30' }])
    expect((await world.call('getBookingRooms', { path: { ...path, contract_id: 5 }, as })).data).toEqual([])
    expect((await world.call('listInvoices', { path, as })).data).toMatchObject([{ id: 3, status: 2, Txtstatus: 'Cancelled' }])
    expect((await world.call('getBookingNotes', { path: { ...path, contract_id: 5 }, as })).data).toHaveLength(1)
  })

  test('frees its room', () => {
    const world = worldWith()
    const stay = { property: 1, rooms: [1], arrival: TODAY, departure: '2026-05-04' } as const
    expect(tryAct(world, bookRooms, stay)).toContain('room 1 (Gull) is taken')
    runAct(world, cancelBooking, { booking: 5 })
    expect(runAct(world, bookRooms, stay).id).toBe(6)
  })

  test('counts as approved when it still waited', () => {
    expect(runAct(worldWith({ approval: 'waiting' }), cancelBooking, { booking: 5 }).approval).toBe('approved')
  })

  test('can be one without an invoice', () => {
    const world = new TestWorld({ rows: { bookings: [aBooking()] } })
    expect(runAct(world, cancelBooking, { booking: 1 }).cancelled).toBe(true)
  })
})

describe('a guest who did not come', () => {
  test('leaves a cancelled booking that is known as a no-show', () => {
    const world = worldWith()
    const booking = runAct(world, markNoShow, { booking: 5 })
    expect(booking).toMatchObject({ noShow: true, cancelled: true, cancelledAt: NOW, cancelledReason: 'Guest did not arrive' })
    expect(world.sandbox.store.db.bookings.get(5)).toEqual(booking)
    expect(nightsOf(world, 5)).toEqual([])
    expect(world.sandbox.store.db.invoices.get(3)?.status).toBe('cancelled')
    expect(eventTexts(world).slice(-2)).toEqual([
      'booking_cancelled {"property_uid":1,"contract_uid":5}',
      'booking_marked_noshow {"property_uid":1,"contract_uid":5}',
    ])
  })
})

describe.each([
  ['cancelled', cancelBooking],
  ['a no-show', markNoShow],
])('no booking becomes %s, and nothing changes,', (_, act) => {
  test.each([
    [{ cancelled: true }, 'booking: booking 5 is cancelled already'],
    [{ bookedIn: true }, 'booking: booking 5 has begun: the guest has checked in'],
    [{ bookedIn: true, bookedOut: true }, 'booking: booking 5 has ended: the guest has checked out'],
    [{ kind: 'black', guestId: 0 }, 'booking: booking 5 is a black booking, which has no guest'],
  ] as const)('with %o', (state, words) => {
    const world = worldWith(state)
    const before = stateOf(world)
    expect(tryAct(world, act, { booking: 5 })).toBe(words)
    expect(stateOf(world)).toEqual(before)
  })

  test('when it is not there', () => {
    expect(tryAct(worldWith(), act, { booking: 8 })).toBe('booking: there is no booking 8; the latest are 5')
  })
})
