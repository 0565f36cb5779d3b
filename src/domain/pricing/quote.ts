/**
 * A price, explained.
 *
 * @module
 */
import type { Minor } from '../../base/money.ts'

/** One rule that was applied, and what it added. */
export interface PriceLine {
  /** Name of the rule, e.g. `nightly_rates`, `coupon`, `city_tax`. */
  readonly rule: string
  /** What was reckoned, in words with its numbers: `3 nights x 106.67 x 1 room`. */
  readonly text: string
  /** Exact value, as a fraction in lowest terms of currency units: `320/3`, `-25`. */
  readonly exact: string
  /** The same in minor units, less than one away from it: the lines come to the total to the cent. */
  readonly amount: Minor
}

/** What a stay costs. Exact amounts add up to the exact total, minor units to the total in minor units: nothing is lost. */
export interface Quote {
  readonly engine: 'classic' | 'nightly-average'
  readonly nights: number
  /** Every rule applied, in order; all lines together are the total. */
  readonly lines: readonly PriceLine[]
  /** Stay before tax, discounts applied, without supplement: the exact one rounded. */
  readonly roomTotal: Minor
  readonly roomTotalExact: string
  readonly singlePersonSupplement: Minor
  /** What the other parts leave of the total. */
  readonly tax: Minor
  readonly childrenTotal: Minor
  readonly cityTax: Minor
  readonly cleaningFee: Minor
  /** The sum of all lines: the exact total rounded. */
  readonly total: Minor
  readonly totalExact: string
  readonly deposit: Minor
  readonly depositExact: string
  /** What was reckoned for the deposit, in words with its numbers. */
  readonly depositText: string
  /** What coupons and discounts took off; zero or positive, part of the room total already. */
  readonly discount: Minor
  /** Id of the coupon that was applied; 0 when none. */
  readonly couponId: number
}
