/** Outcomes of expectations on traffic and of invariants. */
import type { Instant } from '../../base/instant.ts'
import { spanText } from '../../base/span-text.ts'
import type { Clock } from '../../simulation/clock.ts'
import type { Expectation } from '../expectations/expectation-schema.ts'
import type { Outcome } from '../expectations/outcome-schema.ts'
import { callsText } from '../expectations/text.ts'
import { delaysText } from './delays.ts'
import { actText } from './missed-text.ts'
import type { PendingReactions } from './pending-reactions.ts'

/** An `each` expectation and what is still to be done. */
export interface Each {
  readonly expectation: Expectation
  readonly duties: PendingReactions
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
  /** Nights that were sold elsewhere and then booked, which the client has to close in time. */
  readonly twice: PendingReactions
  /** Number of changes after which it was checked. */
  checked: number
  violations: number
  /** The first violation. */
  first: string | undefined
}

/** The client has to run a bit longer than until the act, as spans are rounded. */
const LONGER = 1.05

/** What to do before the first act, which is due at `next`. */
function waitAdvice({ state: { speed } }: Clock, now: Instant, next: Instant | undefined): string {
  if (next === undefined) return '; let the client run longer, or move the clock'
  const wait = speed === 0 ? '' : `let the client run ${spanText(Math.max(1000, ((next - now) / speed) * LONGER))} longer, or `
  return `; the first is due in ${spanText(next - now)} by the sandbox's clock: ${wait}move the clock`
}

const MIRROR =
  'the client had read the rooms of these bookings and then their list, or the night when a guest had it: whether it noticed, its calls do not tell, so look at its own calendar'

const EACH_SALE =
  ', or expect what shows it: { each: <id of the traffic that sells>, same: [property, room, night], operation: createBlackBooking }'

/** @param next when the next act is due, if that is known */
export function eachOutcome({ expectation, duties, ...tried }: Each, id: string, clock: Clock, next?: Instant): Outcome {
  const now = clock.now()
  const delays = duties.delays(now)
  const { met, late, missed, waiting, untold = 0 } = delays
  const bad = late + missed
  const state = bad > 0 ? 'unmet' : met > 0 && untold === 0 ? 'met' : 'inconclusive'
  const wanted = `each of ${expectation.each}${expectation.within === undefined ? '' : ` within ${expectation.within}`}`
  const figures =
    met + late + missed + waiting + untold > 0
      ? delaysText(delays)
      : tried.blocked > 0
        ? `none of ${tried.blocked} could happen (the latest: ${tried.lastBlocked}); change the traffic, or the fixtures`
        : `nothing of it happened yet${waitAdvice(clock, now, next)}`
  return {
    id,
    state,
    met: state === 'met',
    expectation,
    found: met,
    wanted: state === 'met' ? `${wanted} (${figures})` : wanted,
    ...(state !== 'met' && {
      difference: `expected ${wanted}: ${figures}${bad > 0 ? `; each needs ${callsText(expectation)}` : untold > 0 ? `; ${MIRROR}` : ''}`,
    }),
    nearest: [],
    entries: [],
    delays,
    ...(delays.missed > 0 && { missed: duties.missed(now).map((act) => ({ ...act, what: actText(act) })) }),
  }
}

/** @param closesIsAsked whether another expectation asks the client to close what was sold */
export function invariantOutcome(
  { expectation, violations, first, checked, within, twice }: Invariant,
  id: string,
  now: Instant,
  closesIsAsked: boolean,
): Outcome {
  const { met: tolerated, late, missed, waiting, untold = 0 } = twice.delays(now)
  const broken = violations + late + missed
  const [unclosed] = twice.missed(now)
  const example = first ?? (unclosed ? `${actText(unclosed)}: not closed` : 'closed too late')
  const wanted = `${expectation.invariant} after every change`
  const counts = [...toleratedText(tolerated, within, twice.byMachine), ...(waiting > 0 ? [`${waiting} still to be closed`] : [])]
  const times = broken === 1 ? 'time' : 'times'
  const state = broken > 0 ? 'unmet' : untold > 0 ? 'inconclusive' : 'met'
  const alone = closesIsAsked ? '' : EACH_SALE
  const difference =
    broken > 0
      ? `${[`broken ${broken} ${times}`, ...counts].join(', ')}, first: ${example}`
      : `${untold} untold; ${MIRROR}${alone}`
  return {
    id,
    state,
    met: state === 'met',
    expectation,
    found: broken,
    wanted: `${wanted} (${[`${checked} checked`, ...counts].join(', ')})`,
    ...(state !== 'met' && { difference: `expected ${wanted}: ${difference}` }),
    nearest: [],
    entries: [],
    checks: { changes: checked, broken, tolerated, ...(broken > 0 && { first: example }) },
  }
}

/** How many nights were sold twice and closed in time, and by which clock. */
function toleratedText(tolerated: number, within: number, byMachine: number): readonly string[] {
  if (tolerated === 0) return []
  const clock =
    byMachine === 0 ? "by the sandbox's clock" : `${tolerated - byMachine} by the sandbox's clock, ${byMachine} by the machine's`
  return [`tolerated ${tolerated} (closed within ${spanText(within)} ${clock})`]
}
