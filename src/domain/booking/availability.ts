/**
 * Which rooms are free.
 * @source spec "Availability"; facts "Properties"
 */
import { type Day, dayNumber, dayOfNumber, daysBetween, type SentDay } from '../../base/day.ts'
import { type DayWindow, type EndNames, requireNights } from '../day-window.ts'
import { rolledDay } from '../rolled-day.ts'
import { nightKeyAt, type RoomNight } from './room-nights.ts'

/** True when a room is taken in the night with this day number. */
export type IsTaken = (roomId: number, dayNumber: number) => boolean

interface HasId {
  readonly id: number
}

/** Consecutive nights from `first` on. */
export interface Nights {
  readonly first: Day
  readonly count: number
}

export interface TakenNights {
  readonly taken: IsTaken
  readonly nights: () => Iterable<Pick<RoomNight, 'roomId' | 'day'>>
}

/** The room-nights of all properties, by key and by property. */
export interface RoomNights {
  has(nightKey: number): boolean
  by(index: 'property', propertyId: number): Iterable<Pick<RoomNight, 'roomId' | 'day'>>
}

export function takenNightsOf(propertyId: number, roomNights: RoomNights): TakenNights {
  return {
    taken: (roomId, night) => roomNights.has(nightKeyAt(roomId, night)),
    nights: () => roomNights.by('property', propertyId),
  }
}

/** Above this number of nights, iterating over bookings is faster than over nights. */
const LONG_STAY_NIGHTS = 1000

/**
 * Returns a test for rooms that are free in all of these nights; without nights, every room is. Cost: the nights of the stay,
 * or for stays of years the bookings.
 */
export function isFreeIn({ first, count }: Nights, { taken, nights }: TakenNights): (room: HasId) => boolean {
  return count > LONG_STAY_NIGHTS
    ? freeByBookings(nights(), dayNumber(first), count)
    : freeEachNight(taken, dayNumber(first), count)
}

/** The rooms that are free in every night from `from` up to but not including `to`; all rooms for an empty range. */
export function freeRooms<R extends HasId>(rooms: readonly R[], from: Day, to: Day, nights: TakenNights): R[] {
  return rooms.filter(isFreeIn({ first: from, count: daysBetween(from, to) }, nights))
}

function freeEachNight(taken: IsTaken, first: number, count: number): (room: HasId) => boolean {
  return ({ id }) => {
    for (let night = first; night < first + count; night++) if (taken(id, night)) return false
    return true
  }
}

const LAST_DAY = dayNumber('9999-12-31')

function freeByBookings(booked: ReturnType<TakenNights['nights']>, first: number, count: number): (room: HasId) => boolean {
  const [from, last] = [dayOfNumber(first), dayOfNumber(Math.min(first + count - 1, LAST_DAY))]
  const takenRooms = new Set<number>()
  for (const { roomId, day } of booked) if (from <= day && day <= last) takenRooms.add(roomId)
  return ({ id }) => !takenRooms.has(id)
}

/**
 * The requested nights: from the first day up to but not including the last.
 *
 * @param wrong how invalid, reversed and equal days are handled: refused, or (`as_recorded`) rolled over and without nights. A
 * text that is not a date is always refused.
 * @throws Refusal `values_invalid`, naming every wrong end
 * @source choice `date_ranges`
 */
export function requestedNights(start: SentDay, end: SentDay, wrong: 'refuse' | 'as_recorded', names: EndNames): DayWindow {
  if (wrong === 'refuse') return requireNights(start, end, names)
  const from = rolledDay(start.sent)
  const to = rolledDay(end.sent)
  if (!from || !to) return requireNights(start, end, names)
  return from <= to ? { from, to } : { from, to: from }
}
