/**
 * Outcomes of expectations on traffic and of invariants.
 *
 * @module
 */
import type { Instant } from '../../base/instant.ts'
import type { Outcome } from '../expectations/expectation.ts'
import type { Expectation } from '../expectations/schema.ts'
import { delaysText } from './delays.ts'
import type { Duties } from './duties.ts'
import { actText } from './missed-text.ts'

/** An `each` expectation and what is still to be done. */
export interface Each {
  readonly expectation: Expectation
  readonly duties: Duties
  /** Number of acts that could not happen. */
  blocked: number
  /** Why the latest of them could not. */
  lastBlocked: string | undefined
}

/** An invariant and its violations so far. */
export interface Invariant {
  readonly expectation: Expectation
  /** Milliseconds. */
  readonly within: number
  /** Number of changes after which it was checked. */
  checked: number
  violations: number
  /** The first violation. */
  first: string | undefined
}

export function eachOutcome({ expectation, duties, blocked, lastBlocked }: Each, id: string, now: Instant): Outcome {
  const delays = duties.delays(now)
  const { met, late, missed, waiting } = delays
  const bad = late + missed
  const state = bad > 0 ? 'unmet' : met > 0 ? 'met' : 'inconclusive'
  const wanted = `each of ${expectation.each}${expectation.within === undefined ? '' : ` within ${expectation.within}`}`
  const figures =
    met + late + missed + waiting > 0
      ? delaysText(delays)
      : blocked > 0
        ? `none of ${blocked} could happen (the latest: ${lastBlocked}); change the traffic, or the fixtures`
        : 'nothing of it happened yet; let the client run longer, or move the clock'
  return {
    id,
    state,
    met: state === 'met',
    expectation,
    found: met,
    wanted: state === 'met' ? `${wanted} (${figures})` : wanted,
    ...(state !== 'met' && { difference: `expected ${wanted}: ${figures}` }),
    nearest: [],
    entries: [],
    delays,
    ...(delays.missed > 0 && { missed: duties.missed(now).map((act) => ({ ...act, what: actText(act) })) }),
  }
}

export function invariantOutcome({ expectation, violations, first, checked }: Invariant, id: string): Outcome {
  const wanted = `${expectation.invariant} after every change`
  const difference = `expected ${wanted}: broken ${violations} ${violations === 1 ? 'time' : 'times'}, first: ${first}`
  return {
    id,
    state: violations > 0 ? 'unmet' : 'met',
    met: violations === 0,
    expectation,
    found: violations,
    wanted: `${wanted} (${checked} checked)`,
    ...(violations > 0 && { difference }),
    nearest: [],
    entries: [],
    checks: { changes: checked, broken: violations, ...(first !== undefined && { first }) },
  }
}
