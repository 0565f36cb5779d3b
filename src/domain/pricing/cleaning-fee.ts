/**
 * The cleaning fee.
 * @source facts 6.4 and 7.2, "Cleaning fee"
 */
import type { Fraction } from 'fraction.js'
import { countText } from '../../base/count-text.ts'
import { amountText } from './amount.ts'
import type { Step } from './rule.ts'

/** Adds the fee a number of times; no step without a fee. */
export function cleaningFeeSteps(fee: Fraction, times: number): readonly Step[] {
  if (fee.equals(0)) return []
  const text = times === 1 ? `${amountText(fee)} once` : `${amountText(fee)} x ${countText(times, 'room')}`
  return [{ rule: 'cleaning_fee', kind: 'cleaning_fee', text, exact: fee.mul(times) }]
}
