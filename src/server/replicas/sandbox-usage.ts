/**
 * How this replica uses its sandboxes: calls and responses in progress, and the time of the last use.
 *
 * @module
 */
import type { ServerResponse } from 'node:http'
import { steadyNow } from '../../simulation/clock.ts'
import type { World } from '../../world/world.ts'

export class SandboxUsage {
  readonly #world: World
  /** Calls in progress, by sandbox. */
  readonly #calls = new Map<string, number>()
  /** Responses in progress, streams included, by sandbox. */
  readonly #responses = new Map<string, number>()
  /** The time of the last use of each sandbox. */
  readonly #lastUsed = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Counts a call that is answered here. @returns ends the call */
  begin(name: string, outgoing: ServerResponse): () => void {
    const end = count(this.#responses, name)
    outgoing.once('close', () => {
      // a refused call may name anything
      if (this.#world.opened(name)) this.touch(name)
      end()
    })
    return count(this.#calls, name)
  }

  /** True while a call is in progress. */
  hasCalls(name: string): boolean {
    return this.#calls.has(name)
  }

  /** Sets the time of the last use to now. */
  touch(name: string): void {
    this.#lastUsed.set(name, steadyNow())
  }

  /** Milliseconds since the last use; undefined where no call has used the sandbox here. */
  idleMs(name: string): number | undefined {
    if (this.#responses.has(name)) return 0
    const used = this.#lastUsed.get(name)
    return used === undefined ? undefined : steadyNow() - used
  }

  forget(name: string): void {
    this.#lastUsed.delete(name)
  }

  /** Forgets the sandboxes that are not in memory any more. */
  forgetClosed(): void {
    for (const name of this.#lastUsed.keys()) if (!this.#world.opened(name)) this.#lastUsed.delete(name)
  }
}

/** Adds one to a count. @returns subtracts it again */
function count(counts: Map<string, number>, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return () => {
    const left = (counts.get(name) ?? 1) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
}
