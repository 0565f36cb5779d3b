/** How this replica uses its sandboxes: calls and streams in progress, and the time of the last use. */

import type { ServerResponse } from 'node:http'
import type { ApiResponse } from '../../api/response.ts'
import { isPromise, type MaybePromise } from '../../base/maybe-promise.ts'
import { steadyNow } from '../../simulation/clock.ts'
import type { World } from '../../world/world.ts'

export class SandboxUsage {
  readonly #world: World
  /** Calls in progress, by sandbox. */
  readonly #calls = new Counts()
  /** Responses that are streams, until they end, by sandbox. */
  readonly #streams = new Counts()
  /** The time of the last use of each sandbox. */
  readonly #lastUsed = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Counts a call that is answered here. Most have their response at once, and then only the time is noted. */
  count(name: string, response: MaybePromise<ApiResponse>, sent: ServerResponse): void {
    if (!isPromise(response)) {
      this.#answered(name, response, sent)
      return
    }
    this.#calls.add(name)
    response.then(
      (answer) => {
        this.#calls.remove(name)
        this.#answered(name, answer, sent)
      },
      () => this.#calls.remove(name),
    )
  }

  #answered(name: string, { body }: ApiResponse, sent: ServerResponse): void {
    this.touch(name)
    if (body === null || typeof body === 'string' || sent.destroyed) return
    this.#streams.add(name)
    sent.once('close', () => {
      this.#streams.remove(name)
      this.touch(name)
    })
  }

  /** True while a call is in progress. */
  hasCalls(name: string): boolean {
    return this.#calls.has(name)
  }

  /** Notes a use; a refused call may name anything. */
  touch(name: string): void {
    if (this.#world.opened(name)) this.#lastUsed.set(name, steadyNow())
  }

  /** Milliseconds since the last use; undefined where none is noted. */
  idleMs(name: string): number | undefined {
    if (this.#calls.has(name) || this.#streams.has(name)) return 0
    const used = this.#lastUsed.get(name)
    return used === undefined ? undefined : steadyNow() - used
  }

  forget(name: string): void {
    this.#lastUsed.delete(name)
  }

  /** Forgets the sandboxes that are not in memory any more. Called several times a second. */
  forgetClosed(): void {
    for (const name of this.#lastUsed.keys()) if (!this.#world.opened(name)) this.#lastUsed.delete(name)
  }
}

/** Counts by name, of which those of zero are forgotten. */
class Counts {
  readonly #counts = new Map<string, number>()

  has(name: string): boolean {
    return this.#counts.has(name)
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  remove(name: string): void {
    const left = (this.#counts.get(name) ?? 1) - 1
    if (left > 0) this.#counts.set(name, left)
    else this.#counts.delete(name)
  }
}
