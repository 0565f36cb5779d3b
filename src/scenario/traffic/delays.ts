import { spanText } from '../../base/span-text.ts'
import type { Delays } from '../expectations/outcome-schema.ts'

/** Significant digits of a counted delay, which limit memory: delays of an hour are rounded to 10 s. */
const SIGNIFICANT_DIGITS = 3

export interface StoredDelays {
  readonly counts: readonly (readonly [length: number, count: number])[]
  readonly max: number | undefined
}

export class DelayCounts {
  readonly #counts = new Map<number, number>()
  #total = 0
  #max: number | undefined

  /** @param delay milliseconds */
  add(delay: number): void {
    const length = Number(delay.toPrecision(SIGNIFICANT_DIGITS))
    this.#counts.set(length, (this.#counts.get(length) ?? 0) + 1)
    this.#total++
    this.#max = Math.max(this.#max ?? 0, delay)
  }

  state(): StoredDelays {
    return { counts: [...this.#counts], max: this.#max }
  }

  resume({ counts, max }: StoredDelays): void {
    for (const [length, count] of counts) this.#counts.set(length, count)
    this.#total = counts.reduce((sum, [, count]) => sum + count, 0)
    this.#max = max
  }

  /** The median, the 95th percentile and the maximum. */
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

const CLOCK_OF_DELAYS = "by the sandbox's clock or the machine's, whichever is shorter"

/** `12 met, 1 late, 2 missed, 0 waiting; p50 40s, p95 9m, longest 12m`, and the clock. */
export function delaysText({ met, late, missed, waiting, untold, p50, p95, max }: Delays): string {
  const counts = `${met} met, ${late} late, ${missed} missed, ${waiting} waiting${untold === undefined ? '' : `, ${untold} untold`}`
  if (p50 === undefined || p95 === undefined || max === undefined) return counts
  return `${counts}; p50 ${spanText(p50)}, p95 ${spanText(p95)}, longest ${spanText(max)} ${CLOCK_OF_DELAYS}`
}
