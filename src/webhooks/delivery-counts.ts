/** Numbers of deliveries by state, also of deliveries that are no longer kept. */
import { getOrInsert } from '../base/get-or-insert.ts'
import type { Delivery, DeliveryState } from './delivery.ts'

interface DeliveryNumbers extends Readonly<Record<DeliveryState, number>> {
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

/** The numbers of each hook, with its latest address, in the order of the hooks. @param before numbers to which the deliveries add */
export function hookNumbers(
  deliveries: readonly Pick<Delivery, 'hook' | 'url' | 'state'>[],
  before: readonly HookNumbers[] = [],
): readonly HookNumbers[] {
  const hooks = new Map<number, Counted>(before.map((numbers) => [numbers.hook, { ...numbers }]))
  for (const { hook, url, state } of deliveries) {
    const none: Counted = { hook, url, made: 0, waiting: 0, delivered: 0, failed: 0, dropped: 0 }
    const counted = getOrInsert(hooks, hook, () => none)
    counted.url = url
    counted.made++
    counted[state]++
  }
  return [...hooks.values()].sort((a, b) => a.hook - b.hook)
}

export function totalsOf(hooks: readonly HookNumbers[]): DeliveryTotals {
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
