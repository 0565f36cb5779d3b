/**
 * The webhooks of one sandbox: what a change is notified of, to whom, and what became of each delivery.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../booking-api/choices/choices.ts'
import { maskedUrl, type Webhook } from '../domain/event/webhook.ts'
import { realNow } from '../simulation/clock.ts'
import type { Timers } from '../simulation/timers.ts'
import type { Commit } from '../store/commit.ts'
import type { Db } from '../store/db.ts'
import type { Progress } from '../store/progress.ts'
import type { MaybePromise } from '../store/storage.ts'
import { type Delivery, type DeliveryState, MAX_KEPT, type RaisedBy } from './delivery.ts'
import { DeliveryCounts, type DeliveryTotals } from './delivery-counts.ts'
import { Ends } from './ends.ts'
import { HookQueue, type Queued } from './hook-queue.ts'
import { bookingOf, type Notification, notificationsOf, payloadText, propertyOf } from './notification.ts'
import { send } from './send.ts'

/** What the webhooks of a sandbox work with. */
export interface WebhookHost {
  db(): Pick<Db, 'webhooks' | 'users'>
  choices(): Pick<Choices, 'webhook_duplicates' | 'webhook_oauth'>
  now(): Instant
  readonly timers: Timers
  /** Why the changes made so far could not be stored; undefined when they are. */
  storageProblem(): MaybePromise<string | undefined>
  /** Where deliveries are kept. */
  progress(): Progress
  /** Stores what has changed there. */
  keepProgress(): void
  /** What a scenario does to a delivery. */
  faultOn(task: string, key: string): HookFault | undefined
  /** Told of each delivery that has ended. */
  ended(state: DeliveryState): void
}

/** What a fault does to one delivery. */
export interface HookFault {
  readonly id: string
  /** Milliseconds. */
  readonly delay: number
  /** Milliseconds in which deliveries are gathered and sent together; 0 where they are not. */
  readonly burst: number
  readonly drop: boolean
  /** Sent twice. */
  readonly duplicate: boolean
  /** Sent after the next one. */
  readonly reorder: boolean
}

/** What is kept of a delivery. */
interface KeptDelivery extends Delivery {
  /** It is not sent before this moment of the machine's clock. */
  readonly dueAt?: Instant | undefined
  /** True where it is sent after the next one. */
  readonly held?: boolean | undefined
  /** Its place among those that are over. */
  readonly ended?: number | undefined
}

/** What begins the key of a delivery; its id follows. */
const DELIVERY = 'delivery '
/** A drain waits so long for the answer of a receiver; later ones are sent again by another process. */
const LONGEST_ANSWER = 2000

/** What became of a delivery. */
type Outcome = Partial<Pick<Delivery, 'status' | 'error' | 'ms'>> & { readonly state: Exclude<DeliveryState, 'waiting'> }

/** When a delivery of now is sent; deliveries of a burst share one moment. */
function dueAt(now: Instant, { delay, burst }: Pick<HookFault, 'delay' | 'burst'>): Instant {
  const earliest = now + delay
  return burst === 0 ? earliest : earliest - (earliest % burst) + burst
}

/** Where a change came from. */
export interface Origin {
  /** The user who did it; undefined for visitors, traffic and scenarios. */
  readonly user: number | undefined
  /** The record of the call that did it; it has no id before it is in the journal. */
  readonly call?: { readonly id: number } | undefined
  /** What did it without a call. */
  readonly acting?: RaisedBy | undefined
}

interface NewDelivery {
  readonly body: string
  readonly fault?: string | undefined
  readonly repeated?: Delivery
  readonly origin?: Origin
}

