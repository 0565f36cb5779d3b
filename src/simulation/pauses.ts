/** Waits in real time that can all be ended at once. */

import type { SlicedWork } from '../base/sliced-work.ts'
import { steadyNow } from './clock.ts'
import { clearTimeout, setTimeout } from './machine-time.ts'
import { nextTurn, sliceMs } from './turns.ts'

export class Pauses {
  readonly #ending = new Set<() => void>()
  #ended = false

  /** Waits for a time, or until all waits end. */
  wait(milliseconds: number): Promise<void> {
    if (this.#ended || milliseconds <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#ending.delete(end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      this.#ending.add(end)
    })
  }

  /** Does a computation in slices, and yields after each. */
  async doInSlices<T>(steps: SlicedWork<T>): Promise<T> {
    for (let ends = steadyNow() + sliceMs(); ; ) {
      const { done, value } = steps.next()
      if (done) return value
      if (steadyNow() < ends) continue
      await nextTurn()
      ends = steadyNow() + sliceMs()
    }
  }

  /** Ends all current and future waits. */
  end(): void {
    this.#ended = true
    for (const end of this.#ending) end()
  }
}
