/**
 * Searches by dates: which nights were asked for, and whether a property has a room for all of them.
 *
 * @module
 * @source spec "Search"; facts "Search", dates; choice `date_ranges`
 */
import { addDays, type Day, daysBetween, parseDay, type SentDay } from '../../base/day.ts'
import { type Booked, isFreeIn, type Nights } from '../booking/availability.ts'
import { dayWindow, refuseNoNight } from '../day-window.ts'
import type { Property, Room } from '../property/properties.ts'
import type { Filter } from './search.ts'

const EPOCH: Day = '1970-01-01'

/**
 * The nights between two days that were sent, none when they are the same day.
 *
 * @param wrong what texts that name no day, or an end that is not after the start, do: be refused, or roll over and count forward
 * @throws Refusal `values_invalid`, naming every wrong day
 */
export function nightsBetween(start: SentDay, end: SentDay, wrong: 'refuse' | 'as_recorded'): Nights {
  if (wrong === 'refuse') refuseNoNight(start, end)
  const window = wrong === 'refuse' ? dayWindow(start, end, wrong) : undefined
  const { from, to } = window ?? { from: countedDay(start), to: countedDay(end) }
  return { first: from, count: Math.abs(daysBetween(from, to)) }
}

/** What a search by dates looks up. */
export interface Rooms {
  readonly roomsOf: (property: Property) => readonly Room[]
  readonly bookedIn: (property: Property) => Booked
}

/**
 * A room for somebody that is free in each of these nights. Tariffs and minimum stays do not count. Looks no further than
 * the first such room, so that a search asks for few nights of each property.
 */
export function datesFilter(nights: Nights, { roomsOf, bookedIn }: Rooms): Filter {
  return (property) => {
    const isFree = isFreeIn(nights, bookedIn(property))
    return roomsOf(property).some((room) => room.maxPeople > 0 && isFree(room))
  }
}

/** A day with parts that may be out of range: they roll over. What is no date at all is the first day of 1970. */
function countedDay({ sent, day }: SentDay): Day {
  if (day !== undefined) return day
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(sent)
  if (!match) return EPOCH
  const months = Number(match[1]) * 12 + Number(match[2]) - 1
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  const firstOfMonth = parseDay(`${year}-${String((months % 12) + 1).padStart(2, '0')}-01`)
  return firstOfMonth ? addDays(firstOfMonth, Number(match[3]) - 1) : EPOCH
}
