/**
 * The cleaning fee.
 *
 * @module
 * @source facts 6.4 and 7.2, "Cleaning fee"
 */
import type { Fraction } from 'fraction.js'
import { inWords } from './amount.ts'
import { counted } from './in-words.ts'
import type { Step } from './rule.ts'

/** Adds the fee so many times; nothing where there is none. */
export function cleaningFeeSteps(fee: Fraction, times: number): readonly Step[] {
  if (fee.equals(0)) return []
  const text = times === 1 ? `${inWords(fee)} once` : `${inWords(fee)} x ${counted(times, 'room')}`
  return [{ rule: 'cleaning_fee', kind: 'cleaning_fee', text, exact: fee.mul(times) }]
}
