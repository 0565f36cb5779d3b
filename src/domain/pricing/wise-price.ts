/**
 * Wise prices: rooms of which few are taken are cheaper when arrival is near. Properties of several rooms only.
 *
 * @module
 * @source facts 7.2, "Wise-price"
 */
import { daysBetween } from '../../base/day.ts'
import { type Amount, inWords, NOTHING, sum } from './amount.ts'
import { counted } from './in-words.ts'
import { nettRates, occupiedRooms } from './nightly-rates.ts'
import type { PricedRoom, PriceInput } from './price-input.ts'
import type { WisePrice } from './price-settings.ts'
import { discountStep, type Step, type Sums } from './rule.ts'

/**
 * The percentage off while `booked` of `all` rooms of a type are taken.
 *
 * @param days the days until arrival, that of today counted
 */
export function wisePercent(wise: WisePrice, days: number, booked: number, all: number): Amount {
  if (days > wise.withinDays) return NOTHING
  return wise.steps.find(({ taken }) => booked * 100 <= taken * all)?.percent ?? NOTHING
}

/** Days until arrival as the near-arrival discounts count them: today is one. */
export function daysAhead({ today, nights }: Pick<PriceInput, 'today' | 'nights'>): number {
  return daysBetween(today, nights[0] ?? today) + 1
}

/** What remains of a room's nightly rates after its wise price. */
export function ratesAfterWise(input: PriceInput, room: PricedRoom): readonly Amount[] {
  const left = wisePercentOf(input, room).div(100).neg().add(1)
  return nettRates(input, room).map((rate) => rate.mul(left))
}

function wisePercentOf(input: PriceInput, { bookedOfType, roomsOfType }: PricedRoom): Amount {
  const { wisePrice, singleUnit } = input.settings
  return wisePrice && !singleUnit ? wisePercent(wisePrice, daysAhead(input), bookedOfType, roomsOfType) : NOTHING
}

/** Takes the wise price off each room it holds for. */
export function wisePrice(input: PriceInput, sums: Sums): readonly Step[] {
  return occupiedRooms(input).flatMap(({ priced, charged }) => {
    const percent = wisePercentOf(input, priced)
    if (percent.equals(0)) return []
    const full = sum(nettRates(input, priced)).mul(charged)
    const off = full.mul(percent).div(100)
    const { room, bookedOfType, roomsOfType } = priced
    const text = `room ${room.id}: ${percent.valueOf()} % of ${inWords(full)}, ${bookedOfType} of ${counted(roomsOfType, 'such room')} taken`
    return [discountStep('wise_price', text, off, sums)]
  })
}
