/** Money as integer minor units: 12.50 is 1250, whatever the currency. */

/** An amount in hundredths of the currency unit; always an integer. */
export type Minor = number

/** Rounds half away from zero, as invoices do. */
export function roundHalfAway(value: number): number {
  return value < 0 ? 0 - Math.round(-value) : Math.round(value)
}

/** `amount` × `numerator` / `denominator`, calculated exactly, then rounded half away from zero. */
export function multiplyDivide(amount: Minor, numerator: number, denominator: number): Minor {
  const product = BigInt(amount) * BigInt(numerator)
  const divisor = BigInt(denominator)
  const negative = product < 0n !== divisor < 0n
  const top = product < 0n ? -product : product
  const bottom = divisor < 0n ? -divisor : divisor
  const rounded = (2n * top + bottom) / (2n * bottom)
  return Number(negative ? -rounded : rounded)
}

/** Minor units as a JSON number: 1250 is 12.5. */
export const toNumber = (amount: Minor): number => amount / 100

/** The nearest minor amount of a number such as 12.5. */
export const fromNumber = (value: number): Minor => roundHalfAway(Number((value * 100).toPrecision(15)))

/** `12.50`: two decimals, a dot, no separators. */
export function plainAmount(amount: Minor): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A parsed amount, and whether it had more than two decimals. */
export interface MoneyText {
  readonly amount: Minor
  readonly rounded: boolean
}

/** Maximum number of digits before the decimals: the hundredths are exact. */
const MAX_DIGITS = 13

/**
 * Reads `1234.5`, `60,50` or `1.234,50` (with a comma, dots are thousands marks).
 *
 * @returns undefined when the text is not a number
 */
export function parseMoney(text: string): MoneyText | undefined {
  const trimmed = text.trim()
  const normal = trimmed.includes(',') ? trimmed.replaceAll('.', '').replace(',', '.') : trimmed
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(normal)
  const [, sign, whole = '0', fraction = ''] = match ?? []
  if (!match || whole.length > MAX_DIGITS) return undefined
  const kept = Number(fraction.slice(0, 2).padEnd(2, '0'))
  const up = Number(fraction[2] ?? '0') >= 5 ? 1 : 0
  const amount = Number(whole) * 100 + kept + up
  return { amount: sign === '-' && amount !== 0 ? -amount : amount, rounded: /[1-9]/.test(fraction.slice(2)) }
}

/** Digits with a decimal dot, or with a decimal comma and optional dots between thousands. */
const ONE_NOTATION = /^[+-]?(?:\d+(?:[.,]\d+)?|\d{1,3}(?:\.\d{3})+,\d+)$/
/** Ambiguous: `1,000` is a thousand or one. */
const THOUSANDS_OR_DECIMALS = /^[+-]?[1-9]\d{0,2},\d{3}$/

/** True for an unambiguous number: `1234.50`, `60,50` and `1.234,50`, but not `1,234.50` or `1,000`. */
export function isClearNumber(text: string): boolean {
  const trimmed = text.trim()
  return ONE_NOTATION.test(trimmed) && !THOUSANDS_OR_DECIMALS.test(trimmed)
}

/** The problem of a number with too many digits; undefined for any other text. */
export const tooLarge = (text: string): string | undefined =>
  isClearNumber(text) && !parseMoney(text) ? `must be below ${10 ** MAX_DIGITS}` : undefined

/**
 * Parses an unambiguous number as {@link parseMoney} does.
 *
 * @returns undefined when the text is ambiguous, or not a number
 */
export function parseClearMoney(text: string): MoneyText | undefined {
  return isClearNumber(text) ? parseMoney(text) : undefined
}
