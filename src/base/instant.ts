/** Points in time as epoch milliseconds. */
import { orUndefined } from './caught-error.ts'
import { type Day, dayNumber, dayOfNumber, monthOf, two, weekday } from './day.ts'
import { DAY_MS, SPAN_UNITS } from './duration.ts'
import { getOrInsert } from './get-or-insert.ts'
import { MONTHS, WEEKDAYS } from './long-date.ts'

/** Epoch milliseconds. */
export type Instant = number

const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** Converts an instant to a day: in UTC, or in the time zone of a property. */
export type DayOf = (at: Instant) => Day

/** The UTC day an instant falls on. */
export function dayOfInstant(at: Instant): Day {
  return dayOfNumber(Math.floor(at / DAY_MS))
}

/** The instant of 00:00 UTC of a day. */
export function startOfDay(day: Day): Instant {
  return dayNumber(day) * DAY_MS
}

/** True when an instant is exactly 00:00:00 UTC. */
export const isMidnight = (at: Instant): boolean => at % DAY_MS === 0

/** `YYYY-MM-DD HH:MM:SS` in UTC: how the service writes time stamps. */
export function timestamp(at: Instant): string {
  const seconds = Math.floor(at / 1000)
  const ofDay = ((seconds % 86_400) + 86_400) % 86_400
  return `${dayOfInstant(at)} ${two(Math.floor(ofDay / 3600))}:${two(Math.floor((ofDay % 3600) / 60))}:${two(ofDay % 60)}`
}

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export function isoInstant(at: Instant): string {
  const ms = ((at % 1000) + 1000) % 1000
  return `${timestamp(at).replace(' ', 'T')}.${String(ms).padStart(3, '0')}Z`
}

/** Reads an ISO 8601 instant with a zone (`Z` or an offset); undefined for anything else. */
export function parseInstant(text: string): Instant | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, date = '', hours, minutes, seconds = '0', fraction = '0', zone = 'Z'] = match
  const day = date as Day
  const number = dayNumber(day)
  if (dayOfNumber(number) !== day || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const sign = zone.startsWith('-') ? -1 : 1
  const offset = zone === 'Z' ? 0 : sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6)))
  const ofDay = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  return number * DAY_MS + ofDay - offset * 60_000
}

const UNITS: Readonly<Record<string, number>> = SPAN_UNITS

export const SPAN_PATTERN = '^\\d+(\\.\\d+)?(ms|s|m|h|d)$'
const SPAN = new RegExp(SPAN_PATTERN)

/** Parses a duration such as `90s`, `61m`, `2h`, `1d` or `250ms` into milliseconds; undefined for anything else. */
export function parseSpan(text: string): number | undefined {
  const unit = UNITS[SPAN.exec(text)?.[2] ?? '']
  return unit === undefined ? undefined : Math.round(Number.parseFloat(text) * unit)
}

/** The least and the greatest of one duration or two, in milliseconds; 0 for none. */
export function spanRange(sent: string | readonly string[] = []): readonly [least: number, greatest: number] {
  const [least = 0, greatest = least] = [sent].flat().map((span) => parseSpan(span) ?? 0)
  return [least, greatest]
}

/** Returns the format of a time zone; each is made once, which takes long. */
function formatsWith(options: Intl.DateTimeFormatOptions): (timezone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => getOrInsert(formats, timeZone, () => new Intl.DateTimeFormat('en-CA', { ...options, timeZone }))
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const dayFormat = formatsWith(DAY)
const timeFormat = formatsWith({ ...DAY, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** The calendar day an instant falls on in an IANA time zone. */
export const dayInZone = (at: Instant, timezone: string): Day => dayFormat(timezone).format(at) as Day

/** The local time in an IANA time zone, as the instant with the same time in UTC. Whole seconds. */
const localTime = (at: Instant, timezone: string): Instant =>
  parseInstant(`${timeFormat(timezone).format(at).replace(', ', 'T')}Z`) ?? Number.NaN

/**
 * The instant of a local time in an IANA time zone. For a time that occurs twice, one of both; for one that is skipped when
 * clocks go forward, an instant within an hour of the change.
 *
 * @param ofDay the local time of day in milliseconds, which is not the time since midnight on the day of a clock change
 */
export function instantInZone(day: Day, ofDay: number, timezone: string): Instant {
  const wanted = startOfDay(day) + ofDay
  const ahead = (at: Instant): number => localTime(at, timezone) - Math.floor(at / 1000) * 1000
  const near = wanted - ahead(wanted)
  return wanted - ahead(near)
}

/** True when the platform knows this IANA time zone. */
export const isTimezone = (name: string): boolean => orUndefined(() => dayInZone(0, name)) !== undefined

export function httpDate(at: Instant): string {
  const day = dayOfInstant(at)
  const month = MONTHS[monthOf(day) - 1]?.slice(0, 3)
  return `${WEEKDAYS[weekday(day)]?.slice(0, 3)}, ${day.slice(8)} ${month} ${day.slice(0, 4)} ${timestamp(at).slice(11)} GMT`
}

const HTTP_DATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/

export function parseHttpDate(text: string): Instant | undefined {
  const [, day, name = '-', year, time] = HTTP_DATE.exec(text.trim()) ?? []
  const month = MONTHS.findIndex((one) => one.startsWith(name)) + 1
  return month === 0 ? undefined : parseInstant(`${year}-${two(month)}-${day}T${time}Z`)
}
