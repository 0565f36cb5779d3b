/** A price with its explanation. */
import type { Minor } from '../../base/money.ts'
import { type Amount, fractionText, parseFraction, sum, toMinor } from './amount.ts'
import type { Deposit } from './deposit.ts'
import type { Engine } from './price-input.ts'

/** One applied rule, and the amount it added. */
export interface PriceLine {
  /** Name of the rule, e.g. `nightly_rates`, `coupon`, `city_tax`. */
  readonly rule: string
  /** The calculation: `3 nights x 106.67 x 1 room`. */
  readonly text: string
  /** The exact amount in currency units, as a fraction in lowest terms: `320/3`, `-25`. */
  readonly exact: string
  /** The amount rounded to minor units, up or down, so that the lines add up to the total to the cent. */
  readonly amount: Minor
}

/** The price of a stay. Exact amounts add up to the exact total, minor units to the total in minor units. */
export interface Quote {
  readonly engine: Engine
  readonly nights: number
  /** The applied rules, in order; they add up to the total. */
  readonly lines: readonly PriceLine[]
  /** The stay before tax, less discounts, without supplement; `roomTotalExact` rounded. */
  readonly roomTotal: Minor
  readonly roomTotalExact: string
  readonly singlePersonSupplement: Minor
  /** The total less the other parts. */
  readonly tax: Minor
  readonly childrenTotal: Minor
  readonly cityTax: Minor
  readonly cleaningFee: Minor
  /** The sum of all lines; `totalExact` rounded. */
  readonly total: Minor
  readonly totalExact: string
  readonly deposit: Minor
  readonly depositExact: string
  /** The calculation of the deposit. */
  readonly depositText: string
  /** The sum of coupons and discounts, zero or positive; the room total is already reduced by it. */
  readonly discount: Minor
  /** Id of the applied coupon; 0 without one. */
  readonly couponId: number
}

/** The fields of a quote that hold its deposit. */
export const depositFields = ({ exact, text }: Deposit): Pick<Quote, 'deposit' | 'depositExact' | 'depositText'> => ({
  deposit: toMinor(exact),
  depositExact: fractionText(exact),
  depositText: text,
})

/** A quote with another city tax, which changes the total. */
export function withCityTax(quote: Quote, exact: Amount, text: string): Quote {
  const others = quote.lines.filter(({ rule }) => rule !== 'city_tax')
  const totalExact = sum(others.map((line) => parseFraction(line.exact))).add(exact)
  const total = toMinor(totalExact)
  const amount = quote.cityTax + total - quote.total
  return {
    ...quote,
    lines: [...others, { rule: 'city_tax', text, exact: fractionText(exact), amount }],
    cityTax: amount,
    total,
    totalExact: fractionText(totalExact),
  }
}
