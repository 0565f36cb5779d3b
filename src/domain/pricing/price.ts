/**
 * The price of a stay.
 * @source facts 6 and 7; choice `booking_engine`
 */
import { fractionText, sum, toMinor } from './amount.ts'
import { CLASSIC_RULES, classicDeposit } from './classic.ts'
import { NIGHTLY_AVERAGE_RULES, nightlyAverageDeposit } from './nightly-average.ts'
import type { Engine, PriceInput } from './price-input.ts'
import { depositFields, type PriceLine, type Quote } from './quote.ts'
import { type RoundedStep, roundSteps, sumOfRounded } from './rounded-steps.ts'
import { applyRules, sumOfKinds } from './rule.ts'

/**
 * The price of a stay with its explanation. Calculated exactly and rounded to minor units once: lines, sums and total agree to
 * the cent.
 *
 * @throws RangeError without nights or rooms, or when a room has no rate for a night; the checks of a session prevent that
 */
export function priceStay(input: PriceInput, engine: Engine): Quote {
  requireCompleteInput(input)
  const steps = applyRules(engine === 'classic' ? CLASSIC_RULES : NIGHTLY_AVERAGE_RULES, input)
  const total = sum(steps.map(({ exact }) => exact))
  const room = sumOfKinds(steps, 'room', 'discount')
  const deposit = engine === 'classic' ? classicDeposit(input, total) : nightlyAverageDeposit(input, room)
  const rounded = roundSteps(steps)
  return {
    engine,
    nights: input.nights.length,
    lines: rounded.map(lineOf),
    roomTotal: sumOfRounded(rounded, 'room', 'discount'),
    roomTotalExact: fractionText(room),
    singlePersonSupplement: sumOfRounded(rounded, 'supplement'),
    tax: sumOfRounded(rounded, 'tax'),
    childrenTotal: sumOfRounded(rounded, 'children'),
    cityTax: sumOfRounded(rounded, 'city_tax'),
    cleaningFee: sumOfRounded(rounded, 'cleaning_fee'),
    total: toMinor(total),
    totalExact: fractionText(total),
    ...depositFields(deposit),
    discount: 0 - sumOfRounded(rounded, 'discount'),
    couponId: steps.some(({ rule, exact }) => rule === 'coupon' && exact.lt(0)) ? (input.coupon?.id ?? 0) : 0,
  }
}

function lineOf({ rule, text, exact, amount }: RoundedStep): PriceLine {
  return { rule, text, exact: fractionText(exact), amount }
}

function requireCompleteInput({ nights, rooms }: PriceInput): void {
  const complete = nights.length > 0 && rooms.length > 0 && rooms.every(({ rates }) => rates.length === nights.length)
  if (!complete) throw new RangeError('a price needs a night, a room and a rate for each of them')
}
