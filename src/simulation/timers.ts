/**
 * The machine's time with its timers, as one thing that tests can replace.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import { realNow } from './clock.ts'

/** The machine's time and timers; tests bring their own. */
export interface Timers {
  /** Epoch milliseconds. */
  now(): Instant
  /** @returns cancels it */
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

/** Longer delays fire at once in Node. */
export const LONGEST_DELAY = 2 ** 31 - 1
