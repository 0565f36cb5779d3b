/**
 * Traffic under way in one sandbox: what is offered next, what follows, and what became of it.
 *
 * What is offered depends on the seed, the id of the traffic and the number of the offer alone, never on what the client does
 * or on the ids that rows happen to get. What becomes of an offer depends on the state it finds.
 *
 * @module
 */
import type { Day } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { Db } from '../../store/db.ts'
import { NO_PROGRESS, type Progress } from '../../store/progress.ts'
import type { EventWord } from '../event-schema.ts'
import { performAct } from '../events.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { Arrivals, type LastOffer, type Offer } from './arrivals.ts'
import { drawn, isDraw, share } from './drawing.ts'
import { beginOfDay, decideFollowUp } from './follow-ups.ts'
import { Queue } from './queue.ts'
import type { FollowUp, Traffic } from './schema.ts'
import type { ActCount, PastAct, TrafficStatus } from './status.ts'

/** One kind of traffic under way. */
interface Source {
  readonly traffic: Traffic
  readonly order: number
  arrivals: Arrivals
  next: Offer | undefined
  /** The booking of each offer that made one, by number. */
  readonly bookings: Map<number, number>
  readonly counts: Map<EventWord, { happened: number; blocked: number }>
  lastBlocked: string | undefined
}

/** Something that is to happen to a booking. */
interface Waiting {
  readonly source: Source
  readonly number: number
  /** Index of the follow-up. */
  readonly step: number
  readonly booking: number
  readonly do: EventWord
  readonly at: Instant
  readonly ofDay: number
}

/** What is kept of one kind of traffic. */
interface KeptSource {
  readonly last: LastOffer
  readonly next: Offer | undefined
  readonly counts: readonly (readonly [EventWord, { readonly happened: number; readonly blocked: number }])[]
  readonly lastBlocked: string | undefined
}

/** What is kept of something that is to happen: the order of its source in the place of the source. */
type KeptWaiting = Omit<Waiting, 'source'> & { readonly order: number }

/** What begins the keys of what is kept. */
const [SOURCE, BOOKING, WAITING, ACT] = ['traffic ', 'booking of ', 'follows ', 'act ']

/** Acts kept for `GET /_understay/traffic`; the oldest are removed. */
const MAX_ACTS = 1000

/** What a scenario says of its traffic. */
export interface TrafficPlan {
  readonly traffic: readonly Traffic[]
  readonly begun: Instant
  /** When nothing is offered any more. */
  readonly until: Instant
}

/** Values that a stay has where the scenario does not say. */
const STAY = { arrival: { from: 'today+1', to: 'today+60' }, nights: { weights: { 1: 3, 2: 4, 3: 3, 4: 2, 5: 1, 7: 1 } } }
const DEFAULTS: Readonly<Record<Traffic['do'], Readonly<Record<string, unknown>>>> = {
  guest_books: STAY,
  channel_sells: STAY,
  room_blocked: STAY,
  guest_walks_in: { nights: STAY.nights },
  price_changes: {},
}

export class TrafficRun {
  readonly #plan: TrafficPlan
  readonly #randomness: Randomness
  #sources: readonly Source[]
  readonly #waiting = new Queue<Waiting>(isBefore)
  readonly #acts: PastAct[] = []
  #last = 0
  #lastBooking: number | undefined
  #acting: string | undefined
  /** Properties that traffic without one draws from, with their numbers of rooms. */
  #houses: readonly (readonly [number, number])[] | undefined
  readonly #listeners = new Set<(act: PastAct) => void>()
  readonly #progress: Progress

  /** @param progress how far it has come */
  constructor(plan: TrafficPlan, randomness: Randomness, progress: Progress = NO_PROGRESS) {
    this.#plan = plan
    this.#randomness = randomness.ofAllSandboxes
    this.#progress = progress
    this.#sources = plan.traffic.map((traffic, order) => this.#sourceOf(traffic, order))
    for (const [, { order, ...waiting }] of progress.below<KeptWaiting>(WAITING)) {
      const source = this.#sources[order]
      if (source) this.#waiting.add({ source, ...waiting })
    }
    this.#acts.push(...progress.below<PastAct>(ACT).map(([, act]) => ({ ...NO_STAY, ...act })))
    this.#last = this.#acts.at(-1)?.id ?? 0
  }

