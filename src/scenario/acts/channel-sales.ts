/**
 * What other channels have sold. It is in no store and in no list of the service: the client learns of it from its own side.
 *
 * @module
 */
import type { Day } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import { nightKey } from '../../domain/booking/bookings.ts'

/** One sale on another channel. */
export interface ChannelSale {
  /** Counted from 1. */
  readonly id: number
  readonly at: Instant
  readonly property: number
  readonly room: number
  readonly arrival: Day
  /** Not a night of the stay. */
  readonly departure: Day
  readonly nights: readonly Day[]
}

/** Sales kept; the oldest are removed. */
export const MAX_SALES = 100_000

/** The sales of one sandbox. */
export class ChannelSales {
  #last = 0
  readonly #sales = new Map<number, ChannelSale>()
  readonly #nights = new Map<number, ChannelSale>()

  /** Notes a sale. */
  add(sale: Omit<ChannelSale, 'id'>): ChannelSale {
    const noted = { id: ++this.#last, ...sale }
    this.#sales.set(noted.id, noted)
    for (const day of noted.nights) this.#nights.set(nightKey(noted.room, day), noted)
    const oldest = this.#sales.get(noted.id - MAX_SALES)
    if (oldest) this.#remove(oldest)
    return noted
  }

  /** The sale of a night, by {@link nightKey}. */
  ofNight(key: number): ChannelSale | undefined {
    return this.#nights.get(key)
  }

  /** All that are kept, oldest first; after the one with this id only. */
  all(since = 0): readonly ChannelSale[] {
    return [...this.#sales.values()].filter(({ id }) => id > since)
  }

  /** The number of the newest one. */
  get lastId(): number {
    return this.#last
  }

  get size(): number {
    return this.#sales.size
  }

  /** Removes what was sold after an instant: the clock went back. */
  rewind(now: Instant): void {
    for (const sale of this.#sales.values()) if (sale.at > now) this.#remove(sale)
  }

  #remove(sale: ChannelSale): void {
    this.#sales.delete(sale.id)
    for (const day of sale.nights) {
      const key = nightKey(sale.room, day)
      if (this.#nights.get(key) === sale) this.#nights.delete(key)
    }
  }
}
