/**
 * The last-minute discount of single units.
 * @source facts 7.2, "Last-minute"
 */

import { countText } from '../../base/count-text.ts'
import { amountText } from './amount.ts'
import type { PriceInput } from './price-input.ts'
import { discountStep, type Step, type Sums } from './rule.ts'
import { daysAhead } from './wise-price.ts'

/** Subtracts the last-minute percentage from the room total; the single person supplement is not reduced. */
export function lastMinute(input: PriceInput, sums: Sums): readonly Step[] {
  const { lastMinute: offer, singleUnit } = input.settings
  const days = daysAhead(input)
  if (!offer || !singleUnit || days > offer.withinDays) return []
  const text = `${offer.percent.valueOf()} % of ${amountText(sums.room)}, arrival in ${countText(days - 1, 'day')}`
  return [discountStep('last_minute', text, sums.room.mul(offer.percent).div(100), sums)]
}
