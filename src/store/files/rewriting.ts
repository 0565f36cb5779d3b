/** Writes a state in slices, while other requests are answered and changes continue. */
import { steadyNow } from '../../simulation/clock.ts'
import { nextTurn, sliceMs } from '../../simulation/turns.ts'

/** Work that can pause at every `yield`; where it yields a promise, it has to wait for it. */
export type FileSteps<T> = Generator<Promise<void> | undefined, T, undefined>

/** A state that is being written in slices. */
export class Rewriting {
  readonly #steps: FileSteps<void>
  #stopped = false
  #waits = false

  constructor(steps: FileSteps<void>) {
    this.#steps = steps
  }

  /** Does the work. @returns false when it was stopped before its end */
  async run(): Promise<boolean> {
    await nextTurn()
    for (let ends = steadyNow() + sliceMs(); !this.#stopped; ) {
      const { done, value } = this.#steps.next()
      if (done) return true
      if (value) await this.#waitFor(value)
      else if (steadyNow() < ends) continue
      await nextTurn()
      ends = steadyNow() + sliceMs()
    }
    this.#steps.return()
    return false
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
