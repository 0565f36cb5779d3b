/**
 * The order in which people look for names.
 *
 * @module
 */

/** Compares two texts blind to case: below 0 when the first goes before, 0 when they are the same. */
export function byText(one: string, other: string): number {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()]
  if (left === right) return 0
  return left < right ? -1 : 1
}
