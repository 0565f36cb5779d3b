/**
 * Reads a money text of the service, such as `1,234.50€`, as whole cents.
 * The last mark with two digits behind it is the decimal one, whichever of `.` and `,` the property prefers.
 *
 * @returns {number} cents; NaN when it is not an amount
 */
export function centsOf(text) {
  const [, sign, digits] = /(-?)(\d[\d.,\s]*)/.exec(text.replaceAll('&nbsp;', ' ')) ?? []
  if (digits === undefined) return Number.NaN
  const [, whole, decimals = '00'] = /^(.*?)(?:[.,](\d{2}))?$/.exec(digits.trim())
  const cents = Number(whole.replace(/[.,\s]/g, '')) * 100 + Number(decimals)
  return sign ? -cents : cents
}

export const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0)
