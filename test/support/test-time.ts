/**
 * Time of the tests: it passes when they say so, and timers fire on the way. `Date` and `performance` show it too.
 *
 * @module
 */
import { onTestFinished, vi } from 'vitest'
import type { Timers } from '../../src/simulation/timers.ts'

interface Timer {
  readonly callback: () => void
  readonly at: number
}

export class TestTime implements Timers {
  /** Milliseconds of each timer that was set. */
  readonly delays: number[] = []
  #at = Date.UTC(2026, 0, 1)
  #setBack = 0
  readonly #timers = new Set<Timer>()

  constructor() {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: this.#at })
    onTestFinished(() => void vi.useRealTimers())
  }

  now(): number {
    return this.#at - this.#setBack
  }

  set(callback: () => void, milliseconds: number): () => void {
    this.delays.push(milliseconds)
    const timer = { callback, at: this.#at + Math.ceil(milliseconds) }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
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
    this.#setBack += milliseconds
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
