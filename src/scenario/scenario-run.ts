/**
 * What is played in one sandbox: its scenario's faults and events, and the faults armed at run time.
 *
 * @module
 */

import type { Subject } from '../api/subject.ts'
import { type Instant, parseInstant, parseSpan } from '../base/instant.ts'
import { realNow } from '../simulation/clock.ts'
import type { Randomness } from '../simulation/randomness.ts'
import { NO_PROGRESS, type Progress } from '../store/progress.ts'
import { ChannelSales } from './acts/channel-sales.ts'
import type { DeliveryFault } from './delivery-fault.ts'
import type { Effects } from './effects.ts'
import { ArmedFault, type IsUnlucky } from './faults.ts'
import { ARMED } from './names.ts'
import type { Scenario } from './scenario.ts'
import type { BlockedReason, ScenarioContext } from './scenario-context.ts'
import type { Edge, Expectation, Fault, ScenarioEvent } from './schema.ts'
import type { RequestFacts } from './selector.ts'
import type { EventStatus, FaultStatus } from './status.ts'
import type { PastAct } from './traffic/status.ts'
import type { TrafficRun } from './traffic/traffic.ts'
import type { KeptWatch, TrafficWatch } from './traffic/watch.ts'

export type { KeptWatch } from './traffic/watch.ts'

/** What a call meets. */
export interface AppliedFaults {
  /** The faults that struck: `<scenario>/<n>`. */
  readonly marks: readonly string[]
  /** Trouble on the way, if there is any. */
  readonly edge: NetworkFault | undefined
}

/** Trouble on the way of one call. */
export interface NetworkFault extends Omit<Edge, 'delay'> {
  /** Milliseconds. */
  readonly delay: number
}

/** What acts without a call: an event or a fault of a scenario by its id, an act of traffic such as `guests/guest_books`. */
export interface Acting {
  readonly kind: 'event' | 'fault' | 'traffic'
  readonly id: string
}

/** A booking that came in by itself. */
export interface Arrival extends Subject {
  readonly booking: number
  readonly property: number
  /** When it was made, by the sandbox's clock. */
  readonly at: Instant
}

interface DueEvent {
  readonly id: string
  readonly event: ScenarioEvent
  readonly at: Instant
  state: EventStatus['state']
  hindrance: BlockedReason | undefined
}

/** What is kept of an event that is over. */
type KeptEvent = Pick<DueEvent, 'state' | 'hindrance'>

/** What begins the keys of what is kept. */
const [EVENT, ARRIVAL, DISARMED] = ['event ', 'arrival ', 'disarmed ']
/** What begins the keys of faults that were armed at run time; their numbers follow. */
export const ARMED_FAULT = 'armed fault '
const LAST_ARMED = 'last armed'

/** Arrivals that are kept for the rules; the oldest go. */
const MOST_ARRIVALS = 1000

/** The ways a call can end on the way: it has one end only. */
const ENDS = ['status', 'cut', 'body'] as const

export class ScenarioRun {
  readonly scenario: Scenario | undefined
  /** What other channels have sold. */
  readonly sales: ChannelSales
  /** What acts by itself; undefined where the scenario has no traffic. */
  readonly traffic: TrafficRun | undefined
  /** What judges as things happen; undefined where nothing expects that. */
  readonly watch: TrafficWatch | undefined
  #faults: ArmedFault[]
  readonly #events: readonly DueEvent[]
  #waiting: DueEvent[]
  #effects: Effects | undefined
  #armed: number
  readonly #arrivals: Arrival[]
  #arrived = 0
  readonly #progress: Progress
  #acting: Acting | undefined

