/**
 * Writes a state in slices, while other requests are answered and changes continue.
 *
 * @module
 */
import { steadyNow } from '../../simulation/clock.ts'
import { nextTurn, sliceMs } from '../../simulation/turns.ts'

/** Work that can pause at every `yield`; where it yields a promise, it has to wait for it. */
export type FileSteps<T> = Generator<Promise<void> | undefined, T, undefined>

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
    for (let ends = steadyNow() + sliceMs(); !this.#stopped; ) {
      const { done, value } = this.#steps.next()
      if (done) return
      if (value) await this.#waitFor(value)
      else if (steadyNow() < ends) continue
      await nextTurn()
      ends = steadyNow() + sliceMs()
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
