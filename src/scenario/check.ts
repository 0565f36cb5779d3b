/** Checks of a scenario beyond its schema: causes that cannot happen, selectors that never match, unknown names. */

import type { Path } from '../base/file-error.ts'
import { parseInstant, parseSpan, spanRange } from '../base/instant.ts'
import { asProblems, problemAt, type SchemaProblem, schemaProblems } from '../base/schema-check.ts'
import type { SchemaNode } from '../base/schema-node.ts'
import { choiceProblem } from '../booking-contract/choices/choices.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import { noTimeText, parseAt, parseRun } from '../simulation/clock.ts'
import { EVENTS } from './events/event-schema.ts'
import { stayProblems } from './events/stay-check.ts'
import { expectationProblems, faultName, unknownFault } from './expectations/check.ts'
import { eachProblems } from './expectations/each-check.ts'
import type { Fault, NetworkFaultFields } from './faults/fault-schema.ts'
import { perOf } from './faults/faults.ts'
import { respondProblems } from './faults/respond-check.ts'
import { webhookProblems } from './faults/webhook-check.ts'
import { ARMED_PREFIX, CAUSES, type CauseName } from './names.ts'
import type { EventAct, ScenarioEvent, ScenarioText } from './scenario-schema.ts'
import { selectableOperations, selectorProblems } from './selectors/check.ts'
import { CAUSE_NEEDS, HAS_CLIENT, HAS_SESSION, HAS_TOKEN, type OperationNeed } from './selectors/reach.ts'
import { trafficProblems } from './traffic/check.ts'
import { spanRangeProblems } from './vocabulary.ts'

/** The problems of the parts of a scenario that are valid by its schema. */
export function* scenarioProblems(
  scenario: Partial<ScenarioText>,
  operations: readonly BookingOperation[],
): Generator<SchemaProblem> {
  const { name, choices = {}, clock, faults = [], events = [], traffic = [], until, webhook, expect = [] } = scenario
  if (name === ARMED_PREFIX) yield { path: ['name'], message: `"${ARMED_PREFIX}" is what faults armed at run time are called by` }
  for (const [id, answer] of Object.entries(choices)) yield* asProblems(['choices', id], choiceProblem(id, String(answer)))
  yield* clockProblems(clock)
  for (const [index, fault] of faults.entries()) yield* faultProblems(fault, ['faults', index], operations)
  yield* nameProblems(faults)
  for (const [index, event] of events.entries()) yield* eventProblems(event, ['events', index])
  yield* trafficProblems(traffic, until)
  yield* webhookProblems(webhook, ['webhook'])
  yield* eachProblems(expect, traffic, operations)
  yield* expectationProblems(expect, ['expect'], operations, faults)
}

function* clockProblems({ at, run }: NonNullable<ScenarioText['clock']> = {}): Generator<SchemaProblem> {
  if (at !== undefined && parseAt(at) === undefined) yield { path: ['clock', 'at'], message: noTimeText(at) }
  if (run !== undefined && parseRun(run) === undefined)
    yield { path: ['clock', 'run'], message: `"${run}" is not real, frozen or a factor from above 0 to 100000x` }
}

/** The problems of a fault that is valid by its schema. */
export function faultProblems(fault: Fault, path: Path, operations: readonly BookingOperation[]): SchemaProblem[] {
  const causes = CAUSES.filter((cause) => fault[cause] !== undefined)
  const [cause] = causes
  const example = fault.over ? ', such as network: { status: 429 }' : ''
  if (cause === undefined) return [{ path, message: `has no cause: name one of ${CAUSES.join(', ')}${example}` }]
  if (causes.length > 1) return [problemAt(path, causes[1] ?? '', `a fault has one cause; this one has ${causes.join(' and ')}`)]
  const problems = selectorProblems(fault.on, [...path, 'on'], operations)
  if (problems.length > 0) return problems
  return [
    ...spanProblems(fault, path),
    ...(fault.chance !== undefined && Number.parseFloat(fault.chance) === 0
      ? [problemAt(path, 'chance', 'never happens: give it a share above 0%')]
      : []),
    ...(fault.over && parseSpan(fault.over.within) === 0
      ? [{ path: [...path, 'over', 'within'], message: 'never happens: give it a span above 0s' }]
      : []),
    ...(fault.price && Number.parseFloat(fault.price.by) === 0
      ? [{ path: [...path, 'price', 'by'], message: 'changes nothing' }]
      : []),
    ...(fault.network ? networkProblems(fault.network, [...path, 'network']) : []),
    ...respondProblems(fault.respond, [...path, 'respond']),
    ...unreachableProblems(fault, cause, path, selectableOperations(fault.on, operations)),
  ]
}

/** Ids of faults that are not unique, and `after_fault` with an unknown fault. */
function* nameProblems(faults: readonly Fault[]): Generator<SchemaProblem> {
  const names = faults.map(faultName)
  const positions = new Map<string, number>()
  for (const [index, name] of names.entries()) if (!positions.has(name)) positions.set(name, index)
  const circular = waitingForThemselves(faults, positions)
  for (const [index, { id, after_fault: first }] of faults.entries()) {
    const path = ['faults', index]
    if (id !== undefined && positions.get(id) !== index) yield problemAt(path, 'id', `another fault has the id "${id}" already`)
    if (first === undefined) continue
    if (!positions.has(first)) yield problemAt(path, 'after_fault', unknownFault(first, names))
    if (first === names[index]) yield problemAt(path, 'after_fault', 'a fault cannot wait for itself')
    else if (circular.has(index))
      yield problemAt(path, 'after_fault', 'these faults wait for each other, so none can happen: remove one "after_fault"')
  }
}

