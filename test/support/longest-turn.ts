/**
 * How long work holds the event loop.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { steadyNow } from '../../src/simulation/clock.ts'

/** Pauses of the garbage collector can fall into a turn; a turn that is too long by itself is so each time. */
const ATTEMPTS = 4

/**
 * Milliseconds of processor time that the calling thread has used; elsewhere than on Linux the time that has passed.
 *
 * Tests run in threads of one process, so that the processor time of the process counts what other tests do.
 */
export function threadMs(): number {
  if (process.platform !== 'linux') return steadyNow()
  // nanoseconds on a processor, nanoseconds waiting for one, time slices
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
}

/** The longest time in milliseconds of this thread in one turn of the event loop, while something is done once. */
async function longestOnce<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly longest: number }> {
  let longest = 0
  let isDone = false
  let at = threadMs()
  const turn = (): void => {
    const now = threadMs()
    longest = Math.max(longest, now - at)
    at = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work()
  // the turn in which it ended
  await new Promise((resolve) => setImmediate(resolve))
  isDone = true
  return { result, longest }
}

/**
 * The longest time in milliseconds for which one turn of the event loop is held by work, with the last result of it.
 *
 * Work that can be repeated is done up to four times until it stays below `enough`, and the shortest measurement counts.
 */
export async function longestTurn<T>(
  work: () => Promise<T>,
  { enough }: { readonly enough: number },
): Promise<{ readonly result: T; readonly longest: number }> {
  let best = await longestOnce(work)
  for (let attempt = 1; attempt < ATTEMPTS && best.longest >= enough; attempt++) {
    const next = await longestOnce(work)
    best = { result: next.result, longest: Math.min(best.longest, next.longest) }
  }
  return best
}
