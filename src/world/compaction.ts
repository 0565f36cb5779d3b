/** Compacts the change logs of sandboxes, at intervals and when the server stops. */
import { messageOf } from '../base/caught-error.ts'
import { steadyNow } from '../simulation/clock.ts'
import { clearInterval, setInterval } from '../simulation/machine-time.ts'
import { StorageError } from '../store/storage.ts'
import type { Log } from './options.ts'
import type { Sandbox } from './sandbox.ts'

/** Interval of compacting change logs that have outgrown their state, in milliseconds. */
const INTERVAL_MS = 5000
/** Time for compaction when the server stops, in milliseconds. */
const LAST_MS = 200

export function logFailedCompaction(log: Pick<Log, 'error'>, sandbox: string, error: unknown): void {
  const isLost = error instanceof StorageError && error.reason === 'lost'
  const rest = isLost ? '' : '; nothing is lost, its change log is complete'
  log.error(`the state could not be compacted${rest}`, { sandbox, error: messageOf(error) })
}

/** @returns ends it, and compacts what there is time for: the change logs of the other sandboxes are complete */
export function compactRegularly(
  sandboxes: () => Iterable<Pick<Sandbox, 'name' | 'store'>>,
  log: Pick<Log, 'error'>,
): () => void {
  const compact = (when: 'worth' | 'now', until = Infinity): void => {
    for (const { name, store } of sandboxes()) {
      if (steadyNow() > until) return
      try {
        store.compact(when)
      } catch (error) {
        logFailedCompaction(log, name, error)
      }
    }
  }
  const timer = setInterval(() => compact('worth'), INTERVAL_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    compact('now', steadyNow() + LAST_MS)
  }
}
