/**
 * What a schema cannot say of a scenario: causes that cannot happen, calls that never match, words that do not exist.
 *
 * @module
 */
import { parseInstant, parseSpan } from '../base/instant.ts'
import { choiceProblem } from '../contract/choices.ts'
import type { Operation } from '../contract/operation.ts'
import { parseAt, parseRun } from '../sim/clock.ts'
import type { Path } from '../store/fixture-error.ts'
import { type SchemaNode, type SchemaProblem, schemaProblems } from '../store/schema-check.ts'

import { expectationProblems } from './expectation-check.ts'
import { type Edge, EVENTS, type Fault, type ScenarioEvent, type ScenarioText } from './scenario-schema.ts'
import { hasClient, hasProperty, operationsMeant, selectorProblems } from './selector-check.ts'
import { ARMED, CAUSES, type CauseName } from './words.ts'

/** Everything that is wrong with a scenario whose form is right. */
export function scenarioProblems(scenario: ScenarioText, operations: readonly Operation[]): SchemaProblem[] {
  return [
    ...(scenario.name === ARMED
      ? [{ path: ['name'], message: `"${ARMED}" is what faults armed at run time are called by` }]
      : []),
    ...Object.entries(scenario.choices ?? {}).flatMap(([id, answer]) => asProblem(['choices', id], choiceProblem(id, answer))),
    ...clockProblems(scenario.clock),
    ...(scenario.faults ?? []).flatMap((fault, index) => faultProblems(fault, ['faults', index], operations)),
    ...(scenario.events ?? []).flatMap((event, index) => eventProblems(event, ['events', index])),
    ...expectationProblems(scenario.expect ?? [], ['expect'], operations),
  ]
}

const asProblem = (path: Path, message: string | undefined): SchemaProblem[] => (message === undefined ? [] : [{ path, message }])

function clockProblems({ at, run }: NonNullable<ScenarioText['clock']> = {}): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  if (at !== undefined && parseAt(at) === undefined)
    problems.push({ path: ['clock', 'at'], message: `"${at}" is no instant such as 2026-03-01T09:00:00Z` })
  if (run !== undefined && parseRun(run) === undefined)
    problems.push({ path: ['clock', 'run'], message: `"${run}" is not real, frozen or a factor from above 0 to 100000x` })
  return problems
}

/** Everything that is wrong with a fault whose form is right; also one that is armed at run time. */
export function faultProblems(fault: Fault, path: Path, operations: readonly Operation[]): SchemaProblem[] {
  const causes = CAUSES.filter((cause) => fault[cause] !== undefined)
  const [cause] = causes
  if (cause === undefined) return [{ path, message: `has no cause: name one of ${CAUSES.join(', ')}` }]
  if (causes.length > 1)
    return [{ path: [...path, causes[1] ?? ''], message: `a fault has one cause; this one has ${causes.join(' and ')}` }]
  const problems = selectorProblems(fault.on, [...path, 'on'], operations)
  if (problems.length > 0) return problems
  return [
    ...spanProblems(fault, path),
    ...(fault.price && Number.parseFloat(fault.price.by) === 0
      ? [{ path: [...path, 'price', 'by'], message: 'changes nothing' }]
      : []),
    ...(fault.edge ? edgeProblems(fault.edge, [...path, 'edge']) : []),
    ...unreachableProblems(fault, cause, path, operationsMeant(fault.on, operations)),
  ]
}

function spanProblems({ for: span, times, edge }: Fault, path: Path): SchemaProblem[] {
  if (span === undefined) return []
  if (!edge) return [{ path: [...path, 'for'], message: 'goes with edge only: a cause happens once and stays' }]
  return times === undefined
    ? []
    : [{ path: [...path, 'times'], message: 'goes without "for": a fault is bounded by one of them' }]
}

