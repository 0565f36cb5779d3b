/** The webhooks of one sandbox: sends a notification of each change to the hooks it concerns. */

import { getOrInsert } from '../base/get-or-insert.ts'
import type { Instant } from '../base/instant.ts'
import { isPromise } from '../base/maybe-promise.ts'
import type { WorldEvent } from '../domain/event/events.ts'
import { maskedUrl, type Webhook } from '../domain/event/webhook.ts'
import { realNow } from '../simulation/clock.ts'
import { clearTimeout, setTimeout } from '../simulation/machine-time.ts'
import type { Commit } from '../store/commit.ts'
import type { Db, StoreSnapshot } from '../store/db.ts'
import { whenStored } from '../store/storage-gate.ts'
import type { Delivery, SentRequest } from './delivery.ts'
import { DeliveryLog, type DeliveryResult, isUndone } from './delivery-log.ts'
import { HookQueue, type Queued } from './hook-queue.ts'
import { bookingOf, managerOf, type Notification, notificationsOf, payloadText, propertyOf } from './notification.ts'
import { send } from './send.ts'
import type { HookFault, Origin, WebhookHost } from './webhook-host.ts'

/** How long {@link Webhooks.pause} waits for receivers, in milliseconds; another process repeats unanswered deliveries. */
const MAX_PAUSE_MS = 2000

/** When a delivery that is due now is sent; deliveries of a burst share one time. */
function sendTime(now: Instant, { delay, burst }: Pick<HookFault, 'delay' | 'burst'>): Instant {
  const earliest = now + delay
  return burst === 0 ? earliest : earliest - (earliest % burst) + burst
}

interface NewDelivery extends Pick<Delivery, 'event' | 'task' | 'property' | 'booking' | 'body' | 'fault'> {
  readonly repeated?: Delivery
  readonly origin?: Origin
  /** When its event happened; by default now. */
  readonly at?: Instant | undefined
}

/** The first event of a change. During a move of the clock, its time is earlier than the clock shows afterwards. */
const firstEvent = (commit: Commit): WorldEvent | undefined =>
  commit.rowsOf('events').flatMap(({ before, after }) => (after && !before ? [after] : []))[0]

export class Webhooks {
  readonly deliveries: DeliveryLog
  readonly #host: WebhookHost
  readonly #queues = new Map<number, HookQueue>()
  #closed = false

  constructor(host: WebhookHost) {
    this.#host = host
    this.deliveries = new DeliveryLog(() => host.store.progress)
  }

  /** Continues with the stored deliveries. Sends those that wait, also where an earlier request was not answered. */
  resume(): void {
    this.#leaveQueues()
    for (const { delivery, dueAt, held } of this.deliveries.resume()) {
      const queued = { delivery, dueAt, problem: undefined }
      const queue = this.#queueOf(delivery.hook)
      if (!held || !queue.hold(queued)) queue.add(queued)
    }
  }

  /** Notifies the hooks of a change. */
  committed(commit: Commit, origin: Origin): void {
    const { webhooks } = this.#host.store.db
    const hooks = webhooks.all().filter(({ enabled }) => enabled)
    if (hooks.length === 0 || this.#closed) return
    const runs = notificationsOf(commit, this.#host.choices)
    const { id: event, at } = firstEvent(commit) ?? {}
    for (const notifications of runs)
      for (const hook of hooks) for (const notification of notifications) this.#notify(hook, notification, { origin, event, at })
    this.#host.storeProgress()
  }

  #notify(
    hook: Webhook,
    notification: Notification,
    about: Pick<NewDelivery, 'event' | 'at'> & { readonly origin: Origin },
  ): void {
    const manager = managerOf(notification, about.origin.user, this.#host.store.db)
    if (hook.managerId !== 0 && hook.managerId !== manager) return
    const { scenarioRun, randomness } = this.#host
    const fault = scenarioRun.deliveryFault(notification.task, `${hook.id}/${this.deliveries.nextId}`, randomness)
    const event = {
      ...about,
      task: notification.task,
      property: propertyOf(notification),
      booking: bookingOf(notification),
      body: payloadText(notification, manager),
      fault: fault?.id,
    }
    const delivery = this.#create(hook, event)
    const now = realNow()
    const queued = this.#queuedDelivery(delivery, fault ? sendTime(now, fault) : now)
    if (fault?.drop) {
      this.#drop(delivery, 'lost by a fault')
      return
    }
    const queue = this.#queueOf(hook.id)
    const held = fault?.reorder === true && queue.hold(queued)
    this.deliveries.store(delivery, { dueAt: queued.dueAt, held })
    if (held) return
    if (!fault?.duplicate) queue.add(queued)
    else {
      const again = this.#create(hook, { ...event, repeated: delivery })
      this.deliveries.store(again)
      queue.add(queued, this.#queuedDelivery(again, now))
    }
  }

  #queuedDelivery(delivery: Delivery, dueAt: Instant): Queued {
    const problem = whenStored<string | undefined>(
      this.#host,
      () => undefined,
      ({ message }) => message,
    )
    // A delivery of a change that could not be stored is not counted as affected by a fault.
    if (isPromise(problem)) void problem.then((why) => why !== undefined && Object.assign(delivery, { fault: undefined }))
    return { delivery, dueAt, problem }
  }

  #create(hook: Webhook, { repeated, origin, at = this.#host.store.clock.now(), ...event }: NewDelivery): Delivery {
    const delivery = {
      ...event,
      hook: hook.id,
      url: maskedUrl(hook.url),
      at,
      real: realNow(),
      state: 'waiting' as const,
      repeats: repeated?.id,
      attempt: repeated ? this.deliveries.attemptsOf(repeated) + 1 : 1,
      raisedBy: repeated?.raisedBy ?? origin?.acting,
    }
    return this.deliveries.add(delivery, origin?.call)
  }

  /** The queue of a hook; by choice one for all, in which each receiver waits for those before it. */
  #queueOf(hook: number): HookQueue {
    const hookId = this.#host.choices.webhook_order === 'hook_by_hook' ? 0 : hook
    return getOrInsert(
      this.#queues,
      hookId,
      () =>
        new HookQueue({
          send: (delivery, signal) => this.#send(delivery, signal),
          drop: (delivery, why) => this.#drop(delivery, why),
        }),
    )
  }

