/**
 * Numbers of deliveries, which count on where deliveries themselves are no longer kept.
 *
 * @module
 */
import type { Delivery, DeliveryState } from './delivery.ts'

/** Numbers of deliveries, by their state. */
export interface DeliveryNumbers extends Readonly<Record<DeliveryState, number>> {
  /** All of them. */
  readonly made: number
}

/** Numbers of deliveries to one hook. */
export interface HookNumbers extends DeliveryNumbers {
  readonly hook: number
  readonly url: string
}

/** Numbers of deliveries of a sandbox, in total and by hook. */
export interface DeliveryTotals extends DeliveryNumbers {
  readonly hooks: readonly HookNumbers[]
}

type Counted = { -readonly [K in keyof HookNumbers]: HookNumbers[K] }

const NONE: DeliveryNumbers = { made: 0, waiting: 0, delivered: 0, failed: 0, dropped: 0 }

/** Counts deliveries. */
export class DeliveryCounts {
  readonly #hooks = new Map<number, Counted>()

  /** Counts a delivery that waits. */
  made({ hook, url }: Pick<Delivery, 'hook' | 'url'>): void {
    const counted = this.#hooks.get(hook) ?? { hook, url, ...NONE }
    this.#hooks.set(hook, counted)
    counted.url = url
    counted.made++
    counted.waiting++
  }

  /** Counts what became of a delivery that waited. */
  ended({ hook }: Pick<Delivery, 'hook'>, state: Exclude<DeliveryState, 'waiting'>): void {
    const counted = this.#hooks.get(hook)
    if (!counted) return
    counted.waiting--
    counted[state]++
  }

  /** Counts the deliveries that are kept from another process, in the place of its own. */
  goOn(deliveries: readonly Pick<Delivery, 'hook' | 'url' | 'state'>[]): void {
    this.clear()
    for (const delivery of deliveries) {
      this.made(delivery)
      if (delivery.state !== 'waiting') this.ended(delivery, delivery.state)
    }
  }

  totals(): DeliveryTotals {
    const hooks = [...this.#hooks.values()].map((one) => ({ ...one })).sort((a, b) => a.hook - b.hook)
    const sum = (of: keyof DeliveryNumbers): number => hooks.reduce((all, one) => all + one[of], 0)
    return {
      made: sum('made'),
      delivered: sum('delivered'),
      failed: sum('failed'),
      dropped: sum('dropped'),
      waiting: sum('waiting'),
      hooks,
    }
  }

  clear(): void {
    this.#hooks.clear()
  }
}
