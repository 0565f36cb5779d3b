/** The machine's clock and timers, which tests can replace. */
import type { Instant } from '../base/instant.ts'
import { realNow } from './clock.ts'
import { clearTimeout, setTimeout } from './machine-time.ts'

export interface Timers {
  /** Epoch milliseconds. */
  now(): Instant
  /** @returns a function that cancels it */
  set(callback: () => void, milliseconds: number): () => void
}

/** Timers of the machine. They do not keep the process alive. */
export const REAL_TIMERS: Timers = {
  now: realNow,
  set: (callback, milliseconds) => {
    const timer = setTimeout(callback, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** Node fires timers with longer delays immediately. */
export const LONGEST_DELAY = 2 ** 31 - 1