export class Webhooks {
  readonly #host: WebhookHost
  readonly #queues = new Map<number, HookQueue>()
  readonly #deliveries: Delivery[] = []
  /** Deliveries whose call is not in the journal yet. */
  readonly #ofOpenCalls = new WeakMap<object, readonly Delivery[]>()
  #last = 0
  /** Deliveries in the order in which they were answered, failed or were dropped. */
  readonly ending = new Ends(() => this.#ended)
  #removed = 0
  readonly #counts = new DeliveryCounts()
  #ended = false

  constructor(host: WebhookHost) {
    this.#host = host
  }

  /** Goes on with the deliveries that are kept: those that wait are sent, also where a request for them was not answered. */
  goOn(): void {
    for (const queue of this.#queues.values()) queue.leave()
    this.#queues.clear()
    const kept = this.#host
      .progress()
      .below<KeptDelivery>(DELIVERY)
      .map(([, delivery]) => delivery)
      .sort((one, other) => one.id - other.id)
    this.#deliveries.splice(0, this.#deliveries.length, ...kept.map(deliveryOf))
    this.#last = kept.at(-1)?.id ?? 0
    this.#removed = this.#last - kept.length
    this.#counts.goOn(kept)
    const ended = kept.flatMap(({ ended: id }, index) => {
      const delivery = this.#deliveries[index]
      return id === undefined || !delivery ? [] : [{ id, delivery }]
    })
    this.ending.goOn(ended.sort((one, other) => one.id - other.id))
    for (const [index, { state, dueAt, held = false }] of kept.entries()) {
      const delivery = this.#deliveries[index]
      if (state !== 'waiting' || !delivery) continue
      const queued = { delivery, dueAt: dueAt ?? delivery.real, problem: undefined }
      const queue = this.#queueOf(delivery.hook)
      if (!held || !queue.hold(queued)) queue.add(queued)
    }
  }

  #keep(delivery: Delivery, more: Pick<KeptDelivery, 'dueAt' | 'held' | 'ended'> = {}): void {
    const progress = this.#host.progress()
    if (!progress.keeps) return
    const key = `${DELIVERY}${delivery.id}`
    progress.set(key, { ...progress.get<KeptDelivery>(key), ...delivery, ...more } satisfies KeptDelivery)
  }

  /** Notifies of what a change did. */
  committed(commit: Commit, origin: Origin): void {
    if (this.#host.db().webhooks.size === 0 || this.#ended) return
    const hooks = this.#host
      .db()
      .webhooks.all()
      .filter(({ enabled }) => enabled)
    if (hooks.length === 0) return
    const notifications = this.#withDuplicates(notificationsOf(commit))
    for (const hook of hooks) for (const notification of notifications) this.#notify(hook, notification, origin)
    this.#host.keepProgress()
  }

  /** The service delivers what a black booking raises twice. */
  #withDuplicates(all: readonly Notification[]): readonly Notification[] {
    const isTwice = all.some(({ task }) => task === 'blackbooking_added')
    return isTwice && this.#host.choices().webhook_duplicates === 'recorded' ? [...all, ...all] : all
  }

  #notify(hook: Webhook, notification: Notification, origin: Origin): void {
    const manager = this.#managerOf(notification, origin.user)
    if (hook.managerId !== 0 && hook.managerId !== manager) return
    const fault = this.#host.faultOn(notification.task, `${hook.id}/${this.#last + 1}`)
    const delivery = this.#note(hook, notification, { body: payloadText(notification, manager), fault: fault?.id, origin })
    const now = this.#host.timers.now()
    const queued = this.#queued(delivery, fault ? dueAt(now, fault) : now)
    if (fault?.drop) {
      this.#drop(delivery, 'lost by a fault')
      return
    }
    const queue = this.#queueOf(hook.id)
    const held = fault?.reorder === true && queue.hold(queued)
    this.#keep(delivery, { dueAt: queued.dueAt, held })
    if (held) return
    if (!fault?.duplicate) queue.add(queued)
    else {
      const again = this.#note(hook, notification, { body: delivery.body, fault: fault.id, repeated: delivery, origin })
      this.#keep(again)
      queue.add(queued, this.#queued(again, now))
    }
  }

  #queued(delivery: Delivery, dueAt: Instant): Queued {
    const problem = this.#host.storageProblem()
    // no fault meets what did not happen
    if (problem instanceof Promise) void problem.then((why) => why !== undefined && Object.assign(delivery, { fault: undefined }))
    return { delivery, dueAt, problem }
  }