  #sourceOf(traffic: Traffic, order: number): Source {
    const kept = this.#progress.get<KeptSource>(`${SOURCE}${order}`)
    const bookings = this.#progress.below<number>(`${BOOKING}${order}/`)
    const source: Source = {
      traffic,
      order,
      arrivals: new Arrivals(traffic, this.#plan.begun, this.#randomness, kept?.last),
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
    source.next = next.at < this.#plan.until ? next : undefined
    this.#keep(source)
  }

  #keep({ order, arrivals, next, counts, lastBlocked }: Source): void {
    if (!this.#progress.keeps) return
    const kept = [...counts].map(([word, count]) => [word, { ...count }] as const)
    this.#progress.set(`${SOURCE}${order}`, { last: arrivals.last, next, counts: kept, lastBlocked } satisfies KeptSource)
  }

  #wait(waiting: Waiting): void {
    this.#waiting.add(waiting)
    const { source, ...rest } = waiting
    this.#progress.set(keyOf(waiting), { ...rest, order: source.order } satisfies KeptWaiting)
  }

  /** When something happens next; undefined when nothing ever will. */
  get nextAt(): Instant | undefined {
    const source = this.#nextSource()
    const waiting = this.#waiting.first?.at
    if (!source?.next) return waiting
    return waiting === undefined ? source.next.at : Math.min(source.next.at, waiting)
  }

  /** The source whose offer comes first; of those at the same moment the first in the file. */
  #nextSource(): Source | undefined {
    let first: Source | undefined
    for (const source of this.#sources) if (source.next && (!first?.next || source.next.at < first.next.at)) first = source
    return first
  }

  /** The booking that the last act made; undefined where it made none. */
  get lastBooking(): number | undefined {
    return this.#lastBooking
  }

  /** The act that happens at this moment, such as `guests/guest_books`; undefined while none does. */
  get acting(): string | undefined {
    return this.#acting
  }

