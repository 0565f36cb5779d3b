/** Deliveries in the order in which they end, for streams of them. */
import { type Delivery, MAX_KEPT_DELIVERIES } from './delivery.ts'

/** A delivery that was answered, has failed or was dropped. */
interface EndedDelivery {
  /** Its number among the ended deliveries, from 1; not the id of the delivery. */
  readonly id: number
  readonly delivery: Delivery
}

/** The latest ended deliveries and those who listen for more. */
export class EndedDeliveries {
  readonly #kept: EndedDelivery[] = []
  readonly #listeners = new Set<() => void>()
  #last = 0
  #ended = false

  /** @returns its number */
  add(delivery: Delivery): number {
    this.#keep({ id: ++this.#last, delivery })
    this.#notify()
    return this.#last
  }

  /** Replaces the list by the stored one, which is in order. */
  resume(ended: readonly EndedDelivery[]): void {
    this.#kept.length = 0
    for (const one of ended) this.#keep(one)
    this.#last = Math.max(this.#last, ended.at(-1)?.id ?? 0)
  }

  #keep(ended: EndedDelivery): void {
    this.#kept.push(ended)
    if (this.#kept.length > MAX_KEPT_DELIVERIES) this.#kept.shift()
  }

  get oldestId(): number {
    return this.#kept[0]?.id ?? this.#last + 1
  }

  get lastId(): number {
    return this.#last
  }

  get ended(): boolean {
    return this.#ended
  }

  entries(since: number): readonly EndedDelivery[] {
    return this.#kept.filter(({ id }) => id > since)
  }

  /** Calls back for each new one, and at the end. @returns a function that unsubscribes */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the streams. */
  end(): void {
    this.#ended = true
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
