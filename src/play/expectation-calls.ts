/**
 * What an expectation demands of the calls of a journal.
 *
 * @module
 */
import { type Miss, nearestOf, type Part } from './expectation-part.ts'
import { callRange, callsText, callText, listText, type Range } from './expectation-text.ts'
import type { PastCall } from './past-call.ts'
import type { Expectation } from './scenario-schema.ts'
import { differences } from './sight.ts'

/** The expectation after which calls count, and how it stands. */
export interface Start {
  readonly id: string
  readonly met: boolean
  /** The call by which it was met first; undefined when there is none. */
  readonly moment: number | undefined
}

/** What a demand on calls is judged by. */
export interface CallFacts {
  readonly calls: readonly PastCall[]
  /** Undefined: all calls count. */
  readonly start: Start | undefined
  /** Entries that the journal has let go. */
  readonly dropped: number
}

/** What was found of a demand on calls. */
export interface CallPart extends Part {
  readonly entries: readonly number[]
  /** The call by which the lower bound was reached. */
  readonly moment: number | undefined
}

const MAX_IDS = 10
const MAX_SURPLUS = 3
/** How many more differences another operation counts for: it is further away than another client, property or value. */
const OTHER_OPERATION = 2

/** What was found of the calls an expectation demands. */
export function judgeCalls(expectation: Expectation, { calls, start, dropped }: CallFacts): CallPart {
  const range = callRange(expectation)
  const found = start && start.moment === undefined ? [] : calls.filter((call) => reasons(expectation, call, start).length === 0)
  const wanted = callsText(expectation)
  const objection = objectionTo(found, range, { start, dropped })
  const short = found.length < range.min && (start === undefined || start.met)
  return {
    met: objection === undefined,
    found: found.length,
    wanted,
    difference: objection && `expected ${wanted}, ${objection}`,
    nearest: short ? nearestOf(missesOf(expectation, calls, start)) : [],
    entries: found.map(({ id }) => id),
    moment: range.min === 0 ? undefined : found[range.min - 1]?.id,
  }
}

/** What is wrong with the calls that were found; undefined when nothing is. */
function objectionTo(found: readonly PastCall[], { min, max }: Range, { start, dropped }: Omit<CallFacts, 'calls'>) {
  if (start && !start.met) return `but ${start.id} was not met`
  const ids = listText(
    found.map(({ id }) => `#${id}`),
    MAX_IDS,
  )
  const told = found.length === 0 ? 'found none' : `found ${found.length} (${ids})`
  const lost = `${dropped} earlier ${dropped === 1 ? 'request is' : 'requests are'} no longer in the journal`
  if (found.length < min) return dropped > 0 ? `${told}, but ${lost}, so some may be missing: ${MORE_JOURNAL}` : told
  if (found.length > max) return surplusText(found, max)
  if (max < Infinity && dropped > 0) return `${told}, but ${lost}, so there may have been more: ${MORE_JOURNAL}`
  return undefined
}

const MORE_JOURNAL = 'start with a larger --journal'

function surplusText(found: readonly PastCall[], max: number): string {
  const surplus = listText(found.slice(max).map(callText), MAX_SURPLUS)
  return max === 0 ? `found ${found.length}: ${surplus}` : `found ${found.length}, ${found.length - max} too many: ${surplus}`
}

/** Everything that sets a call apart from those expected. */
function reasons(expectation: Expectation, call: PastCall, start: Start | undefined): string[] {
  const said = [...differences(expectation, call)]
  const { status, refused } = expectation
  if (refused !== undefined && call.refused !== refused) said.push(refused ? 'it was not refused' : 'it was refused')
  if (status !== undefined && !hasStatus(call, status)) said.push(statusDifference(call.status, status))
  if (start?.moment !== undefined && call.id <= start.moment) said.push(`it came before ${start.id} was met by #${start.moment}`)
  return said
}

/** Statuses that differ; 0 stands for an answer that never came. */
function statusDifference(is: number, wanted: number | string): string {
  if (is === 0) return `no answer came, not ${wanted}`
  return wanted === 0 ? `it was answered with ${is}` : `status is ${is}, not ${wanted}`
}

/** `401`, or `4xx` for all of its class. */
function hasStatus({ status }: PastCall, wanted: number | string): boolean {
  return typeof wanted === 'number' ? status === wanted : String(status).startsWith(wanted.slice(0, 1))
}

/** The calls that share something with those expected. What was answered counts only where nothing was said of the call. */
function missesOf(expectation: Expectation, calls: readonly PastCall[], start: Start | undefined): Miss[] {
  const { operation, status } = expectation
  const ids = operation === undefined ? undefined : [operation].flat()
  const asked = askedOf(expectation)
  return calls.flatMap((call) => {
    const because = reasons(expectation, call, start)
    const told = { entry: call.id, what: callText(call) }
    const aim = ids && aimOf(call, ids)
    if (aim !== undefined) return [{ weight: 1 + OTHER_OPERATION, told: { ...told, because: aim } }]
    const apart = [...differences(expectation, call)].length
    const alike = asked > 0 ? apart < asked : status !== undefined && hasStatus(call, status)
    if (because.length === 0 || !alike) return []
    const elsewhere = ids === undefined || ids.includes(call.operation ?? '') ? 0 : OTHER_OPERATION
    return [{ weight: because.length + elsewhere, told: { ...told, because: because.join('; ') } }]
  })
}

/** What was wrong with a call that missed every operation, where it aimed at one of these. */
function aimOf({ operation, hint = '' }: PastCall, ids: readonly string[]): string | undefined {
  return operation === undefined && ids.some((id) => hint.includes(` ${id} `)) ? `it is no operation: ${hint}` : undefined
}

/** How much an expectation says of its calls: as many differences as there can be. */
function askedOf({ operation, tag, method, property, client, session, where }: Expectation): number {
  const named = [operation, tag, method, property, client, session].filter((value) => value !== undefined).length
  return named + Object.values(where ?? {}).reduce((sum, wants) => sum + Object.keys(wants).length, 0)
}
