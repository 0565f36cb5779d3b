/**
 * The discount of a guest.
 * @source facts 7.2, "Guest discount"
 */
import { amountText, fractionOfPercent, percentText } from './amount.ts'
import type { PriceInput } from './price-input.ts'
import { discountStep, type Step, type Sums } from './rule.ts'

/** Subtracts the guest's percentage from the room total. */
export function guestDiscount({ guest }: Pick<PriceInput, 'guest'>, sums: Sums): readonly Step[] {
  const percent = guest?.discount ?? 0
  if (percent <= 0) return []
  const text = `${percentText(percent)} % of ${amountText(sums.room)}`
  return [discountStep('guest_discount', text, sums.room.mul(fractionOfPercent(percent)), sums)]
}
