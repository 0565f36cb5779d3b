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

/**
 * Does work again and again, each time so long after its end; that does not keep the process alive.
 *
 * @param work resolves to the milliseconds until the next time, and never rejects
 * @returns ends it
 */
export function repeat(work: () => Promise<number>, first: number): () => void {
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const plan = (milliseconds: number): void => {
    if (!isEnded) timer = setTimeout(() => void work().then(plan), milliseconds).unref()
  }
  plan(first)
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

/** Node fires timers with longer delays immediately. */
export const LONGEST_DELAY = 2 ** 31 - 1
