/**
 * Waiting for what happens elsewhere.
 *
 * @module
 */
import { setTimeout as pause } from 'node:timers/promises'

/** How often something is looked for, and for how long, milliseconds. */
const [LOOK, PATIENCE] = [20, 10_000]

/** Waits for something; false when it does not hold in so many milliseconds. */
export async function holdsWithin(milliseconds: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += LOOK) {
    if (await holds()) return true
    await pause(LOOK)
  }
  return false
}

/** @throws Error when it does not hold in ten seconds */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  if (!(await holdsWithin(PATIENCE, holds))) throw new Error('what was waited for did not come in ten seconds')
}
