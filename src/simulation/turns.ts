/** Turns of the event loop: their numbers, and long work in slices. */
import { setImmediate } from './machine-time.ts'

/** Milliseconds of work in one slice. */
const SLICE_MS = 15
/** A slice is not shorter, because each turn takes time of its own. */
const MIN_SLICE_MS = 1

let turn = 0
let isCounted = false

/** The number of the current turn of the event loop, as far as turns are asked for. */
export function currentTurn(): number {
  if (!isCounted) {
    isCounted = true
    setImmediate(() => {
      turn++
      isCounted = false
    })
  }
  return turn
}

/** Number of computations that wait for their turn. */
let waiting = 0
let lastTurn: Promise<void> = Promise.resolve()

/** Yields to the event loop: input, timers, other requests. Of several that yield, one continues per turn of the loop. */
export function nextTurn(): Promise<void> {
  waiting++
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve))).then(() => void waiting--)
  return lastTurn
}

/**
 * Milliseconds of work until the next yield. Computations at the same time share a slice: a new connection is accepted once per turn
 * of the loop, so that one behind a hundred others would wait for a hundred whole slices.
 */
export const sliceMs = (): number => Math.max(MIN_SLICE_MS, SLICE_MS / (waiting + 1))
