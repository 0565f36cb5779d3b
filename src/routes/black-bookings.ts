/**
 * Binds black bookings.
 *
 * @module
 */
import { createBlackBooking, deleteBlackBooking, listBlackBookings } from '../contract/black-bookings.ts'
import {
  blackBooking,
  blackNight,
  blackNights,
  blockedDay,
  demandBlackBooking,
  demandRoom,
  freeTag,
  listedSince,
  refuseIfTaken,
} from '../domain/black-booking.ts'
import { type Booking, nightKey } from '../domain/booking.ts'
import type { On } from '../http/binder.ts'
import type { Ctx } from '../http/context.ts'
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
    const { property, choices, caller } = ctx
    const room = demandRoom(ctx.db.rooms.get(room_id.id), property.id)
    const day = blockedDay(date, choices.input_values)
    return ctx.change((db) => {
      refuseIfTaken(db.roomNights.has(nightKey(room.id, day)))
      const id = db.nextId('bookings')
      const made = { id, tag: tagFor(id, db, ctx), property, currency: choices.black_booking_currency, now: ctx.now }
      const booking = db.bookings.put(blackBooking({ room, day }, { ...made, user: caller.user.name }))
      db.roomNights.put(blackNight({ room, day }, id))
      ctx.addNote(db, booking, `${caller.user.name} Entered black booking.`)
      ctx.event(db, 'blackbooking_added', { property_uid: String(property.id), contract_uid: id })
      return id
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

function tagFor(id: number, db: WriteDb, ctx: Ctx): string {
  const stream = ctx.sandbox.chance.stream('tag', id)
  const draw = (): number => stream.integer(10_000_000, 99_999_999)
  return freeTag(draw, (tag) => db.bookings.by('tag', tag).length > 0)
}

/** Removes a booking for good, with its nights, notes and extras. */
function erase(db: WriteDb, { id }: Booking): void {
  for (const night of db.roomNights.by('booking', id)) db.roomNights.remove(night.id)
  for (const note of db.notes.by('booking', id)) db.notes.remove(note.id)
  for (const extra of db.extras.by('booking', id)) db.extras.remove(extra.id)
  db.bookings.remove(id)
}
