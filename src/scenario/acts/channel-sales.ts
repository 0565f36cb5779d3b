/** Sales on other channels. The service does not know them; the client learns of them from the channel. */
import type { Day } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import type { Sale } from '../../conformance/exchange.ts'
import { nightKey } from '../../domain/booking/room-nights.ts'
import { NO_PROGRESS, type Progress } from '../../store/progress.ts'

export interface ChannelSale extends Sale {
  /** From 1. */
  readonly id: number
  readonly arrival: Day
}

/** Maximum number of kept sales; the oldest are removed. */
export const MAX_SALES = 100_000

const SALE_KEY_PREFIX = 'sale '
const LAST_SALE_KEY = 'last sale'

export class ChannelSales {
  readonly #progress: Progress
  #last = 0
  readonly #sales = new Map<number, ChannelSale>()
  readonly #nights = new Map<number, ChannelSale>()

  /** @param progress the stored sales */
  constructor(progress: Progress = NO_PROGRESS) {
    this.#progress = progress
    for (const [, sale] of progress.entriesWithPrefix<ChannelSale>(SALE_KEY_PREFIX)) this.#note(sale)
    this.#last = progress.get<number>(LAST_SALE_KEY) ?? 0
  }

  add(sale: Omit<ChannelSale, 'id'>): ChannelSale {
    const noted = { id: ++this.#last, ...sale }
    this.#note(noted)
    this.#progress.set(`${SALE_KEY_PREFIX}${noted.id}`, noted)
    this.#progress.set(LAST_SALE_KEY, noted.id)
    const oldest = this.#sales.get(noted.id - MAX_SALES)
    if (oldest) this.#remove(oldest)
    return noted
  }

  #note(sale: ChannelSale): void {
    this.#sales.set(sale.id, sale)
    for (const day of sale.nights) this.#nights.set(nightKey(sale.room, day), sale)
  }

  /** The sale of a night, by {@link nightKey}. */
  ofNight(key: number): ChannelSale | undefined {
    return this.#nights.get(key)
  }

  /** The kept sales after an id, oldest first. */
  all(since = 0): readonly ChannelSale[] {
    return [...this.#sales.values()].filter(({ id }) => id > since)
  }

  get lastId(): number {
    return this.#last
  }

  get size(): number {
    return this.#sales.size
  }

  /** Removes the sales after a time: the clock was set back to it. */
  rewind(now: Instant): void {
    for (const sale of this.#sales.values()) if (sale.at > now) this.#remove(sale)
  }

  #remove(sale: ChannelSale): void {
    this.#sales.delete(sale.id)
    this.#progress.set(`${SALE_KEY_PREFIX}${sale.id}`, undefined)
    for (const day of sale.nights) {
      const key = nightKey(sale.room, day)
      if (this.#nights.get(key) === sale) this.#nights.delete(key)
    }
  }
}