/** The positions of faults that wait, directly or not, for themselves. Each fault is visited once. */
function waitingForThemselves(faults: readonly Fault[], positions: ReadonlyMap<string, number>): ReadonlySet<number> {
  const circular = new Set<number>()
  /** The fault from which another was reached first. */
  const reachedFrom = new Map<number, number>()
  for (const start of faults.keys()) {
    const way: number[] = []
    let at: number | undefined = start
    for (; at !== undefined && !reachedFrom.has(at); at = positions.get(faults[at]?.after_fault ?? '')) {
      reachedFrom.set(at, start)
      way.push(at)
    }
    if (at !== undefined && reachedFrom.get(at) === start) for (const one of way.slice(way.indexOf(at))) circular.add(one)
  }
  return circular
}

function spanProblems({ for: span, times, network, respond }: Fault, path: Path): SchemaProblem[] {
  if (span === undefined) return []
  if (!network && !respond) return [problemAt(path, 'for', 'goes with network or respond only: a cause happens once and stays')]
  return times === undefined ? [] : [problemAt(path, 'times', 'goes without "for": a fault is bounded by one of them')]
}

function networkProblems(network: NetworkFaultFields, path: Path): SchemaProblem[] {
  const { status, retry_after, delay } = network
  const ends = (['status', 'cut', 'body'] as const).filter((key) => network[key] !== undefined)
  if (ends.length === 0 && delay === undefined)
    return [{ path, message: 'says nothing: give it a status, a delay, a cut or a body' }]
  if (ends.length > 1) return [problemAt(path, ends[1] ?? '', `an answer cannot have both ${ends.join(' and ')}`)]
  if (network.carried_out !== undefined && status === undefined)
    return [problemAt(path, 'carried_out', 'goes with a status, such as 504')]
  if (retry_after !== undefined && status === undefined)
    return [problemAt(path, 'retry_after', 'goes with a status, such as 429 or 503')]
  if (Math.max(...spanRange(delay)) > MAX_DELAY)
    return [problemAt(path, 'delay', 'is too long: at most 10m, because the call is held up by the clock of this machine')]
  return spanRangeProblems(delay, path, 'delay')
}

/** Milliseconds. */
const MAX_DELAY = 600_000

/** What a call must have to be counted separately. */
const COUNTING_NEEDS: Readonly<Record<NonNullable<Fault['per']>, OperationNeed | undefined>> = {
  token: HAS_TOKEN,
  client: HAS_CLIENT,
  session: HAS_SESSION,
  sandbox: undefined,
}

function unreachableProblems(
  fault: Fault,
  cause: CauseName,
  path: Path,
  meantOnes: readonly BookingOperation[],
): SchemaProblem[] {
  const who = meantOnes.length === 1 ? (meantOnes[0]?.id ?? '') : 'none of the operations meant'
  const problem = (key: string, need: OperationNeed | undefined): SchemaProblem[] =>
    !need || meantOnes.some(need.fits)
      ? []
      : [problemAt(path, key, `can never happen: ${who} ${meantOnes.length === 1 ? need.lacks : `fits: each ${need.lacks}`}`)]
  const counted = COUNTING_NEEDS[perOf(fault)]
  if (fault.per !== undefined || !counted) return [...problem(cause, CAUSE_NEEDS[cause]), ...problem('per', counted)]
  const lacks = `${counted.lacks}; with "per: sandbox" all calls count together`
  return [...problem(cause, CAUSE_NEEDS[cause]), ...problem('over', { ...counted, lacks })]
}

/** Milliseconds. */
const MAX_AHEAD = 36_500 * 86_400_000

function* eventProblems({ at, ...act }: ScenarioEvent, path: Path): Generator<SchemaProblem> {
  if (!at.startsWith('+') && parseInstant(at) === undefined) yield problemAt(path, 'at', noTimeText(at))
  if (at.startsWith('+') && (parseSpan(at.slice(1)) ?? 0) > MAX_AHEAD)
    yield problemAt(path, 'at', 'is too far ahead: at most 36500d')
  yield* actProblems(act, path)
}

/** The problems of what an event does that is valid by its schema. */
export function* actProblems({ do: word, with: values = {} }: EventAct, path: Path): Generator<SchemaProblem> {
  const inValues = [...path, 'with']
  yield* schemaProblems(EVENTS[word] as SchemaNode, values, inValues)
  yield* stayProblems(values, inValues)
  const { invoice, booking, by } = values
  if (typeof by === 'string' && Number.parseFloat(by) === 0) yield problemAt(inValues, 'by', 'changes nothing')
  if (word.startsWith('invoice_') && (invoice === undefined) === (booking === undefined))
    yield { path: inValues, message: 'names either the invoice or its booking' }
}
