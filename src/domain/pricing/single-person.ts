/**
 * The supplement for a person alone in a room that holds more.
 *
 * @module
 * @source facts 7.2, "Single person supplement"
 */
import { type Amount, inWords, ofMinor } from './amount.ts'
import { counted } from './in-words.ts'
import { occupiedRooms } from './nightly-rates.ts'
import { guestsOf } from './party.ts'
import type { PriceInput } from './price-input.ts'
import type { PriceSettings } from './price-settings.ts'
import type { Step, Sums } from './rule.ts'

/** What a room is about when somebody is alone in it. */
interface AloneIn {
  /** The room's own supplement a night. */
  readonly own: Amount
  readonly nights: number
  /** A guest's part of the room total. */
  readonly part: Amount
}

/** The supplement of one room, nett: the property's where it has one, else the room's own. */
export function supplementOf(property: PriceSettings['singlePerson'], { own, nights, part }: AloneIn): Amount {
  if (!property) return own.mul(nights)
  return property.isPercentage ? part.mul(property.cost).div(100) : property.cost.mul(nights)
}

/** Adds the supplement of every room with one guest and place for more. */
export function singlePerson(input: PriceInput, sums: Sums): readonly Step[] {
  const guests = guestsOf(input.party)
  if (guests === 0) return []
  const nights = input.nights.length
  return occupiedRooms(input).flatMap(({ priced: { room }, guests: here }) => {
    if (room.maxPeople <= 1 || here !== 1) return []
    const alone = { own: ofMinor(room.singlePersonSupplement), nights, part: sums.room.div(guests) }
    const exact = supplementOf(input.settings.singlePerson, alone)
    if (exact.equals(0)) return []
    const text = `room ${room.id}: one adult in it, ${inWordsOf(input.settings.singlePerson, alone, sums.room, guests)}`
    return [{ rule: 'single_person_supplement', kind: 'supplement', text, exact }]
  })
}

function inWordsOf(property: PriceSettings['singlePerson'], { own, nights }: AloneIn, room: Amount, guests: number): string {
  if (property?.isPercentage) return `${property.cost.valueOf()} % of ${inWords(room)} / ${counted(guests, 'guest')}`
  return `${inWords(property ? property.cost : own)} x ${counted(nights, 'night')}`
}
