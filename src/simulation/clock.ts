/** Clocks. */
import { type Day, parseDay } from '../base/day.ts'
import { dayInZone, dayOfInstant, type Instant, isoInstant, parseInstant, startOfDay } from '../base/instant.ts'
import { realNow, steadyNow } from './machine-time.ts'

export { realNow, steadyNow } from './machine-time.ts'

/** The state of a clock: at the real time `real` it showed `at`, and since then it runs `speed` times as fast. */
export interface ClockState {
  readonly at: Instant
  readonly real: Instant
  /** 1 real time, 0 frozen, 60 one minute per second. */
  readonly speed: number
  /** True while it stands still, until the first call of the sandbox. */
  readonly waits?: true
}

/** Where to move a clock; absent parts do not change. */
export interface ClockTarget {
  readonly at?: Instant | undefined
  readonly speed?: number | undefined
  readonly by?: number | undefined
}

/** Dates relative to now, by the machine's clock, for the validity of TLS certificates. */
export const machineDates = (fromMs: number, toMs: number): readonly [Date, Date] => [
  new Date(realNow() + fromMs),
  new Date(realNow() + toMs),
]

/** The instant of a date as TLS certificates have it: `Mar  1 09:00:00 2026 GMT`. */
export const certificateInstant = (date: string): Instant => Date.parse(date)

/** The times that a clock can show, because dates have four digits of year. A clock stops at the last second of the year 9999. */
const FIRST_INSTANT = startOfDay('0000-01-01')
const LAST_INSTANT = 253_402_300_799_000

const canShow = (at: Instant): boolean => at >= FIRST_INSTANT && at <= LAST_INSTANT

/** A clock was to be moved to a time that it cannot show. */
export class ClockRangeError extends Error {
  override readonly name = 'ClockRangeError'

  constructor() {
    super(`a clock shows times from ${isoInstant(FIRST_INSTANT)} to ${isoInstant(LAST_INSTANT)}`)
  }
}

/** A clock that shows the machine's time. */
export const REAL_CLOCK: ClockState = { at: 0, real: 0, speed: 1 }

/** Parses the speed of a clock: `real`, `frozen`, or a factor such as `60x`; undefined for anything else. */
export function parseRun(text: string): number | undefined {
  if (text === 'real') return 1
  if (text === 'frozen') return 0
  const match = /^(\d+(?:\.\d+)?)x$/.exec(text)
  const speed = Number(match?.[1])
  return match && speed > 0 && speed <= 100_000 ? speed : undefined
}

/** The speed of a clock as {@link parseRun} reads it. */
export function runText(speed: number): string {
  if (speed === 0) return 'frozen'
  return speed === 1 ? 'real' : `${speed}x`
}

/** Parses `2026-03-01T09:00:00Z`, or a day as 00:00 UTC; undefined for anything else, and for a time that a clock cannot show. */
export function parseAt(text: string): Instant | undefined {
  const day = parseDay(text)
  const at = day ? startOfDay(day) : parseInstant(text)
  return at !== undefined && canShow(at) ? at : undefined
}

/** Why a text is no point in time that a clock can show. */
export function noTimeText(text: string): string {
  const [day = ''] = /^\d{4}-\d\d-\d\d(?=$|T)/.exec(text) ?? []
  if (day !== '' && parseDay(day) === undefined) return `there is no day ${day}`
  return `"${text}" is not an instant such as 2026-03-01T09:00:00Z`
}

/** A sandbox's clock, for the lifetime of tokens and sessions, "today" and all timestamps. */
export class Clock {
  #state = REAL_CLOCK
  /** When it showed the time of its state, by {@link steadyNow}. */
  #showedAt = 0
  /** The time at which it is held; undefined while it runs by its state. */
  #heldAt: Instant | undefined
  /** Called whenever it is set. */
  onSet: (() => void) | undefined = undefined

  constructor(state: ClockState = REAL_CLOCK) {
    this.set(state)
  }

  get state(): ClockState {
    return this.#state
  }

  /** The time of this clock, in epoch milliseconds. Unless it is real, it does not move when the machine's clock is set. */
  now(): Instant {
    if (this.#heldAt !== undefined) return this.#heldAt
    const { at, speed, waits } = this.#state
    if (speed === 0 || waits) return at
    if (this.isReal) return realNow()
    return Math.min(Math.floor(at + (steadyNow() - this.#showedAt) * speed), LAST_INSTANT)
  }

  /** True when this clock shows the machine's time. */
  get isReal(): boolean {
    const { at, real, speed, waits } = this.#state
    return speed === 1 && at === real && !waits
  }

  /** The current day in UTC or in an IANA time zone. */
  today(timezone?: string | null): Day {
    const now = this.now()
    return timezone ? dayInZone(now, timezone) : dayOfInstant(now)
  }

  /** The state after a move; absent parts do not change. A clock that waits for the first call runs once its speed is set. */
  moved(to: ClockTarget): ClockState {
    const at = Math.min(this.#target(to), LAST_INSTANT)
    const waits = this.#state.waits && to.speed === undefined
    return { at, real: realNow(), speed: to.speed ?? this.#state.speed, ...(waits && { waits }) }
  }

  /** @throws ClockRangeError for a move to a time that a clock cannot show */
  requireMovable(to: ClockTarget): void {
    if (!canShow(this.#target(to))) throw new ClockRangeError()
  }

  #target({ at, by = 0 }: ClockTarget): Instant {
    return (at ?? this.now()) + by
  }

  /** Stops at a time until it is set or released. Its state does not change. */
  hold(at: Instant): void {
    this.#heldAt = at
  }

  /** The state in which a clock that waits for the first call runs; undefined for a clock that does not wait. */
  get started(): ClockState | undefined {
    const { at, speed, waits } = this.#state
    return waits && { at, real: realNow(), speed }
  }

  /** Runs by its state again. */
  release(): void {
    this.#heldAt = undefined
  }

  set(state: ClockState): void {
    this.#state = state
    this.#showedAt = steadyNow() - Math.max(0, realNow() - state.real)
    this.#heldAt = undefined
    this.onSet?.()
  }
}
