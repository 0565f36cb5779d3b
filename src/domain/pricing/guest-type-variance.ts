/**
 * Guest types make a person's night dearer or cheaper, where rates are for each person.
 *
 * @module
 * @source spec "Guest type"; facts 7.2, "Guest types" and "Room total"
 */
import { Fraction } from 'fraction.js'
import { type Amount, inWords, NOTHING, ofMinor, percentInWords, share, sum } from './amount.ts'
import { counted } from './in-words.ts'
import { nett, type OccupiedRoom, occupiedRooms } from './nightly-rates.ts'
import { guestsOf } from './party.ts'
import type { PricedGuestType, PriceInput } from './price-input.ts'
import { idleStep, type Step, type Sums } from './rule.ts'
import { ratesAfterWise } from './wise-price.ts'

/** What a guest of a type pays more (or less, below zero) for one night at a nett rate. */
export function variance(type: PricedGuestType['type'], rate: Amount, inclusive: boolean, taxRate: number): Amount {
  const amount = type.isPercentage ? rate.mul(share(type.variance)) : nett(ofMinor(type.variance), inclusive, taxRate)
  return type.adds ? amount : amount.neg()
}

/** The mean nightly rate of some rooms, each counted by its weight; wise prices taken off. */
export function meanRate(input: PriceInput, rooms: readonly OccupiedRoom[], weight: (room: OccupiedRoom) => number): Amount {
  const weights = rooms.reduce((all, room) => all + weight(room), 0)
  if (weights === 0) return NOTHING
  const all = sum(rooms.map((room) => sum(ratesAfterWise(input, room.priced)).mul(weight(room))))
  return all.div(weights * input.nights.length)
}

/**
 * Adds what the guest types of the party change. Where some rooms have a flat rate, guests of each type are taken to sleep
 * in the others in proportion; where all have, the explanation says that nothing changes.
 */
export function guestTypes(input: PriceInput, sums: Sums): readonly Step[] {
  const { party, settings, taxRate, nights } = input
  const present = party.guestTypes.filter(({ quantity }) => quantity > 0)
  const perPerson = occupiedRooms(input).filter((room) => room.perPerson)
  const placed = perPerson.reduce((all, { guests }) => all + guests, 0)
  if (placed === 0) return present.map(({ type, quantity }) => idleStep('guest_types', 'room', idleInWords(type, quantity)))
  const rate = meanRate(input, perPerson, ({ guests }) => guests)
  const all = guestsOf(party)
  let left = sums.room
  return present.map(({ type, quantity }) => {
    const each = variance(type, rate, settings.inclusive, taxRate)
    const wanted = each.mul(quantity).mul(nights.length).mul(new Fraction(placed, all))
    const limited = wanted.add(left).lt(0)
    const exact = limited ? left.neg() : wanted
    left = left.add(exact)
    const placing = placed === all ? '' : ` x ${placed} of ${counted(all, 'guest')}, the others pay a flat rate`
    const factors = `${eachInWords(type, rate, each)} x ${counted(nights.length, 'night')}${placing}`
    const text = `${quantity} x ${type.type}: ${factors}${limited ? ', no more than the stay itself' : ''}`
    return { rule: 'guest_types', kind: 'room', text, exact }
  })
}

const idleInWords = (type: PricedGuestType['type'], quantity: number): string =>
  `${quantity} x ${type.type}: nothing, the rate is flat`

/** `-10 % of 83.33`, or an amount without the tax in it: `-12.00, which is -10.00 before tax`. */
function eachInWords(type: PricedGuestType['type'], rate: Amount, each: Amount): string {
  const sign = type.adds ? '+' : '-'
  if (type.isPercentage) return `${sign}${percentInWords(type.variance)} % of ${inWords(rate)}`
  const stored = ofMinor(type.variance)
  const nettOf = each.abs().equals(stored) ? '' : `, which is ${sign}${inWords(each.abs())} before tax,`
  return `${sign}${inWords(stored)}${nettOf}`
}
