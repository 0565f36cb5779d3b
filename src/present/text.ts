/**
 * Days, instants and flags as the service writes them.
 *
 * @module
 */
import { type Day, dateOf, monthOf, weekday, yearOf } from '../base/day.ts'
import { type Instant, timestamp } from '../base/instant.ts'
import type { Choices } from '../contract/choices.ts'
import type { Language, Translated } from '../contract/language.ts'

/** `YYYY/MM/DD`. */
export const slashDay = (day: Day): string => `${day.slice(0, 4)}/${day.slice(5, 7)}/${day.slice(8)}`

/** 0 or 1. */
export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** `YYYY-MM-DD HH:MM:SS`; an instant that never was is the second after the beginning of 1970. */
export const stamp = (at: Instant | null): string => (at === null ? '1970-01-01 00:00:01' : timestamp(at))

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

/** `Friday, 02 May 2031`, or `May 2, 2031` by the choice `long_date`. */
export function longDate(day: Day, style: Choices['long_date']): string {
  const month = MONTHS[monthOf(day) - 1]
  if (style === 'month_first') return `${month} ${dateOf(day)}, ${yearOf(day)}`
  return `${WEEKDAYS[weekday(day)]}, ${day.slice(8, 10)} ${month} ${yearOf(day)}`
}

const YES: Translated = { 'en-GB': 'Yes', 'fr-FR': 'Oui', 'de-DE': 'Ja' }
const NO: Translated = { 'en-GB': 'No', 'fr-FR': 'Non', 'de-DE': 'Nein' }

/** The word for a flag that people read. */
export const yesNo = (value: boolean, language: Language): string => (value ? YES : NO)[language]
