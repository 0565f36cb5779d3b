/**
 * Due work happens on time without a call: one timer for the earliest due moment of all sandboxes.
 *
 * What becomes due are the events and the traffic of a scenario. It makes no difference who finds them due: a call (which settles the
 * sandbox before it is answered), a move of the clock, or the timer. Deliveries of webhooks are not among them: they go by the clock of
 * the machine.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Clock } from '../simulation/clock.ts'
import { LONGEST_DELAY, REAL_TIMERS, type Timers } from '../simulation/timers.ts'

/** What the scheduler needs of a sandbox. */
export interface Scheduled {
  readonly name: string
  readonly clock: Pick<Clock, 'state'>
  /** When something is due next, by its clock. */
  readonly nextDueAt: Instant | undefined
  /** Does all that is due. */
  settle(): void
}

/** Work that failed is not tried again sooner than this, milliseconds. */
const AFTER_FAILURE = 1000

/** Wakes sandboxes when something is due in them. */
export class Scheduler {
  readonly #timers: Timers
  readonly #failed: (sandbox: string, error: unknown) => void
  /** When each sandbox has something due, by the machine's clock. */
  readonly #due = new Map<Scheduled, Instant>()
  #armedFor: Instant | undefined
  #cancel: (() => void) | undefined
  #ended = false

  /** @param failed called with what due work threw */
  constructor(failed: (sandbox: string, error: unknown) => void, timers: Timers = REAL_TIMERS) {
    this.#failed = failed
    this.#timers = timers
  }

  /** Asks a sandbox again when something is due in it: its clock or its work has changed. */
  update(sandbox: Scheduled): void {
    const at = this.#ended ? undefined : realMoment(sandbox, this.#timers.now())
    if (at === this.#due.get(sandbox)) return
    if (at === undefined) this.#due.delete(sandbox)
    else this.#due.set(sandbox, at)
    this.#arm()
  }

  /** Forgets a sandbox. */
  remove(sandbox: Scheduled): void {
    if (this.#due.delete(sandbox)) this.#arm()
  }

  /** Nothing happens by itself any more. */
  end(): void {
    this.#ended = true
    this.#due.clear()
    this.#arm()
  }

  #arm(): void {
    let earliest: Instant | undefined
    for (const at of this.#due.values()) if (earliest === undefined || at < earliest) earliest = at
    if (earliest === this.#armedFor) return
    this.#cancel?.()
    this.#cancel = undefined
    this.#armedFor = earliest
    if (earliest === undefined) return
    const delay = Math.min(Math.max(earliest - this.#timers.now(), 0), LONGEST_DELAY)
    this.#cancel = this.#timers.set(() => this.#fire(), delay)
  }

  #fire(): void {
    this.#armedFor = undefined
    this.#cancel = undefined
    const now = this.#timers.now()
    for (const [sandbox, at] of [...this.#due]) {
      if (at > now) continue
      this.#due.delete(sandbox)
      this.#settle(sandbox, now)
    }
    this.#arm()
  }

  #settle(sandbox: Scheduled, now: Instant): void {
    let earliest = now
    try {
      sandbox.settle()
    } catch (error) {
      earliest = now + AFTER_FAILURE
      this.#failed(sandbox.name, error)
    }
    const at = this.#ended ? undefined : realMoment(sandbox, now)
    if (at !== undefined) this.#due.set(sandbox, Math.max(at, earliest))
  }
}

/** When a sandbox has something due, by the machine's clock; undefined when it never will as its clock runs now. */
function realMoment({ nextDueAt, clock }: Scheduled, now: Instant): Instant | undefined {
  if (nextDueAt === undefined || !Number.isFinite(nextDueAt)) return undefined
  const { at, real, speed } = clock.state
  if (speed === 0) return nextDueAt <= at ? now : undefined
  return Math.ceil(real + (nextDueAt - at) / speed)
}
