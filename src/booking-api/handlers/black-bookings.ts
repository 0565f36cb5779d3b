import { createBlackBooking, deleteBlackBooking, listBlackBookings } from '../../booking-contract/black-bookings.ts'
import {
  blackNights,
  blockedDay,
  eraseBlackBooking,
  firstListedDay,
  recordBlackBooking,
  requireBlackBooking,
} from '../../domain/booking/black-bookings.ts'
import { bookingNumber } from '../../domain/booking/number.ts'
import { nightKey } from '../../domain/booking/room-nights.ts'
import { requireOwn } from '../../domain/record-ownership.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { On } from '../handler-context.ts'
import { blackBookingRow } from '../responses/black-bookings.ts'

export function blackBookingRoutes(on: On): void {
  on(listBlackBookings, ({ date }, ctx) => {
    const since = firstListedDay(date, ctx.choices.date_ranges)
    const isBlack = (bookingId: number): boolean => ctx.db.bookings.get(bookingId)?.kind === 'black'
    const nights = ctx.db.roomNights
      .by('property', ctx.property.id)
      .filter(({ day, bookingId }) => day >= since && isBlack(bookingId))
    return blackNights(nights, ctx.db.rooms.by('property', ctx.property.id), ctx.choices.black_booking_list).map(blackBookingRow)
  })

  on(createBlackBooking, ({ room_id, date }, ctx) => {
    const { property, choices, caller, sandbox, now } = ctx
    const room = requireOwn(ctx.db.rooms.get(room_id.id), property.id, 'room_unknown')
    const day = blockedDay(date, choices.input_values)
    return ctx.change((db) => {
      // past nights can be blocked too
      if (db.roomNights.has(nightKey(room.id, day))) throw new Refusal('room_taken')
      const id = db.nextId('bookings')
      const tag = bookingNumber(sandbox.randomness.stream('tag', id), db)
      const made = { id, tag, property, currency: choices.black_booking_currency, user: caller.user.name, now }
      return recordBlackBooking(db, { room, day }, made).id
    })
  })

  on(deleteBlackBooking, ({ contract_id: { id, sent } }, ctx) => {
    if (ctx.choices.unknown_record === 'echo' && /^0+$/.test(sent)) return sent
    const booking = requireBlackBooking(ctx.db.bookings.get(id), ctx.property.id)
    ctx.change((db) => {
      eraseBlackBooking(db, booking)
      if (ctx.choices.black_booking_delete_event === 'silent') return
      ctx.event(db, 'blackbooking_deleted', { property_uid: String(booking.propertyId), contract_uid: booking.id })
    })
    return sent
  })
}
