/**
 * What children cost: their own rates by age, without tax.
 *
 * @module
 * @source facts 6 step 5 and 7.2, "Grand total"
 */
import { type Amount, inWords, ofMinor } from './amount.ts'
import { counted } from './in-words.ts'
import type { PricedChildren } from './price-input.ts'
import { idleStep, type Step } from './rule.ts'

/** What the children of one kind cost. */
export function childrenPrice({ price, quantity, model }: PricedChildren, nights: number): Amount {
  const each = ofMinor(price).mul(quantity)
  return model === 'per_night' ? each.mul(nights) : each
}

/** Adds the children of each kind. */
export function childrenSteps(children: readonly PricedChildren[], nights: number): readonly Step[] {
  return children
    .filter(({ quantity, price }) => quantity > 0 && price > 0)
    .map((kind) => {
      const times = kind.model === 'per_night' ? ` x ${counted(nights, 'night')}` : ''
      const text = `${kind.quantity} x ${kind.label || 'children'}: ${inWords(ofMinor(kind.price))}${times}`
      return { rule: 'children', kind: 'children', text, exact: childrenPrice(kind, nights) }
    })
}

/** Says that children cost nothing because every chosen rate is flat; nothing when there are none with a price. */
export function freeChildren(children: readonly PricedChildren[]): readonly Step[] {
  return children.some(({ quantity, price }) => quantity > 0 && price > 0)
    ? [idleStep('children', 'children', 'nothing for children: the rate is flat')]
    : []
}
