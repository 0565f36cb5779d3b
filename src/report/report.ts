/** The report on a run: scenario, expectations, findings and verdict. */
import { LOST_FOUND_BY_POLL } from '../conformance/rules/webhooks.ts'
import type { EventStatus } from '../scenario/events/due-events.ts'
import type { Outcome } from '../scenario/expectations/outcome-schema.ts'
import type { FaultStatus } from '../scenario/faults/faults.ts'
import type { TrafficStatus } from '../scenario/traffic/traffic-source.ts'
import { type CalledEntry, callsOf, type UnlistedCalls } from './calls.ts'
import { checksOf, reasonsOf } from './checks.ts'
import { reportEvent, reportFault, reportWebhookFault, type WebhookFaultStatus } from './faults.ts'
import { type NamedEntry, namedCalls } from './named-calls.ts'
import type { Report, ReportData } from './report-data.ts'
import { reportTraffic } from './traffic.ts'

/** What is found by the scenario and the journal of a run. */
type Found = 'expectations' | 'faults' | 'events' | 'traffic' | 'calls' | 'namedCalls'

export interface Run extends Omit<ReportData, Found>, UnlistedCalls {
  readonly outcomes: readonly Outcome[]
  readonly faults: readonly FaultStatus[]
  /** Undefined when the scenario has no network faults on deliveries. */
  readonly webhookFault?: WebhookFaultStatus | undefined
  readonly events: readonly EventStatus[]
  readonly traffic: readonly TrafficStatus[]
  readonly entries: readonly (CalledEntry & NamedEntry)[]
}

export function reportOf(run: Run): Report {
  const { outcomes, faults, webhookFault, events, traffic, entries, dropped, cleared, lost, outside, ...same } = run
  const isUnjudged = same.conformance.rules.some(({ id, outcome }) => id === LOST_FOUND_BY_POLL && outcome === 'not-exercised')
  return withVerdict({
    ...same,
    expectations: outcomes,
    faults: [...faults.map(reportFault), ...(webhookFault ? [reportWebhookFault(webhookFault, isUnjudged)] : [])],
    events: events.map(reportEvent),
    traffic: traffic.map(reportTraffic),
    calls: callsOf(entries, { dropped, cleared, lost, outside }),
    namedCalls: namedCalls(entries, outcomes, same.conformance),
  })
}

/** A report whose verdict depends only on the conformance of the client. */
export const byConformanceAlone = (report: Report): Report => withVerdict({ ...report, conformanceAlone: true })

/** A report on a run whose command was ended, which fails. @param overtime why it was ended */
export const endedReport = (report: Report, overtime: string): Report => withVerdict({ ...report, overtime })

function withVerdict(data: ReportData): Report {
  const checks = checksOf(data)
  const verdict = (['failed', 'inconclusive'] as const).find((word) => checks.some(({ outcome }) => outcome === word)) ?? 'passed'
  const reasons = verdict === 'passed' ? [] : reasonsOf(checks.filter(({ outcome }) => outcome === verdict))
  return { ...data, verdict, reasons }
}
