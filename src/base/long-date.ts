/** Days in words. */
import { type Day, dateOf, monthOf, weekday, yearOf } from './day.ts'

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The names of weekdays and months in a language, Sunday and January first. */
export interface DayNames {
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
}

const ENGLISH: DayNames = { weekdays: WEEKDAYS, months: MONTHS }

/** How days are written in words; see the choice `long_date`. */
export type LongDateStyle = 'weekday' | 'month_first'

/** `Friday, 02 May 2031`, or `May 2, 2031`. */
export function longDate(day: Day, style: LongDateStyle, names: DayNames = ENGLISH): string {
  const month = names.months[monthOf(day) - 1]
  if (style === 'month_first') return `${month} ${dateOf(day)}, ${yearOf(day)}`
  return `${names.weekdays[weekday(day)]}, ${day.slice(8, 10)} ${month} ${yearOf(day)}`
}
