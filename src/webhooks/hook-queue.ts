/**
 * The deliveries that wait for one hook: one after the other, so that their order stays, and no more than a receiver can owe.
 *
 * @module
 */
import type { Delivery } from './delivery.ts'

/** Deliveries waiting for one hook; then the oldest is dropped. */
export const MAX_WAITING = 1000

/** One delivery with what may hold it up. */
export interface Queued {
  readonly delivery: Delivery
  /** Milliseconds that a fault holds it back. */
  readonly delay: number
}

export class HookQueue {
  #waiting: Queued[] = []
  #working: Promise<void> | undefined
  readonly #deliver: (queued: Queued) => Promise<void>
  readonly #dropped: (delivery: Delivery) => void

  constructor(deliver: (queued: Queued) => Promise<void>, dropped: (delivery: Delivery) => void) {
    this.#deliver = deliver
    this.#dropped = dropped
  }

  add(queued: Queued): void {
    this.#waiting.push(queued)
    if (this.#waiting.length > MAX_WAITING) {
      const oldest = this.#waiting.shift()
      if (oldest) this.#dropped(oldest.delivery)
    }
    this.#working ??= this.#work()
  }

  /** Drops all that wait. */
  clear(): void {
    for (const { delivery } of this.#waiting.splice(0)) this.#dropped(delivery)
  }

  /** Resolves when nothing waits any more. */
  idle(): Promise<void> {
    return this.#working ?? Promise.resolve()
  }

  async #work(): Promise<void> {
    // the answer to the call that caused it goes first
    await new Promise((resolve) => setImmediate(resolve))
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#deliver(next)
    this.#working = undefined
  }
}
