/**
 * Numbers that programs write: digits and at most one dot.
 *
 * @module
 */
import { type MoneyText, parseMoney } from '../base/money.ts'

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * Reads `12`, `12.5` or `-0.25` into hundredths. A comma is none of it.
 *
 * @returns undefined when the text is not a number
 */
export function readDecimal(text: string): MoneyText | undefined {
  return DECIMAL.test(text) ? parseMoney(text) : undefined
}
