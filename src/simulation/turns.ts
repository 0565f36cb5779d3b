/**
 * Turns of the event loop: their numbers, and long work in slices.
 *
 * @module
 */

/** Milliseconds of work in one slice. */
export const SLICE_MS = 15

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

let lastTurn: Promise<void> = Promise.resolve()

/** Yields to the event loop: input, timers, other requests. Of several that yield, one continues per turn of the loop. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}
