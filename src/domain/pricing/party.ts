/**
 * Who sleeps where, as far as prices depend on it. Children have their own rates and take no guest's place.
 *
 * @module
 * @source facts 7.2, "Party" and "Guest allocation"
 */
import type { CityTaxGuests, PricedParty } from './price-input.ts'

/** The guests who pay a nightly rate: the adults; the guests of guest types are some of them. */
export function guestsOf({ adults, guestTypes }: Pick<PricedParty, 'adults' | 'guestTypes'>): number {
  const typed = guestTypes.reduce((count, { quantity }) => count + quantity, 0)
  return Math.max(adults, typed)
}

/**
 * The guests a city tax counts.
 *
 * @source facts 6.6; choice `city_tax_guests`
 */
export function taxedGuests(guests: number, children: PricedParty['children'], counted: CityTaxGuests): number {
  const all = children.reduce((count, { quantity }) => count + quantity, 0)
  return guests + (counted === 'all' || children.length === 0 ? all : 1)
}

/**
 * How many guests each room has: one each in turn, then second places, up to what a room holds. Guests whom no room holds
 * are spread over the rooms in the same way: everybody is paid for.
 */
export function allocate(guests: number, holds: readonly number[]): readonly number[] {
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
