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

/** Checks for failed sandboxes every second. Opens one per turn of the event loop: a storage of files opens without a pause. */
export class FailedSandboxes {
  readonly #world: OpenSandboxes
  /** By name; `pause` is the time before the next try in milliseconds, doubled each time. */
  readonly #attempts = new Map<string, { readonly pause: number; readonly nextAt: number }>()
  /** Ends the checks. */
  readonly end: () => void
  #underWay = 0
  #saidAt = -Infinity

  constructor(world: OpenSandboxes) {
    this.#world = world
    this.end = repeat(() => this.#openDue().then(() => CHECK_INTERVAL_MS), CHECK_INTERVAL_MS)
  }

  async #openDue(): Promise<void> {
    const failed = this.#world.openSandboxes.filter(({ gate }) => gate?.isLost)
    const names = new Set(failed.map(({ name }) => name))
    for (const name of this.#attempts.keys()) if (!names.has(name)) this.#attempts.delete(name)
    for (const name of names) {
      if (this.#underWay >= MAX_AT_ONCE) return
      if (steadyNow() < (this.#attempts.get(name)?.nextAt ?? 0) || !this.#isFailed(name)) continue
      void this.#open(name)
      await nextTurn()
    }
  }

  async #open(name: string): Promise<void> {
    const { pause } = this.#attempts.get(name) ?? { pause: FIRST_PAUSE_MS }
    this.#attempts.set(name, { pause: Math.min(2 * pause, LONGEST_PAUSE_MS), nextAt: steadyNow() + pause })
    this.#underWay++
    try {
      await this.#world.openSandbox(name)
    } catch (error) {
      if (pause === FIRST_PAUSE_MS && this.#isFailed(name)) this.#logFailure(name, error)
    } finally {
      this.#underWay--
    }
  }

  /** Logs one line for all sandboxes that fail together, for example when the storage is unreachable. */
  #logFailure(sandbox: string, error: unknown): void {
    if (steadyNow() - this.#saidAt < LONGEST_PAUSE_MS) return
    this.#saidAt = steadyNow()
    const failed = this.#world.openSandboxes.filter(({ gate }) => gate?.isLost).length
    this.#world.log.warn('sandboxes could not be opened again; they are tried again, less and less often', {
      sandbox,
      failed,
      error: String(error),
    })
  }

  /** False also when another process has taken the sandbox over. */
  #isFailed(of: string): boolean {
    return this.#world.openSandboxes.some(({ name, gate }) => name === of && gate?.isLost)
  }
}