  #drop(delivery: Delivery, why: string): void {
    this.#finish(delivery, { state: 'dropped', error: why })
  }

  async #send(delivery: Delivery, signal: AbortSignal): Promise<void> {
    const hook = this.#host.store.db.webhooks.get(delivery.hook)
    if (!hook?.enabled) {
      this.#drop(delivery, hook ? 'the hook is not enabled any more' : 'the hook is gone')
      return
    }
    delivery.sentAt = realNow()
    const oauth = this.#host.choices.webhook_oauth === 'recorded' ? 'missing' : 'sent'
    const onRequest = (request: SentRequest): void => void (delivery.request = request)
    const sent = await send(hook, delivery.body, oauth, { signal, onRequest })
    if (signal.aborted) return
    const { ms } = sent
    if ('error' in sent) this.#finish(delivery, { state: 'failed', error: sent.error, ms })
    else
      this.#finish(delivery, { state: sent.status >= 200 && sent.status < 300 ? 'delivered' : 'failed', status: sent.status, ms })
    this.#host.storeProgress()
  }

  #finish(delivery: Delivery, result: DeliveryResult): void {
    this.deliveries.finish(delivery, result)
    this.#host.world.metrics.countDelivery(delivery.state)
  }

  /** Sends a delivery again. @returns undefined when it is not kept, or its hook has been removed */
  redeliver(id: number): Delivery | undefined {
    const delivery = this.deliveries.find(id)
    const hook = delivery && this.#host.store.db.webhooks.get(delivery.hook)
    if (!hook || this.#closed) return undefined
    const { event, task, property, booking, body } = delivery
    const repeated = delivery.repeats === undefined ? delivery : (this.deliveries.find(delivery.repeats) ?? delivery)
    const again = this.#create(hook, { event, task, property, booking, body, repeated })
    this.deliveries.store(again)
    this.#queueOf(hook.id).add(this.#queuedDelivery(again, realNow()))
    this.#host.storeProgress()
    return again
  }

  /** Resolves when no delivery waits. */
  async idle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }

  /** Drops what waits or is being sent, and removes all deliveries; ids start from 1 again. */
  clear(): void {
    this.#endQueues('the sandbox was reset')
    this.deliveries.clear()
  }

  /** Drops what waits of events that a restore has undone. @param before the events before it */
  rewind(before: Db['events'], restored: StoreSnapshot): void {
    const { clock, db } = this.#host.store
    this.deliveries.rewind(clock.now(), (id) => isUndone(id, before, db.events, restored))
    for (const queue of this.#queues.values())
      queue.dropIf(({ undone }) => undone === true, 'its event was undone: the state was restored')
  }

  /**
   * Stops sending, because another process takes over.
   *
   * @returns resolves when the requests in progress are answered, or after {@link MAX_PAUSE_MS}
   */
  async pause(): Promise<void> {
    const answered = Promise.all([...this.#queues.values()].map((queue) => queue.pause()))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MAX_PAUSE_MS).unref()
      void answered.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** Stops notifying. Drops what waits or is being sent, unless deliveries are stored: then another process sends them. */
  end(): void {
    this.#closed = true
    if (this.#host.store.progress.keeps) this.#leaveQueues()
    else this.#endQueues('the sandbox has ended')
    this.deliveries.ended.end()
  }

  #leaveQueues(): void {
    for (const queue of this.#queues.values()) queue.leave()
    this.#queues.clear()
  }

  #endQueues(why: string): void {
    const queues = [...this.#queues.values()]
    this.#queues.clear()
    for (const queue of queues) queue.end(why)
  }
}
