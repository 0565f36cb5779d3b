/**
 * The checks of a booking session: dates, guest numbers, and the whole.
 *
 * @module
 * @source facts "Endpoints" 4.9 to 4.13; choice `session_checks`
 */
import { type Day, parseDay } from '../../base/day.ts'
import type { Capacity } from '../booking/capacity.ts'
import { type MessageStyle, sessionMessage } from './messages.ts'
import { NOT_VALID } from './steps.ts'

/** What is wrong, in words; undefined when nothing is. */
export type Reason = string | undefined

/** The first and the last day on which a guest may arrive or leave. */
export interface OpenDays {
  readonly first: Day
  readonly last: Day
}

/** Dates as they were sent or stored. */
export interface SentDates {
  readonly arrival: string
  readonly departure: string
}

/**
 * Checks dates fully, and names the first thing that is wrong.
 *
 * @param open undefined when the property takes no guests at all
 */
export function datesProblem({ arrival, departure }: SentDates, open: OpenDays | undefined, style: MessageStyle): Reason {
  if (arrival === '') return sessionMessage('006', style, 'arrival date empty')
  if (departure === '') return sessionMessage('007', style, 'departure date empty')
  if (parseDay(arrival) === undefined) return sessionMessage('008', style, 'arrival date wrong format')
  if (parseDay(departure) === undefined) return sessionMessage('009', style, 'departure date wrong format')
  if (departure === arrival) return 'Dates are the same'
  if (departure < arrival) return sessionMessage('008', style, 'departure date before arrival date')
  if (!isOpen(arrival, open)) return sessionMessage('014', style)
  return isOpen(departure, open) ? undefined : sessionMessage('015', style)
}

/** True on a day that the property accepts. */
export function isOpen(day: string, open: OpenDays | undefined): boolean {
  return open !== undefined && day >= open.first && day <= open.last
}

/**
 * Dates as the newest release takes them: it looks at hardly anything.
 *
 * @returns the reason why nothing is stored
 */
export function recordedDatesProblem({ arrival, departure }: SentDates, style: MessageStyle): Reason {
  if (arrival === departure) return 'Dates are the same'
  return arrival !== '' && looseDay(arrival) === null ? sessionMessage('008', style, 'arrival date wrong format') : undefined
}

/** A day with dashes or slashes; null for anything else. */
export const looseDay = (text: string): Day | null => parseDay(text.replaceAll('/', '-')) ?? null

/** How many guests there is room for on a night. */
export interface NightCapacity extends Capacity {
  readonly day: Day
  /** True when every room is taken. */
  readonly full: boolean
}

/**
 * Checks a party against what the property holds, and holds on each night of the stay.
 *
 * @returns of the property the last problem, of the nights all of them, joined by commas
 */
export function partyProblem(party: Capacity, property: Capacity, nights: readonly NightCapacity[]): Reason {
  if (party.children > property.children) return `Too many children. Max children: ${property.children}`
  if (party.adults > property.adults) return `Too many adults. Max adults: ${property.adults}`
  const full = fullProblem(party, nights)
  if (full !== undefined) return full
  const problems = nights.flatMap(({ day, adults, children }) => [
    ...(party.adults > adults ? [` Too many adults (${party.adults}) on ${day}. Capacity on ${day} is  ${adults} adults `] : []),
    ...(party.children > children
      ? [` Too many children (${party.children}) on ${day}. Capacity on ${day} is ${children} children`]
      : []),
  ])
  return problems.length > 0 ? problems.join(',') : undefined
}

/** Where every room is taken, that is the reason, not the places that are left. */
function fullProblem(party: Capacity, nights: readonly NightCapacity[]): Reason {
  const short = nights.filter(({ full, adults, children }) => full && (party.adults > adults || party.children > children))
  const [first] = short
  if (!first) return undefined
  const more = short.length === 1 ? '' : short.length === 2 ? ' and another night' : ` and ${short.length - 1} other nights`
  return `The property is taken on ${first.day}${more}`
}

/** A text as it was sent, blanks cut; empty for what a careless client sends in the place of nothing. */
export function filled(text: string | undefined): string {
  const cut = text?.trim() ?? ''
  return cut === 'undefined' || cut === 'null' ? '' : cut
}

/** The checks of the parts of a session; each runs only when those before it found nothing. */
export interface PartChecks {
  readonly address: () => Reason
  readonly dates: () => Reason
  readonly guests: () => Reason
  readonly rooms: () => Reason
  readonly nights: () => Reason
  readonly price: () => Reason
}

/** The parts in the order in which they are checked, and what is said of one that fails. */
const CHECKED_PARTS: readonly (readonly [part: keyof PartChecks, complaint: string])[] = [
  ['address', NOT_VALID.address],
  ['dates', NOT_VALID.dates],
  ['guests', NOT_VALID.guests],
  ['rooms', NOT_VALID.rooms],
  ['nights', 'Stay days do not validate'],
  ['price', 'Accommodation total does not validate'],
]

/** The first part of a session that does not validate. */
export interface PartProblem {
  readonly part: keyof PartChecks
  readonly reason: string
}

/**
 * Whether a session can become a booking. An empty reason is one that the service does not name.
 *
 * @returns the first part that fails
 */
export function bookingProblem(checks: PartChecks): PartProblem | undefined {
  for (const [part, complaint] of CHECKED_PARTS) {
    const reason = checks[part]()
    if (reason !== undefined) return { part, reason: `${complaint} ${reason.trim()}`.trim() }
  }
  return undefined
}
