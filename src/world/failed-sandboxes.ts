/** Reopens sandboxes whose storage has failed, without waiting for a request, so that their due work continues. */

import type { MaybePromise } from '../base/maybe-promise.ts'
import { steadyNow } from '../simulation/clock.ts'
import { repeat } from '../simulation/timers.ts'
import { nextTurn } from '../simulation/turns.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Log } from './options.ts'

const CHECK_INTERVAL_MS = 1000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** Maximum number of sandboxes that are opened at the same time. */
const MAX_AT_ONCE = 20

interface OpenSandboxes {
  readonly log: Log
  readonly openSandboxes: readonly { readonly name: string; readonly gate: Pick<StorageGate, 'isLost'> | undefined }[]
  openSandbox(name: string): MaybePromise<unknown>
}

/**
 * Checks for failed sandboxes every second. Opens one per turn of the event loop: a storage of files opens without a pause.
 *
 * @returns ends the checks
 */
export function reopenFailed(world: OpenSandboxes): () => void {
  /** By name; `pause` is the time before the next try in milliseconds, doubled each time. */
  const attempts = new Map<string, { readonly pause: number; readonly nextAt: number }>()
  let underWay = 0
  let saidAt = -Infinity

  /** Without those that another process has taken over. */
  const failed = (): ReadonlySet<string> => new Set(world.openSandboxes.flatMap(({ name, gate }) => (gate?.isLost ? [name] : [])))

  async function openDue(): Promise<number> {
    const names = failed()
    for (const name of attempts.keys()) if (!names.has(name)) attempts.delete(name)
    for (const name of names) {
      if (underWay >= MAX_AT_ONCE) break
      if (steadyNow() < (attempts.get(name)?.nextAt ?? 0) || !failed().has(name)) continue
      void open(name)
      await nextTurn()
    }
    return CHECK_INTERVAL_MS
  }

  async function open(name: string): Promise<void> {
    const { pause } = attempts.get(name) ?? { pause: FIRST_PAUSE_MS }
    attempts.set(name, { pause: Math.min(2 * pause, LONGEST_PAUSE_MS), nextAt: steadyNow() + pause })
    underWay++
    try {
      await world.openSandbox(name)
    } catch (error) {
      if (pause === FIRST_PAUSE_MS && failed().has(name)) logFailure(name, error)
    } finally {
      underWay--
    }
  }

  /** Logs one line for all sandboxes that fail together, for example when the storage is unreachable. */
  function logFailure(sandbox: string, error: unknown): void {
    if (steadyNow() - saidAt < LONGEST_PAUSE_MS) return
    saidAt = steadyNow()
    const facts = { sandbox, failed: failed().size, error: String(error) }
    world.log.warn('sandboxes could not be opened again; they are tried again, less and less often', facts)
  }

  return repeat(openDue, CHECK_INTERVAL_MS)
}
