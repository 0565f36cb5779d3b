/**
 * Parses an amount of the service, such as `1,234.50€`, to cents. The last `.` or `,` that is followed by two digits is the
 * decimal separator.
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
