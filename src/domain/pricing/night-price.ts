/**
 * What a night costs in stays of some length, as the engine of nightly averages sees it.
 *
 * @module
 * @source facts 6, steps 1 and 2
 */
import { Fraction } from 'fraction.js'
import type { Minor } from '../../base/money.ts'
import type { LengthModifiers } from '../tariff/tariffs.ts'
import { type Amount, larger, NOTHING, ofMinor, share } from './amount.ts'
import { nett } from './nightly-rates.ts'
import type { LongStay, NightPrice } from './price-input.ts'

/** What a night's price depends on beside the rate. */
export interface NightContext {
  /** Stored rates contain the tax. */
  readonly inclusive: boolean
  /** Hundredths of a percent. */
  readonly taxRate: number
  readonly lengthModifiers: LengthModifiers | null
  readonly longStay: LongStay
}

/** Nett prices of a night: in stays to six nights, from seven on, and over thirty. */
export interface NightAmounts {
  readonly adult: Amount
  readonly sevenDay: Amount
  readonly thirtyDay: Amount
}

/**
 * The nett prices of a night.
 *
 * `truncated` takes the last one from the whole currency units only, and lets the modifier for seven days stand in for a
 * missing one for thirty.
 */
export function nightAmounts(price: Minor, { inclusive, taxRate, lengthModifiers, longStay }: NightContext): NightAmounts {
  const adult = nett(ofMinor(price), inclusive, taxRate)
  const off = (modifier: number): Amount => (lengthModifiers?.isPercentage ? adult.mul(share(modifier)) : ofMinor(modifier))
  const seven = off(lengthModifiers?.sevenDays ?? 0)
  const ownThirty = lengthModifiers?.thirtyDays ?? 0
  const thirty = longStay === 'truncated' && ownThirty === 0 ? seven : off(ownThirty)
  const basis = longStay === 'truncated' ? new Fraction(adult.floor()) : adult
  return { adult, sevenDay: larger(adult.sub(seven), NOTHING), thirtyDay: larger(basis.sub(thirty), NOTHING) }
}

/** The same as numbers, to be shown. */
export function nightPrice(price: Minor, context: NightContext): NightPrice {
  const { adult, sevenDay, thirtyDay } = nightAmounts(price, context)
  return { adult: adult.valueOf(), sevenDay: sevenDay.valueOf(), thirtyDay: thirtyDay.valueOf() }
}

/** The price that holds in a stay of so many nights. */
export function amountFor({ adult, sevenDay, thirtyDay }: NightAmounts, nights: number): Amount {
  return nights < 7 ? adult : nights <= 30 ? sevenDay : thirtyDay
}
