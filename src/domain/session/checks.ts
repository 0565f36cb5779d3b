/**
 * The checks of a booking session: dates, guest numbers, and the complete session.
 * @source facts "Endpoints" 4.9 to 4.13; choice `session_checks`
 */
import { type Day, parseDay } from '../../base/day.ts'
import type { Capacity } from '../booking/capacity.ts'
import type { BookingWindow } from '../booking/window.ts'
import { rolledDay } from '../rolled-day.ts'
import { type MessageStyle, sessionMessage } from './messages.ts'
import { REFUSED_PREFIXES } from './steps.ts'

/** The reason of a failed check; undefined when it passes. */
export type Reason = string | undefined

/** Dates as sent or stored. */
export type SentDates = Readonly<Record<'arrival' | 'departure', string>>

/**
 * Checks dates completely and returns the first problem.
 *
 * @param open undefined when the property has no bookable days
 */
export function datesProblem({ arrival, departure }: SentDates, open: BookingWindow | undefined, style: MessageStyle): Reason {
  if (arrival === '') return sessionMessage('006', style, 'arrival date empty')
  if (departure === '') return sessionMessage('007', style, 'departure date empty')
  if (parseDay(arrival) === undefined) return sessionMessage('008', style, 'arrival date wrong format')
  if (parseDay(departure) === undefined) return sessionMessage('009', style, 'departure date wrong format')
  if (departure === arrival) return 'Dates are the same'
  if (departure < arrival) return sessionMessage('008', style, 'departure date before arrival date')
  const accepted = open && style === 'plain' ? `${open.first} to ${open.last}` : undefined
  if (!isOpenDay(arrival, open)) return sessionMessage('014', style, accepted)
  return isOpenDay(departure, open) ? undefined : sessionMessage('015', style, accepted)
}

/** True on a day that the property accepts. */
export function isOpenDay(day: string, open: BookingWindow | undefined): boolean {
  return open !== undefined && day >= open.first && day <= open.last
}

/**
 * Checks dates as the newest release does: almost nothing.
 *
 * @returns the reason why nothing is stored
 */
export function recordedDatesProblem({ arrival, departure }: SentDates, style: MessageStyle): Reason {
  if (arrival === departure) return 'Dates are the same'
  return arrival !== '' && lenientDay(arrival) === null ? sessionMessage('008', style, 'arrival date wrong format') : undefined
}

/** A day with dashes or slashes, with one digit or two, perhaps with a time; beyond the end of a month it is one of the next. */
const LENIENT_DAY = /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ].*)?$/

/** A day as the newest release reads it; null for any other text. */
export function lenientDay(text: string): Day | null {
  const [, year, month = '', day = ''] = LENIENT_DAY.exec(text) ?? []
  return rolledDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? null
}

export interface NightCapacity extends Capacity {
  readonly day: Day
  /** True when every room is taken. */
  readonly full: boolean
}

/**
 * Checks a party against the capacity of the property and of each night.
 *
 * @returns the last problem of the property, or all problems of the nights joined by commas
 */
export function partyProblem(party: Capacity, property: Capacity, nights: readonly NightCapacity[]): Reason {
  if (party.children > property.children) return `Too many children. Max children: ${property.children}`
  if (party.adults > property.adults) return `Too many adults. Max adults: ${property.adults}`
  const full = fullyBookedProblem(party, nights)
  if (full !== undefined) return full
  const problems = nights.flatMap(({ day, adults, children }) => [
    ...(party.adults > adults ? [` Too many adults (${party.adults}) on ${day}. Capacity on ${day} is  ${adults} adults `] : []),
    ...(party.children > children
      ? [` Too many children (${party.children}) on ${day}. Capacity on ${day} is ${children} children`]
      : []),
  ])
  return problems.length > 0 ? problems.join(',') : undefined
}

/** When every room is taken, that is the reason, not the remaining capacity. */
function fullyBookedProblem(party: Capacity, nights: readonly NightCapacity[]): Reason {
  const short = nights.filter(({ full, adults, children }) => full && (party.adults > adults || party.children > children))
  const [first] = short
  if (!first) return undefined
  const more = short.length === 1 ? '' : short.length === 2 ? ' and another night' : ` and ${short.length - 1} other nights`
  return `${FULLY_BOOKED} ${first.day}${more}`
}

const FULLY_BOOKED = 'The property is taken on'

/** True for a reason that only other dates can resolve. */
export const isFullyBooked = (reason: string): boolean => reason.includes(FULLY_BOOKED)

/** Trims a text; empty for `undefined` and `null` sent as text. */
export function trimmed(text: string | undefined): string {
  const cut = text?.trim() ?? ''
  return cut === 'undefined' || cut === 'null' ? '' : cut
}

const CHECKED_PARTS = ['address', 'dates', 'guests', 'rooms', 'nights', 'price'] as const
type CheckedPart = (typeof CHECKED_PARTS)[number]

/** The checks of the parts of a session; each runs only if those before it pass. */
export type PartChecks = Readonly<Record<CheckedPart, () => Reason>>

const COMPLAINTS: Readonly<Record<CheckedPart, string>> = {
  ...REFUSED_PREFIXES,
  nights: 'Stay days do not validate',
  price: 'Accommodation total does not validate',
}

/** The first invalid part of a session. */
export interface PartProblem {
  readonly part: CheckedPart
  readonly reason: string
}

/**
 * Checks whether a session can be booked. An empty reason means that the service gives none.
 *
 * @returns the first failing part
 */
export function bookingProblem(checks: PartChecks): PartProblem | undefined {
  for (const part of CHECKED_PARTS) {
    const reason = checks[part]()
    if (reason !== undefined) return { part, reason: `${COMPLAINTS[part]} ${reason.trim()}`.trim() }
  }
  return undefined
}
