import { instantText } from '../config/setting-types.ts'
import type { ControlClient } from '../control-contract/client.ts'
import { advanceClock, setClock } from '../control-contract/clock.ts'
import type { AnswerOf } from '../control-contract/operation.ts'
import type { Clock } from '../simulation/clock.ts'
import type { ClockSetting, UnderstayClock } from './types.ts'

/** The clock of a sandbox. Errors of times and durations are those of the control API. */
export class WorldClock implements UnderstayClock {
  readonly #control: ControlClient
  readonly #clock: () => Clock

  /** @param clock returns the clock of the world as it is now */
  constructor(control: ControlClient, clock: () => Clock) {
    this.#control = control
    this.#clock = clock
  }

  now(): number {
    return this.#clock().now()
  }

  today(): string {
    return this.#clock().today()
  }

  async set({ at, run }: ClockSetting): Promise<void> {
    const body = { ...(at !== undefined && { at: instantText(at) }), ...(run !== undefined && { run }) }
    requireArrival(await this.#control.call(setClock, { body }))
  }

  freeze(): Promise<void> {
    return this.set({ run: 'frozen' })
  }

  async advance(by: string): Promise<void> {
    requireArrival(await this.#control.call(advanceClock, { body: { by } }))
  }
}

/** @throws Error when the clock stopped before its target because too much was due on the way */
function requireArrival({ at, stopped }: AnswerOf<typeof setClock>): void {
  if (!stopped) return
  throw new Error(
    `the clock stopped at ${at}, before ${stopped.wanted}, after ${stopped.acts} acts of traffic: move it again to continue`,
  )
}
