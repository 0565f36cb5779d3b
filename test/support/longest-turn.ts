/**
 * How long work holds the event loop.
 *
 * @module
 */
import { steadyNow } from '../../src/simulation/clock.ts'

/** Milliseconds of processor time that this process has used, in all its threads. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * The longest time for which one turn of the event loop was held, in milliseconds, while something was done.
 *
 * A turn counts with the processor time that it took, where that is less than the time that passed: what other programs of the machine
 * do meanwhile does not count.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly longest: number }> {
  let longest = 0
  let isDone = false
  let [at, used] = [steadyNow(), processorMs()]
  const turn = (): void => {
    const [now, usedNow] = [steadyNow(), processorMs()]
    longest = Math.max(longest, Math.min(now - at, usedNow - used))
    at = now
    used = usedNow
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work()
  // the turn in which it ended
  await new Promise((resolve) => setImmediate(resolve))
  isDone = true
  return { result, longest }
}
