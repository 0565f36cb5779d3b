/**
 * A report as a list of checks, each of which passes, fails or is inconclusive. A run fails when one fails, and is inconclusive
 * when none fails but one is inconclusive.
 */
import { countText } from '../base/count-text.ts'
import type { Verdict } from '../conformance/conformance.ts'
import { MORE_JOURNAL } from '../journal/journal.ts'
import { outcomeText } from '../scenario/expectations/expectation.ts'
import type { Outcome } from '../scenario/expectations/outcome-schema.ts'
import { idsIn } from './named-calls.ts'
import type { ReportData, ReportedEvent, ReportedFault } from './report-data.ts'

export interface Check {
  readonly group: 'run' | 'expectations' | 'faults' | 'events' | 'conformance'
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'inconclusive' | 'warned' | 'skipped'
  /** Why it did not pass, in a sentence. */
  readonly reason: string
  readonly detail: string
}

/** The checks of what was played, each list in the order of the report's. */
export function playedChecks({ sandbox, expectations, faults, events, conformanceAlone }: ReportData) {
  const counting = (one: Check): Check => (conformanceAlone ? conformanceOnly(one, sandbox) : one)
  return {
    expectations: expectations.map(expectationCheck).map(counting),
    faults: faults.map(faultCheck).map(counting),
    events: events.map(eventCheck).map(counting),
  }
}

/** The name of the check that fails when a command is ended at its time limit. */
export const ENDED_ITSELF = 'The command ended itself'

export function checksOf(report: ReportData): readonly Check[] {
  const { calls, conformance, overtime } = report
  const { expectations, faults, events } = playedChecks(report)
  const called = calls.total + calls.dropped + calls.lost > 0
  // Lost calls may have exercised a rule.
  const nothingButTokens = called && calls.lost === 0 && !conformance.passed && conformance.counts.failed === 0
  return [
    ...(overtime === undefined ? [] : [checkOf('run', ENDED_ITSELF, 'failed', overtime)]),
    checkOf('run', 'The client called', called ? 'passed' : 'failed', whyNotCalled(report)),
    ...(calls.dropped > 0 ? [checkOf('run', 'The journal holds every call', 'warned', droppedText(calls))] : []),
    ...failuresOf(report).map((reason) => checkOf('run', 'Every act of the traffic was tried', 'warned', reason)),
    ...(calls.lost > 0 ? [checkOf('run', 'Every call is stored', 'inconclusive', lostText(calls.lost))] : []),
    ...expectations,
    ...faults,
    ...events,
    ...conformance.rules.filter(({ outcome }) => JUDGED_OUTCOMES.has(outcome)).map(ruleCheck),
    // Without a broken rule, the check says that none was exercised.
    ...(nothingButTokens ? [idleCheck(report)] : []),
  ]
}

/** No rule was exercised. A client that ends at a fault may have told a person, where the scenario says that it cannot judge that. */
function idleCheck({ conformance, expectations, faults }: ReportData): Check {
  const mayEnd =
    faults.some(({ state }) => state === 'happened') &&
    expectations.some(
      ({ state, expectation }) => state === 'inconclusive' && expectation.precondition && expectation.after !== undefined,
    )
  return checkOf('conformance', 'A rule was exercised', mayEnd ? 'inconclusive' : 'failed', conformance.reason)
}

/**
 * The reasons of checks of one report. A broken rule about the call of an unmet expectation says what is wrong: it comes before
 * other rules and expectations, and names that.
 */
export function reasonsOf(checks: readonly Check[]): readonly string[] {
  const texts = checks.map(({ group, reason }) => {
    const ids = group === 'conformance' ? idsIn(reason) : []
    const failed = checks.filter((one) => one.group === 'expectations' && one.outcome === 'failed')
    const unmet = failed.filter((one) => idsIn(one.reason).some((id) => ids.includes(id)))
    if (unmet.length === 0) return { order: group === 'run' ? 0 : 1, text: reason }
    return { order: 0, text: `${reason}; and ${unmet.map(idOf).join(', ')} ${unmet.length === 1 ? 'is' : 'are'} not met` }
  })
  return texts.toSorted((a, b) => a.order - b.order).map(({ text }) => text)
}

/** The id of a check, as a baseline names it. */
export const idOf = ({ name }: Check): string => name.split(': ')[0] ?? name

const JUDGED_OUTCOMES: ReadonlySet<Verdict['outcome']> = new Set(['passed', 'failed', 'warned', 'noted', 'inconclusive'])

/** A check that counts only when the scenario took place. */
const conformanceOnly = (one: Check, sandbox: string): Check =>
  one.outcome === 'failed' || one.outcome === 'inconclusive'
    ? checkOf(one.group, one.name, 'skipped', unaffectedText(sandbox))
    : one

/** The text for a sandbox in which no fault happened while one happened in others. */
export const unaffectedText = (sandbox: string): string =>
  `in ${sandboxText(sandbox)} no fault of the scenario happened: only conformance is judged`

/** A sandbox as addresses name it. */
export const sandboxText = (sandbox: string): string => (sandbox === 'default' ? sandbox : `@${sandbox}`)

/** True while a client that only waits for notifications had no reason for a call. */
export const waitsForHook = ({ deliveries: { made, delivered } }: Pick<ReportData, 'deliveries'>): boolean =>
  made > 0 && delivered === 0

