/**
 * One kind of traffic and its stored state: the next act, counts, and the bookings that it made.
 *
 * @module
 */
import type { Instant } from '../../base/instant.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { Progress } from '../../store/progress.ts'
import type { EventWord } from '../events/schema.ts'
import type { BlockedReason } from '../scenario-context.ts'
import { Arrivals, type LastAct, type NextAct } from './arrivals.ts'
import type { Traffic } from './schema.ts'
import type { TrafficStatus } from './status.ts'

interface Counts {
  happened: number
  blocked: number
}

/** The stored state of one kind of traffic. */
interface StoredSource {
  readonly last: LastAct
  readonly next: NextAct | undefined
  readonly counts: readonly (readonly [EventWord, Readonly<Counts>])[]
  readonly lastBlocked: BlockedReason | undefined
}

/** The place of a source in its scenario. */
interface SourcePlan {
  readonly traffic: Traffic
  /** Its index in the scenario. */
  readonly order: number
  readonly begun: Instant
  /** When traffic ends. */
  readonly until: Instant
}

/** Prefixes of the keys of stored values. */
const [SOURCE, BOOKING] = ['traffic ', 'booking of ']

export class TrafficSource {
  readonly traffic: Traffic
  readonly order: number
  readonly #plan: SourcePlan
  readonly #randomness: Randomness
  readonly #progress: Progress
  #arrivals: Arrivals
  #next: NextAct | undefined
  /** The bookings that its acts made, by the number of the act. */
  readonly #bookings: Map<number, number>
  readonly #counts: Map<EventWord, Counts>
  #lastBlocked: BlockedReason | undefined

  /** Starts, or continues from the stored progress. */
  constructor(plan: SourcePlan, randomness: Randomness, progress: Progress) {
    const { traffic, order, begun } = plan
    this.traffic = traffic
    this.order = order
    this.#plan = plan
    this.#randomness = randomness
    this.#progress = progress
    const stored = progress.get<StoredSource>(`${SOURCE}${order}`)
    const bookings = progress.entriesWithPrefix<number>(`${BOOKING}${order}/`)
    this.#arrivals = new Arrivals(traffic, begun, randomness, stored?.last)
    this.#next = stored?.next
    this.#bookings = new Map(bookings.map(([number, booking]) => [Number(number), booking]))
    this.#counts = new Map(stored?.counts.map(([word, counts]) => [word, { ...counts }]))
    this.#lastBlocked = stored?.lastBlocked
    if (!stored) this.advance()
  }

  /** The next act; undefined once the traffic has ended. */
  get next(): NextAct | undefined {
    return this.#next
  }

  /** Continues with the act after the next one. */
  advance(): void {
    const next = this.#arrivals.next()
    this.#next = next.at < this.#plan.until ? next : undefined
    this.#store()
  }

  /** Begins again with the first act. Counts do not change. */
  restart(): void {
    this.#arrivals = new Arrivals(this.traffic, this.#plan.begun, this.#randomness)
    this.advance()
  }

  /** The booking that an act made. */
  bookingOf(number: number): number | undefined {
    return this.#bookings.get(number)
  }

  addBooking(number: number, booking: number): void {
    this.#bookings.set(number, booking)
    this.#progress.set(`${BOOKING}${this.order}/${number}`, booking)
  }

  /** Counts an act. @param blocked why it could not happen; undefined when it did */
  count(word: EventWord, blocked: BlockedReason | undefined): void {
    const counts = this.#counts.get(word) ?? { happened: 0, blocked: 0 }
    this.#counts.set(word, counts)
    if (blocked === undefined) counts.happened++
    else {
      counts.blocked++
      this.#lastBlocked = blocked
    }
    this.#store()
  }

  status(): TrafficStatus {
    const { id, do: head, then = [] } = this.traffic
    const words = new Set<EventWord>([head, ...then.flatMap((one) => [one.do, ...(one.else ? [one.else] : [])])])
    const acts = [...words].map((word) => ({ do: word, ...(this.#counts.get(word) ?? { happened: 0, blocked: 0 }) }))
    return { id, do: head, next: this.#next?.at, acts, lastBlocked: this.#lastBlocked }
  }

  #store(): void {
    if (!this.#progress.keeps) return
    const counts = [...this.#counts].map(([word, count]) => [word, { ...count }] as const)
    this.#progress.set(`${SOURCE}${this.order}`, {
      last: this.#arrivals.last,
      next: this.#next,
      counts,
      lastBlocked: this.#lastBlocked,
    } satisfies StoredSource)
  }
}
