/**
 * The open duties of a client after acts of traffic. Memory and time are limited: duties that are overdue for long count as
 * missed and are no longer tracked.
 */
import type { Comparable } from '../../api/subject.ts'
import type { Instant } from '../../base/instant.ts'
import type { Happened } from '../../conformance/client-time.ts'
import type { Delays, MissedAct } from '../expectations/outcome-schema.ts'
import { DelayCounts, type StoredDelays } from './delays.ts'
import type { ActTime, ReactionTime } from './reaction-time.ts'

/** Something that a client has to do after an act. */
export interface Duty {
  readonly since: ActTime
  readonly act: MissedAct
  /** The booking; undefined for a duty on rooms and nights. */
  readonly booking: number | undefined
  /** The subject that a call must have. */
  readonly of: Comparable
  /** True when the client may have done it without a call. */
  mayBeDone?: boolean
}

/** Maximum number of tracked duties that are in time. */
export const MAX_WAITING = 10_000
/** Maximum number of tracked duties that are overdue; done then, they are late. */
export const MAX_OVERDUE = 1_000

/** Maximum number of missed acts in a report. */
const MAX_REPORTED = 10

interface Counts {
  met: number
  late: number
  /** Of those that were done in time, those that were late by the sandbox's clock. */
  byMachine: number
  /** Overdue, and perhaps done without a call. */
  untold: number
  /** The longest time of the sandbox's clock after which one was done in time. */
  slowest: number
  /** Missed and no longer tracked. */
  forgotten: number
}

/** Those of an earlier version lack some counts. */
export interface StoredReactions extends Readonly<Partial<Counts>> {
  readonly waiting: readonly Duty[]
  readonly overdue: readonly Duty[]
  readonly delays: StoredDelays
  readonly named: readonly MissedAct[]
}

/** The duties of one expectation. */
export class PendingReactions {
  readonly #within: number
  readonly #time: ReactionTime
  /** Still in time, oldest first. */
  readonly #waiting = new Set<Duty>()
  /** Overdue, oldest first. */
  readonly #overdue = new Set<Duty>()
  readonly #ofBookings = new Map<number, Set<Duty>>()
  /** Duties that a call about nights may do. */
  readonly #ofNights = new Set<Duty>()
  readonly #delays = new DelayCounts()
  readonly #counts: Counts = { met: 0, late: 0, byMachine: 0, untold: 0, slowest: 0, forgotten: 0 }
  /** The first of those that are no longer tracked. */
  readonly #named: MissedAct[] = []

  /** @param within milliseconds */
  constructor(within: number, time: ReactionTime) {
    this.#within = within
    this.#time = time
  }

  get size(): number {
    return this.#waiting.size + this.#overdue.size
  }

  add(duty: Duty, now: Happened): void {
    this.#expire(now)
    this.#waiting.add(duty)
    this.#follow(duty)
    if (this.#waiting.size > MAX_WAITING) this.#forgetFirst(this.#waiting)
  }

  #follow(duty: Duty): void {
    const { booking } = duty
    if (booking === undefined || duty.of.subject?.nights) this.#ofNights.add(duty)
    if (booking !== undefined) this.#ofBookings.set(booking, (this.#ofBookings.get(booking) ?? new Set()).add(duty))
  }

