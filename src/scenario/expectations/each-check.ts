/** Checks of expectations on traffic: it exists, does what is named, and the expected call can answer it. */
import type { SchemaProblem } from '../../base/schema-check.ts'
import type { BookingOperation } from '../../booking-contract/shared/operation.ts'
import { selectableOperations } from '../selectors/check.ts'
import { BOOKING_ACTS, type Traffic } from '../traffic/traffic-schema.ts'
import { choiceText } from './check.ts'
import type { Expectation } from './expectation-schema.ts'

export function* eachProblems(
  expectations: readonly Expectation[],
  traffic: readonly Traffic[],
  operations: readonly BookingOperation[],
): Generator<SchemaProblem> {
  const byId = new Map(traffic.map((one) => [one.id, one]))
  for (const [index, expectation] of expectations.entries()) {
    if (expectation.each === undefined) continue
    const [id = '', word] = expectation.each.split('/')
    const named = byId.get(id)
    const message = named
      ? (wordProblem(named, word) ?? answerProblem(named, expectation, operations))
      : `there is no traffic "${id}"; ${choiceText(id, [...byId.keys()])}`
    if (message !== undefined) yield { path: ['expect', index, 'each'], message }
  }
}

function wordProblem({ id, then = [] }: Traffic, word: string | undefined): string | undefined {
  const words: readonly string[] = [...new Set(then.flatMap((one) => [one.do, one.else ?? one.do]))]
  return word === undefined || words.includes(word)
    ? undefined
    : `nothing of "${id}" does ${word} later; ${choiceText(word, words)}`
}

function answerProblem(
  { id, do: head }: Traffic,
  expectation: Expectation,
  operations: readonly BookingOperation[],
): string | undefined {
  const byNight = [expectation.same ?? []].flat().includes('night')
  const meant = selectableOperations(expectation, operations)
  if (!BOOKING_ACTS.includes(head) || byNight || meant.length === 0 || meant.some(showsBookings)) return undefined
  const who = meant.length === 1 ? meant[0]?.id : 'none of the operations meant'
  const what = meant.length === 1 ? 'names and shows no booking' : 'names or shows a booking'
  return `can never be met for a booking of "${id}": ${who} ${what}; expect one such as listBookings`
}

/** True when a call names a booking in its path, or its response shows one. */
const showsBookings = ({ params, example }: BookingOperation): boolean =>
  Object.hasOwn(params, 'contract_id') || (JSON.stringify(example.answer) ?? '').includes('contract_uid')
