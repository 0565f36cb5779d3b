/**
 * The price of a night by length of stay, in the nightly-average engine.
 * @source facts 6, steps 1 and 2
 */
import { Fraction } from 'fraction.js'
import type { Minor } from '../../base/money.ts'
import type { LengthModifiers } from '../tariff/tariff-types.ts'
import { type Amount, fractionOfPercent, larger, ofMinor, ZERO } from './amount.ts'
import { withoutTax } from './nightly-rates.ts'
import type { NightPrice, PriceChoices } from './price-input.ts'

/** The data a night's price depends on, besides the rate. */
export interface NightContext {
  /** True when stored rates include tax. */
  readonly inclusive: boolean
  /** Hundredths of a percent. */
  readonly taxRate: number
  readonly lengthModifiers: LengthModifiers | null
  readonly longStay: PriceChoices['long_stay_prices']
}

/**
 * The nett prices of a night.
 *
 * `truncated` calculates the price for more than 30 nights from whole currency units, and uses the 7-day modifier if there is
 * no 30-day modifier.
 */
export function nightAmounts(price: Minor, { inclusive, taxRate, lengthModifiers, longStay }: NightContext): NightPrice<Amount> {
  const adult = withoutTax(ofMinor(price), inclusive, taxRate)
  const off = (modifier: number): Amount =>
    lengthModifiers?.isPercentage ? adult.mul(fractionOfPercent(modifier)) : ofMinor(modifier)
  const seven = off(lengthModifiers?.sevenDays ?? 0)
  const ownThirty = lengthModifiers?.thirtyDays ?? 0
  const thirty = longStay === 'truncated' && ownThirty === 0 ? seven : off(ownThirty)
  const basis = longStay === 'truncated' ? new Fraction(adult.floor()) : adult
  return { adult, sevenDay: larger(adult.sub(seven), ZERO), thirtyDay: larger(basis.sub(thirty), ZERO) }
}

/** {@link nightAmounts} as numbers. */
export function nightPrice(price: Minor, context: NightContext): NightPrice {
  const { adult, sevenDay, thirtyDay } = nightAmounts(price, context)
  return { adult: adult.valueOf(), sevenDay: sevenDay.valueOf(), thirtyDay: thirtyDay.valueOf() }
}

/** The price of a night in a stay of this length. */
export function amountFor<A>({ adult, sevenDay, thirtyDay }: NightPrice<A>, nights: number): A {
  return nights < 7 ? adult : nights <= 30 ? sevenDay : thirtyDay
}
