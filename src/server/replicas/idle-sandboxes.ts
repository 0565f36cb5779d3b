/**
 * Hands idle sandboxes back to the database, and takes those in which something is due: memory follows what is in use.
 *
 * @module
 */
import { realNow, steadyNow } from '../../simulation/clock.ts'
import type { PostgresStorage } from '../../store/postgres/postgres-storage.ts'
import type { Sandbox, World } from '../../world/world.ts'
import type { PassingOn } from './passing-on.ts'

const LOOK_MS = 1000
/** A sandbox in which something is due within this time is kept, milliseconds. */
const SOON_MS = 60_000
/** A sandbox that could not be opened is not tried again for this time, milliseconds. */
const RETRY_MS = 60_000

/** Looks at the sandboxes of one replica every second. */
export class IdleSandboxes {
  readonly #world: World
  readonly #storage: Pick<PostgresStorage, 'due' | 'problem' | 'draining'>
  readonly #passingOn: PassingOn
  readonly #idleMs: number
  /** Sandboxes that were opened for due work, not by a call. */
  readonly #taken = new Set<string>()
  /** When sandboxes that no call has used were first found open. */
  readonly #foundOpen = new Map<string, number>()
  /** When opening a sandbox failed. */
  readonly #failed = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(world: World, storage: PostgresStorage, passingOn: PassingOn, idleMs: number) {
    this.#world = world
    this.#storage = storage
    this.#passingOn = passingOn
    this.#idleMs = idleMs
    this.#plan()
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }

  #plan(): void {
    if (this.#ended) return
    this.#timer = setTimeout(() => void this.#look().finally(() => this.#plan()), LOOK_MS)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const { problem, draining } = this.#storage
    if (problem || draining) return
    try {
      await this.#handBack()
      await this.#takeDue()
    } catch (error) {
      this.#world.log.warn('idle sandboxes could not be looked at', { error: String(error) })
    }
  }

  async #handBack(): Promise<void> {
    const idle = this.#world.openSandboxes.filter((sandbox) => this.#isIdle(sandbox))
    await Promise.all(idle.map(({ name }) => this.#passingOn.handBack(name)))
    for (const { name } of idle) this.#taken.delete(name)
    for (const name of this.#foundOpen.keys()) if (!this.#world.opened(name)) this.#foundOpen.delete(name)
  }

  #isIdle({ name, gate, dueByMachine }: Sandbox): boolean {
    if (!gate || gate.failed || gate.pending) return false
    if (dueByMachine !== undefined && dueByMachine <= realNow() + Math.min(SOON_MS, this.#idleMs)) return false
    const unused = this.#passingOn.unusedFor(name)
    return unused === undefined ? this.#taken.has(name) || this.#openFor(name) >= this.#idleMs : unused >= this.#idleMs
  }

  /** Milliseconds since a sandbox was first found open without a call, as one is that was made ahead of its use. */
  #openFor(name: string): number {
    const found = this.#foundOpen.get(name) ?? steadyNow()
    this.#foundOpen.set(name, found)
    return steadyNow() - found
  }

  async #takeDue(): Promise<void> {
    for (const name of await this.#storage.due()) {
      if (this.#ended || !this.#world.hasRoom) return
      const failedAt = this.#failed.get(name)
      if (failedAt !== undefined && steadyNow() - failedAt < RETRY_MS) continue
      this.#failed.delete(name)
      this.#taken.add(name)
      try {
        await this.#world.openSandbox(name)
      } catch {
        // another replica was faster, or a call will say what is wrong with it
        this.#taken.delete(name)
        this.#failed.set(name, steadyNow())
      }
    }
  }
}
