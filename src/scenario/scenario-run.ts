/** What runs in one sandbox: the faults, events and traffic of its scenario, and the faults armed at run time. */
import type { Instant } from '../base/instant.ts'
import type { Arrival } from '../conformance/exchange.ts'
import type { Booking } from '../domain/booking/bookings.ts'
import { realNow } from '../simulation/clock.ts'
import type { Randomness } from '../simulation/randomness.ts'
import type { Commit } from '../store/commit.ts'
import { NewestValues } from '../store/newest-values.ts'
import { NO_PROGRESS, type Progress } from '../store/progress.ts'
import { ChannelSales } from './acts/channel-sales.ts'
import { ClockMoves } from './clock-moves.ts'
import { DueEvents, instantOf } from './events/due-events.ts'
import type { Act } from './events/events.ts'
import type { Expectation } from './expectations/expectation-schema.ts'
import { ArmedFaults } from './faults/armed-faults.ts'
import type { Fault } from './faults/fault-schema.ts'
import { chanceOf, type FaultStatus } from './faults/faults.ts'
import { combineNetworkFaults, type NetworkFault, networkFaultOf } from './faults/network-fault.ts'
import { loadedEffects } from './loaded-effects.ts'
import { isWatched } from './names.ts'
import type { Scenario } from './scenario.ts'
import { type BlockedReason, type ScenarioContext, unlessFailed } from './scenario-context.ts'
import type { RequestFacts } from './selectors/selector.ts'
import type { TrafficRun } from './traffic/traffic.ts'
import type { StoredWatch, TrafficWatch } from './traffic/watch.ts'

export type { InventedAnswer, NetworkFault } from './faults/network-fault.ts'
export type { StoredWatch } from './traffic/watch.ts'

export interface AppliedFaults {
  /** The ids of the faults: `<scenario>/<n>`. */
  readonly marks: readonly string[]
  /** The network faults together. */
  readonly network: NetworkFault | undefined
}

/** The cause of a change without a request: an event or fault of a scenario by its id, or an act of traffic such as `guests/guest_books`. */
export interface ChangeCause {
  readonly kind: 'event' | 'fault' | 'traffic'
  readonly id: string
}

/** Maximum number of kept arrivals; the oldest are removed. */
const MAX_ARRIVALS = 1000

type CommitFacts = Pick<ScenarioContext, 'store' | 'choices'> & { readonly real: Instant }

interface ScenarioStart {
  /** When it began, by the sandbox's clock. */
  readonly begun: Instant
  readonly randomness: Randomness
  readonly progress?: Progress
}

export class ScenarioRun {
  readonly scenario: Scenario | undefined
  readonly sales: ChannelSales
  readonly traffic: TrafficRun | undefined
  /** Judges expectations on traffic and invariants while the scenario runs; undefined when there are none. */
  readonly watch: TrafficWatch | undefined
  readonly faults: ArmedFaults
  readonly events: DueEvents
  /** Bookings that were made by events and traffic. Clients must pick them up; conformance rules check that. */
  readonly arrivals: NewestValues<Arrival>
  /** The moves of the clock since it began. */
  readonly moves: ClockMoves
  #changeCause: ChangeCause | undefined

  constructor(scenario: Scenario | undefined, { begun, randomness, progress = NO_PROGRESS }: ScenarioStart) {
    this.scenario = scenario
    this.sales = new ChannelSales(progress)
    if (scenario && scenario.traffic.length > 0) {
      const until = scenario.until === undefined ? Number.POSITIVE_INFINITY : instantOf(scenario.until, begun)
      this.traffic = new (loadedEffects().TrafficRun)({ traffic: scenario.traffic, begun, until }, randomness, progress)
    }
    if (scenario?.expect.some(isWatched))
      this.watch = new (loadedEffects().TrafficWatch)(scenario.expect, (key) => this.sales.ofNight(key))
    this.faults = new ArmedFaults(scenario, progress)
    this.events = new DueEvents(scenario?.parts ?? [], begun, progress)
    this.arrivals = new NewestValues(progress, 'arrival', MAX_ARRIVALS)
    this.moves = new ClockMoves(progress)
  }

  /** Continues to judge from what another process has stored. @param stored undefined when there is nothing */
  resumeWatch(stored: StoredWatch | undefined): void {
    const { watch } = this
    if (!watch) return
    if (stored) watch.resume(stored)
    // Acts are stored with their changes, the state of the watch a moment later.
    for (const act of this.traffic?.acts(watch.lastAct) ?? []) watch.watchAct(act, realNow())
  }

  get expectations(): readonly Expectation[] {
    return this.scenario?.expect ?? []
  }

  /** Arms a fault that has been checked. @throws FileError when another armed fault has its id */
  arm(fault: Fault, now: Instant): FaultStatus {
    return this.faults.arm(fault).statusAt(now)
  }

  /** Plans what is due after a time again: the clock and the rows were set back to it. */
  rewind(now: Instant, context: ScenarioContext): void {
    this.events.rewind(now)
    this.sales.rewind(now)
    this.traffic?.rewind(now, context)
    this.moves.rewind(now)
    const has = (booking: number): boolean => context.store.db.bookings.has(booking)
    this.arrivals.keep(({ at, booking }) => at <= now && has(booking))
    this.watch?.rewind(now, has)
  }

  /** Goes on with stored rows after a failure of the storage. What has happened does not happen again, also where the clock was not stored. */
  resume(now: Instant, has: (booking: number) => boolean): void {
    this.traffic?.resume(has)
    this.moves.rewind(now)
    this.arrivals.keep(({ booking }) => has(booking))
    this.watch?.rewind(Number.POSITIVE_INFINITY, has)
  }

