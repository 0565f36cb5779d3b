/**
 * Deliveries as they end, for those who listen.
 *
 * @module
 */
import { type Delivery, MAX_KEPT } from './delivery.ts'

/** A delivery that is over; `id` counts ends. */
export interface EndedDelivery {
  readonly id: number
  readonly delivery: Delivery
}

/** Deliveries in the order in which they were answered, failed or were dropped. */
export class Ends {
  readonly #kept: EndedDelivery[] = []
  readonly #listeners = new Set<() => void>()
  readonly #isOver: () => boolean
  #last = 0

  /** @param isOver true once nothing is delivered any more */
  constructor(isOver: () => boolean) {
    this.#isOver = isOver
  }

  /** @returns its id */
  add(delivery: Delivery): number {
    this.#keep({ id: ++this.#last, delivery })
    this.tell()
    return this.#last
  }

  /** Goes on after those that another process has counted, in their order. */
  goOn(ended: readonly EndedDelivery[]): void {
    this.#kept.length = 0
    for (const one of ended) this.#keep(one)
    this.#last = Math.max(this.#last, ended.at(-1)?.id ?? 0)
  }

  #keep(ended: EndedDelivery): void {
    this.#kept.push(ended)
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()
  }

  get firstId(): number {
    return this.#kept[0]?.id ?? this.#last + 1
  }

  get lastId(): number {
    return this.#last
  }

  get ended(): boolean {
    return this.#isOver()
  }

  entries(since: number): readonly EndedDelivery[] {
    return this.#kept.filter(({ id }) => id > since)
  }

  /** Calls back at each one and at the end. @returns ends that */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
