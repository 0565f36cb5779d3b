/** Blocks rooms with black bookings. */
import { daysUntil } from '../../base/day.ts'
import { recordBlackBooking } from '../../domain/booking/black-bookings.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { bookingNumber } from '../../domain/booking/number.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Db, WriteDb } from '../../store/db.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { findProperty } from './lookup.ts'
import { wantedRooms } from './rooms.ts'
import type { Stay } from './stay.ts'

export interface RoomToBlock extends Stay {
  readonly property: number
  /** Default: the first room that is free all the time. */
  readonly room?: number | undefined
}

/** Blocks a free room with one black booking per night, as the service does. */
export function blockRooms(db: WriteDb, context: ScenarioContext, wanted: RoomToBlock): readonly Booking[] {
  const property = findProperty(db, wanted.property)
  const { room: id, arrival, departure } = wanted
  const rooms = wantedRooms(db, property, { rooms: id === undefined ? 'any' : [id], arrival, departure })
  const { randomness, choices, now } = context
  const made = { property, currency: choices.black_booking_currency, user: managerOf(db, property), now }
  const nights = rooms.flatMap((room) => daysUntil(arrival, departure).map((day) => ({ room, day })))
  return nights.map((night) => {
    const bookingId = db.nextId('bookings')
    const tag = bookingNumber(
      randomness.stream('tag', context.key === undefined ? bookingId : `${context.key}/${night.room.id}/${night.day}`),
      db,
    )
    return recordBlackBooking(db, night, { id: bookingId, tag, ...made })
  })
}

/** The name on black bookings of a property: its first manager, else the first super manager. */
export function managerOf({ users }: Pick<Db, 'users'>, { id }: Property): string {
  const all = users.all()
  const manager = all.find(({ propertyIds }) => propertyIds.includes(id)) ?? all.find(({ level }) => level === 'super')
  return manager?.name ?? 'The front desk'
}
