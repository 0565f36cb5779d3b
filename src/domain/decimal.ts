/** Decimal numbers: digits and at most one dot. */
import { type MoneyText, parseMoney } from '../base/money.ts'

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * Parses `12`, `12.5` or `-0.25` to hundredths. A decimal comma is not accepted.
 *
 * @returns undefined when the text is not a number
 */
export function readDecimal(text: string): MoneyText | undefined {
  return DECIMAL.test(text) ? parseMoney(text) : undefined
}