  state(): StoredReactions {
    return {
      waiting: [...this.#waiting],
      overdue: [...this.#overdue],
      delays: this.#delays.state(),
      ...this.#counts,
      named: [...this.#named],
    }
  }

  resume({ waiting, overdue, delays, named, ...counts }: StoredReactions): void {
    const { met = 0, late = 0, byMachine = 0, untold = 0, slowest = 0, forgotten = 0 } = counts
    for (const [kept, duties] of [[waiting, this.#waiting] as const, [overdue, this.#overdue] as const])
      for (const { since, ...rest } of kept) {
        const duty = { since: this.#time.fromStored(since), ...rest }
        duties.add(duty)
        this.#follow(duty)
      }
    this.#delays.resume(delays)
    Object.assign(this.#counts, { met, late, byMachine, untold, slowest, forgotten })
    this.#named.push(...named)
  }

  /**
   * Ends the duties that a call does.
   *
   * @param bookings the bookings that the call names or its response shows
   * @param isDone true when the call does a duty on nights
   * @param since duties that began after this time of the sandbox's clock stay
   */
  end(bookings: () => Iterable<number>, isDone: (duty: Duty) => boolean, since: Instant, now: Happened): void {
    this.#expire(now)
    const done = new Set(this.#ofBookings.size > 0 ? [...bookings()].flatMap((id) => [...(this.#ofBookings.get(id) ?? [])]) : [])
    for (const duty of this.#ofNights) if (isDone(duty)) done.add(duty)
    for (const duty of done) if (duty.since.at <= since) this.#end(duty, now)
  }

  /** Marks duties on nights that the client may do without a further call. */
  mayDo(isMeant: (duty: Duty) => boolean, since: Instant, now: Happened): void {
    this.#expire(now)
    for (const duty of this.#ofNights)
      if (duty.since.at <= since && this.#waiting.has(duty) && isMeant(duty)) duty.mayBeDone = true
  }

  /** Removes duties without judging them. */
  removeIf(isGone: (duty: Duty) => boolean): void {
    for (const duty of [...this.#waiting, ...this.#overdue]) if (isGone(duty)) this.#remove(duty)
  }

  #end(duty: Duty, now: Happened): void {
    const delay = this.#time.elapsed(duty.since, now)
    this.#delays.add(delay)
    if (delay > this.#within) this.#counts.late++
    else {
      this.#counts.met++
      const taken = now.at - duty.since.at
      this.#counts.slowest = Math.max(this.#counts.slowest, taken)
      if (taken > this.#within) this.#counts.byMachine++
    }
    this.#remove(duty)
  }

  /** Moves overdue duties, by either clock. The oldest come first, so it ends at the first that is in time. */
  #expire(now: Happened): void {
    for (const duty of this.#waiting) {
      if (this.#time.elapsed(duty.since, now) <= this.#within) return
      if (duty.mayBeDone) {
        this.#counts.untold++
        this.#remove(duty)
        continue
      }
      this.#waiting.delete(duty)
      this.#overdue.add(duty)
      if (this.#overdue.size > MAX_OVERDUE) this.#forgetFirst(this.#overdue)
    }
  }

  #forgetFirst(duties: Set<Duty>): void {
    const [first] = duties
    if (!first) return
    this.#remove(first)
    this.#counts.forgotten++
    if (this.#named.length < MAX_REPORTED) this.#named.push(first.act)
  }

  #remove(duty: Duty): void {
    this.#waiting.delete(duty)
    this.#overdue.delete(duty)
    this.#ofNights.delete(duty)
    if (duty.booking === undefined) return
    const others = this.#ofBookings.get(duty.booking)
    others?.delete(duty)
    if (others?.size === 0) this.#ofBookings.delete(duty.booking)
  }

  /** The number of those that were done in time by the machine's clock only. */
  get byMachine(): number {
    return this.#counts.byMachine
  }

  /**
   * The open duties whose time limit is over by the sandbox's clock. A client that works by the machine's clock may do one in its
   * next turn, unless its turns are those of a moved clock.
   */
  #over(now: Instant): readonly Duty[] {
    const limit = this.#time.moved > 0 ? this.#within : Math.max(this.#within, this.#counts.slowest)
    return [...this.#waiting].filter(({ since }) => now - since.at > limit)
  }

  /** The current counts. */
  delays(now: Instant): Delays {
    const over = this.#over(now)
    const doubtful = over.filter(({ mayBeDone }) => mayBeDone).length
    const { met, late, forgotten } = this.#counts
    const untold = this.#counts.untold + doubtful
    const missed = forgotten + this.#overdue.size + over.length - doubtful
    const waiting = this.#waiting.size - over.length
    return { ...this.#delays.summary(), met, late, missed, waiting, ...(untold > 0 && { untold }) }
  }

  /** The first acts that were missed. */
  missed(now: Instant): readonly MissedAct[] {
    const over = [...this.#overdue, ...this.#over(now).filter(({ mayBeDone }) => !mayBeDone)]
    return [...this.#named, ...over.map(({ act }) => act)].slice(0, MAX_REPORTED)
  }
}