function whyNotCalled({ calls, deliveries }: ReportData): string {
  const { cleared, outside } = calls
  if (outside.count > 0) return outsideText(outside)
  if (cleared === 0 && waitsForHook({ deliveries })) {
    const { made, failed, hooks } = deliveries
    const sent = `no call reached this sandbox, and none of ${countText(made, 'notification')}`
    return failed > 0
      ? `${sent} was accepted by ${hooks[0]?.url}: it has to listen there, answer 2xx, and take the credentials of the hook; GET /_understay/webhooks/deliveries has each result`
      : `${sent} has reached ${hooks[0]?.url}: let the client run longer, or poll as well`
  }
  return cleared === 0
    ? 'no call reached this sandbox: point the base_url of the client at it'
    : `the journal was cleared after ${countText(cleared, 'call')}, as a reset does, and no call came since: ask for the report before that`
}

export const outsideText = ({ count, first, path }: ReportData['calls']['outside']): string =>
  `${countText(count, 'call')} came outside ${path}, the first ${first}: UNDERSTAY_API_URL is the address with the path`

/** @param reason of one that did not pass */
function checkOf(group: Check['group'], name: string, outcome: Check['outcome'], reason = ''): Check {
  if (outcome === 'passed') return { group, name, outcome, reason: '', detail: '' }
  return { group, name, outcome, reason, detail: outcome === 'skipped' ? '' : reason }
}

/** What a user does about dropped calls. */
export function droppedText({ total, dropped }: Pick<ReportData['calls'], 'total' | 'dropped'>): string {
  const them = dropped === 1 ? 'it' : 'them'
  const judged = `the rules judged ${them}, expectations could not`
  return `${countText(dropped, 'call')} had left the journal before the report was made: ${judged}; ${MORE_JOURNAL} to ${total + dropped} at least, to see ${them}`
}

/** What says that acts of traffic failed, through no fault of the client. */
export const failuresOf = ({ traffic }: Pick<ReportData, 'traffic'>) =>
  traffic.flatMap(({ id, lastFailed }) => (lastFailed === undefined ? [] : `acts of ${id} failed, the last one by ${lastFailed}`))

const lostText = (lost: number): string =>
  `${countText(lost, 'call')} had been answered, but not stored, when the replica that owned the sandbox was lost: neither rules nor expectations could judge ${lost === 1 ? 'it' : 'them'}`

function expectationCheck(outcome: Outcome): Check {
  const { id, state, wanted, difference = '', expectation } = outcome
  const { reaction, each, invariant } = expectation
  // The same in each run, by which CI systems compare: what was wanted is followed by what was seen.
  const name = `${id}: ${reaction ?? each ?? invariant ?? wanted.split(', unless ')[0]}`
  const needs = expectation.about === undefined ? '' : `${expectation.about}: `
  if (state === 'met') return checkOf('expectations', name, 'passed')
  if (state === 'inconclusive')
    return checkOf('expectations', name, state, `expectation ${id} is inconclusive: ${needs}${difference}`)
  return { ...checkOf('expectations', name, 'failed', `expectation ${id}: ${difference}`), detail: outcomeText(outcome) }
}

export function faultCheck({ id, what, state, matched, blockedReason, unjudgedReason, byChance }: ReportedFault): Check {
  const name = `${id}: ${what}`
  if (unjudgedReason !== null) return checkOf('faults', name, 'inconclusive', `fault ${id} (${what}) ${unjudgedReason}`)
  if (state === 'happened') return checkOf('faults', name, 'passed')
  if (byChance) return checkOf('faults', name, 'skipped', 'it need not happen, and did not')
  const seen = matched === 0 ? 'no call matched' : `${countText(matched, 'call')} matched, which is too few`
  const reason =
    state === 'blocked'
      ? `fault ${id} (${what}) could not happen: ${blockedReason}`
      : `fault ${id} (${what}) never happened: ${seen}`
  return checkOf('faults', name, 'inconclusive', reason)
}

function eventCheck({ id, what, at, state, blockedReason, required }: ReportedEvent): Check {
  const name = `${id}: ${what}`
  if (state === 'waiting') return checkOf('events', name, 'inconclusive', `event ${id} (${what}) never came: it is due at ${at}`)
  if (state === 'happened') return checkOf('events', name, 'passed')
  return required
    ? checkOf('events', name, 'failed', `event ${id} (${what}) could not happen: ${blockedReason}`)
    : checkOf('events', name, 'skipped', `could not happen: ${blockedReason}`)
}

function ruleCheck({ id, title, outcome, offences, remarks, remedy }: Verdict): Check {
  const name = `${id}: ${title}`
  if (outcome === 'inconclusive')
    return checkOf('conformance', name, outcome, `rule ${id} is inconclusive: some calls were not judged`)
  const found = [...offences.map(({ what }) => what), ...remarks.map(({ what }) => `${MANUAL_REVIEW_TEXT}: ${what}`)]
  if (found.length === 0) return checkOf('conformance', name, 'passed')
  const broken = `rule ${id} is broken (${countText(offences.length, 'time')}): ${offences[0]?.what ?? title}`
  const reason = offences.length > 0 ? broken : `rule ${id} is not broken; ${found[0] ?? title}`
  const detail = [...found, ...(offences.length > 0 ? [`Remedy: ${remedy}`] : [])].join('\n')
  return { ...checkOf('conformance', name, outcome === 'failed' ? 'failed' : 'warned', reason), detail }
}

/** Introduces findings that cannot be judged from the calls alone. */
export const MANUAL_REVIEW_TEXT = 'review manually'
