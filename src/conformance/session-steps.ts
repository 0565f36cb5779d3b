/**
 * The course of booking sessions as the journal shows it: what each had reached when a step was sent.
 *
 * @module
 * @source spec "Booking session"
 */
import { answerText, type Exchange, type Facts, grouped, isDone } from './exchange.ts'

/** What a session can have reached. */
export type Milestone = 'session' | 'dates' | 'guests' | 'address' | 'rooms' | 'prices' | 'validation'

interface Step {
  readonly needs: readonly Milestone[]
  readonly gives?: Milestone
  /** What no longer holds after it. */
  readonly voids?: readonly Milestone[]
}

const TOLD = ['dates', 'guests'] as const
const RECKONED = ['prices', 'validation'] as const

/** The steps that depend on others. What a note or a look needs is only the session. */
const STEPS: Readonly<Record<string, Step>> = {
  initialiseSession: { needs: [], gives: 'session' },
  setDates: { needs: ['session'], gives: 'dates', voids: RECKONED },
  setGuestNumbers: { needs: ['session', 'dates'], gives: 'guests', voids: RECKONED },
  setAddress: { needs: ['session'], gives: 'address', voids: ['validation'] },
  listSessionRooms: { needs: ['session', ...TOLD] },
  setPropertyBooking: { needs: ['session', ...TOLD], gives: 'rooms', voids: RECKONED },
  getPrices: { needs: ['session', 'rooms'], gives: 'prices' },
  validateBooking: { needs: ['session', ...TOLD, 'address', 'rooms', 'prices'], gives: 'validation' },
  createBooking: { needs: ['session', 'validation'] },
}

/** Why a session does not have something although a call was to bring it. */
export interface Loss {
  readonly exchange: Exchange
  readonly how: 'not taken' | 'made void' | 'session ended'
}

/** A step that came before something it needs. */
export interface EarlyStep {
  readonly exchange: Exchange
  readonly missing: Milestone
  readonly because: Loss | undefined
}

/** One booking session, by the id its client gave it. */
export interface Flow {
  readonly id: string
  readonly calls: readonly Exchange[]
}

/** The sessions of a run, those whose beginning the journal does not hold left out. */
export function flowsOf(exchanges: readonly Exchange[], { operations }: Facts): readonly Flow[] {
  const inSession = new Set(operations.filter(({ session }) => session && session !== 'named').map(({ id }) => id))
  const flows = grouped(exchanges, ({ operation = '', session }) => (inSession.has(operation) && session?.trim()) || undefined)
  return [...flows].map(([id, calls]) => ({ id, calls }))
}

/** True when the session's beginning is known: its first call begins it, or was refused because nothing had. */
export function isWhole({ calls: [first] }: Flow): boolean {
  return first !== undefined && (isBeginning(first) || first.refusalCode === 'session_not_initialised')
}

export const isBeginning = ({ operation }: Exchange): boolean => operation === 'initialiseSession'

/** True when a step was taken: done, and not answered with `valid: false`. Prices count when asked for, whatever they say. */
function isTaken(exchange: Exchange): boolean {
  return isDone(exchange) && (isBeginning(exchange) || !/"valid":\s*false/.test(answerText(exchange)))
}

/** What one session has, and what became of the rest. */
class Standing {
  readonly #reached = new Set<Milestone>()
  readonly #losses = new Map<Milestone, Loss>()
  /** What was said to be missing; said once, until it is reached. */
  readonly #told = new Set<Milestone>()

  /** What a step misses that has not been told yet. Without a session nothing else matters. */
  missing({ needs }: Step): readonly { readonly missing: Milestone; readonly because: Loss | undefined }[] {
    const wanted = needs.includes('session') && !this.#reached.has('session') ? (['session'] as const) : needs
    const untold = wanted.filter((milestone) => !this.#reached.has(milestone) && !this.#told.has(milestone))
    for (const milestone of untold) this.#told.add(milestone)
    return untold.map((missing) => ({ missing, because: this.#losses.get(missing) }))
  }

  /** Takes in what a step did. */
  after({ gives, voids = [] }: Step, exchange: Exchange): void {
    if (exchange.refusalCode === 'session_not_initialised') this.#lose([...this.#reached], { exchange, how: 'session ended' })
    else if (isTaken(exchange)) {
      this.#lose(voids, { exchange, how: 'made void' })
      if (gives) this.#reach(gives)
    } else if (gives) {
      // a new verdict takes the place of the last one; any other step that was refused leaves things as they were
      if (isDone(exchange) && gives === 'validation') this.#reached.delete(gives)
      if (!this.#reached.has(gives)) this.#losses.set(gives, { exchange, how: 'not taken' })
    }
  }

  #lose(milestones: readonly Milestone[], loss: Loss): void {
    for (const milestone of milestones) if (this.#reached.delete(milestone)) this.#losses.set(milestone, loss)
  }

  #reach(milestone: Milestone): void {
    this.#reached.add(milestone)
    this.#told.delete(milestone)
  }
}

/** The steps of a session that came too early, each missing thing once until it is reached. */
export function earlySteps({ calls }: Flow): readonly EarlyStep[] {
  const standing = new Standing()
  return calls.flatMap((exchange) => {
    const step = STEPS[exchange.operation ?? ''] ?? { needs: ['session'] }
    const early = standing.missing(step).map((of) => ({ exchange, ...of }))
    standing.after(step, exchange)
    return early
  })
}
