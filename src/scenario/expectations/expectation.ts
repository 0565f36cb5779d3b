/** Judges expectations: which are met, and how the others differ. */
import { countText } from '../../base/count-text.ts'
import type { SlicedWork } from '../../base/sliced-work.ts'
import { Restarts } from '../../conformance/restarts.ts'
import { MORE_JOURNAL } from '../../journal/journal.ts'
import type { CollectionName } from '../../store/state.ts'
import { isWatched } from '../names.ts'
import { missedLines } from '../traffic/missed-text.ts'
import { type CallPart, judgeCalls, needsAllCalls } from './calls.ts'
import { Comparison } from './control.ts'
import type { Expectation } from './expectation-schema.ts'
import type { Outcome } from './outcome-schema.ts'
import type { Gap, Part, Start } from './part.ts'
import type { PastCall } from './past-call.ts'
import { judgeRows } from './rows.ts'
import { callRange, isCompared } from './text.ts'

export type RowsOf = (collection: CollectionName) => readonly unknown[]

/** What is known besides calls and rows. */
interface JudgingFacts {
  /** Number of calls that the journal does not have any more, so that they may be what is missing, and how to keep them. */
  readonly dropped: number
  readonly advice?: string
  /** False when a longer journal would not have kept them. */
  readonly isShort?: boolean
  /** True when these calls are not only the oldest ones. */
  readonly hasHoles?: boolean
  /** The outcome of an expectation that is judged while the scenario runs. */
  readonly watched?: (expectation: Expectation) => Outcome | undefined
  /** The calls of the same client without the fault; undefined without such a run. */
  readonly control?: readonly PastCall[] | undefined
}

/** Judges expectations by the calls and rows so far. @param calls in the order of their ids */
export function* judge(
  expectations: readonly Expectation[],
  calls: readonly PastCall[],
  rows: RowsOf,
  known: JudgingFacts,
): SlicedWork<readonly Outcome[]> {
  const { dropped, hasHoles = false, watched, control } = known
  const gap = dropped > 0 ? gapOf(known) : undefined
  const comparison = control && !gap ? new Comparison(calls, control) : undefined
  const shared = { calls, gap, hasHoles, comparison, restarts: new Restarts(calls, dropped > 0) }
  const starts = new Map<string, Start>()
  const outcomes: Outcome[] = []
  for (const [index, expectation] of expectations.entries()) {
    const id = idOf(expectation, index)
    const { after, before } = expectation
    if (isWatched(expectation)) {
      outcomes.push(watched?.(expectation) ?? notWatched(expectation, id))
      continue
    }
    const start = after === undefined ? undefined : (starts.get(after) ?? NOT_FOUND(after))
    const limit = before === undefined ? undefined : starts.get(before)
    const onCalls = selectsCalls(expectation) ? judgeCalls(expectation, { ...shared, start, limit }) : undefined
    const judged = outcomeOf(id, expectation, onCalls, yield* stateParts(expectation, rows))
    const outcome = besideOthers(judged, outcomes, starts, gap !== undefined)
    // One that is met through another is not known to have the calls that it would have had.
    const state = gap && !judged.met && outcome.met ? 'inconclusive' : outcome.state
    if (expectation.id !== undefined)
      starts.set(id, { id, expectation, state, moment: onCalls?.moment, calls: onCalls?.calls ?? [] })
    outcomes.push(outcome)
    yield
  }
  return gap && control ? outcomes : outcomes.map((outcome) => settledByOthers(outcome, outcomes))
}

/** Says that earlier calls are missing, what follows, and how to keep them. */
function gapOf({ dropped, advice = MORE_JOURNAL, isShort = true }: JudgingFacts): Gap {
  const gone = `${countText(dropped, 'earlier request')} ${dropped === 1 ? 'is' : 'are'} no longer in the journal`
  const needs = isShort ? 'longer-journal' : undefined
  return (consequence, before = '') => ({ text: `${before}${gone}, so ${consequence}: ${advice}`, needs })
}

/** An outcome beside earlier ones: met if the one in its place is, and inconclusive without a precondition. */
function besideOthers(
  judged: Outcome,
  earlier: readonly Outcome[],
  starts: ReadonlyMap<string, Start>,
  hasGap: boolean,
): Outcome {
  const { before, unless } = judged.expectation
  const replacement = unless === undefined ? undefined : starts.get(unless)?.state
  if (replacement === 'met') return settledBy(judged, `, unless ${unless} is met`)
  if (judged.state !== 'unmet') return judged
  const missing = earlier.find(({ expectation, met, id }) => expectation.precondition && !met && id !== before && id !== unless)
  const open = hasGap && replacement === 'inconclusive' ? `${unless} is inconclusive` : undefined
  const doubt = missing ? `the precondition ${missing.id} is ${hasGap ? 'inconclusive' : 'not met'}` : open
  return doubt ? { ...judged, state: 'inconclusive', difference: `${judged.difference}; ${doubt}` } : judged
}

