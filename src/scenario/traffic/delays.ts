/**
 * How long a client took, in figures.
 *
 * @module
 */

/** Counts, and delays in milliseconds; undefined while there are none. */
export interface Delays {
  readonly met: number
  readonly late: number
  readonly missed: number
  /** Not yet done, and in time still. */
  readonly waiting: number
  readonly p50: number | undefined
  readonly p95: number | undefined
  readonly max: number | undefined
}

/** The middle, the 95th percentile and the longest of delays. */
export function summaryOf(delays: readonly number[]): Pick<Delays, 'p50' | 'p95' | 'max'> {
  const sorted = [...delays].sort((a, b) => a - b)
  const at = (share: number): number | undefined => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) }
}

/** `12 met, 1 late, 2 missed, 0 waiting; p50 40s, p95 9m, longest 12m`. */
export function delaysText({ met, late, missed, waiting, p50, p95, max }: Delays): string {
  const counts = `${met} met, ${late} late, ${missed} missed, ${waiting} waiting`
  if (p50 === undefined || p95 === undefined || max === undefined) return counts
  return `${counts}; p50 ${spanText(p50)}, p95 ${spanText(p95)}, longest ${spanText(max)}`
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

function spanText(milliseconds: number): string {
  const [unit, size] = UNITS.find((one) => milliseconds >= one[1]) ?? (['ms', 1] as const)
  return `${Math.round((milliseconds / size) * 10) / 10}${unit}`
}