  #act(
    { traffic }: Source,
    happening: { readonly do: EventWord; readonly with: Readonly<Record<string, unknown>> },
    key: string,
    context: ScenarioContext,
  ): object | string {
    this.#acting = `${traffic.id}/${happening.do}`
    try {
      return performAct({ ...context, randomness: this.#randomness, key }, happening)
    } finally {
      this.#acting = undefined
    }
  }

  /** Lets happen what comes next. @param contextAt what acts work with at a moment */
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
    const told = this.#drawnValues({ ...DEFAULTS[traffic.do], ...traffic.with }, key, context)
    const made = this.#act(source, { do: traffic.do, with: told }, key, context)
    this.#note(source, { number, do: traffic.do, head: true, at, property: numberIn(told, 'property') }, made)
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
    this.#wait({ source, number, step, booking: booking.id, do: decided.do, at: Math.max(due, made), ofDay })
  }

  #dayDue(booking: Booking, { on }: FollowUp, ofDay: number, { store, choices }: ScenarioContext): Instant {
    const day = on === 'departure' ? booking.departure : booking.arrival
    return beginOfDay(day, store.db.properties.get(booking.propertyId), choices.today) + ofDay
  }

  #follow(waiting: Waiting, context: ScenarioContext): void {
    const { source, number, step, booking: id, do: word, at } = waiting
    const followUp = source.traffic.then?.[step]
    const booking = context.store.db.bookings.get(id)
    if (!followUp) return
    const due = booking && followUp.on ? this.#dayDue(booking, followUp, waiting.ofDay, context) : at
    // the stay was changed: the day has not come yet
    if (due > at && booking && !booking.cancelled) {
      this.#wait({ ...waiting, at: due })
      return
    }
    const key = `${source.traffic.id}/${number}/${step}`
    const told = word === followUp.do ? this.#drawnValues(followUp.with ?? {}, key, context, false) : {}
    const made = this.#act(source, { do: word, with: { ...told, booking: id } }, key, context)
    this.#note(source, { number, do: word, head: false, at, property: booking?.propertyId, booking: id }, made)
  }

  /** The values of an act, each drawn from a stream of its own. */
  #drawnValues(
    values: Readonly<Record<string, unknown>>,
    key: string,
    { store }: ScenarioContext,
    needsProperty = true,
  ): Readonly<Record<string, unknown>> {
    const told: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(values))
      told[name] = isDraw(value) ? drawn(value, this.#randomness.stream('traffic-value', `${key}/${name}`)) : value
    // a departure that is stated says how many nights there are
    if (told['departure'] !== undefined) delete told['nights']
    if (needsProperty && told['property'] === undefined) told['property'] = this.#anyProperty(store.db, key)
    return told
  }

  /** A property by chance: one with more rooms more often. */
  #anyProperty(db: Pick<Db, 'properties' | 'rooms'>, key: string): number {
    this.#houses ??= db.properties
      .all()
      .map(({ id }) => [id, db.rooms.by('property', id).length] as const)
      .filter(([, rooms]) => rooms > 0)
    const all = this.#houses.reduce((sum, [, rooms]) => sum + rooms, 0)
    let left = share(this.#randomness.stream('traffic-value', `${key}/property`)) * all
    for (const [id, rooms] of this.#houses) {
      if (left < rooms) return id
      left -= rooms
    }
    return this.#houses.at(-1)?.[0] ?? 0
  }

  #note(
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
    const act: PastAct = { id: ++this.#last, traffic: source.traffic.id, booking: undefined, ...what, ...stayIn(made), blocked }
    this.#acts.push(act)
    this.#keep(source)
    this.#progress.set(`${ACT}${act.id}`, act)
    this.#progress.set(`${ACT}${act.id - MAX_ACTS}`, undefined)
    this.#lastBooking = what.head && blocked === undefined ? act.booking : undefined
    if (this.#acts.length > 2 * MAX_ACTS) this.#acts.splice(0, this.#acts.length - MAX_ACTS)
    for (const listener of this.#listeners) listener(act)
  }

  /** Reports every act from now on, also those that could not happen. @returns ends that */
  onAct(listener: (act: PastAct) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The acts of late, oldest first; after the one with this id only. */
  acts(since = 0): readonly PastAct[] {
    return this.#acts.slice(-MAX_ACTS).filter(({ id }) => id > since)
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

  /** The clock and the rows went back to a moment: what comes after it is to happen again. Counts stay as they are. */
  rewind(now: Instant, { store, ...rest }: ScenarioContext): void {
    this.#waiting.clear()
    this.#progress.clear(WAITING)
    this.#houses = undefined
    for (const source of this.#sources) {
      source.arrivals = new Arrivals(source.traffic, this.#plan.begun, this.#randomness)
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
      if (at > now) this.#wait({ source, number, step, booking: booking.id, do: decided.do, at, ofDay })
    }
  }
}

const keyOf = ({ source, number, step }: Waiting): string => `${WAITING}${source.order}/${number}/${step}`

/** Earlier first; of those at the same moment in the order of the file, the offer and the follow-up. */
const isBefore = (a: Waiting, b: Waiting): boolean =>
  (a.at - b.at || a.source.order - b.source.order || a.number - b.number || a.step - b.step) < 0

const isBooking = (made: object | string): made is Booking => typeof made === 'object' && 'tag' in made && 'guestId' in made

const numberIn = (values: Readonly<Record<string, unknown>>, name: string): number | undefined => {
  const value = values[name]
  return typeof value === 'number' ? value : undefined
}

const NO_STAY = { room: undefined, arrival: undefined, departure: undefined }

/** The booking, room and days that an act was about, as far as what it made says so. */
function stayIn(made: object | string): Pick<PastAct, 'room' | 'arrival' | 'departure'> & { readonly booking?: number } {
  if (typeof made === 'string') return NO_STAY
  const one = Array.isArray(made) ? nightsTogether(made) : made
  if (isBooking(one)) return { booking: one.id, room: one.rooms[0]?.roomId, arrival: one.arrival, departure: one.departure }
  return isSale(one) ? { room: one.room, arrival: one.arrival, departure: one.departure } : NO_STAY
}

/** Black bookings of one room, one for each night, as one stay. */
function nightsTogether(made: readonly unknown[]): object {
  const bookings = made.filter((one): one is Booking => typeof one === 'object' && one !== null && isBooking(one))
  const [first] = bookings
  return first ? { ...first, departure: bookings.at(-1)?.departure ?? first.departure } : {}
}

interface SaleShape {
  readonly room: number
  readonly arrival: Day
  readonly departure: Day
}

const isSale = (made: object): made is SaleShape => 'room' in made && 'arrival' in made && 'departure' in made && 'nights' in made
