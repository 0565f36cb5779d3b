/**
 * Guest types raise or lower the price of a person's night where rates are per person.
 * @source spec "Guest type"; facts 7.2, "Guest types" and "Room total"
 */
import { Fraction } from 'fraction.js'
import { countText } from '../../base/count-text.ts'
import { type Amount, amountText, fractionOfPercent, ofMinor, percentText, sum, ZERO } from './amount.ts'
import { type OccupiedRoom, occupiedRooms, withoutTax } from './nightly-rates.ts'
import { guestsOf } from './party.ts'
import type { PricedGuestType, PriceInput } from './price-input.ts'
import { type Step, type Sums, stepWithoutEffect } from './rule.ts'
import { ratesAfterWise } from './wise-price.ts'

/** The surcharge of a guest type for one night at a nett rate; a reduction is negative. */
export function variance(type: PricedGuestType['type'], rate: Amount, inclusive: boolean, taxRate: number): Amount {
  const amount = type.isPercentage
    ? rate.mul(fractionOfPercent(type.variance))
    : withoutTax(ofMinor(type.variance), inclusive, taxRate)
  return type.adds ? amount : amount.neg()
}

/** The weighted mean of the nightly rates of rooms, after wise prices. */
export function meanRate(input: PriceInput, rooms: readonly OccupiedRoom[], weight: (room: OccupiedRoom) => number): Amount {
  const weights = rooms.reduce((all, room) => all + weight(room), 0)
  if (weights === 0) return ZERO
  const all = sum(rooms.map((room) => sum(ratesAfterWise(input, room.priced)).mul(weight(room))))
  return all.div(weights * input.nights.length)
}

/**
 * Adds the surcharges of the party's guest types. If some rooms have a flat rate, the guests of each type are assumed to be
 * distributed proportionally; if all have, the explanation says that nothing changes.
 */
export function guestTypes(input: PriceInput, sums: Sums): readonly Step[] {
  const { party, settings, taxRate, nights } = input
  const present = party.guestTypes.filter(({ quantity }) => quantity > 0)
  if (present.length === 0) return []
  const perPerson = occupiedRooms(input).filter((room) => room.perPerson)
  const placed = perPerson.reduce((all, { guests }) => all + guests, 0)
  if (placed === 0)
    return present.map(({ type, quantity }) => stepWithoutEffect('guest_types', 'room', flatRateText(type, quantity)))
  const rate = meanRate(input, perPerson, ({ guests }) => guests)
  const all = guestsOf(party)
  let left = sums.room
  return present.map(({ type, quantity }) => {
    const each = variance(type, rate, settings.inclusive, taxRate)
    const wanted = each.mul(quantity).mul(nights.length).mul(new Fraction(placed, all))
    const limited = wanted.add(left).lt(0)
    const exact = limited ? left.neg() : wanted
    left = left.add(exact)
    const placing = placed === all ? '' : ` x ${placed} of ${countText(all, 'guest')}, the others pay a flat rate`
    const factors = `${varianceText(type, rate, each)} x ${countText(nights.length, 'night')}${placing}`
    const text = `${quantity} x ${type.type}: ${factors}${limited ? ', limited to the price of the stay' : ''}`
    return { rule: 'guest_types', kind: 'room', text, exact }
  })
}

const flatRateText = (type: PricedGuestType['type'], quantity: number): string =>
  `${quantity} x ${type.type}: nothing, the rate is flat`

/** `-10 % of 83.33`, or an amount: `-12.00, which is -10.00 before tax`. */
function varianceText(type: PricedGuestType['type'], rate: Amount, each: Amount): string {
  const sign = type.adds ? '+' : '-'
  if (type.isPercentage) return `${sign}${percentText(type.variance)} % of ${amountText(rate)}`
  const stored = ofMinor(type.variance)
  const nettOf = each.abs().equals(stored) ? '' : `, which is ${sign}${amountText(each.abs())} before tax,`
  return `${sign}${amountText(stored)}${nettOf}`
}
