/** The deliveries of one sandbox: all that wait and the latest that have ended, stored where the storage keeps progress. */
import type { Instant } from '../base/instant.ts'
import type { Db, StoreSnapshot } from '../store/db.ts'
import type { Progress } from '../store/progress.ts'
import { fieldChanges } from '../store/state-diff.ts'
import { type Delivery, type DeliveryState, MAX_KEPT_DELIVERIES } from './delivery.ts'
import { type DeliveryTotals, type HookNumbers, hookNumbers, totalsOf } from './delivery-counts.ts'
import { EndedDeliveries } from './ended-deliveries.ts'

/** The record of a request; it has no id until it is in the journal. */
export interface RequestWithId {
  readonly id: number
}

export type DeliveryResult = Partial<Pick<Delivery, 'status' | 'error' | 'ms'>> & {
  readonly state: Exclude<DeliveryState, 'waiting'>
}

/** How a waiting delivery is queued. */
interface QueueState {
  /** The earliest time it is sent, by the machine's clock. */
  readonly dueAt?: Instant | undefined
  /** True where it is sent after the next delivery of its hook. */
  readonly held?: boolean | undefined
}

interface StoredDelivery extends Delivery, QueueState {
  /** Its number among the ended deliveries. */
  readonly ended?: number | undefined
}

/** Prefix of the key of a stored delivery; its id follows. */
const DELIVERY = 'delivery '
/** The key of the numbers of deliveries that are no longer kept. */
const REMOVED = 'removed deliveries'

export class DeliveryLog {
  /** The deliveries in the order in which they ended. */
  readonly ended = new EndedDeliveries()
  readonly #progress: () => Progress
  readonly #deliveries: Delivery[] = []
  /** The deliveries of requests that are not in the journal yet. */
  #ofOpenRequests = new WeakMap<RequestWithId, readonly Delivery[]>()
  /** Numbers of the deliveries that are no longer kept. */
  #ofRemoved: readonly HookNumbers[] = []
  #last = 0

  /** @param progress where deliveries are stored */
  constructor(progress: () => Progress) {
    this.#progress = progress
  }

  /** Replaces the deliveries by the stored ones. @returns those that wait */
  resume(): readonly { readonly delivery: Delivery; readonly dueAt: Instant; readonly held: boolean }[] {
    this.#ofOpenRequests = new WeakMap()
    const progress = this.#progress()
    const stored = progress
      .entriesWithPrefix<StoredDelivery>(DELIVERY)
      .map(([, delivery]) => delivery)
      .sort((one, other) => one.id - other.id)
    const read = stored.map(({ dueAt, held, ended, ...delivery }) => ({ dueAt, held, ended, delivery }))
    this.#deliveries.splice(0, this.#deliveries.length, ...read.map(({ delivery }) => delivery))
    this.#last = stored.at(-1)?.id ?? 0
    this.#ofRemoved = progress.get<readonly HookNumbers[]>(REMOVED) ?? []
    const ended = read.flatMap(({ ended: id, delivery }) => (id === undefined ? [] : [{ id, delivery }]))
    this.ended.resume(ended.sort((one, other) => one.id - other.id))
    return read
      .filter(({ delivery }) => delivery.state === 'waiting')
      .map(({ delivery, dueAt = delivery.real, held = false }) => ({ delivery, dueAt, held }))
  }

  /** Adds a delivery that waits. @param request the one that caused it */
  add(delivery: Omit<Delivery, 'id'>, request?: RequestWithId): Delivery {
    const added = { id: this.nextId, ...delivery }
    this.#last = added.id
    this.#deliveries.push(added)
    if (request) this.#ofOpenRequests.set(request, [...(this.#ofOpenRequests.get(request) ?? []), added])
    if (this.#deliveries.length > 2 * MAX_KEPT_DELIVERIES) this.#removeOldest()
    return added
  }

  store(delivery: Delivery, more: QueueState & Pick<StoredDelivery, 'ended'> = {}): void {
    const progress = this.#progress()
    if (!progress.keeps) return
    const key = `${DELIVERY}${delivery.id}`
    progress.set(key, { ...progress.get<StoredDelivery>(key), ...delivery, ...more } satisfies StoredDelivery)
  }

  finish(delivery: Delivery, result: DeliveryResult): void {
    Object.assign(delivery, result)
    this.store(delivery, { ended: this.ended.add(delivery) })
  }

  /** Sets the cause of the deliveries of a request, once it has its id in the journal. */
  setRequestId(request: RequestWithId): void {
    const raised = this.#ofOpenRequests.get(request)
    if (!raised) return
    this.#ofOpenRequests.delete(request)
    for (const delivery of raised) {
      delivery.raisedBy = { kind: 'call', id: `${request.id}` }
      this.store(delivery)
    }
  }

  /** Removes the oldest deliveries that have ended; those that wait are still to be sent. */
  #removeOldest(): void {
    let surplus = this.#deliveries.length - MAX_KEPT_DELIVERIES
    const progress = this.#progress()
    const removed = new Set(this.#deliveries.filter(({ state }) => state !== 'waiting' && surplus-- > 0))
    for (const { id } of removed) progress.set(`${DELIVERY}${id}`, undefined)
    this.#ofRemoved = hookNumbers([...removed], this.#ofRemoved)
    progress.set(REMOVED, this.#ofRemoved)
    const kept = this.#deliveries.filter((delivery) => !removed.has(delivery))
    this.#deliveries.splice(0, this.#deliveries.length, ...kept)
  }

  /** Marks the deliveries of events after a time, or that are gone: clock and rows were set back to it. */
  rewind(now: Instant, isGone: (event: number) => boolean): void {
    for (const delivery of this.#deliveries)
      if (delivery.at > now || isGone(delivery.event ?? 0)) {
        delivery.undone = true
        this.store(delivery)
      }
  }

  /** Number of times a delivery was sent. */
  attemptsOf({ id }: Delivery): number {
    return 1 + this.#deliveries.filter(({ repeats }) => repeats === id).length
  }

  /** The kept deliveries, oldest first. */
  list(): readonly Delivery[] {
    return this.#deliveries.slice(-MAX_KEPT_DELIVERIES)
  }

  /** The kept deliveries whose event was not undone, oldest first. */
  remaining(): readonly Delivery[] {
    return this.list().filter(({ undone }) => !undone)
  }

  find(id: number): Delivery | undefined {
    return this.list().find((one) => one.id === id)
  }

  /** The id of the latest delivery; 0 before the first. */
  get lastId(): number {
    return this.#last
  }

  get nextId(): number {
    return this.#last + 1
  }

  get removed(): number {
    return this.#last - this.#deliveries.length
  }

  /** Numbers of all deliveries since the start or the last reset, also of those that are no longer kept. */
  get totals(): DeliveryTotals {
    return totalsOf(hookNumbers(this.#deliveries, this.#ofRemoved))
  }

  get hasWaiting(): boolean {
    return this.#deliveries.some(({ state }) => state === 'waiting')
  }

  /** Removes all deliveries; ids start from 1 again. */
  clear(): void {
    this.#last = 0
    this.#ofRemoved = []
    this.#deliveries.length = 0
    this.#ofOpenRequests = new WeakMap()
  }
}

/** True for an event that a restore has undone. @param before the events before it @param left those after it */
export function isUndone(id: number, before: Db['events'], left: Db['events'], { counters }: StoreSnapshot): boolean {
  const [event, kept] = [before.get(id), left.get(id)]
  // the oldest events are not kept
  return event && kept ? fieldChanges(event, kept).length > 0 : id > (counters.events ?? 0)
}
