/** The last id of each collection. */
import type { CollectionName, Counters } from './state.ts'

/** Counters that can be rolled back to the beginning of a change. */
export class IdCounters {
  readonly #values: Partial<Record<CollectionName, number>>
  /** The values that the latest change has changed. */
  #changed: Partial<Record<CollectionName, number>> = {}

  constructor(values: Counters) {
    this.#values = { ...values }
  }

  get values(): Counters {
    return { ...this.#values, ...this.#changed }
  }

  get changed(): Counters {
    return this.#changed
  }

  get hasChanged(): boolean {
    return Object.keys(this.#changed).length > 0
  }

  begin(): void {
    Object.assign(this.#values, this.#changed)
    this.#changed = {}
  }

  rollBack(): void {
    this.#changed = {}
  }

  /** The next id of a collection, not below `least`. */
  next(collection: CollectionName, least = 0): number {
    const last = this.#changed[collection] ?? this.#values[collection] ?? 0
    return (this.#changed[collection] = Math.max(last + 1, least))
  }
}
