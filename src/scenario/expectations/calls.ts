import { hasSameSubject } from '../../api/subject.ts'
import { dayNumber, parseDay } from '../../base/day.ts'
import { groupBy } from '../../base/group-by.ts'
import { dayOfInstant, type Instant, parseInstant } from '../../base/instant.ts'
import { endOf } from '../../conformance/exchange.ts'
import type { Restarts } from '../../conformance/restarts.ts'
import { isFault } from '../names.ts'
import { differences } from '../selectors/selector.ts'
import type { Comparison } from './control.ts'
import type { Expectation } from './expectation-schema.ts'
import { type Gap, type Miss, nearestOf, type Part, type PartState, type Start, type Told } from './part.ts'
import { hasStatus, type PastCall } from './past-call.ts'
import { judgeReaction } from './reaction.ts'
import { callRange, callsText, callText, isCompared, listText, sharedFields } from './text.ts'

export interface CallFacts {
  readonly calls: readonly PastCall[]
  /** Undefined when all calls count. */
  readonly start: Start | undefined
  /** The result of the expectation before whose calls calls count; undefined when there is none. */
  readonly limit?: Start | undefined
  /** The comparison with the run without the fault; undefined without one. */
  readonly comparison?: Comparison | undefined
  readonly restarts: Restarts
  /** Says that calls are missing, what follows from it, and how to keep them; undefined when there is none. */
  readonly gap: Gap | undefined
  /** True when they are not only the oldest ones. */
  readonly hasHoles: boolean
}

export interface CallPart extends Part {
  readonly calls: readonly PastCall[]
  /** The id of the call by which the lower bound was reached. */
  readonly moment: number | undefined
}

const MAX_SURPLUS = 3
/** Additional weight of another operation, which differs more than another client, property or value. */
const OTHER_OPERATION = 2

export function judgeCalls(expectation: Expectation, facts: CallFacts): CallPart {
  const { start, comparison, restarts, gap } = facts
  const wanted = callsText(expectation)
  if (start && start.state !== 'met') {
    const difference = `expected ${wanted}, but ${start.id} ${start.state === 'inconclusive' ? 'is inconclusive' : 'was not met'}`
    return { state: start.state, found: 0, wanted, difference, nearest: [], calls: [], moment: undefined }
  }
  if (start && isCompared(expectation)) {
    const selects = (call: PastCall, of: PastCall): boolean =>
      reasons(expectation, call, { ...start, moment: of.id, calls: [of] }).length === 0
    const compared = comparison && { expectation, comparison, restarts, selects }
    return judgeReaction(expectation, start, compared, gap?.('the run without the fault cannot be compared'))
  }
  return judgeSelected(expectation, facts)
}

/** Judges the calls together, or, where they share something with those of the earlier expectation, for each of those. */
function judgeSelected(expectation: Expectation, facts: CallFacts): CallPart {
  const { calls, start, limit, restarts, hasHoles } = facts
  const wanted = callsText(expectation)
  const range = callRange(expectation)
  const anchors = start && expectation.same !== undefined ? start.calls : [undefined]
  const judged = anchors.map((anchor) => {
    const own = start && anchor ? { ...start, moment: anchor.id, calls: [anchor] } : start
    const isAfter = (call: PastCall): boolean => !own || !anchor || orderDifferences(expectation, call, own).length === 0
    // A program that began after the anchor has not seen the response to it.
    const isNew = (call: PastCall): boolean =>
      anchor !== undefined && range.max === 0 && restarts.between(anchor, call)?.isCertain === true
    const { id: last, ended: end } = limit?.calls.find(isAfter) ?? { id: 0, ended: Infinity }
    const candidates = own && own.moment === undefined ? [] : calls.filter(({ id, began }) => id !== last && began < end)
    const found = candidates.filter((call) => reasons(expectation, call, own).length === 0 && !isNew(call))
    const objection = callProblem(found, expectation, facts, anchor !== undefined && !hasHoles)
    const isShort = objection?.state === 'unmet' && found.length < range.min
    const reason = isShort ? untoldReason(expectation, anchor ?? start?.calls[0], facts) : undefined
    const untold: CallProblem | undefined = reason ? { state: 'inconclusive', text: `${objection?.text}; ${reason}` } : undefined
    return { anchor, own, found, objection: untold ?? objection }
  })
  const unmet = judged.filter(({ objection }) => objection?.state === 'unmet')
  const wrong = unmet[0] ?? judged.find(({ objection }) => objection !== undefined)
  const found = [...new Set(judged.flatMap((one) => one.found))].sort((a, b) => a.id - b.id)
  const of = wrong?.anchor ? `for ${callText(wrong.anchor)} ` : ''
  const more = unmet.length > 1 ? ` (and ${unmet.length - 1} more like it)` : ''
  const short = unmet.find((one) => one.found.length < range.min)
  return {
    state: wrong?.objection?.state ?? 'met',
    found: found.length,
    wanted,
    difference: wrong && `expected ${wanted}, ${of}${wrong.objection?.text}${more}`,
    needs: wrong?.objection?.needs,
    nearest: short ? nearestOf(nearMisses(expectation, calls, short.own)).map(({ miss }) => miss) : [],
    calls: found,
    moment: range.min === 0 ? undefined : found[range.min - 1]?.id,
  }
}

