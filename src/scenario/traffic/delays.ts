/**
 * How long a client took, in figures.
 *
 * @module
 */

/** Counts, and delays in milliseconds; left out while there are none. */
export interface Delays {
  readonly met: number
  readonly late: number
  readonly missed: number
  /** Not yet done, and in time still. */
  readonly waiting: number
  readonly p50?: number
  readonly p95?: number
  readonly max?: number
}

/** Digits of a delay that count: delays of an hour are kept to 10 s, and memory stays small however many there are. */
const DIGITS = 3

/** What is kept of {@link DelayCounts} for another process that goes on. */
export interface KeptDelays {
  readonly counts: readonly (readonly [length: number, count: number])[]
  readonly max: number | undefined
}

/** Delays, counted by their length. */
export class DelayCounts {
  readonly #counts = new Map<number, number>()
  #total = 0
  #max: number | undefined

  /** @param delay milliseconds */
  add(delay: number): void {
    const length = Number(delay.toPrecision(DIGITS))
    this.#counts.set(length, (this.#counts.get(length) ?? 0) + 1)
    this.#total++
    this.#max = Math.max(this.#max ?? 0, delay)
  }

  kept(): KeptDelays {
    return { counts: [...this.#counts], max: this.#max }
  }

  /** Goes on with what another process has counted. */
  goOn({ counts, max }: KeptDelays): void {
    for (const [length, count] of counts) this.#counts.set(length, count)
    this.#total = counts.reduce((sum, [, count]) => sum + count, 0)
    this.#max = max
  }

  /** The middle, the 95th percentile and the longest. */
  summary(): Pick<Delays, 'p50' | 'p95' | 'max'> {
    const max = this.#max
    if (max === undefined) return {}
    const sorted = [...this.#counts].sort(([a], [b]) => a - b)
    const at = (share: number): number => {
      let left = Math.ceil(this.#total * share)
      return sorted.find(([, count]) => (left -= count) <= 0)?.[0] ?? max
    }
    return { p50: at(0.5), p95: at(0.95), max }
  }
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
