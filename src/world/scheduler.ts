/**
 * Runs due work without waiting for a request: one timer for the earliest due time of all sandboxes.
 *
 * Due work is the events and traffic of a scenario. The result is the same whether a request, a move of the clock or the timer
 * triggers it: a request settles its sandbox first. Webhook deliveries are not scheduled here, because they use real time.
 */
import type { Instant } from '../base/instant.ts'
import { type Clock, steadyNow } from '../simulation/clock.ts'
import { clearTimeout, setTimeout } from '../simulation/machine-time.ts'
import { LONGEST_DELAY } from '../simulation/timers.ts'
import { MOVE_SLICE_MS } from './clock-move.ts'

/** A sandbox as the scheduler sees it. */
export interface Scheduled {
  readonly name: string
  readonly clock: Pick<Clock, 'state' | 'now'>
  /** The next due time, by the sandbox's clock. */
  readonly nextDueAt: Instant | undefined
  /** Runs everything that is due; a promise where that takes longer than one slice. */
  settle(): Promise<void> | undefined
}

/** Pause before failed work is retried, in milliseconds: it doubles with each failure. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000

/** Calls `settle` of each sandbox when work is due in it. */
export class Scheduler {
  readonly #failed: (sandbox: string, error: unknown) => void
  /** When each sandbox is settled next, by {@link steadyNow}. */
  readonly #due = new Map<Scheduled, number>()
  /** Due work that failed when it was last tried. It is not tried before `until`, by {@link steadyNow}. */
  readonly #failures = new WeakMap<Scheduled, { readonly text: string; readonly pause: number; readonly until: number }>()
  #armedFor: number | undefined
  #timer: NodeJS.Timeout | undefined
  #ended = false

  /** @param failed called with errors of due work, once for each that follows another one */
  constructor(failed: (sandbox: string, error: unknown) => void) {
    this.#failed = failed
  }

  /** Reads the next due time of a sandbox again, after its clock or work has changed. */
  update(sandbox: Scheduled): void {
    const at = this.#ended ? undefined : this.#momentOf(sandbox)
    if (at === undefined) this.#due.delete(sandbox)
    else this.#due.set(sandbox, at)
    this.#setTimer()
  }

  /** As {@link update}; what has failed is tried again without a pause. */
  retry(sandbox: Scheduled): void {
    const failure = this.#failures.get(sandbox)
    if (failure) this.#failures.set(sandbox, { ...failure, until: steadyNow() })
    this.update(sandbox)
  }

  remove(sandbox: Scheduled): void {
    if (this.#due.delete(sandbox)) this.#setTimer()
  }

  end(): void {
    this.#ended = true
    this.#due.clear()
    this.#setTimer()
  }

  #setTimer(): void {
    let earliest: number | undefined
    for (const at of this.#due.values()) if (earliest === undefined || at < earliest) earliest = at
    if (earliest === this.#armedFor) return
    clearTimeout(this.#timer)
    this.#armedFor = earliest
    if (earliest === undefined) return
    const delay = Math.min(Math.max(earliest - steadyNow(), 0), LONGEST_DELAY)
    this.#timer = setTimeout(() => this.#settleDue(), delay).unref()
  }

  /** Settles sandboxes for one slice; the others follow in the next turn of the event loop. */
  #settleDue(): void {
    this.#armedFor = undefined
    const now = steadyNow()
    for (const [sandbox, at] of [...this.#due]) {
      if (at > now) continue
      this.#due.delete(sandbox)
      this.#settle(sandbox)
      if (steadyNow() >= now + MOVE_SLICE_MS) break
    }
    this.#setTimer()
  }

  #settle(sandbox: Scheduled): void {
    try {
      const settled = sandbox.settle()
      if (settled) {
        const done = (): boolean => this.#failures.delete(sandbox)
        settled.then(done, (error: unknown) => this.#retryLater(sandbox, error))
        return
      }
      this.#failures.delete(sandbox)
      this.#planSettling(sandbox)
    } catch (error) {
      this.#retryLater(sandbox, error)
    }
  }

  #retryLater(sandbox: Scheduled, error: unknown): void {
    const text = String(error)
    const before = this.#failures.get(sandbox)
    if (text !== before?.text) this.#failed(sandbox.name, error)
    const pause = Math.min(before ? 2 * before.pause : FIRST_PAUSE, LONGEST_PAUSE)
    const until = steadyNow() + pause
    this.#failures.set(sandbox, { text, pause, until })
    this.#planSettling(sandbox, until)
    this.#setTimer()
  }

  #planSettling(sandbox: Scheduled, earliest = 0): void {
    const wait = this.#ended ? undefined : untilDue(sandbox)
    if (wait !== undefined) this.#due.set(sandbox, Math.max(steadyNow() + wait, earliest))
  }

  /** When a sandbox is settled next; where nothing is overdue, no failure is left. */
  #momentOf(sandbox: Scheduled): number | undefined {
    const wait = untilDue(sandbox)
    const failure = this.#failures.get(sandbox)
    if (failure && wait === 0) return Math.max(steadyNow(), failure.until)
    this.#failures.delete(sandbox)
    return wait === undefined ? undefined : steadyNow() + wait
  }
}

/** Real milliseconds until something is due in a sandbox, at least 0; undefined when nothing is due or its clock stands still. */
export function untilDue({ nextDueAt, clock }: Scheduled): number | undefined {
  if (nextDueAt === undefined || !Number.isFinite(nextDueAt)) return undefined
  const { speed, waits } = clock.state
  const left = nextDueAt - clock.now()
  if (left <= 0) return 0
  return speed === 0 || waits ? undefined : Math.ceil(left / speed)
}
