/** The verdict on a client: one outcome per rule, and whether it passed. No score: good results must not offset bad ones. */
import { countText } from '../base/count-text.ts'
import { runWithoutPauses, type SlicedWork } from '../base/sliced-work.ts'
import { callName, type Exchange, type Facts, inOrder, isAnswered, TOKEN_OPERATION } from './exchange.ts'
import { isTokenRefused } from './grants.ts'
import { Judge } from './judge.ts'
import { allOccur } from './occurrence.ts'
import type { Finding, Findings, Rule, Severity } from './rule.ts'
import { RULES } from './rules/index.ts'

/**
 * `failed`: a must was broken; `warned`: a should was broken; `noted`: something needs a manual check; `inconclusive`: no offence,
 * but calls or facts are missing; `not-exercised`: the run contains nothing to judge; `not-applicable`: not for this kind of
 * client.
 */
export const OUTCOMES = ['passed', 'failed', 'warned', 'noted', 'inconclusive', 'not-exercised', 'not-applicable'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Verdict extends Pick<Rule, 'id' | 'severity' | 'title' | 'remedy' | 'source'> {
  readonly outcome: Outcome
  readonly offences: readonly Finding[]
  /** Findings that need a manual check. */
  readonly remarks: readonly Finding[]
}

export interface Conformance {
  /** False when a must was broken or no rule was exercised. */
  readonly passed: boolean
  readonly reason: string
  readonly counts: Readonly<Record<Outcome, number>>
  readonly rules: readonly Verdict[]
}

const OUTCOME_IF_BROKEN: Readonly<Record<Severity, Outcome>> = { must: 'failed', should: 'warned', info: 'noted' }

export const newJudge = (): Judge => new Judge(RULES)

export const checkConformance = (entries: readonly Exchange[], facts: Facts): Conformance =>
  runWithoutPauses(judgeConformance(entries, facts))

/**
 * Judges a client by the entries of its journal.
 *
 * @param entries journal entries in any order
 * @param before the judge of the calls that the journal has dropped
 */
export function* judgeConformance(entries: readonly Exchange[], facts: Facts, before?: Judge): SlicedWork<Conformance> {
  const judge = before?.copy() ?? newJudge()
  for (const entry of inOrder(entries)) {
    if (judge.isFull) yield* judge.judgeOlderHalf(facts)
    judge.take(entry)
    yield
  }
  const findings = yield* judge.findings(facts)
  const rules = RULES.map((rule) => verdict(rule, findings.get(rule) ?? { exercised: false, offences: [] }, facts, entries))
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of rules) counts[outcome]++
  const exercised = before !== undefined || entries.some(isCallOfService)
  return { passed: exercised && counts.failed === 0, reason: reasonOf(rules, exercised, entries, facts), counts, rules }
}

/** True for use of the service: not a token request, OPTIONS, an unknown address, or a call without a valid token. */
const isCallOfService = (one: Exchange): boolean =>
  one.operation !== undefined && one.operation !== TOKEN_OPERATION && one.method !== 'OPTIONS' && !isTokenRefused(one)

function verdict(rule: Rule, found: Findings, facts: Facts, exchanges: readonly Exchange[]): Verdict {
  const { offences, remarks = [] } = found
  const { id, severity, title, remedy, source } = rule
  const outcome = outcomeOf(rule, found, facts, exchanges)
  const shown = (findings: readonly Finding[]) => (outcome === 'not-applicable' ? [] : withEvidence(findings))
  return { id, severity, title, outcome, offences: shown(offences), remarks: shown(remarks), remedy, source }
}

/** Findings with their evidence. A finding about a delivery has no calls as evidence, and is shown once. */
function withEvidence(findings: readonly Finding[]): readonly Finding[] {
  const last = new Map(findings.map((finding, index) => [finding.delivery ?? `finding ${index}`, finding]))
  return [...last.values()].map((finding) => (finding.delivery === undefined ? finding : { ...finding, entries: [] }))
}

