/**
 * Runs the traffic of one sandbox: acts at their times, follow-ups of the bookings they make, and their results.
 *
 * When an act is tried and with which values depends only on the seed, the id of the traffic and the number of the act, never on
 * the client or on the ids of rows. Whether it can happen depends on the state.
 *
 * @module
 */
import type { Instant } from '../../base/instant.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { Commit } from '../../store/commit.ts'
import { NO_PROGRESS, type Progress } from '../../store/progress.ts'
import type { EventWord } from '../event-schema.ts'
import { performAct } from '../events.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { ActLog } from './act-log.ts'
import { isBooking, stayIn } from './act-result.ts'
import { ActValues, DEFAULT_VALUES } from './act-values.ts'
import { Arrivals, type LastOffer, type Offer } from './arrivals.ts'
import { decideFollowUp, timeOfDay } from './follow-ups.ts'
import type { FollowUp, Traffic } from './schema.ts'
import type { ActCount, PastAct, TrafficStatus } from './status.ts'
import { WaitingList } from './waiting-list.ts'

/** One kind of traffic and its state. */
interface Source {
  readonly traffic: Traffic
  /** Its index in the scenario. */
  readonly order: number
  arrivals: Arrivals
  next: Offer | undefined
  /** The bookings that its acts made, by the number of the act. */
  readonly bookings: Map<number, number>
  readonly counts: Map<EventWord, { happened: number; blocked: number }>
  lastBlocked: string | undefined
}

/** A planned follow-up of a booking. */
interface Waiting {
  readonly source: Source
  /** Number of the act that made the booking. */
  readonly number: number
  /** Index of the follow-up. */
  readonly step: number
  readonly booking: number
  readonly do: EventWord
  readonly at: Instant
  /** Milliseconds after midnight; see {@link timeOfDay}. */
  readonly ofDay: number
}

/** The stored state of one kind of traffic. */
interface StoredSource {
  readonly last: LastOffer
  readonly next: Offer | undefined
  readonly counts: readonly (readonly [EventWord, { readonly happened: number; readonly blocked: number }])[]
  readonly lastBlocked: string | undefined
}

/** A stored follow-up, with the index of its source. */
type StoredWaiting = Omit<Waiting, 'source'> & { readonly order: number }

/** Prefixes of the keys of stored values. */
const [SOURCE, BOOKING, WAITING] = ['traffic ', 'booking of ', 'follows ']

/** The traffic of a scenario. */
export interface TrafficPlan {
  readonly traffic: readonly Traffic[]
  readonly begun: Instant
  /** When traffic ends. */
  readonly until: Instant
}

export class TrafficRun {
  readonly #trafficPlan: TrafficPlan
  readonly #randomness: Randomness
  #sources: readonly Source[]
  readonly #waiting = new WaitingList<Waiting>(isBefore)
  readonly #acts: ActLog
  #lastBooking: number | undefined
  #acting: string | undefined
  readonly #values: ActValues
  readonly #progress: Progress

  /** @param progress the stored progress */
  constructor(plan: TrafficPlan, randomness: Randomness, progress: Progress = NO_PROGRESS) {
    this.#trafficPlan = plan
    this.#randomness = randomness.ofAllSandboxes
    this.#values = new ActValues(this.#randomness)
    this.#progress = progress
    this.#sources = plan.traffic.map((traffic, order) => this.#sourceOf(traffic, order))
    for (const [, { order, ...waiting }] of progress.below<StoredWaiting>(WAITING)) {
      const source = this.#sources[order]
      if (source) this.#waiting.add({ source, ...waiting })
    }
    this.#acts = new ActLog(progress)
  }

  #sourceOf(traffic: Traffic, order: number): Source {
    const kept = this.#progress.get<StoredSource>(`${SOURCE}${order}`)
    const bookings = this.#progress.below<number>(`${BOOKING}${order}/`)
    const source: Source = {
      traffic,
      order,
      arrivals: new Arrivals(traffic, this.#trafficPlan.begun, this.#randomness, kept?.last),
      next: kept?.next,
      bookings: new Map(bookings.map(([number, booking]) => [Number(number), booking])),
      counts: new Map(kept?.counts.map(([word, counts]) => [word, { ...counts }])),
      lastBlocked: kept?.lastBlocked,
    }
    if (!kept) this.#advance(source)
    return source
  }

