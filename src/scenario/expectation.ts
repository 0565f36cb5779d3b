/**
 * Expectations judged: which are met, and what differs where one is not.
 *
 * @module
 */
import type { CollectionName } from '../store/state.ts'
import { type CallPart, judgeCalls, type Start } from './expectation-calls.ts'
import type { NearMiss, Part, PartState } from './expectation-part.ts'
import { judgeRows } from './expectation-rows.ts'
import { callRange } from './expectation-text.ts'
import type { PastCall } from './past-call.ts'
import type { Expectation } from './schema.ts'
import type { Delays } from './traffic/delays.ts'

/** An expectation, and what became of it. */
export interface Outcome {
  /** Its own id, or `expect-<n>` counted from 1. */
  readonly id: string
  readonly state: PartState
  /** True when its state is `met`. */
  readonly met: boolean
  readonly expectation: Expectation
  /** How many calls there were; of an expectation on the state alone, how many rows. */
  readonly found: number
  /** `exactly 2 calls of requestToken`. */
  readonly wanted: string
  /** `expected exactly 2 calls of requestToken, found 1 (#3)`; left out when it is met. */
  readonly difference?: string
  readonly nearest: readonly NearMiss[]
  /** The ids of the calls that were found. */
  readonly entries: readonly number[]
  /** Of one that says `each`: how many acts were answered in time, and how long it took. */
  readonly delays?: Delays
  /** Of an invariant. */
  readonly checks?: Checks
}

/** How often an invariant was looked at, and was broken. */
export interface Checks {
  /** Changes after which it was looked at. */
  readonly changes: number
  readonly broken: number
  /** What broke it first. */
  readonly first?: string
}

/** The rows of a collection. */
export type RowsOf = (collection: CollectionName) => readonly unknown[]

/**
 * Judges expectations by what happened so far.
 *
 * @param calls in the order of their ids
 * @param facts `dropped`: how many calls the journal has dropped, so that what is counted from above is not sure any more
 */
export function judge(
  expectations: readonly Expectation[],
  calls: readonly PastCall[],
  rows: RowsOf,
  { dropped }: { readonly dropped: number },
  watched: (expectation: Expectation, id: string) => Outcome | undefined = () => undefined,
): readonly Outcome[] {
  const starts = new Map<string, Start>()
  let preconditions: string | undefined
  return expectations.map((expectation, index) => {
    const id = expectation.id ?? `expect-${index + 1}`
    const { after } = expectation
    if (expectation.each !== undefined || expectation.invariant !== undefined)
      return watched(expectation, id) ?? unwatched(expectation, id)
    const start = after === undefined ? undefined : (starts.get(after) ?? NOT_FOUND(after))
    const onCalls = selectsCalls(expectation) ? judgeCalls(expectation, { calls, start, dropped }) : undefined
    const judged = outcomeOf(id, expectation, onCalls, stateParts(expectation, rows))
    const outcome = preconditions !== undefined && judged.state === 'unmet' ? without(judged, preconditions) : judged
    if (expectation.precondition && !outcome.met) preconditions ??= id
    if (expectation.id !== undefined)
      starts.set(id, { id, state: outcome.state, moment: onCalls?.moment, calls: onCalls?.calls ?? [] })
    return outcome
  })
}

/** One that was not there when what it is about began to happen. */
const unwatched = (expectation: Expectation, id: string): Outcome => ({
  id,
  state: 'inconclusive',
  met: false,
  expectation,
  found: 0,
  wanted: expectation.each ?? expectation.invariant ?? '',
  difference: 'is judged as things happen: put it into the scenario that is played',
  nearest: [],
  entries: [],
})

const NOT_FOUND = (id: string): Start => ({ id, state: 'unmet', moment: undefined, calls: [] })

/** What is not met although nothing could meet it: an earlier precondition is not met. */
const without = (outcome: Outcome, precondition: string): Outcome => ({
  ...outcome,
  state: 'inconclusive',
  difference: `${outcome.difference}; the precondition ${precondition} is not met`,
})

/** What an expectation can say of the calls it means. */
export const CALL_FIELDS = [
  'operation',
  'tag',
  'method',
  'property',
  'client',
  'session',
  'where',
  'status',
  'refused',
  'struck',
  'not_before',
  'same',
] as const

/** True when an expectation is about calls, and not about the state alone. */
export const selectsCalls = (expectation: Expectation): boolean => CALL_FIELDS.some((field) => expectation[field] !== undefined)

function stateParts({ state = {} }: Expectation, rows: RowsOf): Part[] {
  return Object.entries(state).flatMap(([collection, wants]) => {
    const name = collection as CollectionName
    return wants ? [judgeRows(name, wants, rows(name))] : []
  })
}

function outcomeOf(id: string, expectation: Expectation, onCalls: CallPart | undefined, onRows: readonly Part[]): Outcome {
  const parts: readonly Part[] = onCalls ? [onCalls, ...onRows] : onRows
  const unmet = parts.filter(({ state }) => state !== 'met')
  const state = unmet.some((part) => part.state === 'unmet') ? 'unmet' : (unmet[0]?.state ?? 'met')
  const difference = unmet.map((part) => part.difference).join('; and ')
  return {
    id,
    state,
    met: state === 'met',
    expectation,
    found: (onCalls ?? unmet[0] ?? onRows[0])?.found ?? 0,
    wanted: parts.map(({ wanted }) => wanted).join('; and '),
    ...(unmet.length > 0 && { difference }),
    nearest: unmet.flatMap(({ nearest }) => nearest),
    entries: onCalls?.calls.map((call) => call.id) ?? [],
  }
}

/**
 * True when it makes no difference to wait any longer. What sets no lower bound, such as `never`, holds from the beginning and
 * is known only at the end; what has been exceeded stays so, and so does what can no longer be known.
 */
export function isSettled({ expectation, met, found }: Outcome, { dropped }: { readonly dropped: number }): boolean {
  if (expectation.each !== undefined || expectation.invariant !== undefined || !selectsCalls(expectation)) return met
  const { min, max } = callRange(expectation)
  return met ? min > 0 || max === Infinity : found > max || (max < Infinity && dropped > 0)
}

/** An expectation that was not met, with what came nearest, on lines of their own. */
export function outcomeText({ id, state, difference, nearest }: Outcome): string {
  const misses = nearest.map(({ what, because }) => `  nearest miss: ${what}: ${because}`)
  const open = state === 'inconclusive' ? 'inconclusive: ' : ''
  return [`${id}: ${open}${difference ?? 'met'}`, ...misses].join('\n')
}

/** Everything that was not met, to paste into a ticket. */
export const differenceText = (outcomes: readonly Outcome[]): string =>
  outcomes
    .filter(({ met }) => !met)
    .map(outcomeText)
    .join('\n')
