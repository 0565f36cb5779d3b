/** Releases idle sandboxes and opens those in which something is due, so that only sandboxes in use take memory. */
import { realNow, steadyNow } from '../../simulation/clock.ts'
import { repeat } from '../../simulation/timers.ts'
import type { PostgresStorage } from '../../store/postgres/postgres-storage.ts'
import type { Sandbox, World } from '../../world/world.ts'
import type { SandboxRouter } from './sandbox-router.ts'

const INTERVAL_MS = 1000
/** A sandbox in which something is due within this time stays open, milliseconds. */
const SOON_MS = 60_000
/** Time until opening a sandbox is tried again after a failure, milliseconds. */
const RETRY_MS = 60_000

/** Checks the sandboxes of one replica every second. */
export class IdleSandboxes {
  readonly #world: World
  readonly #storage: Pick<PostgresStorage, 'due' | 'membership'>
  readonly #router: SandboxRouter
  readonly #idleMs: number
  /** Sandboxes that were opened because something was due, not by a call. */
  readonly #openedForDue = new Set<string>()
  /** The time at which opening each sandbox failed. */
  readonly #failedAt = new Map<string, number>()
  readonly #endChecks: () => void
  #ended = false

  constructor(world: World, storage: PostgresStorage, router: SandboxRouter, idleMs: number) {
    this.#world = world
    this.#storage = storage
    this.#router = router
    this.#idleMs = idleMs
    this.#endChecks = repeat(() => this.#check(), INTERVAL_MS)
  }

  end(): void {
    this.#ended = true
    this.#endChecks()
  }

  async #check(): Promise<number> {
    const { problem, draining } = this.#storage.membership
    if (problem || draining) return INTERVAL_MS
    try {
      await this.#releaseIdle()
      await this.#openDue()
    } catch (error) {
      this.#world.log.warn('idle sandboxes could not be checked', { error: String(error) })
    }
    return INTERVAL_MS
  }

  async #releaseIdle(): Promise<void> {
    const idle = this.#world.openSandboxes.filter((sandbox) => this.#isIdle(sandbox))
    await Promise.all(idle.map(({ name }) => this.#router.release(name)))
    for (const { name } of idle) this.#openedForDue.delete(name)
  }

  #isIdle({ name, gate, dueByMachine }: Sandbox): boolean {
    if (!gate || gate.failed || gate.pending) return false
    if (dueByMachine !== undefined && dueByMachine <= realNow() + Math.min(SOON_MS, this.#idleMs)) return false
    const { usage } = this.#router
    const idleMs = usage.idleMs(name)
    if (idleMs !== undefined) return idleMs >= this.#idleMs
    const isForDue = this.#openedForDue.has(name)
    // one without a call may have been created ahead of its use
    if (!isForDue) usage.touch(name)
    return isForDue
  }

  async #openDue(): Promise<void> {
    for (const name of await this.#storage.due()) {
      if (this.#ended || !this.#world.limits.hasRoom) return
      const failedAt = this.#failedAt.get(name)
      if (failedAt !== undefined && steadyNow() - failedAt < RETRY_MS) continue
      this.#failedAt.delete(name)
      this.#openedForDue.add(name)
      try {
        await this.#world.openSandbox(name)
      } catch {
        // Another replica was faster, or the next call reports the error.
        this.#openedForDue.delete(name)
        this.#failedAt.set(name, steadyNow())
      }
    }
  }
}
