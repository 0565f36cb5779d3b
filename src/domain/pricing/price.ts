/**
 * The price of a stay.
 *
 * @module
 * @source facts 6 and 7; choice `booking_engine`
 */
import { inFull, sum, toMinor } from './amount.ts'
import { CLASSIC_RULES, classicDeposit } from './classic.ts'
import { NIGHTLY_AVERAGE_RULES, nightlyAverageDeposit } from './nightly-average.ts'
import type { Engine, PriceInput } from './price-input.ts'
import type { PriceLine, Quote } from './quote.ts'
import { applyRules, sumOfKinds } from './rule.ts'
import { type BilledStep, billed, inWholeCents } from './whole-cents.ts'

export type { PriceInput } from './price-input.ts'

/**
 * What a stay costs and why: exact between, rounded to minor units once. Lines, sums and total agree to the cent.
 *
 * @throws RangeError when there is no night or no room, or a room lacks the rate of a night: no session comes that far
 */
export function priceStay(input: PriceInput, engine: Engine): Quote {
  requireWhole(input)
  const steps = applyRules(engine === 'classic' ? CLASSIC_RULES : NIGHTLY_AVERAGE_RULES, input)
  const total = sum(steps.map(({ exact }) => exact))
  const room = sumOfKinds(steps, 'room', 'discount')
  const deposit = engine === 'classic' ? classicDeposit(input, total) : nightlyAverageDeposit(input, room)
  const whole = inWholeCents(steps)
  return {
    engine,
    nights: input.nights.length,
    lines: whole.map(lineOf),
    roomTotal: billed(whole, 'room', 'discount'),
    roomTotalExact: inFull(room),
    singlePersonSupplement: billed(whole, 'supplement'),
    tax: billed(whole, 'tax'),
    childrenTotal: billed(whole, 'children'),
    cityTax: billed(whole, 'city_tax'),
    cleaningFee: billed(whole, 'cleaning_fee'),
    total: toMinor(total),
    totalExact: inFull(total),
    deposit: toMinor(deposit.exact),
    depositExact: inFull(deposit.exact),
    depositText: deposit.text,
    discount: 0 - billed(whole, 'discount'),
    couponId: steps.some(({ rule, exact }) => rule === 'coupon' && exact.lt(0)) ? (input.coupon?.id ?? 0) : 0,
  }
}

function lineOf({ rule, text, exact, amount }: BilledStep): PriceLine {
  return { rule, text, exact: inFull(exact), amount }
}

function requireWhole({ nights, rooms }: PriceInput): void {
  const whole = nights.length > 0 && rooms.length > 0 && rooms.every(({ rates }) => rates.length === nights.length)
  if (!whole) throw new RangeError('a price needs a night, a room and a rate for each of them')
}