  /**
   * @param begun when it begins, by the sandbox's clock
   * @param randomness of the sandbox
   * @param progress how far it has come
   * @param effects what the faults do that were armed at run time, where there are any
   */
  constructor(
    scenario: Scenario | undefined,
    begun: Instant,
    randomness: Randomness,
    progress: Progress = NO_PROGRESS,
    effects?: Effects,
  ) {
    this.scenario = scenario
    this.#progress = progress
    this.sales = new ChannelSales(progress)
    if (scenario && scenario.traffic.length > 0)
      this.traffic = scenario.effects.traffic(
        { traffic: scenario.traffic, begun, until: endOf(scenario.until, begun) },
        randomness,
        progress,
      )
    this.#effects = scenario?.effects ?? effects
    if (scenario?.expect.some(({ each, invariant }) => each !== undefined || invariant !== undefined)) {
      this.watch = scenario.effects.watch(scenario.expect, { saleOfNight: (key) => this.sales.ofNight(key) })
      this.traffic?.onAct((act) => this.watch?.acted(act, realNow(), act.do === 'channel_sells' ? this.sales.lastId : undefined))
    }
    const parts = scenario?.parts ?? []
    const given = parts.flatMap(({ name, faults }) =>
      faults.map((fault, index) => new ArmedFault(name, index + 1, fault, progress)),
    )
    const armed = progress
      .below<Fault>(ARMED_FAULT)
      .map(([number, fault]) => new ArmedFault(ARMED, Number(number), fault, progress))
    this.#faults = [...given.filter(({ id }) => progress.get(DISARMED + id) === undefined), ...armed]
    this.#armed = progress.get<number>(LAST_ARMED) ?? 0
    this.#events = parts.flatMap(({ name, events }) =>
      events.map((event, index) => {
        const id = `${name}/event-${index + 1}`
        const { state = 'waiting', hindrance } = progress.get<KeptEvent>(EVENT + id) ?? {}
        return { id, event, at: dueAt(event, begun), state, hindrance }
      }),
    )
    this.#waiting = this.#stillWaiting()
    const arrivals = progress.below<Arrival>(ARRIVAL)
    this.#arrivals = arrivals.map(([, arrival]) => arrival)
    this.#arrived = Number(arrivals.at(-1)?.[0] ?? 0)
  }

  /** Goes on watching where another process has stopped. @param kept undefined where nothing was kept */
  goOnWatching(kept: KeptWatch | undefined): void {
    const { watch } = this
    if (!watch) return
    if (kept) watch.goOn(kept)
    // acts are kept with their changes, what was watched a moment later
    for (const act of this.traffic?.acts(watch.lastAct) ?? []) watch.acted(act, realNow(), this.#saleOf(act))
  }

  #saleOf({ do: word, at, room, arrival }: PastAct): number | undefined {
    if (word !== 'channel_sells') return undefined
    return this.sales.all().find((sale) => sale.at === at && sale.room === room && sale.arrival === arrival)?.id
  }

  /** True when no call can meet anything. */
  get idle(): boolean {
    return this.#faults.length === 0
  }

  /** Those of the faults that struck which answers tell of. */
  shown(marks: readonly string[]): readonly string[] {
    const hidden = this.#faults.filter(({ id, fault }) => !(fault.mark ?? this.#marks(id))).map(({ id }) => id)
    return hidden.length === 0 ? marks : marks.filter((id) => !hidden.includes(id))
  }

  #marks(id: string): boolean {
    return id.startsWith(`${ARMED}/`) || (this.scenario?.mark ?? true)
  }

  get expectations(): readonly Expectation[] {
    return this.scenario?.expect ?? []
  }

  /** How the faults stand at a moment of the sandbox's clock. */
  faults(now: Instant): FaultStatus[] {
    return this.#faults.map((armed) => armed.statusAt(now))
  }

  events(): EventStatus[] {
    return this.#events.map(({ id, event, at, state, hindrance }) => {
      return { id, do: event.do, at, state, hindrance, required: event.required ?? false }
    })
  }

  /** Bookings that came in by events, for clients to pick up. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals
  }

  /** Arms a fault that has been checked; answers how it stands. */
  arm(fault: Fault, effects: Effects, now: Instant): FaultStatus {
    this.#effects ??= effects
    const armed = new ArmedFault(ARMED, ++this.#armed, fault, this.#progress)
    this.#faults.push(armed)
    this.#progress.set(`${ARMED_FAULT}${this.#armed}`, fault)
    this.#progress.set(LAST_ARMED, this.#armed)
    return armed.statusAt(now)
  }

  /** Takes faults away: the one of this id, or all that were armed at run time. Answers how many there were. */
  disarm(id?: string): number {
    const isArmed = ({ id: own }: ArmedFault): boolean => own.startsWith(`${ARMED}/`)
    const gone = this.#faults.filter((fault) => (id === undefined ? isArmed(fault) : fault.id === id))
    for (const fault of gone) {
      fault.forget()
      if (isArmed(fault)) this.#progress.set(`${ARMED_FAULT}${fault.number}`, undefined)
      else this.#progress.set(DISARMED + fault.id, true)
    }
    this.#faults = this.#faults.filter((fault) => !gone.includes(fault))
    return gone.length
  }

  #stillWaiting(): DueEvent[] {
    return this.#events.filter(({ state }) => state === 'waiting').toSorted((a, b) => a.at - b.at)
  }

  /** The clock and the rows went back: what is due after that moment is yet to come. */
  rewind(now: Instant, context: ScenarioContext): void {
    for (const due of this.#events) {
      if (due.at <= now) continue
      due.state = 'waiting'
      due.hindrance = undefined
      this.#progress.set(EVENT + due.id, undefined)
    }
    this.#waiting = this.#stillWaiting()
    this.sales.rewind(now)
    this.traffic?.rewind(now, context)
  }

  /** When something happens next, by the sandbox's clock; undefined when nothing ever will. */
  get nextAt(): Instant | undefined {
    const event = this.#waiting[0]?.at
    const act = this.traffic?.nextAt
    if (event === undefined || act === undefined) return event ?? act
    return Math.min(event, act)
  }

  /** What acts at this moment; undefined while nothing does. */
  get acting(): Acting | undefined {
    const act = this.traffic?.acting
    return act === undefined ? this.#acting : { kind: 'traffic', id: act }
  }

  #as<T>(acting: Acting, act: () => T): T {
    this.#acting = acting
    try {
      return act()
    } finally {
      this.#acting = undefined
    }
  }

  /** Lets happen what comes next, an event before an act of traffic at the same moment. */
  performNext(scenarioContextAt: (at: Instant) => ScenarioContext): void {
    const act = this.traffic?.nextAt
    const event = this.#waiting[0]
    const isEvent = event && (act === undefined || event.at <= act)
    const context = scenarioContextAt(isEvent ? event.at : (act ?? 0))
    const newest = isEvent ? newestBooking(context) : 0
    if (isEvent) this.#perform(event, scenarioContextAt)
    else this.traffic?.perform(scenarioContextAt)
    for (const arrival of isEvent ? bookingsAfter(context, newest) : bookedBy(context, this.traffic?.lastBooking))
      this.#arrive(arrival)
  }

  #arrive(arrival: Arrival): void {
    this.#arrivals.push(arrival)
    this.#progress.set(`${ARRIVAL}${++this.#arrived}`, arrival)
    if (this.#arrivals.length <= MOST_ARRIVALS) return
    this.#arrivals.shift()
    this.#progress.set(`${ARRIVAL}${this.#arrived - MOST_ARRIVALS}`, undefined)
  }

  #perform(due: DueEvent, scenarioContextAt: (at: Instant) => ScenarioContext): void {
    this.#waiting.shift()
    const trigger = () => this.#effects?.trigger(scenarioContextAt(due.at), due.event)
    due.hindrance = this.#as({ kind: 'event', id: due.id }, trigger)
    due.state = due.hindrance === undefined ? 'happened' : 'hindered'
    this.#progress.set(EVENT + due.id, { state: due.state, hindrance: due.hindrance } satisfies KeptEvent)
  }

  /** What becomes of one delivery of a webhook; undefined where nothing happens to it. @param key of the delivery */
  deliveryFault(task: string, key: string, randomness: Randomness): (DeliveryFault & { readonly id: string }) | undefined {
    const { scenario } = this
    if (!scenario?.webhook) return undefined
    const fault = scenario.effects.delivery(scenario.webhook, task, key, randomness.ofAllSandboxes)
    return fault && { ...fault, id: `${scenario.name}/webhook` }
  }

  /** Counts a call, and lets happen what is due at it. Causes act at once; trouble on the way is for the caller to make. */
  applyFaults(request: RequestFacts, context: ScenarioContext): AppliedFaults | undefined {
    const marks: string[] = []
    let edge: NetworkFault | undefined
    const isUnlucky = unlucky(context.randomness)
    for (const armed of this.#faults) {
      if (armed.once !== undefined && !this.#hasHappened(armed.once)) continue
      const count = armed.count(request, context.now, isUnlucky)
      if (!count) continue
      if (armed.fault.edge) {
        const joined = join(edge, troubleOf(armed.fault.edge, context, `${armed.id}/${count.happened}`))
        if (!joined) continue
        edge = joined
      } else {
        const cause = () => this.#effects?.cause(armed.fault, request, context)
        armed.hindrance = this.#as({ kind: 'fault', id: armed.id }, cause)
        if (armed.hindrance !== undefined) continue
      }
      armed.note(count, context.now)
      marks.push(armed.id)
    }
    return marks.length === 0 ? undefined : { marks, edge }
  }

  #hasHappened(id: string): boolean {
    return this.#faults.some((other) => other.id === id && other.happened > 0)
  }
}

