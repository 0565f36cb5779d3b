/**
 * Attempts at one call by the threads of a program. Threads of one program may make the same call at the same time, and a pool may
 * give any connection to any thread; but each thread waits before it repeats a call, and a program has no more threads than
 * connections in use.
 */
import { type Exchange, endOf, groupBy, isAnswered, MAX_RETRY_INTERVAL_MS, mayBeRetried, waitBetween } from './exchange.ts'
import type { Programs } from './programs.ts'
import { isLongEnough, isSteady, latestRetry, requestedWait } from './waits.ts'

/** Minimum number of attempts in a row on one connection that shows a thread which does not wait. */
const MIN_IN_A_ROW = 3
/** Minimum wait where no response asked for one, in milliseconds: a round trip over loopback takes that long. */
const MIN_WAIT_MS = 10

/** Attempts of a thread that did not wait. */
export interface HastyAttempts {
  /** The calls of that thread: on its connection if it used one only. */
  readonly calls: readonly Exchange[]
  /** True when as many threads may have made the attempts, each with correct waits. */
  readonly perhaps: boolean
}

/** True when the thread that made the first call cannot have made the second one, if it waits as it should. */
function isWaiting(first: Exchange, second: Exchange): boolean {
  if (second.real < endOf(first)) return true
  if (!mayBeRetried(first)) return false
  const [wait, requested] = [waitBetween(first, second), requestedWait(first)]
  return requested === undefined ? wait < MIN_WAIT_MS : !isLongEnough(wait, requested)
}

/** The number of threads that these calls need at least, if each waits as it should. */
function threadsNeeded(calls: readonly Exchange[]): number {
  let most = 0
  calls.forEach((call, index) => {
    let waiting = 1
    for (let at = index - 1; at >= 0; at--) {
      const earlier = calls[at]
      if (!earlier || call.real - earlier.real >= MAX_RETRY_INTERVAL_MS) break
      if (isWaiting(earlier, call)) waiting++
    }
    most = Math.max(most, waiting)
  })
  return most
}

/** Calls in a row on one connection, each repeated too soon; undefined when there are none. */
function rowOf(calls: readonly Exchange[]): readonly Exchange[] | undefined {
  let row = 1
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1]
    row = before && endOf(before) <= call.real && isWaiting(before, call) ? row + 1 : 1
    if (row >= MIN_IN_A_ROW) return calls
  }
  return undefined
}

/**
 * The attempts at one call by a program with threads that its threads cannot have made with correct waits; undefined when they
 * can.
 *
 * @param calls the same call by one program
 */
export function hastyAttempts(calls: readonly Exchange[], programs: Programs): HastyAttempts | undefined {
  const [first, last] = [calls[0], calls.at(-1)]
  if (!first || !last || calls.length < MIN_IN_A_ROW || !programs.isThreaded(first)) return undefined
  if (calls.some(({ connection }) => connection === undefined)) return undefined
  const rows = [...groupBy(calls, ({ connection }) => connection).values()].flatMap((own) => {
    const row = rowOf(own)
    return row ? [row] : []
  })
  const needed = threadsNeeded(calls)
  const tooMany = needed > programs.connectionsBetween(first, last)
  if (rows.length === 0 && !tooMany) return undefined
  const [row, ...others] = rows
  const isOneThread = row !== undefined && others.length === 0 && threadsNeeded(row) === needed
  const mayBeSeveral = answersOf(calls) >= needed && !keepSteadyPace(calls, needed)
  return { calls: isOneThread ? row : calls, perhaps: mayBeSeveral && !(tooMany && isOneThread) }
}

/** The number of calls that got a response soon enough after the trouble to be further attempts; later ones are new tasks. */
function answersOf(calls: readonly Exchange[]): number {
  const last = calls.findLast(mayBeRetried)
  if (!last) return calls.filter(isAnswered).length
  const longest = Math.max(
    ...calls.slice(1, calls.indexOf(last) + 1).map((call, index) => waitBetween(calls[index] ?? call, call)),
    0,
  )
  const requested = requestedWait(last)
  const limit = requested === undefined ? MAX_RETRY_INTERVAL_MS : Math.max(latestRetry(requested), 2 * longest)
  return calls.filter((call) => isAnswered(call) && waitBetween(last, call) <= limit).length
}

/**
 * True when failed calls come at a steady pace although three or more threads would have to take turns, at least twice
 * each: only one thread keeps the same distance all the time.
 */
function keepSteadyPace(calls: readonly Exchange[], threads: number): boolean {
  const troubled = calls.filter(mayBeRetried)
  return threads > 2 && troubled.length >= 2 * threads && isSteady(troubled)
}
