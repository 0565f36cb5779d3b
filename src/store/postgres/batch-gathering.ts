/**
 * When the next batch of changes is written: once the clients of the last one have sent their next changes.
 *
 * A client that waits for each answer sends its next change right after the last batch. Without a short pause that change misses
 * the batch that begins then, and waits for all of it: clients split into two halves that take turns, and every flush to the disk
 * serves one half of them.
 */
import { clearTimeout, setTimeout } from '../../simulation/machine-time.ts'

/** Limits of the pause, in milliseconds; between them, it is half the time of the last batch. */
const SHORTEST_MS = 1
const LONGEST_MS = 10
/** After pauses in vain, so many batches at most go without one. */
const MAX_SKIPPED = 64

export class BatchGathering {
  #expected = 0
  #pauseMs = SHORTEST_MS
  /** Batches that still go without a pause, and how many it will be after the next pause in vain. */
  #skipped = 0
  #skips = 1
  #complete: (() => void) | undefined

  /**
   * Notes a batch that has been written.
   *
   * @param changes in the batch
   * @param waiting changes that came meanwhile
   * @param took milliseconds
   */
  written(changes: number, waiting: number, took: number): void {
    this.#expected = changes + waiting
    this.#pauseMs = Math.min(Math.max(took / 2, SHORTEST_MS), LONGEST_MS)
  }

  /** Notes a further change. @param waiting changes so far */
  added(waiting: number): void {
    if (waiting >= this.#expected) this.#complete?.()
  }

  /** @returns resolves when as many changes wait as clients were there last, or after the pause; undefined for at once */
  gathered(waiting: number): Promise<void> | undefined {
    if (waiting >= this.#expected) return undefined
    if (this.#skipped > 0) {
      this.#skipped--
      return undefined
    }
    return new Promise((resolve) => {
      const end = (isInVain: boolean): void => {
        clearTimeout(timer)
        this.#complete = undefined
        if (isInVain) this.#skipped = this.#skips
        this.#skips = isInVain ? Math.min(this.#skips * 2, MAX_SKIPPED) : 1
        resolve()
      }
      const timer = setTimeout(() => end(true), this.#pauseMs)
      this.#complete = () => end(false)
    })
  }
}
