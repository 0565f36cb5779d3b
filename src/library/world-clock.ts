/**
 * The clock of a world, for tests.
 *
 * @module
 */
import { instantText } from '../config/setting-types.ts'
import { callControl, type Server } from './in-process.ts'
import type { ClockSetting, UnderstayClock } from './types.ts'

interface Moved {
  readonly at: string
  readonly stopped?: { readonly acts: number; readonly wanted: string }
}

/** The clock of a sandbox. Errors of times and durations are those of the control API. */
export class WorldClock implements UnderstayClock {
  readonly #server: Server
  readonly #sandbox: string

  constructor(server: Server, sandbox: string) {
    this.#server = server
    this.#sandbox = sandbox
  }

  now(): number {
    return this.#server.world.sandbox(this.#sandbox).clock.now()
  }

  today(): string {
    return this.#server.world.sandbox(this.#sandbox).clock.today()
  }

  async set({ at, run }: ClockSetting): Promise<void> {
    await this.#ask('PUT', '/clock', { at: at === undefined ? undefined : instantText(at), run })
  }

  async freeze(): Promise<void> {
    await this.#ask('PUT', '/clock', { run: 'frozen' })
  }

  async advance(by: string): Promise<void> {
    await this.#ask('POST', '/clock/advance', { by })
  }

  /** @throws Error when the clock stopped before its target because too much was due on the way */
  async #ask(method: string, path: string, body: object): Promise<void> {
    const moved = (await callControl(this.#server, this.#sandbox, { method, path, body })) as Moved
    if (!moved.stopped) return
    const { acts, wanted } = moved.stopped
    throw new Error(
      `the clock stopped at ${moved.at}, before ${wanted}, after ${acts} acts of traffic: move it again to continue`,
    )
  }
}
