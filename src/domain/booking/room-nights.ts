import { type Day, dayNumber, daysUntil } from '../../base/day.ts'
import { collection, type Row } from '../collection/collection.ts'
import { day, id, ref } from '../collection/fields.ts'
import type { Booking } from './bookings.ts'

export const roomNights = collection(
  'roomNights',
  {
    /** {@link nightKey} of room and day: a room can be taken once a night. */
    id: id(),
    bookingId: ref('bookings', { strict: true }),
    roomId: ref('rooms', { strict: true }),
    propertyId: ref('properties'),
    day: day(),
  },
  { list: false, indexes: { booking: (row) => row.bookingId, property: (row) => row.propertyId } },
)

export type RoomNight = Row<typeof roomNights>

/** Days from 1970 to 2149 get small keys, which maps look up several times as fast. */
const SMALL_KEY_DAYS = 65_536
/** More than the days from year 0 to 9999, and the number of those before 1970. */
const ALL_DAYS = 4_000_000
const DAYS_BEFORE_1970 = 719_528

/** The key of a room and the night of a day's number: positive for usual days, negative for all others. */
export function nightKeyAt(roomId: number, dayNumber: number): number {
  if (dayNumber >= 0 && dayNumber < SMALL_KEY_DAYS) return roomId * SMALL_KEY_DAYS + dayNumber
  return -(roomId * ALL_DAYS + DAYS_BEFORE_1970 + dayNumber)
}

/** The key of a room and a night: unique, so two bookings can never hold the same one. */
export const nightKey = (roomId: number, day: Day): number => nightKeyAt(roomId, dayNumber(day))

/** The room-nights of a booking; none while it awaits approval. */
export function roomNightsOf({ id, propertyId, rooms, arrival, departure, approval }: Booking): readonly RoomNight[] {
  if (approval !== 'approved') return []
  const nights = daysUntil(arrival, departure)
  const roomIds = [...new Set(rooms.map(({ roomId }) => roomId))]
  const first = dayNumber(arrival)
  return roomIds.flatMap((roomId) =>
    nights.map((day, index) => ({ id: nightKeyAt(roomId, first + index), roomId, propertyId, bookingId: id, day })),
  )
}