/** Why a missing call shows nothing: without the fault it does not come either, as of a visitor who finds no room. */
function untoldReason(
  expectation: Expectation,
  first: PastCall | undefined,
  { start, comparison }: CallFacts,
): string | undefined {
  if (!expectation.reaction || !start || !first || !comparison) return undefined
  const place = comparison.counterpart(first)
  const own = place && { ...start, moment: place.id, calls: [place] }
  const usual = own ? comparison.control.calls.filter((call) => reasons(expectation, call, own).length === 0) : []
  const isLost = first.refusalCode === 'property_not_administrable'
  const isUsual = usual.some(({ property }) => !isLost || property !== first.property)
  return comparison.problem(first) ?? (isUsual ? undefined : 'without the fault the client makes no such call either')
}

type CallProblem = Told & { readonly state: Exclude<PartState, 'met'> }

/** True when an earlier call that is not known may break an expectation that the known ones meet. */
export function needsAllCalls(expectation: Expectation): boolean {
  const { before, same, count } = expectation
  const isForEach = typeof count === 'object' && count.per !== undefined && (count.min ?? 0) > 1
  return isForEach || before !== undefined || same !== undefined || callRange(expectation).max < Infinity
}

/** The problem with the found calls; undefined when there is none. @param isWhole true when none after the anchor is missing */
function callProblem(
  found: readonly PastCall[],
  expectation: Expectation,
  { calls, limit, gap }: CallFacts,
  isWhole: boolean,
): CallProblem | undefined {
  const { min, max } = callRange(expectation)
  const { after, before, reaction, same } = expectation
  const ids = found.map(({ id }) => `#${id}`)
  const foundText = found.length === 0 ? 'found none' : `found ${found.length} (${listText(ids)})`
  const unknown = (text: string, consequence: string): CallProblem | undefined =>
    gap && { state: 'inconclusive', ...gap(consequence, `${text}, but `) }
  const groups = groupsOf(found, expectation)
  const over = groups.find(({ length }) => length > max)
  if (over) {
    const text = surplusText(over, max)
    const isLimitKnown = !limit || (isWhole && isKnownLimit(limit.expectation, expectation))
    return (isLimitKnown ? undefined : unknown(text, `one of ${before} may have come first`)) ?? { state: 'unmet', text }
  }
  if (found.length < min || groups.some(({ length }) => length < min)) {
    const open = isWhole && !limit && !reaction ? undefined : unknown(foundText, 'some may be missing')
    return open ?? shortageProblem(expectation, calls, foundText, found.length === 0)
  }
  return needsAllCalls(expectation) ? unknown(foundText, `there may have been more${same ? ` of ${after}` : ''}`) : undefined
}

/** The problem with too few calls. Where the fault of the expectation was not applied, they show nothing. */
function shortageProblem(
  { after, fault, precondition }: Expectation,
  calls: readonly PastCall[],
  foundText: string,
  isNone: boolean,
): CallProblem {
  const state = precondition ? 'inconclusive' : 'unmet'
  if (!isNone || fault === undefined) return { state, text: foundText }
  const affected = calls.filter((call) => isAffectedBy(call, fault)).map(callText)
  if (affected.length === 0) return { state: 'inconclusive', text: `but fault ${fault} was applied to no call` }
  if (after !== undefined) return { state, text: foundText }
  return {
    state: 'inconclusive',
    text: `${foundText} among the calls fault ${fault} was applied to: ${listText(affected, MAX_SURPLUS)}`,
  }
}

/** True when no missing call can add one to those of a limit after a call that is there. */
const isKnownLimit = (limit: Expectation, { after, same }: Expectation): boolean =>
  limit.after === undefined ||
  (limit.after === after && String(limit.same) === String(same) && !isCompared(limit) && callRange(limit).max > 0)

function groupsOf(found: readonly PastCall[], { count }: Expectation): readonly (readonly PastCall[])[] {
  const per = typeof count === 'object' ? count.per : undefined
  if (per === undefined) return [found]
  return [...groupBy(found, (call) => (per === 'call' ? call.key : String(call[per] ?? ''))).values()]
}

