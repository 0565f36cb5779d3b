/**
 * The classic engine: applies tariffs, coupons, guest types and settings of a property.
 * @source facts 7.2; choice `booking_engine`
 */
import { type Amount, amountText, fractionOfPercent, percentText } from './amount.ts'
import { childrenSteps, freeChildren } from './children.ts'
import { cityTaxGuests, cityTaxSteps } from './city-tax.ts'
import { cleaningFeeSteps } from './cleaning-fee.ts'
import { coupon } from './coupon-discount.ts'
import { type Deposit, depositOf, limitedDeposit } from './deposit.ts'
import { guestDiscount } from './guest-discount.ts'
import { guestTypes, meanRate } from './guest-type-variance.ts'
import { lastMinute } from './last-minute.ts'
import { lengthOfStay } from './length-of-stay.ts'
import { nightlyRates, occupiedRooms } from './nightly-rates.ts'
import type { PriceInput } from './price-input.ts'
import type { Rule } from './rule.ts'
import { singlePersonSteps } from './single-person.ts'
import { tax } from './tax.ts'
import { daysAhead, wisePrice } from './wise-price.ts'

const cityTax: Rule = ({ settings, nights, party, choices }, { room, supplement }) => {
  const stay = room.add(supplement)
  const guests = cityTaxGuests({ party, counted: choices.city_tax_guests, engine: 'classic' })
  return stay.gt(0) ? cityTaxSteps(settings.cityTax, { nights: nights.length, guests, stay }) : []
}

const cleaningFee: Rule = ({ settings, rooms }) => cleaningFeeSteps(settings.cleaningFee, rooms.length)

/** Children are charged if a rate is per person; a flat rate includes everybody in the room. */
const children: Rule = (input) =>
  occupiedRooms(input).some(({ perPerson }) => perPerson)
    ? childrenSteps(input.party.children, input.nights.length)
    : freeChildren(input.party.children)

/** In the order they are applied: each rule sees the sums of the rules before it. */
export const CLASSIC_RULES: readonly Rule[] = [
  nightlyRates,
  wisePrice,
  guestTypes,
  coupon,
  lengthOfStay,
  guestDiscount,
  singlePersonSteps,
  lastMinute,
  tax,
  cityTax,
  cleaningFee,
  children,
]

/**
 * The deposit on a price, limited to the total. One night is the mean rate of a room (per person: of a guest) with tax, before
 * coupons and discounts, so it can exceed the total.
 */
export function classicDeposit(input: PriceInput, total: Amount): Deposit {
  const oneNight = (): Deposit => {
    if (input.nights.length === 1) return { exact: total, text: `the only night, ${amountText(total)}` }
    const rooms = occupiedRooms(input)
    const byGuests = rooms.every(({ perPerson, guests }) => perPerson && guests > 0)
    const rate = meanRate(input, rooms, ({ guests }) => (byGuests ? guests : 1))
    return { exact: rate.mul(fractionOfPercent(input.taxRate).add(1)), text: nightText(rate, input.taxRate) }
  }
  const basis = { whole: total, oneNight, daysAhead: daysAhead(input) }
  return limitedDeposit(depositOf(input.settings.deposit, basis), total)
}

const nightText = (rate: Amount, taxRate: number): string =>
  `${amountText(rate)} on average${taxRate === 0 ? '' : `, with ${percentText(taxRate)} % tax`}`
