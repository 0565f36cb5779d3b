/**
 * The report of a sandbox, for users of the library. A test compares these types with the schema of the control API.
 *
 * @module
 */
import type { InvariantChecks, MissedAct, TrafficDelays } from './expectation-types.ts'
import type { DeliveryTotals } from './webhook-types.ts'

/** The result of an expectation in a report. */
export interface ReportedExpectation {
  readonly id: string
  readonly state: 'met' | 'unmet' | 'inconclusive'
  readonly met: boolean
  /** The expectation, as in the scenario. */
  readonly expectation: Readonly<Record<string, unknown>>
  /** Number of calls or rows found. */
  readonly found: number
  /** What was expected, in words. */
  readonly wanted: string
  /** How the result differs, in words; undefined when the expectation is met. */
  readonly difference?: string
  /** The most similar calls or rows. */
  readonly nearest: readonly { readonly entry?: number; readonly what: string; readonly because: string }[]
  /** Ids of the counted journal entries. */
  readonly entries: readonly number[]
  /** Of an expectation with `each`. */
  readonly delays?: TrafficDelays
  /** The first missed acts of an expectation with `each`. */
  readonly missed?: readonly MissedAct[]
  /** Of an invariant. */
  readonly checks?: InvariantChecks
}

/** One kind of traffic in a report. */
export interface ReportedTraffic {
  readonly id: string
  readonly do: string
  /** Its own act first, then the later acts on bookings. */
  readonly acts: readonly { readonly do: string; readonly happened: number; readonly blocked: number }[]
  /** Why the last blocked act could not happen. */
  readonly lastBlocked: string | null
}

/** A fault of the scenario in a report. */
export interface ReportedFault {
  readonly id: string
  readonly about: string | null
  /** What it does, to which calls, and when. */
  readonly what: string
  readonly state: 'happened' | 'unused' | 'blocked'
  /** Number of occurrences. */
  readonly happened: number
  /** Number of matching calls. */
  readonly matched: number
  /** True for a fault with a probability, which need not occur. */
  readonly byChance: boolean
  /** Why it could not occur. */
  readonly blockedReason: string | null
}

/** An event of the scenario in a report. */
export interface ReportedEvent {
  readonly id: string
  readonly what: string
  /** By the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly state: 'waiting' | 'happened' | 'blocked'
  /** Why it could not happen. */
  readonly blockedReason: string | null
  /** True when the run fails if it cannot happen. */
  readonly required: boolean
}

/** Journal entries with the same finding. */
export interface ReportedFinding {
  /** Ids of journal entries; empty for a finding about a webhook delivery. */
  readonly entries: readonly number[]
  /** Id of the delivery, of a finding about a webhook delivery. */
  readonly delivery?: number
  readonly what: string
}

type RuleOutcome = 'passed' | 'failed' | 'warned' | 'noted' | 'inconclusive' | 'not-exercised' | 'not-applicable'

/** The result of a conformance rule. */
export interface ReportedRule {
  readonly id: string
  readonly severity: 'must' | 'should' | 'info'
  /** What a correct client does. */
  readonly title: string
  readonly outcome: RuleOutcome
  readonly offences: readonly ReportedFinding[]
  /** Observations that need a human judgement. */
  readonly remarks: readonly ReportedFinding[]
  readonly remedy: string
  readonly source: string
}

/** Calls of a report. `operation` is null for addresses without an operation. */
export interface ReportedCalls {
  /** Number of journalled calls. */
  readonly total: number
  /** Number of calls that the journal has dropped. */
  readonly dropped: number
  /** Number of calls before the last reset of the journal. */
  readonly emptied: number
  /** Number of calls that a replica had answered and not stored when it was lost. */
  readonly lost: number
  /** Calls to addresses outside the interface. */
  readonly strays: { readonly count: number; readonly first: string | null; readonly outside: string }
  /** Number of calls by status; `none` is no response. */
  readonly answers: Readonly<Record<string, number>>
  readonly operations: readonly {
    readonly operation: string | null
    readonly calls: number
    readonly answers: Readonly<Record<string, number>>
  }[]
  readonly refusals: readonly {
    readonly operation: string | null
    readonly code: string
    readonly text: string
    readonly calls: number
    readonly entries: readonly number[]
  }[]
  readonly warnings: readonly {
    readonly operation: string | null
    readonly text: string
    readonly calls: number
    readonly entries: readonly number[]
  }[]
  /** Form fields that the server did not read. */
  readonly unread: readonly {
    readonly operation: string | null
    readonly field: string
    readonly calls: number
    readonly entries: readonly number[]
  }[]
}

/** The report of a sandbox, as `understay run` writes it. */
export interface UnderstayReport {
  /** Version of the program. */
  readonly understay: string
  readonly sandbox: string
  /** The command of `understay run`. */
  readonly command?: string
  /** The kind of client, which selects the conformance rules. */
  readonly kind?: string
  /** By the clock of the sandbox: ISO 8601. */
  readonly at: string
  /** Real time: ISO 8601. */
  readonly machineTime: string
  /** Speed of the clock: `real`, `frozen` or a factor such as `60x`. */
  readonly clock: string
  readonly seed: number
  /** Choices that differ from the profile `documented`. */
  readonly choices: Readonly<Record<string, string>>
  /** Null without a scenario. */
  readonly scenario: { readonly name: string; readonly about: string | null } | null
  readonly expectations: readonly ReportedExpectation[]
  readonly faults: readonly ReportedFault[]
  readonly events: readonly ReportedEvent[]
  readonly traffic: readonly ReportedTraffic[]
  /** Deliveries of webhooks since the start or the last reset. */
  readonly deliveries: DeliveryTotals
  readonly conformance: {
    /** False when a required rule was broken, and when no rule was exercised. */
    readonly passed: boolean
    readonly reason: string
    /** Number of rules by outcome. */
    readonly counts: Readonly<Record<RuleOutcome, number>>
    readonly rules: readonly ReportedRule[]
  }
  readonly calls: ReportedCalls
  readonly verdict: 'passed' | 'failed' | 'inconclusive'
  /** Why the verdict is not `passed`, one sentence each. */
  readonly reasons: readonly string[]
}
