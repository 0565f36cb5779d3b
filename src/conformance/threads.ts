/** The threads of a program, as far as its calls show them. */
import { groupBy } from '../base/group-by.ts'
import { type Exchange, endOf, type Facts } from './exchange.ts'

/** Time until a thread knows the response of another thread, in milliseconds. */
const SHARED_AFTER_MS = 250
/** The same on a busy machine, in times of what slow calls take. */
const SHARED_AFTER_CALLS = 5
/** What every call takes beyond this is latency that was asked for, in milliseconds: no sign of a busy machine. */
const USUAL_LATENCY_MS = 10
/** Time to open a connection on a busy machine, in milliseconds. Its first call was made before that. */
const CONNECTING_MS = 5000
/** The share of calls that are not slow. */
const QUICK_SHARE = 0.9
/** That time in words; docs/conformance.md says how much longer. */
export const SHARED_AFTER = `${SHARED_AFTER_MS} ms (longer on a busy machine, and for the first of several calls on a connection)`

/** Milliseconds until the threads of a run know the response of another thread, or until the thread that sent a call does. */
export function sharedAfter<C extends Pick<Exchange, 'ms' | 'networkFault' | 'connection'>>(calls: readonly C[]) {
  const times = calls.flatMap(({ ms, networkFault }) => (networkFault === undefined ? [ms] : [])).sort((a, b) => a - b)
  const latency = Math.max(0, (times[0] ?? 0) - USUAL_LATENCY_MS)
  const delay = (times[Math.floor(times.length * QUICK_SHARE)] ?? 0) - latency
  const usual = Math.max(SHARED_AFTER_MS, SHARED_AFTER_CALLS * delay)
  const opening = openingCalls(calls)
  return (call?: C): number => (call && opening.has(call) ? Math.max(usual, CONNECTING_MS) : usual)
}

/** Turns of the event loop of different processes may have the same number: those are further apart, in milliseconds. */
const SAME_TURN_MS = 30
/** Libraries alternate between two connections. */
const MAX_CONNECTIONS_PER_THREAD = 2

/**
 * The programs that have threads: a call was sent before the response to an earlier one, as latency makes visible. Without any,
 * more than {@link MAX_CONNECTIONS_PER_THREAD} connections that are used again may belong to threads, too.
 */
export function threadedOf(
  exchanges: readonly Exchange[],
  programOf: (call: Exchange) => string,
  { latency = 0 }: Pick<Facts, 'latency'>,
): ReadonlySet<string> {
  const threaded = new Set<string>()
  for (const [program, calls] of groupBy(exchanges, programOf))
    if (
      mostAtOnce(calls) > 1 ||
      arriveTogether(calls) ||
      (latency === 0 && openingCalls(calls).size > MAX_CONNECTIONS_PER_THREAD)
    )
      threaded.add(program)
  return threaded
}

/** The most calls that were under way at once: threads make 2 and more. @param calls in the order sent */
export function mostAtOnce(calls: readonly Pick<Exchange, 'real' | 'ms' | 'aborted'>[]): number {
  let ends: number[] = []
  return calls.reduce((most, call) => {
    ends = [...ends.filter((end) => end > call.real), endOf(call)]
    return Math.max(most, ends.length)
  }, 0)
}

/** True when two calls on different connections were received in one turn of the event loop: the second awaited no response. */
const arriveTogether = (calls: readonly Exchange[]): boolean =>
  calls.some((call, index) => {
    const before = calls[index - 1]
    return (
      call.turn !== undefined &&
      call.turn === before?.turn &&
      call.connection !== before.connection &&
      call.real - before.real < SAME_TURN_MS
    )
  })

/** The first calls on connections that carried others later. */
export const openingCalls = <C extends Pick<Exchange, 'connection'>>(calls: readonly C[]): ReadonlySet<C> =>
  new Set([...groupBy(calls, ({ connection }) => connection).values()].flatMap(([first, next]) => (next ? [first] : [])))