function outcomeOf(
  { severity, kinds, needs = [] }: Rule,
  { exercised, offences, remarks = [] }: Findings,
  facts: Facts,
  exchanges: readonly Exchange[],
): Outcome {
  const { kind, missing = [], dropped } = facts
  if (kind !== undefined && kinds?.includes(kind) === false) return 'not-applicable'
  if (offences.length > 0) return OUTCOME_IF_BROKEN[severity]
  if (needs.some((need) => missing.includes(need)))
    return exercised || allOccur(needs, exchanges, facts) ? 'inconclusive' : 'not-exercised'
  if (!exercised) return 'not-exercised'
  if (dropped > 0) return 'inconclusive'
  return remarks.length > 0 ? 'noted' : 'passed'
}

const NOT_JUDGED: ReadonlySet<Outcome> = new Set<Outcome>(['not-exercised', 'not-applicable', 'inconclusive'])

function reasonOf(rules: readonly Verdict[], exercised: boolean, entries: readonly Exchange[], facts: Facts): string {
  const { dropped, product, kind } = facts
  const judged = rules.filter(({ outcome }) => !NOT_JUDGED.has(outcome)).length
  const failed = rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
  const lost = dropped > 0 ? ` ${countText(dropped, 'call')} could not be judged: rules without an offence are inconclusive.` : ''
  if (failed.length > 0) return `Broken: ${failed.join(', ')}.${lost}`
  if (!exercised) return `${idleReason(entries, product.apiPath)}${lost}`
  const applicable = rules.filter(({ outcome }) => outcome !== 'not-applicable')
  const scope = kind === undefined ? `${rules.length} rules` : `${applicable.length} rules for a ${kind}`
  return `No must was broken; ${judged} of ${scope} were exercised.${lost}`
}

function idleReason(entries: readonly Exchange[], apiPath: string): string {
  // The latest call that a scenario made fail, or that the client gave up while a scenario delayed it.
  const affected = entries.findLast((one) => one.fault !== undefined && (one.status !== 200 || one.aborted === true))
  if (!affected)
    return `Nothing was exercised: no operation was answered but ${TOKEN_OPERATION}.${apiPath && startAdvice(entries, apiPath)}`
  const { fault = [], status, refusalCode } = affected
  const outcome = affected.aborted
    ? 'which the client gave up before the response'
    : `which was answered ${status}${refusalCode ? ` (${refusalCode})` : ''}`
  return `Nothing was exercised: the client stopped after ${callName(affected)}, which the scenario affected (${fault.join(', ')}) and ${outcome}.${apiPath && advice(affected, entries)}`
}

function startAdvice(entries: readonly Exchange[], apiPath: string): string {
  const refused = entries.findLast((one) => one.status === 401 || isTokenRefused(one))
  const granted = entries.findLast((one) => one.operation === TOKEN_OPERATION && isAnswered(one))
  if (!refused && granted && granted.id === entries.at(-1)?.id)
    return ` ${callName(granted)} gave the client a token, and it made no call with it: let it call ${apiPath} before it ends, or run longer if it waits for notifications.`
  if (!refused)
    return ` Point the client's base_url here, so that it calls ${apiPath}, give it a valid client_id and secret, and run it again.`
  const remedy = entries.some(({ operation }) => operation === TOKEN_OPERATION)
    ? 'give the client the id and secret of one whose tokens work'
    : `the client requested no token: let it request one at ${apiPath}/oauth/token (UNDERSTAY_TOKEN_URL)`
  return ` The calls come to ${apiPath}, but ${callName(refused)} was refused (${refused.refusalCode ?? refused.status}): ${remedy}, and run it again.`
}

function advice(affected: Exchange, entries: readonly Exchange[]): string {
  if (affected.aborted) return ' A correct client waits several seconds for a response.'
  if (!isTokenRefused(affected)) return ' A correct client continues with the calls that it is allowed to make.'
  const { id, client } = affected
  const renewals = entries.filter((one) => one.id > id && one.operation === TOKEN_OPERATION && isAnswered(one))
  return renewals.some((one) => client === undefined || one.client === client)
    ? ' It requested a new token, and did not succeed with it: a correct client repeats the call with the new token.'
    : ' A correct client requests one new token and repeats the call.'
}
