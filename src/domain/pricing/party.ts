/**
 * The distribution of guests over rooms, for prices. Children have their own rates and are not distributed.
 * @source facts 7.2, "Party" and "Guest allocation"
 */
import { headCount } from '../booking/party.ts'
import type { PriceChoices, PricedParty } from './price-input.ts'

/** The number of guests who pay a nightly rate: the adults, guests of guest types included. */
export function guestsOf({ adults, guestTypes }: Pick<PricedParty, 'adults' | 'guestTypes'>): number {
  return Math.max(adults, headCount(guestTypes))
}

/**
 * The number of guests a city tax is charged for.
 *
 * @source facts 6.6; choice `city_tax_guests`
 */
export function taxedGuests(guests: number, children: PricedParty['children'], counted: PriceChoices['city_tax_guests']): number {
  return guests + (counted === 'all' || children.length === 0 ? headCount(children) : 1)
}

/**
 * The number of guests in each room: distributed in turn, up to the capacity of a room. Guests beyond the capacity of all rooms
 * are distributed in the same way, so that everybody is charged.
 *
 * @param holds the capacity of each room
 */
export function guestsPerRoom(guests: number, holds: readonly number[]): readonly number[] {
  const placed = holds.map(() => 0)
  let left = guests
  for (let place = 1; left > 0 && holds.length > 0; place++) {
    const full = holds.every((most) => most < place)
    holds.forEach((most, room) => {
      if (left === 0 || (!full && most < place)) return
      placed[room] = (placed[room] ?? 0) + 1
      left -= 1
    })
  }
  return placed
}
