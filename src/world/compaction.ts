/** Compacts the change logs of sandboxes, at intervals and when the server stops. */
import { steadyNow } from '../simulation/clock.ts'
import type { Log } from './options.ts'
import type { Sandbox } from './sandbox.ts'

/** Interval of compacting change logs that have outgrown their state, in milliseconds. */
const INTERVAL_MS = 5000
/** Time for compaction when the server stops, in milliseconds. */
const LAST_MS = 200

export class Compaction {
  readonly #sandboxes: () => Iterable<Pick<Sandbox, 'name' | 'store'>>
  readonly #log: Pick<Log, 'error'>
  readonly #timer: NodeJS.Timeout

  constructor(sandboxes: () => Iterable<Pick<Sandbox, 'name' | 'store'>>, log: Pick<Log, 'error'>) {
    this.#sandboxes = sandboxes
    this.#log = log
    this.#timer = setInterval(() => this.#compact('worth'), INTERVAL_MS)
    this.#timer.unref()
  }

  /** Compacts what there is time for. The change logs of the other sandboxes are complete. */
  end(): void {
    clearInterval(this.#timer)
    this.#compact('now', steadyNow() + LAST_MS)
  }

  /** @param until time after which no further sandbox is compacted */
  #compact(when: 'worth' | 'now', until = Infinity): void {
    for (const { name, store } of this.#sandboxes()) {
      if (steadyNow() > until) return
      try {
        store.compact(when)
      } catch (error) {
        this.#log.error('the state could not be compacted; nothing is lost, its change log is complete', {
          of: name,
          error: String(error),
        })
      }
    }
  }
}