function edgeProblems(edge: Edge, path: Path): SchemaProblem[] {
  const { status, retry_after, delay } = edge
  const ends = (['status', 'cut', 'body'] as const).filter((key) => edge[key] !== undefined)
  if (ends.length === 0 && delay === undefined)
    return [{ path, message: 'says nothing: give it a status, a delay, a cut or a body' }]
  if (ends.length > 1) return [{ path: [...path, ends[1] ?? ''], message: `an answer cannot have both ${ends.join(' and ')}` }]
  if (retry_after !== undefined && status === undefined)
    return [{ path: [...path, 'retry_after'], message: 'goes with a status, such as 429 or 503' }]
  const longest = delay === undefined ? 0 : Math.max(...[delay].flat().map((span) => parseSpan(span) ?? 0))
  if (longest > MAX_DELAY)
    return [
      { path: [...path, 'delay'], message: 'is too long: at most 10m, because the call is held up by the clock of this machine' },
    ]
  if (typeof delay === 'object' && spanOrder(delay) > 0)
    return [{ path: [...path, 'delay'], message: 'the first span is the shorter one' }]
  return []
}

/** Milliseconds. */
const MAX_DELAY = 600_000

const spanOrder = ([first = '', second = '']: readonly string[]): number => (parseSpan(first) ?? 0) - (parseSpan(second) ?? 0)

interface Reach {
  readonly fits: (operation: Operation) => boolean
  readonly lacks: string
}

const HAS_TOKEN: Reach = { fits: ({ scope }) => scope !== undefined, lacks: 'is called without a token' }
const HAS_CLIENT: Reach = { fits: hasClient, lacks: 'does not say which client calls' }
const HAS_SESSION: Reach = { fits: ({ session }) => session !== undefined, lacks: 'has no booking session' }
const HAS_PROPERTY: Reach = { fits: hasProperty, lacks: 'names no property' }
const HAS_ROOM: Reach = {
  fits: ({ params, session }) => Object.hasOwn(params, 'room_id') || session === 'bound',
  lacks: 'is about no room: it has neither a room in its path nor a booking session',
}

/** What a call must have for a cause to happen to it. */
const NEEDS: Readonly<Record<CauseName, Reach | undefined>> = {
  token: HAS_TOKEN,
  scopes: HAS_CLIENT,
  session: HAS_SESSION,
  room: HAS_ROOM,
  property: HAS_PROPERTY,
  price: HAS_PROPERTY,
  edge: undefined,
}

/** What a call must have to be counted. */
const COUNTED_BY: Readonly<Record<NonNullable<Fault['per']>, Reach | undefined>> = {
  token: HAS_TOKEN,
  client: HAS_CLIENT,
  session: HAS_SESSION,
  sandbox: undefined,
}

function unreachableProblems(fault: Fault, cause: CauseName, path: Path, meantOnes: readonly Operation[]): SchemaProblem[] {
  const who = meantOnes.length === 1 ? (meantOnes[0]?.id ?? '') : 'none of the operations meant'
  const problem = (key: string, need: Reach | undefined): SchemaProblem[] =>
    !need || meantOnes.some(need.fits)
      ? []
      : [
          {
            path: [...path, key],
            message: `can never happen: ${who} ${meantOnes.length === 1 ? need.lacks : `fits: each ${need.lacks}`}`,
          },
        ]
  return [...problem(cause, NEEDS[cause]), ...problem('per', COUNTED_BY[fault.per ?? 'sandbox'])]
}

/** Milliseconds. */
const MAX_AHEAD = 36_500 * 86_400_000

function eventProblems(event: ScenarioEvent, path: Path): SchemaProblem[] {
  const problems = schemaProblems(EVENTS[event.do] as SchemaNode, event.with ?? {}, [...path, 'with'])
  if (!event.at.startsWith('+') && parseInstant(event.at) === undefined)
    problems.push({ path: [...path, 'at'], message: `"${event.at}" is no instant such as 2026-03-01T09:00:00Z` })
  if (event.at.startsWith('+') && (parseSpan(event.at.slice(1)) ?? 0) > MAX_AHEAD)
    problems.push({ path: [...path, 'at'], message: 'is too far ahead: at most 36500d' })
  const { invoice, booking, by } = event.with ?? {}
  if (typeof by === 'string' && Number.parseFloat(by) === 0)
    problems.push({ path: [...path, 'with', 'by'], message: 'changes nothing' })
  if (event.do.startsWith('invoice_') && (invoice === undefined) === (booking === undefined))
    problems.push({ path: [...path, 'with'], message: 'names either the invoice or its booking' })
  return problems
}
