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

/** A step that came before something it needs. */
export interface EarlyStep {
  readonly exchange: Exchange
  readonly missing: Milestone
  /** The call that should have brought it, where there was one that failed or one that made it void. */
  readonly because: Exchange | undefined
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

/** True when a step was taken: done, and not answered with `valid: false` or with an error in place of prices. */
function isTaken(exchange: Exchange): boolean {
  return isDone(exchange) && (isBeginning(exchange) || !/"valid":\s*false|"error_number":/.test(answerText(exchange)))
}

/** The steps of a session that came too early, each missing thing once until it is reached. */
export function earlySteps({ calls }: Flow): readonly EarlyStep[] {
  const reached = new Set<Milestone>()
  const because = new Map<Milestone, Exchange>()
  const told = new Set<Milestone>()
  return calls.flatMap((exchange) => {
    const { needs, gives, voids }: Step = STEPS[exchange.operation ?? ''] ?? { needs: ['session'] }
    const missing = needs.filter((milestone) => !reached.has(milestone) && !told.has(milestone))
    const early = missing.map((milestone) => ({ exchange, missing: milestone, because: because.get(milestone) }))
    const ended = exchange.refusalCode === 'session_not_initialised'
    for (const milestone of missing) told.add(milestone)
    if (ended) lose([...reached], exchange)
    else if (isTaken(exchange)) {
      lose(
        (voids ?? []).filter((milestone) => reached.has(milestone)),
        exchange,
      )
      if (gives) reach(gives)
    } else if (gives) because.set(gives, exchange)
    return early
  })

  function lose(milestones: readonly Milestone[], exchange: Exchange): void {
    for (const milestone of milestones) {
      reached.delete(milestone)
      because.set(milestone, exchange)
    }
  }

  function reach(milestone: Milestone): void {
    reached.add(milestone)
    told.delete(milestone)
  }
}
