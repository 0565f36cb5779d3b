/** One kind of traffic and its stored state: the next act, counts, and the bookings that it made. */
import { DAY_MS } from '../../base/duration.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { Instant } from '../../base/instant.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { Progress } from '../../store/progress.ts'
import { Demand } from '../demand/demand.ts'
import { DemandPrices } from '../demand/prices.ts'
import type { EventWord } from '../events/event-schema.ts'
import { type BlockedReason, isFailure, orDueAgain } from '../scenario-context.ts'
import { ActTimes, type LastAct, type NextAct } from './act-times.ts'
import { isDraw, possibleValues } from './drawing.ts'
import type { Traffic } from './traffic-schema.ts'

interface Counts {
  happened: number
  blocked: number
}

interface StoredSource {
  readonly last: LastAct
  readonly next: NextAct | undefined
  readonly counts: readonly (readonly [EventWord, Readonly<Counts>])[]
  readonly reasons?: readonly (readonly [string, number])[]
  readonly lastBlocked: BlockedReason | undefined
  readonly lastFailed?: BlockedReason | undefined
}

/** The place of a source in its scenario. */
interface SourcePlan {
  readonly traffic: Traffic
  /** Its index in the scenario. */
  readonly order: number
  readonly begun: Instant
  readonly until: Instant
}

/** Prefixes of the keys of stored values. */
const [SOURCE, BOOKING] = ['traffic ', 'booking of ']

/** Maximum number of kinds of reasons that are counted. */
const MAX_REASONS = 30

/** A reason without its numbers, days and names. */
const kindOfReason = (reason: BlockedReason): string =>
  reason
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DAY')
    .replaceAll(/ \(.*?\)/g, '')
    .replaceAll(/\b\d+\b/g, 'N')

/** Prices are changed at this interval, first at the beginning. */
const PRICES_EVERY = 7 * DAY_MS

/** The traffic that lets prices follow the demand of another. */
export function priceTrafficOf(traffic: Traffic): readonly Traffic[] {
  if (traffic.demand === undefined) return []
  const { id, demand, with: values = {} } = traffic
  return [{ id: `${id}-prices`, do: 'price_changes', every: `${PRICES_EVERY}ms`, demand, with: { property: values['property'] } }]
}

/** The properties of traffic; undefined for all. */
function propertiesOf({ with: { property } = {} }: Traffic): readonly number[] | undefined {
  if (property === undefined) return undefined
  return (isDraw(property) ? possibleValues(property) : [property]).map(Number)
}

export class TrafficSource {
  readonly traffic: Traffic
  readonly order: number
  readonly demand: Demand | undefined
  /** The prices that it changes. */
  readonly prices: DemandPrices | undefined
  readonly #plan: SourcePlan
  /** Its acts are planned from this time on. */
  readonly #begun: Instant
  readonly #randomness: Randomness
  readonly #progress: Progress
  #times: ActTimes
  #next: NextAct | undefined
  /** The bookings that its acts made, by the number of the act. */
  readonly #bookings: Map<number, number>
  readonly #counts: Map<EventWord, Counts>
  /** How often acts could not happen, by reason. Ids and numbers are `N`, days `DAY`. */
  readonly #reasons: Map<string, number>
  #lastBlocked: BlockedReason | undefined
  /** The latest one by an error of this program. */
  #lastFailed: BlockedReason | undefined

  /** Starts, or continues from the stored progress. */
  constructor(plan: SourcePlan, randomness: Randomness, progress: Progress) {
    const { traffic, order, begun } = plan
    this.traffic = traffic
    this.order = order
    const demand = traffic.demand === undefined ? undefined : new Demand(traffic.demand)
    const changesPrices = traffic.do === 'price_changes'
    this.demand = changesPrices ? undefined : demand
    this.prices =
      demand && changesPrices
        ? new DemandPrices(demand.parts.price, { order, properties: propertiesOf(traffic) }, progress)
        : undefined
    this.#plan = plan
    this.#randomness = randomness
    this.#progress = progress
    const stored = progress.get<StoredSource>(`${SOURCE}${order}`)
    const bookings = progress.entriesWithPrefix<number>(`${BOOKING}${order}/`)
    this.#begun = this.prices ? begun - PRICES_EVERY : begun
    this.#times = new ActTimes(this, this.#begun, randomness, stored?.last)
    this.#next = stored?.next
    this.#bookings = new Map(bookings.map(([number, booking]) => [Number(number), booking]))
    this.#counts = new Map(stored?.counts.map(([word, counts]) => [word, { ...counts }]))
    this.#reasons = new Map(stored?.reasons)
    this.#lastBlocked = stored?.lastBlocked
    this.#lastFailed = stored?.lastFailed
    if (!stored) this.advance()
  }

  /** The next act; undefined once the traffic has ended. */
  get next(): NextAct | undefined {
    return this.#next
  }

  /** Continues with the act after the next one. */
  advance(): void {
    const next = this.#times.next()
    this.#next = next.at < this.#plan.until ? next : undefined
    this.#store()
  }

  /** Performs the next act. The act after it is stored as the next one with what it changes. */
  perform<T>(act: (next: NextAct) => T): T | undefined {
    const next = this.#next
    if (!next) return undefined
    const { last } = this.#times
    this.advance()
    const putBack = (): void => {
      this.#times = new ActTimes(this, this.#begun, this.#randomness, last)
      this.#next = next
      this.#store()
    }
    return orDueAgain(() => act(next), putBack)
  }

  /** Begins again with the first act. Counts do not change. */
  restart(): void {
    this.#times = new ActTimes(this, this.#begun, this.#randomness)
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

  /** Counts an act. @param blocked why it could not happen; null when it did */
  count(word: EventWord, blocked: BlockedReason | null): void {
    const counts = getOrInsert(this.#counts, word, () => ({ happened: 0, blocked: 0 }))
    if (blocked === null) counts.happened++
    else {
      counts.blocked++
      this.#lastBlocked = blocked
      if (isFailure(blocked)) this.#lastFailed = blocked
      const reason = kindOfReason(blocked)
      if (this.#reasons.size < MAX_REASONS || this.#reasons.has(reason))
        this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
    }
    this.#store()
  }

  /** For reports and the control API. */
  status() {
    const { id, do: head, then = [] } = this.traffic
    const later = then.flatMap((one) => [one.do, one.else ?? one.do])
    const words = new Set<EventWord>([head, ...later, ...this.#counts.keys()])
    // Its own act first, then its follow-ups.
    const acts = [...words].map((word) => ({ do: word, ...(this.#counts.get(word) ?? { happened: 0, blocked: 0 }) }))
    const reasons = [...this.#reasons].map(([reason, blocked]) => ({ reason, blocked })).sort((a, b) => b.blocked - a.blocked)
    const [next = null, lastBlocked = null, lastFailed] = [this.#next?.at, this.#lastBlocked, this.#lastFailed]
    return { id, do: head, acts, reasons, next, lastBlocked, ...(lastFailed && { lastFailed }) }
  }

  #store(): void {
    if (!this.#progress.keeps) return
    const counts = [...this.#counts].map(([word, count]) => [word, { ...count }] as const)
    this.#progress.set(`${SOURCE}${this.order}`, {
      last: this.#times.last,
      next: this.#next,
      counts,
      reasons: [...this.#reasons],
      lastBlocked: this.#lastBlocked,
      lastFailed: this.#lastFailed,
    } satisfies StoredSource)
  }
}

export type TrafficStatus = ReturnType<TrafficSource['status']>
