/** The report on a run: scenario, expectations, findings and verdict. */
import { type Instant, isoInstant } from '../base/instant.ts'
import { LOST_FOUND_BY_POLL } from '../conformance/rules/webhooks.ts'
import type { EventStatus } from '../scenario/events/due-events.ts'
import type { Outcome } from '../scenario/expectations/outcome-schema.ts'
import type { FaultStatus } from '../scenario/faults/faults.ts'
import type { TrafficStatus } from '../scenario/traffic/traffic-source.ts'
import { type CalledEntry, type CallsOutside, callsOf } from './calls.ts'
import { checksOf, reasonsOf } from './checks.ts'
import { reportEvent, reportFault, reportWebhookFault, type WebhookFaultStatus } from './faults.ts'
import { type NamedEntry, namedCalls } from './named-calls.ts'
import type { Report, ReportData } from './report-data.ts'
import { reportTraffic } from './traffic.ts'

export interface Run
  extends Pick<ReportData, 'sandbox' | 'command' | 'kind' | 'clock' | 'seed' | 'choices' | 'conformance' | 'deliveries'> {
  readonly version: string
  /** By the sandbox's clock. */
  readonly at: Instant
  /** By the machine's clock. */
  readonly machineTime: Instant
  readonly scenario: { readonly name: string; readonly about: string | undefined } | undefined
  readonly outcomes: readonly Outcome[]
  readonly faults: readonly FaultStatus[]
  /** Undefined when the scenario has no network faults on deliveries. */
  readonly webhookFault?: WebhookFaultStatus | undefined
  readonly events: readonly EventStatus[]
  readonly traffic: readonly TrafficStatus[]
  readonly entries: readonly (CalledEntry & NamedEntry)[]
  /** Number of entries that the journal has dropped. */
  readonly dropped: number
  /** Number of calls before the journal was cleared. */
  readonly cleared: number
  /** Number of calls that a replica had answered but not stored when it was lost. */
  readonly lost: number
  readonly outside: CallsOutside
}

export function reportOf(run: Run): Report {
  const { version, at, machineTime, scenario, outcomes, faults, webhookFault, events, traffic, ...rest } = run
  const { entries, dropped, cleared, lost, outside, ...same } = rest
  const isUnjudged = rest.conformance.rules.some(({ id, outcome }) => id === LOST_FOUND_BY_POLL && outcome === 'not-exercised')
  const data: ReportData = {
    understay: version,
    ...same,
    at: isoInstant(at),
    machineTime: isoInstant(machineTime),
    scenario: scenario ? { name: scenario.name, about: scenario.about ?? null } : null,
    expectations: outcomes,
    faults: [...faults.map(reportFault), ...(webhookFault ? [reportWebhookFault(webhookFault, isUnjudged)] : [])],
    events: events.map(reportEvent),
    traffic: traffic.map(reportTraffic),
    calls: callsOf(entries, { dropped, cleared, lost, outside }),
    namedCalls: namedCalls(entries, outcomes, rest.conformance),
  }
  return withVerdict(data)
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
