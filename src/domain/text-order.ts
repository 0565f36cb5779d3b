/** Alphabetical order of names. */

/** Compares two texts, case-insensitive: negative, 0 or positive. */
export function byText(one: string, other: string): number {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()]
  if (left === right) return 0
  return left < right ? -1 : 1
}
