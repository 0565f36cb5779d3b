/**
 * Waiting for conditions.
 *
 * @module
 */
import { setTimeout as pause } from 'node:timers/promises'

/** How often a condition is checked, milliseconds. */
const INTERVAL_MS = 20
/** Longer than anything takes on the slowest machine; milliseconds. */
const LIMIT_MS = 60_000

type Condition = () => boolean | Promise<boolean>

/** Waits for a condition. @returns false when it does not hold within so many milliseconds */
export async function holdsWithin(milliseconds: number, condition: Condition): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) return false
    await pause(INTERVAL_MS)
  }
  return true
}

/** Waits for a condition. @throws Error when it does not hold within a minute */
export async function until(condition: Condition): Promise<void> {
  if (!(await holdsWithin(LIMIT_MS, condition))) throw new Error(`still false after a minute: ${condition}`)
}
