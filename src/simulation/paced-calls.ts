import { steadyNow } from './clock.ts'

const PACE_MS = 1000

/** Calls that fail alike, for a log: at most one line a second tells of them. */
export class PacedCalls {
  total = 0
  #told = { at: -Infinity, total: 0 }

  /** @param tell called with the number of calls since the line before, unless that is less than a second old */
  add(tell: (calls: number) => void): void {
    this.total++
    const { at, total } = this.#told
    const now = steadyNow()
    if (now - at < PACE_MS) return
    this.#told = { at: now, total: this.total }
    tell(this.total - total)
  }
}