  clockMoved(from: Instant, to: Instant): void {
    this.moves.add(from, to)
    this.watch?.clockMoved(to - from)
  }

  /** Handles a committed change. @param real the machine's time */
  committed(commit: Commit, { store, choices, real }: CommitFacts): void {
    this.traffic?.committed(commit, { store, choices })
    this.watch?.committed(commit, { db: store.db, choices, real })
    const kind = this.#changeCause?.kind
    if (kind !== 'event' && kind !== 'traffic') return
    const made = commit.rowsOf('bookings').flatMap(({ before, after }) => (!before && after ? [after] : []))
    // Traffic blocks rooms for weeks, again and again: of the nights of a block, the first stands for the others.
    for (const booking of kind === 'event' ? made : made.slice(0, 1)) this.arrivals.add(arrivalOf(booking, real))
  }

  /** When something happens next, by the sandbox's clock; undefined when nothing will. */
  get nextAt(): Instant | undefined {
    const event = this.events.next?.at
    const act = this.traffic?.nextAt
    if (event === undefined || act === undefined) return event ?? act
    return Math.min(event, act)
  }

  /** The current cause; undefined while nothing acts. */
  get changeCause(): ChangeCause | undefined {
    return this.#changeCause
  }

  #as<T>(acting: ChangeCause, act: () => T): T {
    this.#changeCause = acting
    try {
      return act()
    } finally {
      this.#changeCause = undefined
    }
  }

  /** Performs what is due next; of an event and an act of traffic at the same time, the event. */
  performNext(contextAt: (at: Instant) => ScenarioContext): void {
    if (this.events.next?.at === this.nextAt) this.#performEvent(contextAt)
    else this.#performTraffic(contextAt)
  }

  #performTraffic(contextAt: (at: Instant) => ScenarioContext): void {
    const act = this.traffic?.perform(contextAt, (id, change) => this.#as({ kind: 'traffic', id }, change))
    if (act) this.watch?.watchAct(act, realNow())
  }

  #performEvent(contextAt: (at: Instant) => ScenarioContext): void {
    this.events.performNext(({ id, at, event }) => {
      const context = contextAt(at)
      const act = () => unlessFailed(id, context, () => loadedEffects().performAct(context, event))
      const made = this.#as({ kind: 'event', id }, act)
      return typeof made === 'string' ? made : undefined
    })
  }

  /** Performs an event at once. @returns its id and what it made, or why it cannot happen */
  trigger(event: Act, context: ScenarioContext) {
    const { triggered } = this.events
    const id = `event-${triggered.last + 1}`
    const made = this.#as({ kind: 'event', id }, () => loadedEffects().performAct(context, event))
    if (typeof made === 'string') return made
    triggered.add({ id, do: event.do, at: context.now, state: 'happened', blockedReason: null, required: false })
    return { id, made }
  }

  /** What happens to one delivery of a webhook; undefined for nothing. @param key of the delivery: its hook and number */
  deliveryFault(task: string, key: string, randomness: Randomness) {
    const { scenario } = this
    if (!scenario?.webhook) return undefined
    const fault = loadedEffects().deliveryFault(scenario.webhook, task, key, randomness.ofAllSandboxes)
    return fault && { ...fault, id: `${scenario.name}/webhook` }
  }

  /** Counts a request and makes the causes that are due happen. The caller carries out the network faults. */
  applyFaults(request: RequestFacts, context: ScenarioContext): AppliedFaults | undefined {
    return this.#apply(request, context, (fault, happened) => loadedEffects().makeCause(fault, request, context, happened))
  }

  /** {@link applyFaults} in front of a real deployment, where no other faults can happen. */
  applyNetworkFaults(request: RequestFacts, at: Pick<ScenarioContext, 'now' | 'randomness'>): AppliedFaults | undefined {
    return this.#apply(request, at, () => 'a deployment has causes of its own')
  }

  #apply(
    request: RequestFacts,
    context: Pick<ScenarioContext, 'now' | 'randomness'>,
    causeOf: (fault: Fault, happened: number) => BlockedReason | undefined,
  ): AppliedFaults | undefined {
    const marks: string[] = []
    let network: NetworkFault | undefined
    const isUnlucky = chanceOf(context.randomness)
    // A fault that waits for another one does not count the call at which that one happens.
    const counting = this.faults.all.filter(({ afterFault: first }) => first === undefined || this.faults.hasHappened(first))
    for (const armed of counting) {
      const count = armed.count(request, context.now, isUnlucky)
      if (!count) continue
      const { network: onWay, respond } = armed.fault
      if (onWay || respond) {
        const answer = { ...armed.retryAfter(count, context.now), ...onWay }
        const next = {
          ...networkFaultOf(answer, context.randomness, `${armed.id}/${count.happened}`),
          ...(respond && { respond: { ...respond, fault: armed.id, takeBack: () => armed.takeBack(count) } }),
        }
        const combined = combineNetworkFaults(network, next)
        // A second fault that would end the request waits for another one.
        if (!combined) continue
        network = combined
      } else {
        const cause = () => causeOf(armed.fault, count.happened)
        armed.blockedReason = this.#as({ kind: 'fault', id: armed.id }, cause)
        if (armed.blockedReason !== undefined) continue
      }
      armed.note(count, context.now)
      marks.push(armed.id)
    }
    return marks.length === 0 ? undefined : { marks, network }
  }
}

const arrivalOf = ({ id, propertyId, rooms, arrival, departure, changedAt }: Booking, real: Instant): Arrival => ({
  booking: id,
  property: propertyId,
  rooms: rooms.map(({ roomId }) => roomId),
  nights: { from: arrival, to: departure },
  at: changedAt,
  real,
})
