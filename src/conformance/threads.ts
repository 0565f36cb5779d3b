/**
 * Whether a program has threads, and how many, as far as its connections show.
 *
 * @module
 */
import { type Exchange, endOf, grouped } from './exchange.ts'

/** Within so many milliseconds one thread uses no more connections than this: libraries take turns between two. */
const AT_ONCE = 30
const MOST_ALONE = 2

/** The programs that had two calls under way at the same time. */
export function threadedOf(exchanges: readonly Exchange[], programOf: (call: Exchange) => string): ReadonlySet<string> {
  const threaded = new Set<string>()
  for (const [program, calls] of grouped(exchanges, programOf))
    if (overlap(calls) || usesManyConnections(calls) || keepsManyConnections(calls)) threaded.add(program)
  return threaded
}

/** True when a call was sent while an earlier one was under way. */
function overlap(calls: readonly Exchange[]): boolean {
  let busyUntil = 0
  return calls.some((call) => {
    const isOverlapping = call.real < busyUntil
    busyUntil = Math.max(busyUntil, endOf(call))
    return isOverlapping
  })
}

/** True when calls within {@link AT_ONCE} came on more than {@link MOST_ALONE} connections. */
function usesManyConnections(calls: readonly Exchange[]): boolean {
  const last = new Map<number, number>()
  return calls.some(({ connection, real }) => {
    if (connection === undefined) return false
    last.set(connection, real)
    for (const [other, at] of last) if (real - at >= AT_ONCE) last.delete(other)
    return last.size > MOST_ALONE
  })
}

/** True when more than {@link MOST_ALONE} connections are used in turns, however slowly. */
function keepsManyConnections(calls: readonly Exchange[]): boolean {
  const uses = [...grouped(calls, ({ connection }) => connection).values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)]
    return first && last ? [{ from: first.real, until: endOf(last) }] : []
  })
  return uses.some(({ from }) => uses.filter((other) => other.from <= from && from < other.until).length > MOST_ALONE)
}

/** Connections that are used within so many milliseconds belong to threads of their own. */
const IN_USE = 1_000

/** The most connections of each program that were in use together. */
export function threadsOf(exchanges: readonly Exchange[], programOf: (call: Exchange) => string): ReadonlyMap<string, number> {
  return new Map([...grouped(exchanges, programOf)].map(([program, calls]) => [program, mostConnections(calls)]))
}

function mostConnections(calls: readonly Exchange[]): number {
  const last = new Map<number, number>()
  let most = 0
  for (const { connection, real } of calls) {
    if (connection === undefined) continue
    last.set(connection, real)
    for (const [other, at] of last) if (real - at >= IN_USE) last.delete(other)
    most = Math.max(most, last.size)
  }
  return most
}
