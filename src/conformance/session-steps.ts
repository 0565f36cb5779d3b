/** The steps of booking sessions: what each had reached when a step was sent. @source spec "Booking session" */
import { groupBy } from '../base/group-by.ts'
import { answerText, type Exchange, isCarriedOut, sessionOf } from './exchange.ts'
import type { Run } from './rule.ts'

export type Milestone = 'session' | 'dates' | 'guests' | 'address' | 'rooms' | 'prices' | 'validation'

interface Step {
  readonly needs: readonly Milestone[]
  readonly gives?: Milestone
  /** Milestones that it invalidates. */
  readonly voids?: readonly Milestone[]
}

const STAY_PARTS = ['dates', 'guests'] as const
const COMPUTED_PARTS = ['prices', 'validation'] as const

/** The steps that depend on others. Notes and reads need only the session. */
const STEPS: Readonly<Record<string, Step>> = {
  initialiseSession: { needs: [], gives: 'session' },
  setDates: { needs: ['session'], gives: 'dates', voids: COMPUTED_PARTS },
  setGuestNumbers: { needs: ['session', 'dates'], gives: 'guests', voids: COMPUTED_PARTS },
  setAddress: { needs: ['session'], gives: 'address', voids: ['validation'] },
  listSessionRooms: { needs: ['session', ...STAY_PARTS] },
  setPropertyBooking: { needs: ['session', ...STAY_PARTS], gives: 'rooms', voids: COMPUTED_PARTS },
  getPrices: { needs: ['session', 'rooms'], gives: 'prices' },
  validateBooking: { needs: ['session', ...STAY_PARTS, 'address', 'rooms', 'prices'], gives: 'validation' },
  createBooking: { needs: ['session', 'validation'] },
}

/** Why a session lacks a milestone although a call should have reached it. */
export interface LostMilestone {
  readonly exchange: Exchange
  readonly how: 'not accepted' | 'invalidated' | 'session ended'
}

export type EarlyStep = ReturnType<typeof earlySteps>[number]
export type Flow = ReturnType<typeof sessionsOf>[number]

/** The sessions of a run, except those whose first calls are not in the journal. */
export function sessionsOf({ exchanges, operations }: Run) {
  const inSession = new Set(operations.filter(({ session }) => session && session !== 'named').map(({ id }) => id))
  const flows = groupBy(exchanges, (one) => (inSession.has(one.operation ?? '') ? sessionOf(one) : undefined))
  return [...flows].map(([id, calls]) => ({ id, calls }))
}

/** True when the first call of a session is known: it initialises the session, or was refused because nothing had. */
export function hasFirstCall({ calls: [first] }: Flow): boolean {
  return first !== undefined && (isInitialise(first) || first.refusalCode === 'session_not_initialised')
}

export const isInitialise = ({ operation }: Exchange): boolean => operation === 'initialiseSession'

/** True when a step succeeded: carried out, and not answered with `valid: false`. Prices count when they were requested. */
function isTaken(exchange: Exchange): boolean {
  return isCarriedOut(exchange) && (isInitialise(exchange) || !/"valid":\s*false/.test(answerText(exchange)))
}

/** The milestones that a session has reached and lost. */
class Progress {
  readonly #reached = new Set<Milestone>()
  readonly #losses = new Map<Milestone, LostMilestone>()
  /** Milestones reported as missing; each is reported once until it is reached. */
  readonly #reported = new Set<Milestone>()

  /** The milestones that a step lacks and that have not been reported. Without a session, only the session. */
  missingMilestones({ needs }: Step) {
    const wanted = needs.includes('session') && !this.#reached.has('session') ? (['session'] as const) : needs
    const unreported = wanted.filter((milestone) => !this.#reached.has(milestone) && !this.#reported.has(milestone))
    for (const milestone of unreported) this.#reported.add(milestone)
    return unreported.map((milestone) => ({ missing: milestone, because: this.#losses.get(milestone) }))
  }

  apply({ gives, voids = [] }: Step, exchange: Exchange): void {
    if (exchange.refusalCode === 'session_not_initialised') this.#lose([...this.#reached], { exchange, how: 'session ended' })
    else if (isTaken(exchange)) {
      this.#lose(voids, { exchange, how: 'invalidated' })
      if (gives) this.#reach(gives)
    } else if (gives) {
      // A new validation replaces the last one; any other refused step changes nothing.
      if (isCarriedOut(exchange) && gives === 'validation') this.#reached.delete(gives)
      this.#losses.set(gives, { exchange, how: 'not accepted' })
    }
  }

  #lose(milestones: readonly Milestone[], loss: LostMilestone): void {
    for (const milestone of milestones) if (this.#reached.delete(milestone)) this.#losses.set(milestone, loss)
  }

  #reach(milestone: Milestone): void {
    this.#reached.add(milestone)
    this.#reported.delete(milestone)
  }
}

/** The steps of a session that came too early, each missing thing once until it is reached. */
export function earlySteps({ calls }: Flow) {
  const progress = new Progress()
  return calls.flatMap((exchange) => {
    const step = STEPS[exchange.operation ?? ''] ?? { needs: ['session'] }
    const early = progress.missingMilestones(step).map((of) => ({ exchange, ...of }))
    progress.apply(step, exchange)
    return early
  })
}
