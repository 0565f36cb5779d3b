/**
 * Time of the tests: it passes when they say so, and the timers of the program fire on the way. `Date` and `performance` show it too.
 *
 * @module
 */
import { onTestFinished, vi } from 'vitest'
import { FOUND_MACHINE, setMachine } from '../../src/simulation/machine-time.ts'

interface Timer {
  readonly callback: () => void
  readonly at: number
  unref(): Timer
}

export class TestTime {
  /** Milliseconds of each timer that was set. */
  readonly delays: number[] = []
  #at = Date.UTC(2026, 0, 1)
  readonly #timers = new Set<Timer>()

  constructor() {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: this.#at })
    setMachine({
      ...FOUND_MACHINE,
      Date,
      performance,
      setTimeout: (callback, milliseconds) => this.#set(callback, milliseconds) as unknown as NodeJS.Timeout,
      clearTimeout: (timer) => void this.#timers.delete(timer as unknown as Timer),
    })
    onTestFinished(() => {
      setMachine(globalThis)
      vi.useRealTimers()
    })
  }

  now(): number {
    return Date.now()
  }

  #set(callback: () => void, milliseconds: number): Timer {
    this.delays.push(milliseconds)
    const timer: Timer = { callback, at: this.#at + Math.ceil(milliseconds), unref: () => timer }
    this.#timers.add(timer)
    return timer
  }

  get armed(): boolean {
    return this.#timers.size > 0
  }

  /** Milliseconds until the next timer fires; undefined when none is set. */
  get next(): number | undefined {
    const [timer] = this.#inOrder()
    return timer && timer.at - this.#at
  }

  /** Sets the machine's clock; time passes as before. */
  setBack(milliseconds: number): void {
    vi.setSystemTime(Date.now() - milliseconds)
  }

  pass(milliseconds: number): void {
    const end = this.#at + milliseconds
    for (let [timer] = this.#inOrder(); timer && timer.at <= end; [timer] = this.#inOrder()) {
      this.#timers.delete(timer)
      this.#setTo(Math.max(this.#at, timer.at))
      timer.callback()
    }
    this.#setTo(end)
  }

  #inOrder(): readonly Timer[] {
    return [...this.#timers].sort((one, other) => one.at - other.at)
  }

  #setTo(at: number): void {
    vi.advanceTimersByTime(at - this.#at)
    this.#at = at
  }
}
