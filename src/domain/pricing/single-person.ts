/**
 * The supplement for one person alone in a room for several.
 * @source facts 7.2, "Single person supplement"
 */

import { countText } from '../../base/count-text.ts'
import { type Amount, amountText, ofMinor } from './amount.ts'
import { nettAmount, occupiedRooms } from './nightly-rates.ts'
import { guestsOf } from './party.ts'
import type { PriceInput } from './price-input.ts'
import type { PriceSettings } from './price-settings.ts'
import type { Step, Sums } from './rule.ts'

interface SingleOccupancy {
  /** The supplement of the room per night. */
  readonly own: Amount
  readonly nights: number
  /** The share of one guest in the room total. */
  readonly part: Amount
}

/** The nett supplement of one room: that of the property, else of the room. */
export function supplementOf(property: PriceSettings['singlePerson'], { own, nights, part }: SingleOccupancy): Amount {
  if (!property) return own.mul(nights)
  return property.isPercentage ? part.mul(property.cost).div(100) : property.cost.mul(nights)
}

/** Adds the supplement of every room with one guest and capacity for more. */
export function singlePersonSteps(input: PriceInput, sums: Sums): readonly Step[] {
  const guests = guestsOf(input.party)
  if (guests === 0) return []
  const nights = input.nights.length
  return occupiedRooms(input).flatMap(({ priced: { room }, guests: here }) => {
    if (room.maxPeople <= 1 || here !== 1) return []
    const alone = { own: ofMinor(room.singlePersonSupplement), nights, part: sums.room.div(guests) }
    const { singlePerson } = input.settings
    const supplement = supplementOf(singlePerson, alone)
    const exact = singlePerson?.isPercentage ? supplement : nettAmount(supplement, input)
    if (exact.equals(0)) return []
    const text = `room ${room.id}: one adult, ${supplementText(singlePerson, alone, sums.room, guests)}`
    return [{ rule: 'single_person_supplement', kind: 'supplement', text, exact }]
  })
}

function supplementText(
  property: PriceSettings['singlePerson'],
  { own, nights }: SingleOccupancy,
  room: Amount,
  guests: number,
): string {
  if (property?.isPercentage) return `${property.cost.valueOf()} % of ${amountText(room)} / ${countText(guests, 'guest')}`
  return `${amountText(property ? property.cost : own)} x ${countText(nights, 'night')}`
}
