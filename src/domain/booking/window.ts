/**
 * The days that a booking session can choose.
 * @source facts "Derived data", "GET /booking/initialise"
 */
import { addDays, type Day, dayNumber, dayOfNumber, daysBetween, parseDay, yearOf } from '../../base/day.ts'
import { leadingInteger } from '../leading-number.ts'
import type { Property } from '../property/properties.ts'
import { isOn, setting } from '../property/settings.ts'
import { pricedOn, type TariffSet, weekdaysOfArrival } from '../tariff/tariff-set.ts'
import type { IsTaken } from './availability.ts'

/** The days for which a property takes bookings, both included. */
export interface BookingWindow {
  readonly first: Day
  readonly last: Day
}

const DEFAULT_HORIZON_DAYS = 365

/** Cache of the last window of each property. Rows are immutable, so a window is valid for the same row and day. */
const windows = new WeakMap<Property, { readonly today: Day; readonly window: BookingWindow | undefined }>()

/**
 * Starts `mindaysbeforearrival` days from today, lasts `advanceBookingsLimit` days if that is set, and ends less than a year
 * from today.
 *
 * @returns undefined when no day is left
 */
export function bookingWindow(property: Property, today: Day): BookingWindow | undefined {
  const known = windows.get(property)
  if (known?.today === today) return known.window
  const window = windowFrom(property, today)
  windows.set(property, { today, window })
  return window
}

function windowFrom(property: Property, today: Day): BookingWindow | undefined {
  const number = (text: string): number => Math.max(0, leadingInteger(text))
  const limited = isOn(property, 'limitAdvanceBookingsYesNo')
  const limit = limited ? number(setting(property, 'advanceBookingsLimit')) : DEFAULT_HORIZON_DAYS
  const first = number(setting(property, 'mindaysbeforearrival'))
  const last = Math.min(first + limit, daysBetween(today, nextYear(today)) - 1)
  return first <= last ? { first: addDays(today, first), last: addDays(today, last) } : undefined
}

/** The same date of the next year; 1 March after a 29 February. */
export function nextYear(day: Day): Day {
  const year = String(yearOf(day) + 1).padStart(4, '0')
  return parseDay(`${year}${day.slice(4)}`) ?? parseDay(`${year}-03-01`) ?? day
}

export interface CalendarInput {
  readonly today: Day
  readonly window: BookingWindow
  readonly roomIds: readonly number[]
  readonly taken: IsTaken
  /** The tariffs on offer, see `tariffSets`. */
  readonly sets: readonly TariffSet[]
}

/** The days that can be chosen, each list in ascending order. */
export function bookingCalendar(input: CalendarInput) {
  const { today, window, sets } = input
  const weekdays = weekdaysOfArrival(sets)
  const priced: Day[] = []
  /** Those with a price and a free room, also on weekdays without an arrival. */
  const nights: Day[] = []
  /** The first day of each unavailable period: a possible departure, not an arrival. */
  const departureOnly: Day[] = []
  /** Unavailable days from today on: before the window, fully booked, or a weekday without a tariff. */
  const notAvailable: Day[] = []
  let closedBefore = false
  for (let number = dayNumber(today); number <= dayNumber(window.last); number++) {
    const day = dayOfNumber(number)
    const full = day < window.first || isFull(input, number)
    const closed = full || !weekdays(day)
    if (closed) notAvailable.push(day)
    if (closed && !closedBefore) departureOnly.push(day)
    if (!full && sets.some((set) => pricedOn(set, day))) {
      nights.push(day)
      if (!closed) priced.push(day)
    }
    closedBefore = closed
  }
  return { priced, nights, departureOnly, notAvailable }
}

function isFull({ roomIds, taken }: CalendarInput, dayNumber: number): boolean {
  return roomIds.length > 0 && roomIds.every((id) => taken(id, dayNumber))
}
