/**
 * Writes a state in slices, while others are answered and changes go on.
 *
 * @module
 */
import { steadyNow } from '../../simulation/clock.ts'

/** Work that can pause at every `yield`; where it yields a promise, it has to wait for it. */
export type FileSteps<T> = Generator<Promise<void> | undefined, T, undefined>

/** Milliseconds of work in one slice. */
const SLICE = 15

let lastTurn: Promise<void> = Promise.resolve()

/** Of several that wait, one continues in each turn of the event loop. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}

/** Runs all steps without a pause; they must not yield promises. */
export function allAtOnce<T>(steps: FileSteps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A state that is being written in slices. */
export class Rewriting {
  /** The lines of the changes since the moment that is written. */
  readonly lines: Buffer[] = []
  readonly #steps: FileSteps<void>
  #stopped = false
  #waits = false

  /** @param stepsOf the work; it reads {@link lines} when it has written the state */
  constructor(stepsOf: (lines: readonly Buffer[]) => FileSteps<void>) {
    this.#steps = stepsOf(this.lines)
  }

  /** Does the work, unless it is stopped before its end. */
  async run(): Promise<void> {
    await nextTurn()
    for (let ends = steadyNow() + SLICE; !this.#stopped; ) {
      const { done, value } = this.#steps.next()
      if (done) return
      if (value) await this.#waitFor(value)
      else if (steadyNow() < ends) continue
      await nextTurn()
      ends = steadyNow() + SLICE
    }
    this.#steps.return()
  }

  /** Ends the work without an effect. */
  stop(): void {
    this.#stopped = true
    // a descriptor closed during a flush could be reused for another file
    if (!this.#waits) this.#steps.return()
  }

  async #waitFor(flushed: Promise<void>): Promise<void> {
    this.#waits = true
    try {
      await flushed
    } catch (error) {
      this.#steps.throw(error)
    } finally {
      this.#waits = false
    }
  }
}
