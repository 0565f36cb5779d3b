/**
 * The price of children: rates by age, without tax.
 * @source facts 6 step 5 and 7.2, "Grand total"
 */

import { countText } from '../../base/count-text.ts'
import { type Amount, amountText, ofMinor } from './amount.ts'
import type { PricedChildren } from './price-input.ts'
import { type Step, stepWithoutEffect } from './rule.ts'

export function childrenPrice({ price, quantity, model }: PricedChildren, nights: number): Amount {
  const each = ofMinor(price).mul(quantity)
  return model === 'per_night' ? each.mul(nights) : each
}

/** Adds the children at each rate. */
export function childrenSteps(children: readonly PricedChildren[], nights: number): readonly Step[] {
  return children
    .filter(({ quantity, price }) => quantity > 0 && price > 0)
    .map((kind) => {
      const times = kind.model === 'per_night' ? ` x ${countText(nights, 'night')}` : ''
      const text = `${kind.quantity} x ${kind.label || 'children'}: ${amountText(ofMinor(kind.price))}${times}`
      return { rule: 'children', kind: 'children', text, exact: childrenPrice(kind, nights) }
    })
}

/** Explains that children cost nothing because every selected rate is flat; no step without children who have a price. */
export function freeChildren(children: readonly PricedChildren[]): readonly Step[] {
  return children.some(({ quantity, price }) => quantity > 0 && price > 0)
    ? [stepWithoutEffect('children', 'children', 'nothing for children: the rate is flat')]
    : []
}
