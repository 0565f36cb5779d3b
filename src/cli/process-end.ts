/** Waits for the end of processes that are not children, or not only. */
import { readdirSync, readFileSync } from 'node:fs'
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
const isUncollected = (pid: number): boolean => /^[ZX] /.test(stateOf(pid))

/** True when a process of a group has not ended. Where `/proc` does not show the group, those that nobody collects count. */
export function isGroupAlive(group: number): boolean {
  if (!processExists(-group)) return false
  const isMember = new RegExp(`^. \\d+ ${group} `)
  const states = processIds()
    .map(stateOf)
    .filter((state) => isMember.test(state))
  return states.length === 0 || states.some((state) => !/^[ZX]/.test(state))
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** The state of a process, its parent and its group, as `/proc` tells them; empty where there is none. */
function stateOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '')
  } catch {
    return ''
  }
}
