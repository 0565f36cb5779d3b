/** Exact amounts of money as fractions of currency units, and their rounding. */
import { Fraction } from 'fraction.js'
import { type Minor, plainAmount } from '../../base/money.ts'
import { HUNDRED_PERCENT } from '../percent.ts'

/** An exact amount in currency units. */
export type Amount = Fraction

export const ZERO: Amount = new Fraction(0)

/** Converts minor units, or other hundredths, to an amount: 1250 is 12.5. */
export const ofMinor = (minor: Minor): Amount => new Fraction(minor, 100)

/** Converts hundredths of a percent to a fraction: 2000 is 1/5. */
export const fractionOfPercent = (hundredthsOfPercent: number): Fraction => new Fraction(hundredthsOfPercent, HUNDRED_PERCENT)

export function sum(amounts: Iterable<Amount>): Amount {
  let total = ZERO
  for (const amount of amounts) total = total.add(amount)
  return total
}

export const larger = (one: Amount, other: Amount): Amount => (one.gte(other) ? one : other)

/** Rounds to minor units, half away from zero. */
export function toMinor(amount: Amount): Minor {
  const rounded = Number((200n * amount.n + amount.d) / (2n * amount.d))
  return amount.s < 0n && rounded !== 0 ? -rounded : rounded
}

/** An amount with two decimals, for price explanations. */
export const amountText = (amount: Amount): string => plainAmount(toMinor(amount))

/** Hundredths of a percent as a percentage: 20, 12.5. */
export const percentText = (hundredths: number): string => `${hundredths / 100}`

/** An amount as a fraction in lowest terms: `320/3`, `-25`. */
export const fractionText = (amount: Amount): string => amount.toFraction()

/** Parses the text of {@link fractionText}. */
export const parseFraction = (text: string): Amount => new Fraction(text)

/** Parses the number of a setting: `50`, `50.25`, `50,25`; 0 for any other text. */
export function settingNumber(text: string): Fraction {
  const normal = text.trim().replace(',', '.')
  return /^\d{1,12}(?:\.\d{1,12})?$/.test(normal) ? new Fraction(normal) : ZERO
}
