/**
 * Runs the traffic of one sandbox: acts at their times, follow-ups of the bookings they make, and their results.
 *
 * When an act is tried and with which values depends only on the seed, the id of the traffic and the number of the act, never on
 * the client or on the ids of rows. Whether it can happen depends on the state.
 */
import type { Instant } from '../../base/instant.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { Commit } from '../../store/commit.ts'
import { NewestValues } from '../../store/newest-values.ts'
import { NO_PROGRESS, type Progress } from '../../store/progress.ts'
import { EVENTS, type EventWord } from '../events/event-schema.ts'
import { performAct } from '../events/events.ts'
import { type ScenarioContext, unlessFailed } from '../scenario-context.ts'
import { isBooking, NULL_FIELDS, type PastAct, stayOfResult } from './act-result.ts'
import type { NextAct } from './act-times.ts'
import { ActValues, DEFAULT_VALUES } from './act-values.ts'
import { isDraw } from './drawing.ts'
import { PlannedFollowUps } from './planned-follow-ups.ts'
import type { Traffic, TrafficAct } from './traffic-schema.ts'
import { priceTrafficOf, TrafficSource, type TrafficStatus } from './traffic-source.ts'
import type { PlannedFollowUp } from './waiting-list.ts'

/** Maximum number of kept acts; the oldest are removed. */
const MAX_ACTS = 1000

interface TrafficPlan {
  readonly traffic: readonly Traffic[]
  readonly begun: Instant
  readonly until: Instant
}

/** Runs a change in the name of an act such as `guests/guest_books`. */
type ActAs = <T>(id: string, act: () => T) => T

export class TrafficRun {
  readonly #randomness: Randomness
  readonly #sources: readonly TrafficSource[]
  readonly #followUps: PlannedFollowUps
  readonly #acts: NewestValues<PastAct>
  readonly #values: ActValues

  constructor({ traffic, begun, until }: TrafficPlan, randomness: Randomness, progress: Progress = NO_PROGRESS) {
    this.#randomness = randomness.ofAllSandboxes
    this.#values = new ActValues(this.#randomness)
    this.#sources = [...traffic, ...traffic.flatMap(priceTrafficOf)].map(
      (one, order) => new TrafficSource({ traffic: one, order, begun, until }, this.#randomness, progress),
    )
    this.#followUps = new PlannedFollowUps(this.#sources, this.#randomness, progress)
    this.#acts = new NewestValues(progress, 'act', MAX_ACTS)
  }

  /** When something happens next; undefined when nothing will. */
  get nextAt(): Instant | undefined {
    const source = this.#nextSource()
    const followUp = this.#followUps.first?.at
    if (!source?.next) return followUp
    return followUp === undefined ? source.next.at : Math.min(source.next.at, followUp)
  }

  /** The source with the earliest next act; at the same time, the first in the scenario. */
  #nextSource(): TrafficSource | undefined {
    let first: TrafficSource | undefined
    for (const source of this.#sources) if (source.next && (!first?.next || source.next.at < first.next.at)) first = source
    return first
  }

