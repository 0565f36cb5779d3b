/**
 * Rooms are taken out of service.
 *
 * @module
 */
import { type Day, daysUntil } from '../../base/day.ts'
import { recordBlackBooking } from '../../domain/black-booking.ts'
import type { Booking } from '../../domain/booking.ts'
import { bookingNumber } from '../../domain/booking-number.ts'
import type { Property } from '../../domain/property.ts'
import type { Db, WriteDb } from '../../store/db.ts'
import type { Hindrance, Stage } from '../stage.ts'
import { knownProperty } from './known.ts'
import { wantedRooms } from './rooms.ts'

/** What blocking a room takes. */
export interface RoomToBlock {
  readonly property: number
  /** Default: the first room that is free all the time. */
  readonly room?: number | undefined
  readonly arrival: Day
  /** Not a night of it. */
  readonly departure: Day
}

/** Blocks a room that is free: a black booking for each night, as the service makes them. */
export function blockRooms(db: WriteDb, stage: Stage, wanted: RoomToBlock): readonly Booking[] | Hindrance {
  const property = knownProperty(db, wanted.property)
  if (typeof property === 'string') return property
  const { room: id, arrival, departure } = wanted
  const rooms = wantedRooms(db, property, { rooms: id === undefined ? 'any' : [id], arrival, departure })
  if (typeof rooms === 'string') return rooms
  const { chance, choices, now } = stage
  const made = { property, currency: choices.black_booking_currency, user: managerOf(db, property), now }
  const nights = rooms.flatMap((room) => daysUntil(arrival, departure).map((day) => ({ room, day })))
  return nights.map((night) => {
    const bookingId = db.nextId('bookings')
    const tag = bookingNumber(chance.stream('tag', bookingId), db)
    return recordBlackBooking(db, night, { id: bookingId, tag, ...made })
  })
}

/** The name of whoever blocks rooms of a property: its first manager, else the first super manager. */
function managerOf({ users }: Pick<Db, 'users'>, { id }: Property): string {
  const all = users.all()
  const manager = all.find(({ propertyIds }) => propertyIds.includes(id)) ?? all.find(({ level }) => level === 'super')
  return manager?.name ?? 'The front desk'
}
