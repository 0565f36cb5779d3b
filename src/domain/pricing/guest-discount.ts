/**
 * A guest's own discount.
 *
 * @module
 * @source facts 7.2, "Guest discount"
 */
import { inWords, percentInWords, share } from './amount.ts'
import type { PriceInput } from './price-input.ts'
import { discountStep, type Step, type Sums } from './rule.ts'

/** Takes the guest's percentage off the room total. */
export function guestDiscount({ guestDiscount: percent }: Pick<PriceInput, 'guestDiscount'>, sums: Sums): readonly Step[] {
  if (percent === 0) return []
  const text = `${percentInWords(percent)} % of ${inWords(sums.room)}`
  return [discountStep('guest_discount', text, sums.room.mul(share(percent)), sums)]
}