/** When traffic ends. */
function endOf(until: string | undefined, begun: Instant): Instant {
  if (until === undefined) return Number.POSITIVE_INFINITY
  return until.startsWith('+') ? begun + (parseSpan(until.slice(1)) ?? 0) : (parseInstant(until) ?? begun)
}

/** Ten thousandths: `5%` is 500. */
const WHOLE = 10_000

const unlucky =
  (randomness: Randomness): IsUnlucky =>
  ({ id, fault: { chance } }, matched) =>
    chance !== undefined &&
    randomness.stream('fault-chance', `${id}/${matched}`).integer(0, WHOLE - 1) >= Number.parseFloat(chance) * (WHOLE / 100)

const newestBooking = ({ store }: ScenarioContext): number => store.db.bookings.all().at(-1)?.id ?? 0

/** The booking that an act of traffic has just made. */
function bookedBy({ store, now }: ScenarioContext, id: number | undefined): readonly Arrival[] {
  const booking = id === undefined ? undefined : store.db.bookings.get(id)
  if (!booking) return []
  return [
    { booking: booking.id, property: booking.propertyId, nights: { from: booking.arrival, to: booking.departure }, at: now },
  ]
}

/** The bookings that were made after one of this id. */
const bookingsAfter = ({ store, now }: ScenarioContext, newest: number): readonly Arrival[] =>
  store.db.bookings
    .all()
    .filter(({ id }) => id > newest)
    .map(({ id, propertyId, arrival, departure }) => ({
      booking: id,
      property: propertyId,
      nights: { from: arrival, to: departure },
      at: now,
    }))

function dueAt({ at }: ScenarioEvent, begun: Instant): Instant {
  return at.startsWith('+') ? begun + (parseSpan(at.slice(1)) ?? 0) : (parseInstant(at) ?? begun)
}

/** Two troubles on the way of one call; undefined when they exclude each other: the second then waits for another call. */
function join(one: NetworkFault | undefined, other: NetworkFault): NetworkFault | undefined {
  if (!one) return other
  const ended = (trouble: NetworkFault): boolean => ENDS.some((end) => trouble[end] !== undefined)
  if (ended(one) && ended(other)) return undefined
  return { ...one, ...other, delay: one.delay + other.delay }
}

function troubleOf({ delay, ...rest }: Edge, { randomness }: ScenarioContext, key: string): NetworkFault {
  if (delay === undefined || typeof delay === 'string')
    return { ...rest, delay: delay === undefined ? 0 : (parseSpan(delay) ?? 0) }
  const [low = 0, high = low] = delay.map((span) => parseSpan(span) ?? 0)
  return { ...rest, delay: randomness.stream('edge-delay', key).integer(low, high) }
}
