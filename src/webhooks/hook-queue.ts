/** The waiting deliveries of one hook, sent one after the other in their order, with a maximum number. */
import type { Instant } from '../base/instant.ts'
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import { realNow, steadyNow } from '../simulation/clock.ts'
import { clearTimeout, setImmediate, setTimeout } from '../simulation/machine-time.ts'
import { LONGEST_DELAY } from '../simulation/timers.ts'
import type { Delivery } from './delivery.ts'

/** Maximum number of waiting deliveries; beyond it the oldest is dropped. */
export const MAX_WAITING_DELIVERIES = 1000
/** Maximum time that a delivery is held for another one to go first, in milliseconds. */
export const MAX_HOLD_MS = 2000

export interface Queued {
  readonly delivery: Delivery
  /** The earliest time it is sent, by the machine's clock. */
  readonly dueAt: Instant
  /** Why its change could not be stored; undefined when it was stored. It is not sent before that is known. */
  readonly problem: MaybePromise<string | undefined>
}

/** A queued delivery; `from` is {@link Queued.dueAt} by {@link steadyNow}, which does not move when the machine's clock is set. */
type Waiting = Queued & { readonly from: number }

interface QueueWork {
  /** Sends a delivery that is due. Never throws. @param signal aborts when the queue ends; the result is then ignored */
  send(delivery: Delivery, signal: AbortSignal): Promise<void>
  /** Called with each delivery that will not be sent or not be answered. */
  drop(delivery: Delivery, why: string): void
}

export class HookQueue {
  readonly #work: QueueWork
  readonly #waiting: Waiting[] = []
  /** Sent after the next added delivery, or at `until`, by {@link steadyNow}. */
  #held: { readonly queued: Waiting; readonly until: number } | undefined
  #working: Promise<void> | undefined
  /** The request in progress. */
  #sending: { readonly delivery: Delivery; readonly answered: Promise<void> } | undefined
  #wake: (() => void) | undefined
  readonly #ending = new AbortController()
  #paused = false

  constructor(work: QueueWork) {
    this.#work = work
  }

  /** Adds deliveries, then the held one. */
  add(...queued: readonly Queued[]): void {
    for (const one of queued) this.#push(this.#steady(one))
    this.#release()
  }

  /** Holds a delivery until another one is added. @returns false when one is held already */
  hold(queued: Queued): boolean {
    if (this.#held) return false
    const waiting = this.#steady(queued)
    this.#held = { queued: waiting, until: Math.max(waiting.from, steadyNow() + MAX_HOLD_MS) }
    this.#working ??= this.#sendAll()
    return true
  }

  /** Drops the waiting deliveries of which something is true. */
  dropIf(isGone: (delivery: Delivery) => boolean, why: string): void {
    this.#release()
    const left = this.#waiting.splice(0)
    for (const queued of left) {
      if (isGone(queued.delivery)) this.#work.drop(queued.delivery, why)
      else this.#waiting.push(queued)
    }
    this.#wake?.()
  }

  /** Drops the waiting deliveries and the request in progress. Accepts no more deliveries. */
  end(why: string): void {
    this.#release()
    const left = [...(this.#sending ? [this.#sending] : []), ...this.#waiting.splice(0)]
    this.#ending.abort()
    for (const { delivery } of left) this.#work.drop(delivery, why)
    this.#wake?.()
  }

  /** Stops sending. @returns resolves when the request in progress is answered */
  async pause(): Promise<void> {
    this.#paused = true
    await this.#sending?.answered
  }

  /** Ends without dropping: another process sends the waiting deliveries. */
  leave(): void {
    this.#paused = true
    this.#held = undefined
    this.#waiting.length = 0
    this.#ending.abort()
    this.#wake?.()
  }

  /** Resolves when no delivery waits. */
  idle(): Promise<void> {
    return this.#working ?? Promise.resolve()
  }

  #steady(queued: Queued): Waiting {
    return { ...queued, from: steadyNow() + queued.dueAt - realNow() }
  }

  #push(queued: Waiting): void {
    this.#waiting.push(queued)
    if (this.#waiting.length > MAX_WAITING_DELIVERIES) {
      const oldest = this.#waiting.shift()
      if (oldest) this.#work.drop(oldest.delivery, 'too many deliveries were waiting for this hook')
      this.#wake?.()
    }
    this.#working ??= this.#sendAll()
  }

  #release(): void {
    if (!this.#held) return
    const { queued } = this.#held
    this.#held = undefined
    this.#push(queued)
    this.#wake?.()
  }

  async #sendAll(): Promise<void> {
    // The response to the request that caused it is sent first.
    await new Promise((resolve) => setImmediate(resolve))
    while (!this.#paused && (this.#held || this.#waiting.length > 0)) {
      const [next] = this.#waiting
      if (next) await this.#sendWhenDue(next)
      else await this.#untilReleased()
    }
    this.#working = undefined
  }

  /** Sends the next delivery, unless it is dropped before it is due. */
  async #sendWhenDue(next: Waiting): Promise<void> {
    const { delivery, from, problem } = next
    const isDropped = (): boolean => this.#waiting[0] !== next
    const unstored = isPromise(problem) ? await problem : problem
    while (unstored === undefined && !isDropped() && steadyNow() < from) await this.#pause(from)
    if (isDropped()) return
    if (unstored !== undefined) {
      this.#waiting.shift()
      this.#work.drop(delivery, unstored)
    } else if (!this.#paused) {
      this.#waiting.shift()
      this.#sending = { delivery, answered: this.#work.send(delivery, this.#ending.signal) }
      await this.#sending.answered
      this.#sending = undefined
    }
  }

  async #untilReleased(): Promise<void> {
    const held = this.#held
    if (!held) return
    while (this.#held === held && steadyNow() < held.until) await this.#pause(held.until)
    if (this.#held === held) this.#release()
  }

  /** Waits until a time by {@link steadyNow}, or until it is woken. */
  #pause(until: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(done, Math.min(until - steadyNow(), LONGEST_DELAY)).unref()
      this.#wake = done
    })
  }
}
