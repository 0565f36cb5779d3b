/**
 * The nightly rates of rooms before tax, and for how many guests they are charged.
 * @source facts 6 step 1 and 7.2, "Nightly rate" and "Room total"; choice `per_person`
 */

import { countText } from '../../base/count-text.ts'
import type { Minor } from '../../base/money.ts'
import { type Amount, amountText, fractionOfPercent, ofMinor, sum } from './amount.ts'
import { guestsOf, guestsPerRoom } from './party.ts'
import type { PricedRoom, PriceInput } from './price-input.ts'
import type { Step } from './rule.ts'

/** A price without tax. `inclusive` is false for a price that includes none: it is returned unchanged. */
export function withoutTax(price: Amount, inclusive: boolean, taxRate: number): Amount {
  return inclusive ? price.div(fractionOfPercent(taxRate).add(1)) : price
}

/** An amount of a coupon, length modifier or supplement before tax; choice `amount_tax`. */
export const nettAmount = (amount: Amount, { settings, taxRate, choices }: PriceInput): Amount =>
  withoutTax(amount, settings.inclusive && choices.amount_tax === 'as_prices', taxRate)

export function nettRates({ settings, taxRate }: PriceInput, { rates }: PricedRoom): readonly Amount[] {
  const first = rates[0]?.price
  const price = (own: Minor): Minor => (settings.firstNightCounts && first !== undefined ? first : own)
  return rates.map((rate) => withoutTax(ofMinor(price(rate.price)), settings.inclusive, taxRate))
}

/** A room with its guests, and how often its rate is charged. */
export interface OccupiedRoom {
  readonly priced: PricedRoom
  readonly guests: number
  readonly perPerson: boolean
  /** 1 for a flat rate, else the number of guests; for an empty room by choice `empty_room`. */
  readonly charged: number
}

export function occupiedRooms(input: PriceInput): readonly OccupiedRoom[] {
  const placed = guestsPerRoom(
    guestsOf(input.party),
    input.rooms.map(({ room }) => room.maxPeople),
  )
  return input.rooms.map((priced, index) => {
    const guests = placed[index] ?? 0
    const perPerson = isPerPerson(input, priced)
    const least = input.choices.empty_room === 'free' ? 0 : 1
    return { priced, guests, perPerson, charged: perPerson ? Math.max(least, guests) : 1 }
  })
}

/**
 * True when a room's rate is per person and night.
 *
 * @source spec "Tariff", `ignore_pppn`; choice `per_person`: under `property_setting` the tariffs count only if guest types are
 * booked, and one tariff per person makes all rooms per person
 */
function isPerPerson({ settings, rooms, party, choices }: PriceInput, room: PricedRoom): boolean {
  if (choices.per_person === 'ignore_pppn') return !isFlat(room)
  return settings.perPerson && (party.guestTypes.length === 0 || !rooms.every(isFlat))
}

const isFlat = ({ rates }: PricedRoom): boolean => rates.every(({ ignorePppn }) => ignorePppn)

export function nightlyRates(input: PriceInput): readonly Step[] {
  return occupiedRooms(input).map(({ priced, guests, perPerson, charged }) => {
    const rates = nettRates(input, priced)
    const who = perPerson ? perPersonText(guests, charged) : 'flat'
    return {
      rule: 'nightly_rates',
      kind: 'room',
      text: `room ${priced.room.id}: ${nightsText(rates)}, ${who}`,
      exact: sum(rates).mul(charged),
    }
  })
}

const perPersonText = (guests: number, charged: number): string =>
  guests < charged ? `x ${charged}, the minimum charge of a room without guests` : `x ${countText(charged, 'guest')}`

/** `2 nights x 100.00 + 1 night x 120.00`. */
export function nightsText(rates: readonly Amount[]): string {
  const runs: { rate: Amount; nights: number }[] = []
  for (const rate of rates) {
    const last = runs.at(-1)
    if (last?.rate.equals(rate)) last.nights += 1
    else runs.push({ rate, nights: 1 })
  }
  return runs.map(({ rate, nights }) => `${countText(nights, 'night')} x ${amountText(rate)}`).join(' + ')
}
