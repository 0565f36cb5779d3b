/**
 * Measures how long work blocks the event loop.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { steadyNow } from '../../src/simulation/clock.ts'

/** Work that is too slow is too slow each time. */
const ATTEMPTS = 4

/**
 * Milliseconds of processor time that the calling thread has used; elsewhere than on Linux the time that has passed.
 *
 * Tests run in threads of one process, so the processor time of the process includes other tests.
 */
export function threadMs(): number {
  if (process.platform !== 'linux') return steadyNow()
  // nanoseconds on a processor, nanoseconds waiting for one, time slices
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
}

interface Turn {
  readonly from: number
  readonly until: number
  /** Milliseconds of processor time. */
  readonly used: number
}

/**
 * Runs work once and measures the turns of the event loop, without pauses of the garbage collector: these depend on the heap that all
 * tests of the thread have left.
 */
async function longestOnce<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly longest: number }> {
  const pauses: PerformanceEntry[] = []
  const collector = new PerformanceObserver((list) => pauses.push(...list.getEntries()))
  collector.observe({ entryTypes: ['gc'] })
  const turns: Turn[] = []
  let isDone = false
  let [from, used] = [performance.now(), threadMs()]
  const turn = (): void => {
    const [until, usedNow] = [performance.now(), threadMs()]
    turns.push({ from, until, used: usedNow - used })
    from = until
    used = usedNow
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work()
  // the turn in which it ended, and those in which the observer is called
  for (let last = 0; last < 3; last++) await new Promise((resolve) => setImmediate(resolve))
  isDone = true
  pauses.push(...collector.takeRecords())
  collector.disconnect()
  const paused = ({ from: begin, until }: Turn): number =>
    pauses.filter(({ startTime }) => startTime >= begin && startTime < until).reduce((sum, { duration }) => sum + duration, 0)
  return { result, longest: Math.max(...turns.map((one) => one.used - paused(one))) }
}

/**
 * The longest time in milliseconds for which work blocks the event loop, and its last result.
 *
 * Repeats the work up to four times until it stays below `enough`; the shortest measurement counts.
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
