/**
 * What a client still has to do after acts of traffic. Memory and work are bounded: what was not done for long is counted as
 * missed and no longer followed.
 *
 * @module
 */
import type { Comparable } from '../../api/subject.ts'
import type { Instant } from '../../base/instant.ts'
import type { ClientTime, Moment } from './client-time.ts'
import { DelayCounts, type Delays, type KeptDelays } from './delays.ts'

/** Something that a client has to do after an act. */
export interface Duty {
  readonly since: Moment
  /** The booking it is about; undefined for one about rooms and nights. */
  readonly booking: number | undefined
  /** What a call is compared with. */
  readonly of: Comparable
}

/** A time by both clocks. */
export interface Now {
  /** By the sandbox's clock. */
  readonly at: Instant
  /** By the machine's clock. */
  readonly real: Instant
}

/** Duties that are followed while there is time. */
export const MAX_WAITING = 10_000
/** Duties that are followed after their time is over: done then, they are late. */
export const MAX_OVERDUE = 1_000

/** What is kept of {@link Duties} for another process that goes on. */
export interface KeptDuties {
  readonly waiting: readonly Duty[]
  readonly overdue: readonly Duty[]
  readonly delays: KeptDelays
  readonly met: number
  readonly late: number
  readonly forgotten: number
}

/** The duties of one expectation. */
export class Duties {
  readonly #within: number
  readonly #time: ClientTime
  /** In time still, oldest first. */
  readonly #waiting = new Set<Duty>()
  /** Not done in time, oldest first. */
  readonly #overdue = new Set<Duty>()
  readonly #ofBookings = new Map<number, Set<Duty>>()
  /** Those that are not about a booking. */
  readonly #ofNights = new Set<Duty>()
  readonly #delays = new DelayCounts()
  #met = 0
  #late = 0
  /** Missed and no longer followed. */
  #forgotten = 0

  /** @param within milliseconds */
  constructor(within: number, time: ClientTime) {
    this.#within = within
    this.#time = time
  }

  get size(): number {
    return this.#waiting.size + this.#overdue.size
  }

  add(duty: Duty, now: Now): void {
    this.#expire(now)
    this.#waiting.add(duty)
    this.#follow(duty)
    if (this.#waiting.size > MAX_WAITING) this.#forgetFirst(this.#waiting)
  }

  #follow(duty: Duty): void {
    const { booking } = duty
    if (booking === undefined) this.#ofNights.add(duty)
    else this.#ofBookings.set(booking, (this.#ofBookings.get(booking) ?? new Set()).add(duty))
  }

  /** How they stand. */
  kept(): KeptDuties {
    return {
      waiting: [...this.#waiting],
      overdue: [...this.#overdue],
      delays: this.#delays.kept(),
      met: this.#met,
      late: this.#late,
      forgotten: this.#forgotten,
    }
  }

  /** Goes on with those of another process. */
  goOn({ waiting, overdue, delays, met, late, forgotten }: KeptDuties): void {
    for (const [kept, duties] of [[waiting, this.#waiting] as const, [overdue, this.#overdue] as const])
      for (const { since, booking, of } of kept) {
        const duty = { since: this.#time.again(since), booking, of }
        duties.add(duty)
        this.#follow(duty)
      }
    this.#delays.goOn(delays)
    this.#met = met
    this.#late = late
    this.#forgotten = forgotten
  }

  /**
   * Ends the duties that a call does.
   *
   * @param bookings the bookings that it shows or names
   * @param isDone whether it does a duty that is not about a booking
   * @param since duties that began later than this time of the sandbox's clock stay
   */
  end(bookings: () => Iterable<number>, isDone: (duty: Duty) => boolean, since: Instant, now: Now): void {
    this.#expire(now)
    const done: Duty[] = []
    if (this.#ofBookings.size > 0) for (const booking of bookings()) done.push(...(this.#ofBookings.get(booking) ?? []))
    for (const duty of this.#ofNights) if (isDone(duty)) done.push(duty)
    for (const duty of done) if (duty.since.at <= since) this.#end(duty, now)
  }

  #end(duty: Duty, now: Now): void {
    const delay = this.#time.since(duty.since, now)
    this.#delays.add(delay)
    if (delay > this.#within) this.#late++
    else this.#met++
    this.#remove(duty)
  }

  /** Finds what is overdue by either clock. The oldest come first, so it ends at the first that is in time. */
  #expire(now: Now): void {
    for (const duty of this.#waiting) {
      if (this.#time.since(duty.since, now) <= this.#within) return
      this.#waiting.delete(duty)
      this.#overdue.add(duty)
      if (this.#overdue.size > MAX_OVERDUE) this.#forgetFirst(this.#overdue)
    }
  }

  #forgetFirst(duties: Set<Duty>): void {
    const [first] = duties
    if (!first) return
    this.#remove(first)
    this.#forgotten++
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

  /** How it stands. What is not done is missed once the time is over by the sandbox's clock. */
  delays(now: Instant): Delays {
    let missed = this.#forgotten + this.#overdue.size
    let waiting = this.#waiting.size
    for (const { since } of this.#waiting) {
      if (now - since.at <= this.#within) break
      missed++
      waiting--
    }
    return { ...this.#delays.summary(), met: this.#met, late: this.#late, missed, waiting }
  }
}
