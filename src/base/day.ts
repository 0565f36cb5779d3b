/** Calendar days without time of day or zone, as `YYYY-MM-DD`. */

/** A real calendar day, `YYYY-MM-DD`. Compares correctly as text. */
export type Day = `${number}-${number}-${number}`

/** A day as it was sent, with the parsed day; undefined when the text is no valid day. */
export interface SentDay {
  readonly sent: string
  readonly day: Day | undefined
}

/** Days since 1970-01-01 of a proleptic Gregorian date. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

const [ZERO, HYPHEN] = [48, 45]
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** The days of a month, 1 to 12; 0 for another number. */
function daysOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)
}

/** A number below 100 with two digits. */
export const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`)

/** The digits of `text` from `from` up to `until` as a number; NaN when one is no digit. Makes no text of them. */
function digits(text: string, from: number, until: number): number {
  let number = 0
  for (let index = from; index < until; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

/** The number of the day, counted from 1970-01-01 = 0. */
export function dayNumber(day: Day): number {
  return daysFromCivil(yearOf(day), monthOf(day), dateOf(day))
}

/** The day with this number, counted from 1970-01-01 = 0. */
export function dayOfNumber(number: number): Day {
  const shifted = number + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` as Day
}

/** Reads `YYYY-MM-DD`; undefined when the text is anything else or no such day exists. */
export function parseDay(text: string): Day | undefined {
  if (text.length !== 10 || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined
  const [year, month, date] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)]
  return year >= 0 && date >= 1 && date <= daysOfMonth(year, month) ? (text as Day) : undefined
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return dayOfNumber(dayNumber(day) + count)
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from)
}

/** 0 Sunday to 6 Saturday. */
export function weekday(day: Day): number {
  return (((dayNumber(day) + 4) % 7) + 7) % 7
}

/** Every day from `from` up to but not including `until`. */
export const daysUntil = (from: Day, until: Day): Day[] => daysBelow(from, dayNumber(until))

/** Every day from `from` to `last`, both included. */
export const daysThrough = (from: Day, last: Day): Day[] => daysBelow(from, dayNumber(last) + 1)

/** Every day from `from` whose number is below `end`. */
function daysBelow(from: Day, end: number): Day[] {
  const days: Day[] = []
  let day = from
  for (let n = dayNumber(from); n < end; n++) {
    days.push(day)
    day = nextDay(day, n)
  }
  return days
}

/** The day after; only the last days of a month need the calendar. */
function nextDay(day: Day, number: number): Day {
  const date = dateOf(day)
  return date < 28 ? (`${day.slice(0, 8)}${two(date + 1)}` as Day) : dayOfNumber(number + 1)
}

export const monthOf = (day: Day): number => digits(day, 5, 7)
export const yearOf = (day: Day): number => digits(day, 0, 4)
/** Day of the month, 1 to 31. */
export const dateOf = (day: Day): number => digits(day, 8, 10)

export function daysInMonth(day: Day): number {
  return daysOfMonth(yearOf(day), monthOf(day))
}
