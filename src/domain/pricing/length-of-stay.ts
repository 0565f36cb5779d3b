/**
 * Discounts for stays from 7 nights and from 30 nights on.
 * @source facts 7.2, "Length modifiers"
 */

import { countText } from '../../base/count-text.ts'
import type { LengthModifiers } from '../tariff/tariff-types.ts'
import { type Amount, amountText, fractionOfPercent, ofMinor, percentText, sum, ZERO } from './amount.ts'
import { nettAmount, occupiedRooms } from './nightly-rates.ts'
import type { PriceInput } from './price-input.ts'
import { discountStep, type Step, type Sums } from './rule.ts'
import { ratesAfterWise } from './wise-price.ts'

/** The modifier for a number of nights, in hundredths of a percent or minor units; 0 for short stays. */
function lengthModifier({ sevenDays, thirtyDays }: LengthModifiers, nights: number): number {
  return nights >= 30 ? thirtyDays : nights >= 7 ? sevenDays : 0
}

export function lengthDiscount(modifiers: LengthModifiers, nights: number, of: Amount): Amount {
  const modifier = lengthModifier(modifiers, nights)
  return modifiers.isPercentage ? of.mul(fractionOfPercent(modifier)) : ofMinor(modifier)
}

/** Applies the length modifiers of each room's tariff to that room's part of the room total; an amount once per room. */
export function lengthOfStay(input: PriceInput, sums: Sums): readonly Step[] {
  if (input.rooms.every(({ lengthModifiers }) => lengthModifiers === null)) return []
  const rooms = occupiedRooms(input)
  const shares = rooms.map(({ priced, charged }) => sum(ratesAfterWise(input, priced)).mul(charged))
  const whole = sum(shares)
  const nights = input.nights.length
  let left = sums.room
  return rooms.flatMap(({ priced: { room, lengthModifiers } }, index) => {
    const modifier = lengthModifiers ? lengthModifier(lengthModifiers, nights) : 0
    if (!lengthModifiers || modifier === 0 || whole.equals(0)) return []
    const part = sums.room.mul(shares[index] ?? ZERO).div(whole)
    const what = lengthModifiers.isPercentage
      ? `${percentText(modifier)} % of ${amountText(part)}`
      : `${amountText(ofMinor(modifier))} once`
    const discount = lengthDiscount(lengthModifiers, nights, part)
    const off = lengthModifiers.isPercentage ? discount : nettAmount(discount, input)
    const step = discountStep('length_of_stay', `room ${room.id}: ${what} off for ${countText(nights, 'night')}`, off, {
      ...sums,
      room: left,
    })
    left = left.add(step.exact)
    return [step]
  })
}
