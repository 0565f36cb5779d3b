/**
 * Calendar days without time of day or zone, as `YYYY-MM-DD`.
 *
 * @module
 */

/** A real calendar day, `YYYY-MM-DD`. Compares correctly as text. */
export type Day = `${number}-${number}-${number}`

/** A day as it was sent, with the parsed day; undefined when the text is no valid day. */
export interface SentDay {
  readonly sent: string
  readonly day: Day | undefined
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Days since 1970-01-01 of a proleptic Gregorian date. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`)

/** The number of the day, counted from 1970-01-01 = 0. */
export function dayNumber(day: Day): number {
  return daysFromCivil(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)))
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
  const match = DAY.exec(text)
  if (!match) return undefined
  const number = daysFromCivil(Number(match[1]), Number(match[2]), Number(match[3]))
  return dayOfNumber(number) === text ? (text as Day) : undefined
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
export function daysUntil(from: Day, until: Day): Day[] {
  const days: Day[] = []
  const end = dayNumber(until)
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

export const monthOf = (day: Day): number => Number(day.slice(5, 7))
export const yearOf = (day: Day): number => Number(day.slice(0, 4))
/** Day of the month, 1 to 31. */
export const dateOf = (day: Day): number => Number(day.slice(8, 10))

/** Days in the month of `day`, 28 to 31. */
export function daysInMonth(day: Day): number {
  const month = day.slice(0, 8)
  return [31, 30, 29].find((date) => parseDay(`${month}${date}`) !== undefined) ?? 28
}
