/**
 * Binds black bookings.
 *
 * @module
 */
import { createBlackBooking, deleteBlackBooking, listBlackBookings } from '../contract/black-bookings.ts'
import {
  blackNights,
  blockedDay,
  demandBlackBooking,
  demandRoom,
  listedSince,
  recordBlackBooking,
  refuseIfTaken,
} from '../domain/black-booking.ts'
import { type Booking, nightKey } from '../domain/booking.ts'
import { bookingNumber } from '../domain/booking-number.ts'
import type { On } from '../http/binder.ts'
import { blackBookingRow } from '../present/black-bookings.ts'
import type { WriteDb } from '../world.ts'

export function blackBookingRoutes(on: On): void {
  on(listBlackBookings, ({ date }, ctx) => {
    const since = listedSince(date, ctx.choices.date_ranges)
    const isBlack = (bookingId: number): boolean => ctx.db.bookings.get(bookingId)?.kind === 'black'
    const nights = ctx.db.roomNights
      .by('property', ctx.property.id)
      .filter(({ day, bookingId }) => day >= since && isBlack(bookingId))
    return blackNights(nights, ctx.db.rooms.by('property', ctx.property.id), ctx.choices.black_booking_list).map(blackBookingRow)
  })

  on(createBlackBooking, ({ room_id, date }, ctx) => {
    const { property, choices, caller, sandbox, now } = ctx
    const room = demandRoom(ctx.db.rooms.get(room_id.id), property.id)
    const day = blockedDay(date, choices.input_values)
    return ctx.change((db) => {
      refuseIfTaken(db.roomNights.has(nightKey(room.id, day)))
      const id = db.nextId('bookings')
      const tag = bookingNumber(sandbox.chance.stream('tag', id), db)
      const made = { id, tag, property, currency: choices.black_booking_currency, user: caller.user.name, now }
      return recordBlackBooking(db, { room, day }, made).id
    })
  })

  on(deleteBlackBooking, ({ contract_id: { id, sent } }, ctx) => {
    if (ctx.choices.unknown_record === 'echo' && /^0+$/.test(sent)) return sent
    const booking = demandBlackBooking(ctx.db.bookings.get(id), ctx.property.id)
    ctx.change((db) => {
      erase(db, booking)
      if (ctx.choices.black_booking_delete_event === 'silent') return
      ctx.event(db, 'blackbooking_deleted', { property_uid: String(booking.propertyId), contract_uid: booking.id })
    })
    return sent
  })
}

/** Removes a booking for good, with its nights, notes and extras. */
function erase(db: WriteDb, { id }: Booking): void {
  for (const night of db.roomNights.by('booking', id)) db.roomNights.remove(night.id)
  for (const note of db.notes.by('booking', id)) db.notes.remove(note.id)
  for (const extra of db.extras.by('booking', id)) db.extras.remove(extra.id)
  db.bookings.remove(id)
}
