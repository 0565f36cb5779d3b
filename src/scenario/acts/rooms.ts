/**
 * Finds free rooms for acts.
 *
 * @module
 */
import { type Day, daysBetween, daysUntil } from '../../base/day.ts'
import { freeRooms } from '../../domain/booking/availability.ts'
import { nightKey, nightKeyAt } from '../../domain/booking/bookings.ts'
import type { Property, Room } from '../../domain/property/properties.ts'
import type { Db } from '../../store/db.ts'
import type { BlockedReason } from '../scenario-context.ts'
import { findRoom } from './lookup.ts'

/** Maximum number of nights of a stay; every night is a row. */
const MAX_NIGHTS = 1000

/** Rooms for some nights. */
export interface WantedRooms {
  /** Ids, or `any`: the first one that is free all the time. */
  readonly rooms: readonly number[] | 'any'
  readonly arrival: Day
  /** Not a night of the stay. */
  readonly departure: Day
  /** Minimum capacity of `any` room. */
  readonly people?: number
}

/** The wanted rooms, all free on every night; else the reason why not. */
export function wantedRooms(
  db: Pick<Db, 'rooms' | 'roomNights'>,
  property: Property,
  wanted: WantedRooms,
): readonly Room[] | BlockedReason {
  const { rooms: ids, arrival, departure, people = 1 } = wanted
  const count = daysBetween(arrival, departure)
  if (count < 1) return `departure: ${departure} is not after the arrival, ${arrival}`
  if (count > MAX_NIGHTS) return `departure: ${arrival} to ${departure} is ${count} nights, where ${MAX_NIGHTS} are the most`
  if (ids === 'any') return anyRoom(db, property, { arrival, departure, people })
  const rooms: Room[] = []
  for (const id of new Set(ids)) {
    const room = findRoom(db, property, id)
    if (typeof room === 'string') return room
    rooms.push(room)
  }
  if (rooms.length === 0) return `room: no room of property ${property.id} is named`
  return takenRoom(db, rooms, daysUntil(arrival, departure)) ?? rooms
}

/** The first room that is taken on one of the nights, as text; undefined when all are free. */
export function takenRoom(
  { roomNights }: Pick<Db, 'roomNights'>,
  rooms: readonly Room[],
  nights: readonly Day[],
): BlockedReason | undefined {
  for (const { id, name } of rooms) {
    const night = nights.flatMap((day) => roomNights.get(nightKey(id, day)) ?? [])[0]
    if (night) return `room ${id} (${name}) is taken on the night of ${night.day}, by booking ${night.bookingId}`
  }
  return undefined
}

/** The rooms of a property that are free on all nights. */
export const roomsFree = (
  db: Pick<Db, 'rooms' | 'roomNights'>,
  property: number,
  { arrival, departure }: Pick<WantedRooms, 'arrival' | 'departure'>,
): readonly Room[] =>
  freeRooms(db.rooms.by('property', property), arrival, departure, (room, night) => db.roomNights.has(nightKeyAt(room, night)))

function anyRoom(
  db: Pick<Db, 'rooms' | 'roomNights'>,
  property: Property,
  { arrival, departure, people }: { readonly arrival: Day; readonly departure: Day; readonly people: number },
): readonly Room[] | BlockedReason {
  const rooms = db.rooms.by('property', property.id)
  if (rooms.length === 0) return `room: property ${property.id} has no rooms`
  const free = roomsFree(db, property.id, { arrival, departure })
  const room = free.find(({ maxPeople }) => maxPeople >= people)
  if (room) return [room]
  const when = `every night from ${arrival} to ${departure}`
  if (free.length > 0) return `room: none of property ${property.id} that is free ${when} takes ${people} people`
  return `room: property ${property.id} is full: none of its rooms is free ${when}`
}
