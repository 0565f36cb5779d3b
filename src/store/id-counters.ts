/** The last id of each collection. */
import type { CollectionName, Counters } from './state.ts'

/** Counters that can be rolled back to the beginning of a change. */
export class IdCounters {
  #values: Partial<Record<CollectionName, number>>
  /** The values before the latest change, if it counted. */
  #before: Partial<Record<CollectionName, number>> | undefined
  readonly #counted = new Set<CollectionName>()

  constructor(values: Counters) {
    this.#values = { ...values }
  }

  /** A copy of the values. */
  get values(): Counters {
    return { ...this.#values }
  }

  /** The counters that the latest change has changed. */
  get changed(): Counters {
    return Object.fromEntries([...this.#counted].map((name) => [name, this.#values[name]]))
  }

  /** True when the latest change has changed a counter. */
  get hasChanged(): boolean {
    return this.#counted.size > 0
  }

  /** Begins a change. */
  begin(): void {
    this.#before = undefined
    if (this.#counted.size > 0) this.#counted.clear()
  }

  /** Restores the values from before the change. */
  rollBack(): void {
    if (this.#before) this.#values = this.#before
  }

  /** The next id of a collection, not below `least`. */
  next(collection: CollectionName, least = 0): number {
    if (!this.#before) {
      this.#before = this.#values
      this.#values = { ...this.#values }
    }
    this.#counted.add(collection)
    const next = Math.max((this.#values[collection] ?? 0) + 1, least)
    this.#values[collection] = next
    return next
  }
}
