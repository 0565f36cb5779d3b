/**
 * Parses the number at the start of a text: `12 people` is 12, `many` is 0.
 * @source facts "Validation: none"; choices `tariff_validation`, `input_values`
 */

/** The largest integer that the service stores. */
const LARGEST = 2_147_483_647

/** The nearest number that the service stores. */
const storable = (digits = '0'): number => Math.max(-LARGEST, Math.min(LARGEST, Number(digits))) + 0

/** The whole number a text begins with; 0 when it begins with none. */
export const leadingInteger = (text: string): number => storable(/^\s*([+-]?\d+)/.exec(text)?.[1])

/** The number a text begins with, decimals included; 0 when it begins with none. */
export const leadingNumber = (text: string): number => storable(/^\s*([+-]?(?:\d+\.?\d*|\.\d+))/.exec(text)?.[1])
