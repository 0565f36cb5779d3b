/** A signal that wakes its waiter, or the next one. */
import { clearTimeout, setTimeout } from '../../simulation/machine-time.ts'

export class WakeSignal {
  #isSet = false
  #wake: (() => void) | undefined

  set(): void {
    this.#isSet = true
    this.#wake?.()
  }

  clear(): void {
    this.#isSet = false
  }

  /** Waits until {@link set} is called, and clears the signal. @returns false on timeout */
  async wait(milliseconds: number): Promise<boolean> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        timer.unref()
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = undefined
    }
    const wasSet = this.#isSet
    this.clear()
    return wasSet
  }
}
