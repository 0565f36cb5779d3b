/**
 * Exact amounts of money: fractions of currency units. This is the one place where prices are rounded.
 *
 * @module
 */
import { Fraction } from 'fraction.js'
import { type Minor, plain } from '../../base/money.ts'

/** An exact amount in currency units. */
export type Amount = Fraction

export const NOTHING: Amount = new Fraction(0)

/** The amount of minor units: 1250 is 12.5. Hundredths of anything else as well. */
export const ofMinor = (minor: Minor): Amount => new Fraction(minor, 100)

/** The share that hundredths of a percent are: 2000 is 1/5. */
export const share = (hundredthsOfPercent: number): Fraction => new Fraction(hundredthsOfPercent, 10_000)

export function sum(amounts: Iterable<Amount>): Amount {
  let total = NOTHING
  for (const amount of amounts) total = total.add(amount)
  return total
}

export const larger = (one: Amount, other: Amount): Amount => (one.gte(other) ? one : other)

/** Rounds to minor units, half away from zero. */
export function toMinor(amount: Amount): Minor {
  const rounded = Number((200n * amount.n + amount.d) / (2n * amount.d))
  return amount.s < 0n && rounded !== 0 ? -rounded : rounded
}

/** The amount in words of an explanation, with two decimals. */
export const inWords = (amount: Amount): string => plain(toMinor(amount))

/** A rate in words: 20, 12.5. */
export const percentInWords = (hundredths: number): string => `${hundredths / 100}`

/** `320/3`, `-25`: the amount in lowest terms. */
export const inFull = (amount: Amount): string => amount.toFraction()

/** Reads what {@link inFull} writes. */
export const fromFull = (text: string): Amount => new Fraction(text)

/** A number in a setting: `50`, `50.25`, `50,25`; anything else counts as nothing. */
export function readNumber(text: string): Fraction {
  const normal = text.trim().replace(',', '.')
  return /^\d{1,12}(?:\.\d{1,12})?$/.test(normal) ? new Fraction(normal) : NOTHING
}
