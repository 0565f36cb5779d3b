/**
 * Long work in slices of the event loop.
 *
 * @module
 */

/** Milliseconds of work in one slice. */
export const SLICE_MS = 15

let lastTurn: Promise<void> = Promise.resolve()

/** Yields to the event loop: input, timers, other requests. Of several that yield, one continues per turn of the loop. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}
