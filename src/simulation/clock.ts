/**
 * The only reader of time.
 *
 * @module
 */
import { type Day, parseDay } from '../base/day.ts'
import { dayInZone, dayOfInstant, type Instant, parseInstant, startOfDay } from '../base/instant.ts'

/** Where a clock stands: at the real instant `real` it showed `at`, and since then it runs `speed` times as fast. */
export interface ClockState {
  readonly at: Instant
  readonly real: Instant
  /** 1 as fast as real time, 0 frozen, 60 a minute a second. */
  readonly speed: number
}

/** The machine's own time, epoch milliseconds. */
export const realNow = (): Instant => Date.now()

/** Points in time around now, by the machine's clock, for what has to be valid outside of a sandbox: certificates. */
export const machineDates = (fromMs: number, toMs: number): readonly [Date, Date] => [
  new Date(realNow() + fromMs),
  new Date(realNow() + toMs),
]

/** The last second of the year 9999: days are written with four digits of year, so a clock stops there. */
const LAST_INSTANT = 253_402_300_799_000

/** A clock that shows the machine's time. */
export const REAL_CLOCK: ClockState = { at: 0, real: 0, speed: 1 }

/** Reads how a clock runs: `real`, `frozen`, or a factor such as `60x`; undefined for anything else. */
export function parseRun(text: string): number | undefined {
  if (text === 'real') return 1
  if (text === 'frozen') return 0
  const match = /^(\d+(?:\.\d+)?)x$/.exec(text)
  const speed = Number(match?.[1])
  return match && speed > 0 && speed <= 100_000 ? speed : undefined
}

/** How a clock runs, in the words {@link parseRun} reads. */
export function runText(speed: number): string {
  if (speed === 0) return 'frozen'
  return speed === 1 ? 'real' : `${speed}x`
}

/** Reads `2026-03-01T09:00:00Z` or a day, which is its 00:00 UTC; undefined for anything else. */
export function parseAt(text: string): Instant | undefined {
  const day = parseDay(text)
  return day ? startOfDay(day) : parseInstant(text)
}

/** A sandbox's clock. Token life, sessions, "today" and every time stamp follow it. */
export class Clock {
  #state: ClockState
  /** The time it is stopped at; undefined while it runs as its state says. */
  #heldAt: Instant | undefined
  #onSet: (() => void) | undefined

  constructor(state: ClockState = REAL_CLOCK) {
    this.#state = state
  }

  get state(): ClockState {
    return this.#state
  }

  /** Epoch milliseconds, as this clock shows them. */
  now(): Instant {
    if (this.#heldAt !== undefined) return this.#heldAt
    const { at, real, speed } = this.#state
    if (speed === 0) return at
    const passed = realNow() - real
    return Math.min(speed === 1 ? at + passed : Math.floor(at + passed * speed), LAST_INSTANT)
  }

  /** True when this clock shows the machine's time. */
  get isReal(): boolean {
    const { at, real, speed } = this.#state
    return speed === 1 && at === real
  }

  /** The day it is: in UTC, or in an IANA time zone. */
  today(timezone?: string | null): Day {
    const now = this.now()
    return timezone ? dayInZone(now, timezone) : dayOfInstant(now)
  }

  /** Where this clock would stand after being set; parts left out stay as they are. */
  moved(to: {
    readonly at?: Instant | undefined
    readonly speed?: number | undefined
    readonly by?: number | undefined
  }): ClockState {
    const at = Math.min((to.at ?? this.now()) + (to.by ?? 0), LAST_INSTANT)
    return { at, real: realNow(), speed: to.speed ?? this.#state.speed }
  }

  /** Stops at a time until it is set or released. Its state stays as it is. */
  hold(at: Instant): void {
    this.#heldAt = at
  }

  /** Runs again as its state says. */
  release(): void {
    this.#heldAt = undefined
  }

  set(state: ClockState): void {
    this.#state = state
    this.#heldAt = undefined
    this.#onSet?.()
  }

  /** Calls back whenever the clock is set; there is one such listener. */
  onSet(listener: () => void): void {
    this.#onSet = listener
  }
}

/** Milliseconds since some moment, by a clock of the machine that never goes back: for waiting times and leases. */
export const steadyNow = (): number => performance.now()
