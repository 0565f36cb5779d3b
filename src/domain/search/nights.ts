/**
 * Searches by dates: the requested nights, and whether a property has a free room for all of them.
 * @source spec "Search"; facts "Search", dates; choice `date_ranges`
 */
import { addDays, type Day, daysBetween, parseDay, type SentDay } from '../../base/day.ts'
import { isFreeIn, type Nights, type TakenNights } from '../booking/availability.ts'
import { requireNights } from '../day-window.ts'
import type { Property } from '../property/properties.ts'
import type { Room } from '../property/rooms.ts'
import type { Filter } from './search.ts'

const EPOCH: Day = '1970-01-01'

/**
 * The nights between two days; none for equal days.
 *
 * @param wrong how invalid days and an end not after the start are handled: refused, or rolled over
 * @throws Refusal `values_invalid`, naming every wrong day
 */
export function nightsBetween(start: SentDay, end: SentDay, wrong: 'refuse' | 'as_recorded'): Nights {
  const isRefused = wrong === 'refuse'
  const { from, to } = isRefused ? requireNights(start, end) : { from: rolledDayOrEpoch(start), to: rolledDayOrEpoch(end) }
  return { first: from, count: Math.abs(daysBetween(from, to)) }
}

/** The data of a search by dates. */
export interface RoomLookups {
  readonly roomsOf: (property: Property) => readonly Room[]
  readonly bookedIn: (property: Property) => TakenNights
}

/**
 * Matches properties with a room that is free in all nights; tariffs and minimum stays are ignored. Stops at the first such room.
 */
export function datesFilter(nights: Nights, { roomsOf, bookedIn }: RoomLookups): Filter {
  return (property) => {
    const isFree = isFreeIn(nights, bookedIn(property))
    return roomsOf(property).some((room) => room.maxPeople > 0 && isFree(room))
  }
}

/** Parses a day and rolls over parts that are out of range. A text that is not a date becomes 1970-01-01. */
function rolledDayOrEpoch({ sent, day }: SentDay): Day {
  if (day !== undefined) return day
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(sent)
  if (!match) return EPOCH
  const months = Number(match[1]) * 12 + Number(match[2]) - 1
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  const firstOfMonth = parseDay(`${year}-${String((months % 12) + 1).padStart(2, '0')}-01`)
  return firstOfMonth ? addDays(firstOfMonth, Number(match[3]) - 1) : EPOCH
}
