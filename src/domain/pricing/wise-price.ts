/**
 * Wise prices: a discount on room types of which few rooms are taken when arrival is near. Not for single units.
 * @source facts 7.2, "Wise-price"
 */

import { countText } from '../../base/count-text.ts'
import { daysBetween } from '../../base/day.ts'
import { type Amount, amountText, sum, ZERO } from './amount.ts'
import { nettRates, occupiedRooms } from './nightly-rates.ts'
import type { PricedRoom, PriceInput } from './price-input.ts'
import type { WisePrice } from './price-settings.ts'
import { discountStep, type Step, type Sums } from './rule.ts'

/**
 * The discount in percent while `booked` of `all` rooms of a type are taken.
 *
 * @param days the days until arrival, today included
 */
export function wisePercent(wise: WisePrice, days: number, booked: number, all: number): Amount {
  if (days > wise.withinDays) return ZERO
  return wise.steps.find(({ maxTakenPercent }) => booked * 100 <= maxTakenPercent * all)?.percent ?? ZERO
}

/** The days until arrival, today included: 1 for an arrival today. */
export function daysAhead({ today, nights }: Pick<PriceInput, 'today' | 'nights'>): number {
  return daysBetween(today, nights[0] ?? today) + 1
}

export function ratesAfterWise(input: PriceInput, room: PricedRoom): readonly Amount[] {
  const left = wisePercentOf(input, room).div(100).neg().add(1)
  return nettRates(input, room).map((rate) => rate.mul(left))
}

function wisePercentOf(input: PriceInput, { bookedOfType, roomsOfType }: PricedRoom): Amount {
  const { wisePrice, singleUnit } = input.settings
  return wisePrice && !singleUnit ? wisePercent(wisePrice, daysAhead(input), bookedOfType, roomsOfType) : ZERO
}

export function wisePrice(input: PriceInput, sums: Sums): readonly Step[] {
  return occupiedRooms(input).flatMap(({ priced, charged }) => {
    const percent = wisePercentOf(input, priced)
    if (percent.equals(0)) return []
    const full = sum(nettRates(input, priced)).mul(charged)
    const off = full.mul(percent).div(100)
    const { room, bookedOfType, roomsOfType } = priced
    const text = `room ${room.id}: ${percent.valueOf()} % of ${amountText(full)}, ${bookedOfType} of ${countText(roomsOfType, 'such room')} taken`
    return [discountStep('wise_price', text, off, sums)]
  })
}
