/**
 * Parses the number at the start of a text: `12 people` is 12, `many` is 0.
 * @source facts "Validation: none"; choices `tariff_validation`, `input_values`
 */

/** The largest integer that the service stores. */
const LARGEST = 2_147_483_647

/** The whole number a text begins with; 0 when it begins with none. */
export function leadingInteger(text: string): number {
  const digits = /^\s*([+-]?\d+)/.exec(text)?.[1]
  const number = digits === undefined ? 0 : Number(digits)
  return Math.max(-LARGEST, Math.min(LARGEST, number)) + 0
}

/** The number a text begins with, decimals included; 0 when it begins with none. */
export function leadingNumber(text: string): number {
  const digits = /^\s*([+-]?(?:\d+\.?\d*|\.\d+))/.exec(text)?.[1]
  const number = digits === undefined ? 0 : Number(digits)
  return Math.max(-LARGEST, Math.min(LARGEST, number)) + 0
}
