/**
 * Waits by the machine's clock, all of which can be ended at once.
 *
 * @module
 */

/** Waits under way. */
export class Pauses {
  readonly #ending = new Set<() => void>()
  #ended = false
  #lastTurn: Promise<void> = Promise.resolve()

  /** Waits so many milliseconds, or until all waits end. */
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

  /** Lets others do their work first: input, timers, other calls. Of several that yield, each is alone in its turn of the loop. */
  yield(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
    return this.#lastTurn
  }

  /** Ends all waits, also those that are yet to come. */
  end(): void {
    this.#ended = true
    for (const end of this.#ending) end()
  }
}
