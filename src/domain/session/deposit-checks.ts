/**
 * Checks whether a deposit can be calculated for a session.
 * @source facts 4.16 and 6.2
 */
import type { Day } from '../../base/day.ts'
import type { Capacity } from '../booking/capacity.ts'
import type { MessageNumber } from './messages.ts'

/** A numbered error with its subject. */
export interface NumberedProblem {
  readonly number: MessageNumber
  readonly about: string
}

export interface DepositCheckInput {
  readonly arrival: Day | null
  readonly departure: Day | null
  readonly party: Capacity
  readonly capacity: Capacity
  /** The selected pairs: whether the property has the room, and the room the rate. */
  readonly pairs: readonly { readonly knowsRoom: boolean; readonly knowsRate: boolean }[]
}

const CHECKS: readonly (readonly [MessageNumber, string, (asked: DepositCheckInput) => boolean])[] = [
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

export function depositProblem(asked: DepositCheckInput): NumberedProblem | undefined {
  const failed = CHECKS.find(([, , holds]) => !holds(asked))
  return failed && { number: failed[0], about: failed[1] }
}