function surplusText(found: readonly PastCall[], max: number): string {
  const surplus = listText(found.slice(max).map(callText), MAX_SURPLUS)
  return max === 0 ? `found ${found.length}: ${surplus}` : `found ${found.length}, ${found.length - max} too many: ${surplus}`
}

const isAffectedBy = (call: PastCall, fault: string | number): boolean => call.fault.some((id) => isFault(id, fault))

function reasons(expectation: Expectation, call: PastCall, start: Start | undefined): string[] {
  const said = [...differences(expectation, call)]
  const { status, refused, fault, not_before: notBefore, system_date: systemDate } = expectation
  if (refused !== undefined && call.refused !== refused) said.push(refused ? 'it was not refused' : 'it was refused')
  if (status !== undefined && !hasStatus(call, status)) said.push(statusDifference(call.status, status))
  if (fault !== undefined && !isAffectedBy(call, fault)) said.push(`fault ${fault} was not applied to it`)
  if (systemDate && !beginsWithMachineDay(call)) said.push("it does not begin with the day of the machine's clock")
  if (notBefore !== undefined && call.at < (parseInstant(notBefore) ?? 0)) said.push(`it came before ${notBefore}`)
  if (start?.moment !== undefined) said.push(...orderDifferences(expectation, call, start))
  return said
}

/** True for a call whose path begins with the day of the machine's clock, in any time zone, and not with that of the sandbox's. */
function beginsWithMachineDay({ path, began, at }: PastCall): boolean {
  const [first] = Object.values(path).flatMap((value) => parseDay(value.replaceAll('/', '-')) ?? [])
  const isNear = (moment: Instant): boolean =>
    first !== undefined && Math.abs(dayNumber(first) - dayNumber(dayOfInstant(moment))) <= 1
  return isNear(began) && !isNear(at)
}

function orderDifferences(expectation: Expectation, call: PastCall, { id, moment = 0, calls }: Start): string[] {
  const sames = sharedFields(expectation)
  const [anchor] = calls
  // A call that the client gave up ends later than the next one, and is answered for it when it was sent.
  const givenUp = calls.find((one) => one.id === moment && one.aborted)
  if (givenUp ? call.began <= givenUp.began : call.id <= moment) return [`it came before ${id} was met by #${moment}`]
  if (sames.length === 0 || !anchor) return []
  if (call.began < endOf(anchor)) return [`it was sent before #${anchor.id} was answered`]
  const other = sames.filter((same) => !hasSameSubject(same, call, anchor))
  return other.length > 0 ? [`it is about another ${other.join(', ')} than #${anchor.id}`] : []
}

/** 0 stands for no response. */
function statusDifference(is: number, wanted: number | string): string {
  if (is === 0) return `no answer came, not ${wanted}`
  return wanted === 0 ? `it was answered with ${is}` : `status is ${is}, not ${wanted}`
}

/** The calls that share something with what was expected. Statuses count only when the expectation selects no calls. */
function nearMisses(expectation: Expectation, calls: readonly PastCall[], start: Start | undefined): Miss[] {
  const { operation, status } = expectation
  const ids = operation === undefined ? undefined : [operation].flat()
  const asked = maxDifferences(expectation)
  return calls.flatMap((call) => {
    const because = reasons(expectation, call, start)
    const shown = { entry: call.id, what: callText(call) }
    const aim = ids && intendedOperation(call, ids)
    if (aim !== undefined) return [{ weight: 1 + OTHER_OPERATION, miss: { ...shown, because: aim } }]
    const apart = [...differences(expectation, call)].length
    const alike = asked > 0 ? apart < asked : status !== undefined && hasStatus(call, status)
    if (because.length === 0 || !alike) return []
    const elsewhere = ids === undefined || ids.includes(call.operation ?? '') ? 0 : OTHER_OPERATION
    return [{ weight: because.length + elsewhere, miss: { ...shown, because: because.join('; ') } }]
  })
}

/** The hint of a call of no operation, when it names one of the expected operations. */
function intendedOperation({ operation, hint = '' }: PastCall, ids: readonly string[]): string | undefined {
  return operation === undefined && ids.some((id) => hint.includes(` ${id} `)) ? `it is not an operation: ${hint}` : undefined
}

function maxDifferences({ operation, tag, method, property, client, session, where }: Expectation): number {
  const named = [operation, tag, method, property, client, session].filter((value) => value !== undefined).length
  return named + Object.values(where ?? {}).reduce((sum, wants) => sum + Object.keys(wants).length, 0)
}
