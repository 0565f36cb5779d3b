/**
 * Last minute: single units are cheaper when arrival is near.
 *
 * @module
 * @source facts 7.2, "Last-minute"
 */
import { inWords } from './amount.ts'
import { counted } from './in-words.ts'
import type { PriceInput } from './price-input.ts'
import type { NearDiscount } from './price-settings.ts'
import { discountStep, type Step, type Sums } from './rule.ts'
import { daysAhead } from './wise-price.ts'

/** True when arrival is near enough. @param days the days until arrival, that of today counted */
export const isNear = ({ withinDays }: Pick<NearDiscount, 'withinDays'>, days: number): boolean => days <= withinDays

/** Takes the last-minute percentage off the room total; the supplement for a single person stays as it is. */
export function lastMinute(input: PriceInput, sums: Sums): readonly Step[] {
  const { lastMinute: offer, singleUnit } = input.settings
  const days = daysAhead(input)
  if (!offer || !singleUnit || !isNear(offer, days)) return []
  const text = `${offer.percent.valueOf()} % of ${inWords(sums.room)}, arrival in ${counted(days - 1, 'day')}`
  return [discountStep('last_minute', text, sums.room.mul(offer.percent).div(100), sums)]
}
