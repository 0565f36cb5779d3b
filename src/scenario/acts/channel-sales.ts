/** Sales on other channels. The service does not know them; the client learns of them from the channel. */
import type { Day } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import type { Sale } from '../../conformance/exchange.ts'
import { nightKey } from '../../domain/booking/room-nights.ts'
import { NewestValues } from '../../store/newest-values.ts'
import { NO_PROGRESS, type Progress } from '../../store/progress.ts'

export interface ChannelSale extends Sale {
  /** From 1. */
  readonly id: number
  readonly arrival: Day
}

/** Maximum number of kept sales; the oldest are removed. */
export const MAX_SALES = 100_000

export class ChannelSales {
  readonly #sales: NewestValues<ChannelSale>
  readonly #nights = new Map<number, ChannelSale>()

  /** @param progress the stored sales */
  constructor(progress: Progress = NO_PROGRESS) {
    this.#sales = new NewestValues(progress, 'sale', MAX_SALES)
    for (const sale of this.all()) this.#takeNights(sale)
  }

  add(sale: Omit<ChannelSale, 'id'>): ChannelSale {
    const noted = { id: this.lastId + 1, ...sale }
    this.#takeNights(noted)
    const oldest = this.#sales.add(noted)
    if (oldest) this.#freeNights(oldest)
    return noted
  }

  /** The sale of a night, by {@link nightKey}. */
  ofNight(key: number): ChannelSale | undefined {
    return this.#nights.get(key)
  }

  /** The kept sales after an id, oldest first. */
  all(since = 0): readonly ChannelSale[] {
    return this.#sales.after(since)
  }

  get lastId(): number {
    return this.#sales.last
  }

  get size(): number {
    return this.#sales.size
  }

  /** Removes the sales after a time: the clock was set back to it. */
  rewind(now: Instant): void {
    for (const sale of this.#sales.keep(({ at }) => at <= now)) this.#freeNights(sale)
  }

  #takeNights(sale: ChannelSale): void {
    for (const day of sale.nights) this.#nights.set(nightKey(sale.room, day), sale)
  }

  #freeNights(sale: ChannelSale): void {
    for (const day of sale.nights) {
      const key = nightKey(sale.room, day)
      if (this.#nights.get(key) === sale) this.#nights.delete(key)
    }
  }
}
