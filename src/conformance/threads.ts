/** The threads of a program, as far as overlapping calls and connections show them. */
import type { Instant } from '../base/instant.ts'
import { type Exchange, endOf, groupBy } from './exchange.ts'

/** One thread uses at most this number of connections within this time, in milliseconds: libraries alternate between two. */
const AT_ONCE_MS = 30
const MAX_CONNECTIONS_PER_THREAD = 2

/** Number of connections from which on a program that used each for one call only is known to open one for each call. */
const MANY_CONNECTIONS = 16
/** Share of its calls with a connection of their own: the number of a closed connection may be used again. */
const MIN_OWN_CONNECTION_SHARE = 0.8
/** Number of threads that may share fewer connections, or open one for each call: connections do not show them. */
export const UNSEEN_THREADS = 8

/** The programs that open a connection for each call. */
export function singleUseOf(exchanges: readonly Exchange[], programOf: (call: Exchange) => string): ReadonlySet<string> {
  return new Set(
    [...groupBy(exchanges, programOf)].flatMap(([program, calls]) => {
      const connections = new Set(calls.flatMap(({ connection }) => connection ?? []))
      return connections.size > MANY_CONNECTIONS && connections.size >= calls.length * MIN_OWN_CONNECTION_SHARE ? [program] : []
    }),
  )
}

/** The programs that have threads. */
export function threadedOf(exchanges: readonly Exchange[], programOf: (call: Exchange) => string): ReadonlySet<string> {
  const threaded = new Set<string>()
  for (const [program, calls] of groupBy(exchanges, programOf))
    if (overlap(calls) || arriveTogether(calls) || usesManyConnections(calls) || keepsManyConnections(calls))
      threaded.add(program)
  return threaded
}

/** True when a call was sent before the response to an earlier one. */
function overlap(calls: readonly Exchange[]): boolean {
  let busyUntil = 0
  return calls.some((call) => {
    const isOverlapping = call.real < busyUntil
    busyUntil = Math.max(busyUntil, endOf(call))
    return isOverlapping
  })
}

/**
 * True when two calls on different connections were received in one turn of the event loop: the second was sent before the
 * response to the first, however short their responses took.
 */
const arriveTogether = (calls: readonly Exchange[]): boolean =>
  calls.some((call, index) => {
    const before = calls[index - 1]
    return (
      call.turn !== undefined &&
      call.turn === before?.turn &&
      call.connection !== before.connection &&
      call.real - before.real < AT_ONCE_MS
    )
  })

/** True when calls within {@link AT_ONCE_MS} came on more than {@link MAX_CONNECTIONS_PER_THREAD} connections. */
function usesManyConnections(calls: readonly Exchange[]): boolean {
  const last = new Map<number, number>()
  return calls.some(({ connection, real }) => {
    if (connection === undefined) return false
    last.set(connection, real)
    for (const [other, at] of last) if (real - at >= AT_ONCE_MS) last.delete(other)
    return last.size > MAX_CONNECTIONS_PER_THREAD
  })
}

/** True when more than {@link MAX_CONNECTIONS_PER_THREAD} connections are in use at the same time, each from its first call to its last. */
function keepsManyConnections(calls: readonly Exchange[]): boolean {
  const uses = usesOf(calls).filter(({ from, until }) => from < until)
  const starts = uses.map(({ from }) => from).sort((a, b) => a - b)
  const ends = uses.map(({ until }) => until).sort((a, b) => a - b)
  let ended = 0
  return starts.some((start, index) => {
    while ((ends[ended] ?? Infinity) <= start) ended++
    return index + 1 - ended > MAX_CONNECTIONS_PER_THREAD
  })
}

/** Connections that are used within this time belong to different threads, in milliseconds. */
const IN_USE_MS = 1_000

/** For each program, the maximum number of connections in use at the same time. */
export function threadsOf(exchanges: readonly Exchange[], programOf: (call: Exchange) => string): ReadonlyMap<string, number> {
  return new Map([...groupBy(exchanges, programOf)].map(([program, calls]) => [program, mostConnections(calls)]))
}

function mostConnections(calls: readonly Exchange[]): number {
  const last = new Map<number, number>()
  let most = 0
  for (const { connection, real } of calls) {
    if (connection === undefined) continue
    last.set(connection, real)
    for (const [other, at] of last) if (real - at >= IN_USE_MS) last.delete(other)
    most = Math.max(most, last.size)
  }
  return most
}

/** The time in which a connection was in use. */
export interface Use {
  readonly from: Instant
  readonly until: Instant
}

/** For each program, the connections it used. */
export function connectionsOf(
  exchanges: readonly Exchange[],
  programOf: (call: Exchange) => string,
): ReadonlyMap<string, readonly Use[]> {
  return new Map([...groupBy(exchanges, programOf)].map(([program, calls]) => [program, usesOf(calls)]))
}

const usesOf = (calls: readonly Exchange[]): readonly Use[] =>
  [...groupBy(calls, ({ connection }) => connection).values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)]
    return first && last ? [{ from: first.real, until: endOf(last) }] : []
  })