  #advance(source: Source): void {
    const next = source.arrivals.next()
    source.next = next.at < this.#trafficPlan.until ? next : undefined
    this.#store(source)
  }

  #store({ order, arrivals, next, counts, lastBlocked }: Source): void {
    if (!this.#progress.keeps) return
    const kept = [...counts].map(([word, count]) => [word, { ...count }] as const)
    this.#progress.set(`${SOURCE}${order}`, { last: arrivals.last, next, counts: kept, lastBlocked } satisfies StoredSource)
  }

  #plan(waiting: Waiting): void {
    this.#waiting.add(waiting)
    const { source, ...rest } = waiting
    this.#progress.set(keyOf(waiting), { ...rest, order: source.order } satisfies StoredWaiting)
  }

  /** When something happens next; undefined when nothing will. */
  get nextAt(): Instant | undefined {
    const source = this.#nextSource()
    const waiting = this.#waiting.first?.at
    if (!source?.next) return waiting
    return waiting === undefined ? source.next.at : Math.min(source.next.at, waiting)
  }

  /** The source with the earliest next act; at the same time, the first in the scenario. */
  #nextSource(): Source | undefined {
    let first: Source | undefined
    for (const source of this.#sources) if (source.next && (!first?.next || source.next.at < first.next.at)) first = source
    return first
  }

  /** The booking that the latest act made; undefined when it made none. */
  get lastBooking(): number | undefined {
    return this.#lastBooking
  }

  /** The act that is being performed, such as `guests/guest_books`; undefined while none is. */
  get acting(): string | undefined {
    return this.#acting
  }

  #act(
    { traffic }: Source,
    act: { readonly do: EventWord; readonly with: Readonly<Record<string, unknown>> },
    key: string,
    context: ScenarioContext,
  ): object | string {
    this.#acting = `${traffic.id}/${act.do}`
    try {
      return performAct({ ...context, randomness: this.#randomness, key }, act)
    } finally {
      this.#acting = undefined
    }
  }

  /** Performs the next act or follow-up. @param contextAt the context at a time */
  perform(contextAt: (at: Instant) => ScenarioContext): void {
    const source = this.#nextSource()
    const waiting = this.#waiting.first
    if (waiting && (!source?.next || waiting.at <= source.next.at)) {
      this.#waiting.take()
      this.#progress.set(keyOf(waiting), undefined)
      this.#follow(waiting, contextAt(waiting.at))
    } else if (source?.next) {
      const offer = source.next
      this.#advance(source)
      this.#offer(source, offer, contextAt(offer.at))
    }
  }

  #offer(source: Source, { number, at }: Offer, context: ScenarioContext): void {
    const { traffic } = source
    const key = `${traffic.id}/${number}`
    const values = this.#values.draw({ ...DEFAULT_VALUES[traffic.do], ...traffic.with }, key, context.store.db)
    const made = this.#act(source, { do: traffic.do, with: values }, key, context)
    this.#record(source, { number, do: traffic.do, head: true, at, property: numberIn(values, 'property') }, made)
    if (!isBooking(made) || made.kind === 'black') return
    source.bookings.set(number, made.id)
    this.#progress.set(`${BOOKING}${source.order}/${number}`, made.id)
    for (const [step, followUp] of (traffic.then ?? []).entries())
      this.#planFollowUp(source, number, step, followUp, made, context)
  }

  /** Plans one follow-up of a booking that was just made. */
  #planFollowUp(
    source: Source,
    number: number,
    step: number,
    followUp: FollowUp,
    booking: Booking,
    context: ScenarioContext,
  ): void {
    const decided = decideFollowUp(followUp, this.#randomness, `${source.traffic.id}/${number}/${step}`)
    if (!decided) return
    const made = booking.createdAt ?? context.now
    const { ofDay } = decided
    const due = decided.after === undefined ? this.#dayDue(booking, followUp, ofDay, context) : made + decided.after
    this.#plan({ source, number, step, booking: booking.id, do: decided.do, at: Math.max(due, made), ofDay })
  }

  #dayDue(
    booking: Booking,
    { on }: FollowUp,
    ofDay: number,
    { store, choices }: Pick<ScenarioContext, 'store' | 'choices'>,
  ): Instant {
    const day = on === 'departure' ? booking.departure : booking.arrival
    return timeOfDay(day, ofDay, store.db.properties.get(booking.propertyId), choices.today)
  }

  #follow(waiting: Waiting, context: ScenarioContext): void {
    const { source, number, step, booking: id, do: word, at } = waiting
    const followUp = source.traffic.then?.[step]
    const booking = context.store.db.bookings.get(id)
    if (!followUp) return
    const due = booking && followUp.on ? this.#dayDue(booking, followUp, waiting.ofDay, context) : at
    // The stay was moved to a later day.
    if (due > at && booking && !booking.cancelled) {
      this.#plan({ ...waiting, at: due })
      return
    }
    const key = `${source.traffic.id}/${number}/${step}`
    const values = word === followUp.do ? this.#values.draw(followUp.with ?? {}, key, context.store.db, false) : {}
    const made = this.#act(source, { do: word, with: { ...values, booking: id } }, key, context)
    this.#record(source, { number, do: word, head: false, at, property: booking?.propertyId, booking: id }, made)
  }

  /** Brings the follow-ups of stays forward that were moved to earlier days; they are due at once when that day has begun. */
  committed(commit: Commit, context: Pick<ScenarioContext, 'store' | 'choices'>): void {
    for (const { before, after } of commit.rowsOf('bookings'))
      if (before && after && (after.arrival < before.arrival || after.departure < before.departure))
        this.#bringForward(after, context)
  }

  #bringForward(booking: Booking, context: Pick<ScenarioContext, 'store' | 'choices'>): void {
    for (const waiting of this.#waiting.ofBooking(booking.id)) {
      const followUp = waiting.source.traffic.then?.[waiting.step]
      if (!followUp?.on) continue
      const due = Math.max(this.#dayDue(booking, followUp, waiting.ofDay, context), booking.changedAt)
      if (due >= waiting.at) continue
      this.#waiting.remove(waiting)
      this.#plan({ ...waiting, at: due })
    }
  }

  #record(
    source: Source,
    what: Pick<PastAct, 'number' | 'do' | 'head' | 'at' | 'property'> & { readonly booking?: number },
    made: object | string,
  ): void {
    const blocked = typeof made === 'string' ? made : undefined
    const count = source.counts.get(what.do) ?? { happened: 0, blocked: 0 }
    source.counts.set(what.do, count)
    if (blocked === undefined) count.happened++
    else {
      count.blocked++
      source.lastBlocked = blocked
    }
    this.#store(source)
    const act = this.#acts.add({ traffic: source.traffic.id, booking: undefined, ...what, ...stayIn(made), blocked })
    this.#lastBooking = what.head && blocked === undefined ? act.booking : undefined
    this.#acts.notify(act)
  }

  /** Calls back for every act, also those that could not happen. @returns a function that unsubscribes */
  onAct(listener: (act: PastAct) => void): () => void {
    return this.#acts.onAct(listener)
  }

  /** The latest acts after an id, oldest first. */
  acts(since = 0): readonly PastAct[] {
    return this.#acts.list(since)
  }

  status(): readonly TrafficStatus[] {
    return this.#sources.map(({ traffic, next, counts, lastBlocked }) => {
      const words = new Set<EventWord>([
        traffic.do,
        ...(traffic.then ?? []).flatMap((one) => [one.do, ...(one.else ? [one.else] : [])]),
      ])
      const acts: ActCount[] = [...words].map((word) => ({ do: word, ...(counts.get(word) ?? { happened: 0, blocked: 0 }) }))
      return { id: traffic.id, do: traffic.do, next: next?.at, acts, lastBlocked }
    })
  }

  /** Plans what is due after a time again: the clock and the rows were set back to it. Counts do not change. */
  rewind(now: Instant, { store, ...rest }: ScenarioContext): void {
    this.#waiting.clear()
    this.#progress.clear(WAITING)
    this.#values.reset()
    for (const source of this.#sources) {
      source.arrivals = new Arrivals(source.traffic, this.#trafficPlan.begun, this.#randomness)
      this.#advance(source)
      while (source.next && source.next.at <= now) {
        const { number, at } = source.next
        const booking = store.db.bookings.get(source.bookings.get(number) ?? 0)
        if (booking?.createdAt === at) this.#planAgain(source, number, booking, now, { store, ...rest })
        this.#advance(source)
      }
    }
  }

  #planAgain(source: Source, number: number, booking: Booking, now: Instant, context: ScenarioContext): void {
    for (const [step, followUp] of (source.traffic.then ?? []).entries()) {
      const decided = decideFollowUp(followUp, this.#randomness, `${source.traffic.id}/${number}/${step}`)
      if (!decided) continue
      const { after, ofDay } = decided
      const at = after === undefined ? this.#dayDue(booking, followUp, ofDay, context) : (booking.createdAt ?? 0) + after
      if (at > now) this.#plan({ source, number, step, booking: booking.id, do: decided.do, at, ofDay })
    }
  }
}

const keyOf = ({ source, number, step }: Waiting): string => `${WAITING}${source.order}/${number}/${step}`

/** By time, then by the order of the scenario, the number of the act and the step. */
const isBefore = (a: Waiting, b: Waiting): boolean =>
  (a.at - b.at || a.source.order - b.source.order || a.number - b.number || a.step - b.step) < 0

const numberIn = (values: Readonly<Record<string, unknown>>, name: string): number | undefined => {
  const value = values[name]
  return typeof value === 'number' ? value : undefined
}
