/** Finds free rooms for acts. */
import { type Day, dayNumber, daysBetween, daysUntil } from '../../base/day.ts'
import { freeRooms, takenNightsOf } from '../../domain/booking/availability.ts'
import { nightKey, nightKeyAt } from '../../domain/booking/room-nights.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import { capacityProblem } from '../../domain/session/room-selection.ts'
import type { Db } from '../../store/db.ts'
import { Blocked, type BlockedReason, type ScenarioContext } from '../scenario-context.ts'
import { findRoom } from './lookup.ts'
import type { Stay } from './stay.ts'

/** Maximum number of nights of a stay; every night is a row. */
export const MAX_NIGHTS = 1000

export interface WantedRooms extends Stay {
  /** Ids, or `any` that are free all the time. */
  readonly rooms: readonly number[] | 'any'
  /** The number of `any` rooms. Default: one. */
  readonly count?: number | undefined
  /** Minimum capacity of `any` rooms. */
  readonly people?: number
  /** The capacity that they need, where none that are sold take all `people`. Default: `people`. */
  readonly least?: number
  /** Which of the free rooms: the first by default, or the smallest with the shortest gaps before and after the stay. */
  readonly fit?: 'first' | 'best' | undefined
  /** Why a room is not sold for the stay; undefined for one that is. `any` rooms are those that are sold. */
  readonly unsold?: (room: Room) => Blocked | undefined
}

/** The wanted rooms, all free on every night. @throws Blocked */
export function wantedRooms(db: Pick<Db, 'rooms' | 'roomNights'>, property: Property, wanted: WantedRooms): readonly Room[] {
  const { rooms: ids, arrival, departure } = wanted
  const count = daysBetween(arrival, departure)
  if (count < 1) throw new Blocked(`departure: ${departure} is not after the arrival, ${arrival}`)
  if (count > MAX_NIGHTS)
    throw new Blocked(`departure: ${arrival} to ${departure} is ${count} nights, where ${MAX_NIGHTS} are the most`)
  if (ids === 'any') return anyRooms(db, property, wanted)
  const rooms = [...new Set(ids)].map((id) => findRoom(db, property, id))
  if (rooms.length === 0) throw new Blocked(`room: no room of property ${property.id} is named`)
  const taken = takenRoom(db, rooms, daysUntil(arrival, departure))
  if (taken !== undefined) throw new Blocked(taken)
  return rooms
}

/** The capacity that rooms need for adults. */
export const leastPlaces = (adults: number, { room_capacity }: ScenarioContext['choices']): number =>
  room_capacity === 'unchecked' ? 1 : adults

/** Requires what sessions require of rooms for a party. @throws Blocked */
export function requirePlaces(rooms: readonly Room[], party: Parameters<typeof capacityProblem>[1]): void {
  const reason = capacityProblem(rooms, party)
  if (reason !== undefined) throw new Blocked(`adults: ${reason}`)
}

/** The first room that is taken on one of the nights, as text; undefined when all are free. @param except the id of a booking whose nights do not count */
export function takenRoom(
  { roomNights }: Pick<Db, 'roomNights'>,
  rooms: readonly Room[],
  nights: readonly Day[],
  except?: number,
): BlockedReason | undefined {
  for (const { id, name, number } of rooms) {
    const taken = nights.flatMap((day) => roomNights.get(nightKey(id, day)) ?? [])
    const night = taken.find(({ bookingId }) => bookingId !== except)
    const called = name || number
    if (night) return `room ${id}${called && ` (${called})`} is taken on the night of ${night.day}, by booking ${night.bookingId}`
  }
  return undefined
}

/** The rooms of a property that are free on all nights. */
export const roomsFree = (
  db: Pick<Db, 'rooms' | 'roomNights'>,
  property: number,
  { arrival, departure }: Stay,
): readonly Room[] => freeRooms(db.rooms.by('property', property), arrival, departure, takenNightsOf(property, db.roomNights))

function anyRooms(
  db: Pick<Db, 'rooms' | 'roomNights'>,
  property: Property,
  { arrival, departure, count = 1, people = 1, least = people, fit = 'first', unsold = () => undefined }: WantedRooms,
): readonly Room[] {
  const all = db.rooms.by('property', property.id)
  if (all.length === 0) throw new Blocked(`room: property ${property.id} has no rooms`)
  const largest = Math.max(...all.map(({ maxPeople }) => maxPeople))
  const wanted = fit === 'best' ? Math.max(count, Math.ceil(least / largest)) : count
  const free = roomsFree(db, property.id, { arrival, departure })
  const taking = (some: readonly Room[], all: number) => some.filter(({ maxPeople }) => maxPeople >= Math.ceil(all / wanted))
  const large = taking(free, least)
  const reasons = new Map(large.map((room) => [room, unsold(room)]))
  const sold = large.filter((room) => !reasons.get(room))
  const roomy = taking(sold, people)
  const fitting = roomy.length >= wanted ? roomy : sold
  const rooms = fit === 'best' ? bestFit(db, fitting, { arrival, departure }, wanted) : fitting
  if (rooms.length >= wanted) return rooms.slice(0, wanted)
  const when = `every night from ${arrival} to ${departure}`
  if (free.length === 0) throw new Blocked(`room: property ${property.id} is full: none of its rooms is free ${when}`)
  const reason = large.length >= wanted && [...reasons.values()].find((one) => one !== undefined)
  if (reason) throw reason
  if (wanted > 1)
    throw new Blocked(`room: property ${property.id} has not ${wanted} rooms for ${least} people that are free ${when}`)
  throw new Blocked(`room: none of property ${property.id} that is free ${when} takes ${least} people`)
}

/** Longer gaps count as this number of nights. */
const LONGEST_GAP = 14

/** The smallest of some rooms, with the fewest nights that stay free before and after a stay. */
export function bestFit(
  { roomNights }: Pick<Db, 'roomNights'>,
  rooms: readonly Room[],
  { arrival, departure }: Stay,
  count = 1,
): readonly Room[] {
  const [first, last] = [dayNumber(arrival) - 1, dayNumber(departure)]
  const nightsFree = (id: number, from: number, step: 1 | -1): number => {
    let nights = 0
    while (nights < LONGEST_GAP && !roomNights.has(nightKeyAt(id, from + step * nights))) nights++
    return nights
  }
  // Of larger rooms than these, none is taken: their gaps need not be counted.
  const largest = rooms.map(({ maxPeople }) => maxPeople).toSorted((a, b) => a - b)[count - 1] ?? Number.POSITIVE_INFINITY
  return rooms
    .filter(({ maxPeople }) => maxPeople <= largest)
    .map((room) => ({ room, gaps: nightsFree(room.id, first, -1) + nightsFree(room.id, last, 1) }))
    .sort((a, b) => a.room.maxPeople - b.room.maxPeople || a.gaps - b.gaps)
    .slice(0, count)
    .map(({ room }) => room)
}
