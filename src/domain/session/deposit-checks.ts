/**
 * Whether a deposit can be reckoned for a session at all.
 *
 * @module
 * @source facts 4.16 and 6.2
 */
import type { Day } from '../../base/day.ts'
import type { Capacity } from '../booking/capacity.ts'
import type { MessageNumber } from './messages.ts'

/** An error of the numbered list, with what it is about. */
export interface NumberedProblem {
  readonly number: MessageNumber
  readonly about: string
}

/** What a deposit is asked for. */
export interface DepositAsked {
  readonly arrival: Day | null
  readonly departure: Day | null
  readonly party: Capacity
  readonly capacity: Capacity
  /** The chosen pairs: whether the room is one of the property, and the rate one of that room. */
  readonly pairs: readonly { readonly knowsRoom: boolean; readonly knowsRate: boolean }[]
}

const CHECKS: readonly (readonly [MessageNumber, string, (asked: DepositAsked) => boolean])[] = [
  ['006', 'Arrival date not set', ({ arrival }) => arrival !== null],
  ['007', 'Departure date not set', ({ departure }) => departure !== null],
  ['008', 'Arrival and departure in the wrong order', ({ arrival, departure }) => (arrival ?? '') < (departure ?? '')],
  ['011', 'No adults passed, must be at least 1 adult in the booking', ({ party }) => party.adults > 0],
  ['011', 'Adult numbers exceed property capacity for adults', ({ party, capacity }) => party.adults <= capacity.adults],
  ['012', 'Child numbers exceed property capacity for children', ({ party, capacity }) => party.children <= capacity.children],
  ['013', 'invalid hatPair format', ({ pairs }) => pairs.length > 0],
  ['013', 'room id invalid for property', ({ pairs }) => pairs.every(({ knowsRoom }) => knowsRoom)],
  ['013', 'tariff invalid for room id', ({ pairs }) => pairs.every(({ knowsRate }) => knowsRate)],
]

/** The first thing that stands in the way of a deposit; undefined when nothing does. */
export function depositProblem(asked: DepositAsked): NumberedProblem | undefined {
  const failed = CHECKS.find(([, , holds]) => !holds(asked))
  return failed && { number: failed[0], about: failed[1] }
}
