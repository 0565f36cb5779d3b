/**
 * Statistics of benchmark results.
 *
 * @module
 */

/** The middle value; the mean of the two middle ones when there is an even number. */
export function median(values) {
  if (values.length === 0) throw new Error('no values to take the median of')
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Lowest and highest value, rounded, as `0.51 to 0.58`: the range of the rounds. */
export function range(values, digits = 2) {
  return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`
}

/** A whole number with thousands marks: `12,345`. */
export const whole = (value) => Math.round(value).toLocaleString('en-GB')
