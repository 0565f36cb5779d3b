/**
 * The report on a run: what was played, what was expected, what was found, and whether the client passed.
 *
 * @module
 */
import { type Instant, isoInstant } from '../base/instant.ts'
import type { Outcome } from '../play/expectation.ts'
import type { EventStanding, FaultStanding } from '../play/standing.ts'
import { type Called, callsOf, type Strays } from './calls.ts'
import { checksOf } from './checks.ts'
import { eventTold, faultTold } from './faults.ts'
import type { Told } from './told.ts'

export interface Report extends Told {
  readonly verdict: 'passed' | 'failed'
  /** Why it failed, a sentence each; empty when it passed. */
  readonly reasons: readonly string[]
}

/** What a report is made of. */
export interface Run extends Pick<Told, 'sandbox' | 'clock' | 'seed' | 'choices' | 'conformance'> {
  readonly version: string
  /** By the sandbox's clock. */
  readonly at: Instant
  /** By the machine's. */
  readonly machineTime: Instant
  readonly scenario: { readonly name: string; readonly about: string | undefined } | undefined
  readonly outcomes: readonly Outcome[]
  readonly faults: readonly FaultStanding[]
  readonly events: readonly EventStanding[]
  readonly entries: readonly Called[]
  /** Entries that the journal has let go. */
  readonly dropped: number
  /** Calls before the journal was emptied. */
  readonly emptied: number
  /** Calls outside the interface. */
  readonly strays: Strays
}

/** The report on a run. */
export function reportOf(run: Run): Report {
  const { version, at, machineTime, scenario, outcomes, faults, events, entries, dropped, emptied, strays, ...same } = run
  const told: Told = {
    understay: version,
    ...same,
    at: isoInstant(at),
    machineTime: isoInstant(machineTime),
    scenario: scenario ? { name: scenario.name, about: scenario.about ?? null } : null,
    expectations: outcomes,
    faults: faults.map(faultTold),
    events: events.map(eventTold),
    calls: callsOf(entries, { dropped, emptied, strays }),
  }
  return judged(told)
}

/** A report whose verdict follows from the conformance of the client, whatever became of the scenario. */
export const byConformanceAlone = (report: Report): Report => judged({ ...report, conformanceAlone: true })

function judged(told: Told): Report {
  const reasons = checksOf(told).flatMap(({ outcome, reason }) => (outcome === 'failed' ? [reason] : []))
  return { ...told, verdict: reasons.length > 0 ? 'failed' : 'passed', reasons }
}