/** An outcome that cannot be told is met where those that are only asked for without it are. */
function settledByOthers(outcome: Outcome, all: readonly Outcome[]): Outcome {
  const others = all.filter(({ expectation }) => expectation.unless === outcome.id)
  const isUntold = outcome.expectation.reaction !== undefined && outcome.state === 'inconclusive'
  const isMet = isUntold && outcome.entries.length === 0 && others.length > 0 && others.every(({ met }) => met)
  return isMet ? settledBy(outcome, `; \`${others.at(-1)?.id}\` shows it`) : outcome
}

/** The id of an expectation; `index` counts from 0. */
export const idOf = ({ id }: Expectation, index: number): string => id ?? `expect-${index + 1}`

/** The outcome of an expectation on traffic that was added too late to be watched. */
const notWatched = (expectation: Expectation, id: string): Outcome => {
  const wanted = expectation.each ?? expectation.invariant ?? ''
  const difference = 'is judged while the scenario runs: put it into that scenario'
  return outcomeOf(id, expectation, undefined, [{ state: 'inconclusive', found: 0, wanted, difference, nearest: [] }])
}

const NOT_FOUND = (id: string): Start => ({ id, expectation: {}, state: 'unmet', moment: undefined, calls: [] })

/** The outcome of an expectation that is met because another one is. */
const settledBy = ({ difference: _, needs: _needs, ...outcome }: Outcome, reason: string): Outcome => ({
  ...outcome,
  state: 'met',
  met: true,
  wanted: `${outcome.wanted}${reason}`,
  nearest: [],
})

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
  'fault',
  'system_date',
  'not_before',
  'same',
  'reaction',
] as const

/** True when an expectation is on calls, and not only on the state. */
export const selectsCalls = (expectation: Expectation): boolean => CALL_FIELDS.some((field) => expectation[field] !== undefined)

function* stateParts({ state = {} }: Expectation, rows: RowsOf): SlicedWork<Part[]> {
  const parts: Part[] = []
  for (const [collection, wants] of Object.entries(state)) {
    const name = collection as CollectionName
    if (wants) parts.push(yield* judgeRows(name, wants, rows(name)))
  }
  return parts
}

function outcomeOf(id: string, expectation: Expectation, onCalls: CallPart | undefined, onRows: readonly Part[]): Outcome {
  const parts: readonly Part[] = onCalls ? [onCalls, ...onRows] : onRows
  const unmet = parts.filter(({ state }) => state !== 'met')
  const isUnmet = unmet.some((part) => part.state === 'unmet') && !expectation.precondition
  const state = isUnmet ? 'unmet' : unmet.length > 0 ? 'inconclusive' : 'met'
  const difference = unmet.map((part) => part.difference).join('; and ')
  const needs = state === 'inconclusive' ? onCalls?.needs : undefined
  return {
    id,
    state,
    met: state === 'met',
    expectation,
    found: (onCalls ?? unmet[0] ?? onRows[0])?.found ?? 0,
    wanted: parts.map(({ wanted }) => wanted).join('; and '),
    ...(unmet.length > 0 && { difference }),
    ...(needs && { needs }),
    nearest: unmet.flatMap(({ nearest }) => nearest),
    entries: onCalls?.calls.map((call) => call.id) ?? [],
  }
}

/** True when waiting cannot change it: a minimum is met, a maximum exceeded. `unless` may still replace it, `never` be broken. */
export function isSettled({ expectation, met, found }: Outcome, { dropped }: { readonly dropped: number }): boolean {
  if (isCompared(expectation)) return met || expectation.unless === undefined
  const { min, max } = callRange(expectation)
  if (met) return min > 0 || max === Infinity
  return expectation.unless === undefined && (found > max || (dropped > 0 && needsAllCalls(expectation)))
}

/** An unmet expectation and its near misses, one per line. */
export function outcomeText({ id, state, difference, nearest, missed, delays }: Outcome): string {
  const misses = [
    ...nearest.map(({ what, because }) => `  nearest miss: ${what}: ${because}`),
    ...missedLines(missed, delays).map((line) => `  ${line}`),
  ]
  const open = state === 'inconclusive' ? 'inconclusive: ' : ''
  return [`${id}: ${open}${difference ?? 'met'}`, ...misses].join('\n')
}

export const differenceText = (outcomes: readonly Outcome[]): string =>
  outcomes.flatMap((outcome) => (outcome.met ? [] : outcomeText(outcome))).join('\n')