  #act(
    { traffic, prices }: TrafficSource,
    act: { readonly do: EventWord; readonly with: Readonly<Record<string, unknown>> },
    context: ScenarioContext,
    as: ActAs,
  ): object | string {
    const id = `${traffic.id}/${act.do}`
    const change = (): object | string =>
      prices ? prices.follow(context) : performAct({ ...context, randomness: this.#randomness }, act)
    return as(id, () => unlessFailed(id, context, change))
  }

  /**
   * Performs the next act or follow-up.
   *
   * @param contextAt the context at a time
   * @returns the act that was tried; undefined for a follow-up that was postponed
   */
  perform(contextAt: (at: Instant) => ScenarioContext, as: ActAs): PastAct | undefined {
    const source = this.#nextSource()
    const followUp = this.#followUps.first
    if (followUp && (!source?.next || followUp.at <= source.next.at))
      return this.#followUps.performFirst((first) => this.#followUp(first, contextAt(first.at), as))
    return source?.perform((next) => this.#tryAct(source, next, contextAt(next.at), as))
  }

  #tryAct(source: TrafficSource, { number, at, lead }: NextAct, context: ScenarioContext, as: ActAs): PastAct {
    const { traffic } = source
    const key = `${traffic.id}/${number}`
    const drawn = source.demand?.drawAct(this.#randomness, { id: traffic.id, number, at, lead: lead ?? 0 })
    const word = drawn?.do ?? traffic.do
    const written = drawn ? { ...drawn.with, ...fieldsOf(word, traffic.with) } : { ...DEFAULT_VALUES[word], ...traffic.with }
    const needs = word === 'guest_books' ? 'published' : 'any'
    const values = source.prices ? {} : this.#values.draw(written, key, context.store.db, needs)
    const guestKey = drawn && `${traffic.id}/${drawn.guestOf}`
    const nightsDrawn = drawn !== undefined || isDraw(written['departure'] ?? written['nights'])
    const made = this.#act(source, { do: word, with: values }, { ...context, key, guestKey, nightsDrawn }, as)
    const property = typeof values['property'] === 'number' ? values['property'] : null
    const act = this.#record(source, { number, do: word, head: word === traffic.do, at, property, booking: null }, made)
    if (!isBooking(made) || made.kind === 'black') return act
    source.addBooking(number, made.id)
    this.#followUps.planAll({ source, number, lead, booking: made }, context)
    return act
  }

  #followUp(planned: PlannedFollowUp, context: ScenarioContext, as: ActAs): PastAct | undefined {
    const { source, number, step, booking: id, do: word, at } = planned
    const booking = context.store.db.bookings.get(id)
    if (this.#followUps.postpone(planned, booking, context)) return undefined
    const key = `${source.traffic.id}/${number}/${step}`
    const values = this.#values.draw(planned.with, key, context.store.db, 'none')
    const made = this.#act(source, { do: word, with: { ...values, booking: id } }, { ...context, key }, as)
    return this.#record(source, { number, do: word, head: false, at, property: booking?.propertyId ?? null, booking: id }, made)
  }

  /** Brings the follow-ups of stays forward that were moved to earlier days; they are due at once when that day has begun. */
  committed(commit: Commit, context: Pick<ScenarioContext, 'store' | 'choices'>): void {
    for (const { before, after } of commit.rowsOf('bookings'))
      if (before && after && (after.arrival < before.arrival || after.departure < before.departure))
        this.#followUps.bringForward(after, context)
  }

  #record(
    source: TrafficSource,
    what: Pick<PastAct, 'number' | 'do' | 'head' | 'at' | 'property' | 'booking'>,
    made: object | string,
  ): PastAct {
    const blocked = typeof made === 'string' ? made : null
    source.count(what.do, blocked)
    const id = this.#acts.last + 1
    const act = { id, traffic: source.traffic.id, ...what, ...stayOfResult(made), blocked }
    this.#acts.add(act)
    return act
  }

  /** The latest acts after an id, oldest first. */
  acts(since = 0): readonly PastAct[] {
    return this.#acts.after(since).map((act) => ({ ...NULL_FIELDS, ...act }))
  }

  status(): readonly TrafficStatus[] {
    return this.#sources.map((source) => source.status())
  }

  /** Goes on with rows that were read again: all that has happened stays so. @param has whether a booking is left */
  resume(has: (booking: number) => boolean): void {
    this.#values.reset()
    this.#followUps.keep(has)
  }

  /** Plans what is due after a time again: the clock and the rows were set back to it. Counts do not change. */
  rewind(now: Instant, context: ScenarioContext): void {
    this.#followUps.keep(() => false)
    this.#values.reset()
    for (const source of this.#sources) {
      source.restart()
      while (source.next && source.next.at <= now) {
        const { number, at, lead } = source.next
        const booking = context.store.db.bookings.get(source.bookingOf(number) ?? 0)
        if (booking?.createdAt === at) this.#followUps.planAfter(now, { source, number, lead, booking }, context)
        source.advance()
      }
    }
  }
}

const fieldsOf = (word: TrafficAct, values: Traffic['with'] = {}): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in EVENTS[word].properties))
