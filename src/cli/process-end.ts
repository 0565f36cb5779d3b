/** Waits for the end of processes that are not children, or not only. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { processExists } from '../base/process-exists.ts'

const POLL_MS = 25
/** Time for the parent of an ended process to ask for its exit code, until which it has its number; some never do. */
const COLLECTED_MS = 2000

/** Waits until a process has ended. @returns false when it still runs after the time */
export async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const ended = await holdsWithin(withinMs, () => !processExists(pid) || isUncollected(pid))
  if (ended) await holdsWithin(COLLECTED_MS, () => !processExists(pid))
  return ended
}

/** Waits until a condition holds. @returns false when it still does not after the time */
export async function holdsWithin(milliseconds: number, condition: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < milliseconds && !condition(); waited += POLL_MS) await pause(POLL_MS)
  return condition()
}

/** True for a process that has ended and whose exit code waits; never where the system has no `/proc`. */
function isUncollected(pid: number): boolean {
  try {
    return /^.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
