/** Numbers of deliveries by state, also of deliveries that are no longer kept. */
import type { Delivery, DeliveryState } from './delivery.ts'

export interface DeliveryNumbers extends Readonly<Record<DeliveryState, number>> {
  /** Deliveries in any state. */
  readonly made: number
}

export interface HookNumbers extends DeliveryNumbers {
  readonly hook: number
  readonly url: string
}

export interface DeliveryTotals extends DeliveryNumbers {
  readonly hooks: readonly HookNumbers[]
}

type Counted = { -readonly [K in keyof HookNumbers]: HookNumbers[K] }

const NO_DELIVERIES: DeliveryNumbers = { made: 0, waiting: 0, delivered: 0, failed: 0, dropped: 0 }

export class DeliveryCounts {
  readonly #hooks = new Map<number, Counted>()
  readonly #ofRemoved = new Map<number, Counted>()

  /** Counts a new delivery. */
  made(delivery: Pick<Delivery, 'hook' | 'url'>): void {
    const counted = countedOf(this.#hooks, delivery)
    counted.made++
    counted.waiting++
  }

  /** Counts the end of a delivery that waited. */
  ended({ hook }: Pick<Delivery, 'hook'>, state: Exclude<DeliveryState, 'waiting'>): void {
    const counted = this.#hooks.get(hook)
    if (!counted) return
    counted.waiting--
    counted[state]++
  }

  /** Counts a delivery that is no longer kept, for {@link ofRemoved}; it stays in the totals. */
  removed(delivery: Pick<Delivery, 'hook' | 'url' | 'state'>): void {
    const counted = countedOf(this.#ofRemoved, delivery)
    counted.made++
    counted[delivery.state]++
  }

  /** Numbers of the deliveries that are no longer kept. */
  get ofRemoved(): readonly HookNumbers[] {
    return copiesInOrder(this.#ofRemoved)
  }

  /**
   * Replaces the numbers by those of stored deliveries.
   *
   * @param ofRemoved numbers of the deliveries that are no longer kept
   */
  resume(deliveries: readonly Pick<Delivery, 'hook' | 'url' | 'state'>[], ofRemoved: readonly HookNumbers[] = []): void {
    this.clear()
    for (const numbers of ofRemoved) {
      this.#hooks.set(numbers.hook, { ...numbers })
      this.#ofRemoved.set(numbers.hook, { ...numbers })
    }
    for (const delivery of deliveries) {
      this.made(delivery)
      if (delivery.state !== 'waiting') this.ended(delivery, delivery.state)
    }
  }

  totals(): DeliveryTotals {
    const hooks = copiesInOrder(this.#hooks)
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
    this.#ofRemoved.clear()
  }
}

/** The numbers of the hook of a delivery, with its latest address. */
function countedOf(hooks: Map<number, Counted>, { hook, url }: Pick<Delivery, 'hook' | 'url'>): Counted {
  const counted = hooks.get(hook) ?? { hook, url, ...NO_DELIVERIES }
  hooks.set(hook, counted)
  counted.url = url
  return counted
}

const copiesInOrder = (hooks: ReadonlyMap<number, Counted>): readonly HookNumbers[] =>
  [...hooks.values()].map((one) => ({ ...one })).sort((a, b) => a.hook - b.hook)
