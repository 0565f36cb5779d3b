/** The result of a certification: every scenario, accepted deviations, and the verdict. */

import { countText } from '../base/count-text.ts'
import { type Check, checksOf, ENDED_ITSELF, idOf, reasonsOf } from './checks.ts'
import type { Report } from './report-data.ts'
import { adviceOf, stepsOf } from './summary.ts'

/** A deviation that is accepted: what is broken in which scenario, and why. */
export interface Accepted {
  readonly scenario: string
  /** The id of an expectation or rule. */
  readonly deviation: string
  readonly why: string
}

export interface ScenarioResult {
  readonly scenario: string
  /** `not-applicable`: what the scenario is about does not occur with this kind of client. It does not count. */
  readonly verdict: Report['verdict'] | 'not-applicable'
  readonly reasons: readonly string[]
  /** Findings that do not affect the verdict: broken shoulds, and warnings about calls. */
  readonly warnings: readonly string[]
  /** What to do about a failure: the remedies of broken rules, else what the scenario wants of a client. */
  readonly advice: readonly string[]
  /** Ids of failed checks that are not accepted. */
  readonly deviations: readonly string[]
  readonly accepted: readonly string[]
  readonly calls: number
  /** The exit code of the command; it is not judged. */
  readonly code: number
  /** Milliseconds. */
  readonly ms: number
}

export interface Certificate {
  readonly verdict: Report['verdict']
  readonly kind: string | null
  readonly command: string
  readonly understay: string
  /** When it was made, by the machine's clock; an ISO instant. */
  readonly at: string
  readonly scenarios: readonly ScenarioResult[]
  /** Accepted deviations that no longer deviate. */
  readonly stale: readonly Accepted[]
}

/** What is known of a run of a scenario besides its reports. */
interface ScenarioRunFacts extends Pick<ScenarioResult, 'code' | 'ms'> {
  /** Why the scenario does not apply to the client; undefined when it does. */
  readonly notApplicable?: string | undefined
}

/** Judges a scenario by the reports on its sandboxes. */
export function scenarioResult(
  scenario: string,
  reports: readonly Report[],
  baseline: readonly Accepted[],
  { code, ms, notApplicable }: ScenarioRunFacts,
): ScenarioResult {
  const checksOfEach = reports.map(checksOf)
  const checks = checksOfEach.flat()
  const broken = checks.filter(({ outcome }) => outcome === 'failed')
  const known = new Set(baseline.filter((one) => one.scenario === scenario).map(({ deviation }) => deviation))
  const left = broken.filter((check) => !known.has(idOf(check)))
  const open = checks.filter(({ outcome }) => outcome === 'inconclusive')
  const verdict = left.length > 0 ? 'failed' : open.length > 0 ? 'inconclusive' : 'passed'
  const told = verdict === 'failed' ? left : open
  const reasons = checksOfEach.flatMap((own) => reasonsOf(own.filter((check) => told.includes(check))))
  const applies = notApplicable === undefined || verdict !== 'inconclusive' || !open.every(isOfScenario)
  return {
    scenario,
    verdict: applies ? verdict : 'not-applicable',
    reasons: applies ? [...new Set(reasons)] : [notApplicable],
    warnings: reports.flatMap(warningsOf),
    advice: verdict === 'failed' ? [...new Set(reports.flatMap((one) => adviceFor(one, known)))] : [],
    deviations: [...new Set(left.map(idOf))],
    accepted: [...new Set(broken.map(idOf))].filter((id) => known.has(id)),
    calls: reports.reduce((sum, { calls }) => sum + calls.total + calls.dropped, 0),
    code,
    ms,
  }
}

/** The advice of a report that failed, without that for accepted deviations. A client that called nothing needs no other. */
function adviceFor(report: Report, known: ReadonlySet<string>): readonly string[] {
  if (report.verdict !== 'failed' || report.calls.total === 0) return []
  const steps = stepsOf(report).filter((text) => ![...known].some((id) => text.startsWith(`${id}: `)))
  return steps.length > 0 ? steps : adviceOf(report).slice(-1)
}

const isOfScenario = ({ group }: Check): boolean => group === 'expectations' || group === 'faults' || group === 'events'

/** Broken shoulds and other warnings of a report, and warnings about its calls. */
function warningsOf(report: Report): readonly string[] {
  const shoulds = new Set(report.conformance.rules.flatMap(({ id, outcome }) => (outcome === 'warned' ? [id] : [])))
  const warned = checksOf(report).filter(({ outcome }) => outcome === 'warned')
  const counts = new Map<string, number>()
  for (const { text, calls } of report.calls.warnings) counts.set(text, (counts.get(text) ?? 0) + calls)
  return [
    ...warned.filter((one) => one.group !== 'conformance' || shoulds.has(idOf(one))).map(({ reason }) => reason),
    ...[...counts].map(([text, count]) => `${countText(count, 'call')}: ${text}`),
  ]
}

/** True for a scenario that does not count. */
const isIdle = ({ verdict }: ScenarioResult): boolean => verdict === 'inconclusive' || verdict === 'not-applicable'

/** True for a scenario that shows which deviations no longer occur: a client that did not call, or not to its end, shows nothing. */
const hadEffect = (result: ScenarioResult): boolean => result.calls > 0 && !isIdle(result) && endedItself(result)

/** True for a command that was not ended at its time limit. */
export const endedItself = ({ deviations, accepted }: ScenarioResult): boolean =>
  ![...deviations, ...accepted].includes(ENDED_ITSELF)

export function certificateOf(
  about: Pick<Certificate, 'kind' | 'command' | 'understay' | 'at'>,
  scenarios: readonly ScenarioResult[],
  baseline: readonly Accepted[],
): Certificate {
  const stale = baseline.filter(({ scenario, deviation }) => {
    const played = scenarios.find((one) => one.scenario === scenario)
    return played !== undefined && hadEffect(played) && !played.accepted.includes(deviation)
  })
  const has = (verdict: ScenarioResult['verdict']): boolean => scenarios.some((one) => one.verdict === verdict)
  const nothing = scenarios.every(isIdle)
  const verdict = has('failed') || stale.length > 0 ? 'failed' : has('inconclusive') || nothing ? 'inconclusive' : 'passed'
  return { verdict, ...about, scenarios, stale }
}