  /** Whoever acts; of visitors, traffic and scenarios the manager of the property, else the first super manager. */
  #managerOf(notification: Notification, actor: number | undefined): number {
    if (actor !== undefined) return actor
    const users = this.#host.db().users.all()
    const property = propertyOf(notification)
    const own =
      property === undefined
        ? undefined
        : users.find(({ level, propertyIds }) => level === 'manager' && propertyIds.includes(property))
    return (own ?? users.find(({ level }) => level === 'super') ?? users[0])?.id ?? 0
  }

  #note(hook: Webhook, notification: Notification, { body, fault, repeated, origin }: NewDelivery): Delivery {
    const delivery: Delivery = {
      id: ++this.#last,
      hook: hook.id,
      url: maskedUrl(hook.url),
      task: notification.task,
      property: propertyOf(notification),
      booking: bookingOf(notification),
      at: this.#host.now(),
      real: realNow(),
      body,
      state: 'waiting',
      ms: undefined,
      sentAt: undefined,
      status: undefined,
      error: undefined,
      fault,
      repeats: repeated?.id,
      attempt: repeated ? this.#attemptsOf(repeated) + 1 : 1,
      raisedBy: repeated?.raisedBy ?? origin?.acting,
      request: undefined,
    }
    this.#deliveries.push(delivery)
    this.#counts.made(delivery)
    if (origin?.call) this.#ofOpenCalls.set(origin.call, [...(this.#ofOpenCalls.get(origin.call) ?? []), delivery])
    if (this.#deliveries.length > 2 * MAX_KEPT) this.#removeOldest()
    return delivery
  }

  /** Removes the oldest deliveries that are over; those that wait are still to be sent. */
  #removeOldest(): void {
    let surplus = this.#deliveries.length - MAX_KEPT
    const kept = this.#deliveries.filter(({ id, state }) => {
      if (surplus === 0 || state === 'waiting') return true
      surplus--
      this.#removed++
      this.#host.progress().set(`${DELIVERY}${id}`, undefined)
      return false
    })
    this.#deliveries.splice(0, this.#deliveries.length, ...kept)
  }

  /** How often a delivery was sent so far. */
  #attemptsOf({ id }: Delivery): number {
    return 1 + this.#deliveries.filter(({ repeats }) => repeats === id).length
  }

  /** Names the call that raised deliveries, once it has its id in the journal. */
  journalled(call: { readonly id: number }): void {
    const raised = this.#ofOpenCalls.get(call)
    if (!raised) return
    this.#ofOpenCalls.delete(call)
    for (const delivery of raised) {
      delivery.raisedBy = { kind: 'call', id: `${call.id}` }
      this.#keep(delivery)
    }
  }

  #queueOf(hookId: number): HookQueue {
    let queue = this.#queues.get(hookId)
    if (!queue) {
      queue = new HookQueue({
        timers: this.#host.timers,
        send: (delivery, signal) => this.#send(delivery, signal),
        drop: (delivery, why) => this.#drop(delivery, why),
      })
      this.#queues.set(hookId, queue)
    }
    return queue
  }

  #drop(delivery: Delivery, why: string): void {
    this.#finish(delivery, { state: 'dropped', error: why })
  }

  async #send(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const hook = this.#host.db().webhooks.get(delivery.hook)
    if (!hook?.enabled) {
      this.#drop(delivery, hook ? 'the hook is not enabled any more' : 'the hook is gone')
      return
    }
    delivery.sentAt = realNow()
    const oauth = this.#host.choices().webhook_oauth === 'recorded' ? 'missing' : 'sent'
    const sent = await send(hook, delivery.body, oauth, {
      signal,
      onRequest: (request) => {
        delivery.request = request
      },
    })
    if (signal.aborted) return
    const ms = realNow() - delivery.sentAt
    if ('error' in sent) this.#finish(delivery, { state: 'failed', error: sent.error, ms })
    else
      this.#finish(delivery, { state: sent.status >= 200 && sent.status < 300 ? 'delivered' : 'failed', status: sent.status, ms })
    this.#host.keepProgress()
  }

  #finish(delivery: Delivery, outcome: Outcome): void {
    Object.assign(delivery, outcome)
    this.#counts.ended(delivery, outcome.state)
    this.#keep(delivery, { ended: this.ending.add(delivery) })
    this.#host.ended(delivery.state)
  }

  /** Sends a delivery again. @returns undefined when it is not kept, or its hook is gone */
  redeliver(id: number): Delivery | undefined {
    const delivery = this.delivery(id)
    const hook = delivery && this.#host.db().webhooks.get(delivery.hook)
    if (!hook || this.#ended) return undefined
    const { task, body, property, booking } = delivery
    const members: Notification['members'] = {
      ...(property !== undefined && { property_uid: property }),
      ...(booking !== undefined && { contract_uid: booking }),
    }
    const repeated = delivery.repeats === undefined ? delivery : (this.delivery(delivery.repeats) ?? delivery)
    const again = this.#note(hook, { task, members }, { body, repeated })
    this.#keep(again)
    this.#queueOf(hook.id).add(this.#queued(again, this.#host.timers.now()))
    this.#host.keepProgress()
    return again
  }

  /** The deliveries kept, oldest first; after the one with this id only. */
  deliveries(since = 0): readonly Delivery[] {
    return this.#deliveries.slice(-MAX_KEPT).filter(({ id }) => id > since)
  }

  /** The delivery of this id; undefined when it is not kept. */
  delivery(id: number): Delivery | undefined {
    return this.deliveries().find((one) => one.id === id)
  }

  /** The id of the latest delivery; 0 before the first. */
  get lastId(): number {
    return this.#last
  }

  /** Deliveries that are not kept any more. */
  get removed(): number {
    return this.#removed
  }

  /** Deliveries that were never sent, or not answered before the end. */
  get dropped(): number {
    return this.#counts.totals().dropped
  }

  /** How many deliveries there were since the start or the last reset, also of those that are not kept any more. */
  get totals(): DeliveryTotals {
    return this.#counts.totals()
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }

  /** Forgets the deliveries, and counts them from 1 again: the sandbox was reset. What waits or is under way is dropped. */
  clear(): void {
    this.#endQueues('the sandbox was reset')
    this.#last = 0
    this.#removed = 0
    this.#counts.clear()
    this.#deliveries.length = 0
  }

  /** True while a delivery waits or is under way. */
  get isWaiting(): boolean {
    return this.#deliveries.some(({ state }) => state === 'waiting')
  }

  /** Sends nothing more: another process takes over. @returns resolves when the requests under way are answered, or take too long */
  async pause(): Promise<void> {
    const answered = Promise.all([...this.#queues.values()].map((queue) => queue.pause()))
    await new Promise<void>((resolve) => {
      const cancel = this.#host.timers.set(resolve, LONGEST_ANSWER)
      void answered.then(() => {
        cancel()
        resolve()
      })
    })
  }

  /** Notifies of nothing any more. What waits or is under way is dropped, where no other process sends it. */
  end(): void {
    this.#ended = true
    if (this.#host.progress().keeps) {
      for (const queue of this.#queues.values()) queue.leave()
      this.#queues.clear()
    } else this.#endQueues('the sandbox has ended')
    this.ending.tell()
  }

  #endQueues(why: string): void {
    const queues = [...this.#queues.values()]
    this.#queues.clear()
    for (const queue of queues) queue.end(why)
  }
}

function deliveryOf({ dueAt: _due, held: _held, ended: _ended, ...kept }: KeptDelivery): Delivery {
  // what was undefined when it was kept is missing
  const { property, booking, ms, sentAt, status, error, fault, repeats, raisedBy, request } = kept
  return { ...kept, property, booking, ms, sentAt, status, error, fault, repeats, raisedBy, request }
}
