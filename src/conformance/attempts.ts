/** Attempts at the same call, one after another. */
import { groupBy } from '../base/group-by.ts'
import { type Exchange, type Facts, isAfter, keyOf, MAX_RETRY_INTERVAL_MS, mayBeRetried, waitBetween } from './exchange.ts'
import { type Programs, successesAfter } from './programs.ts'
import type { Run } from './rule.ts'
import { isLongEnough, requestedWait } from './waits.ts'

/** Maximum attempts at one call, including the first: with waits that double from 250 ms, the last comes after half a minute. */
export const MAX_ATTEMPTS = 8

/** Attempts at one call, as if one thread had made them. All but the last failed. */
export interface Attempts {
  readonly chain: readonly [Exchange, ...(readonly Exchange[])]
  /** Number of threads that may have made them, each with one success in the end: 1 for a program without threads. */
  readonly threads: number
}

type IsRetry = (call: Exchange, last: Exchange) => boolean

export function attemptsOf({ exchanges, programs }: Run): readonly Attempts[] {
  const isRetry = retries(programs)
  return [...groupBy(exchanges, keyOf).values()].flatMap((calls) =>
    chainsOf(calls, isRetry).map((chain) => ({ chain, threads: programs.isThreaded(chain[0]) ? threadsOf(chain, calls) : 1 })),
  )
}

function retries(programs: Programs): IsRetry {
  return (call, last) => {
    if (!mayBeRetried(last) || !isAfter(call, last) || waitBetween(last, call) >= MAX_RETRY_INTERVAL_MS) return false
    if (programs.isExcused(call, last)) return false
    const [who, whoBefore] = [programs.callerOf(call), programs.callerOf(last)]
    if (who !== undefined && whoBefore !== undefined && who !== whoBefore) return false
    // Programs are told apart by their tokens; calls without a token count as one program.
    return call.token === undefined || last.token === undefined || programs.of(call) === programs.of(last)
  }
}

function chainsOf(calls: readonly Exchange[], isRetry: IsRetry): readonly Attempts['chain'][] {
  const chains: [Exchange, ...Exchange[]][] = []
  const lastOn = new Map(calls.map((call) => [call.connection, call]))
  // A program without a token that repeats the call on its own connection is another one.
  const isOther = (call: Exchange, { token, connection }: Exchange): boolean =>
    token === undefined && connection !== call.connection && isAfter(lastOn.get(connection) ?? call, call)
  for (const call of calls) {
    const open = chains.find((chain) => {
      const last = chain.at(-1) ?? chain[0]
      return isRetry(call, last) && !isOther(call, last)
    })
    if (open) open.push(call)
    else if (mayBeRetried(call)) chains.push([call])
  }
  return chains
}

/** The number of threads that attempts can have had: each succeeds soon after the others; later successes are new tasks. */
function threadsOf(chain: Attempts['chain'], calls: readonly Exchange[]): number {
  const last = chain.findLast(mayBeRetried) ?? chain[0]
  const waits = chain.slice(1).map((call, index) => waitBetween(chain[index] ?? call, call))
  const within = 2 * Math.max(requestedWait(last) ?? 0, ...waits)
  return Math.max(1, successesAfter(chain[0], last, calls, within))
}

/** The number of threads that these calls need at least, if each waits as requested. */
export function threadsNeeded(calls: readonly Exchange[], facts: Facts): number {
  const isTooSoon = (call: Exchange, earlier: Exchange): boolean =>
    mayBeRetried(earlier) && !isLongEnough(waitBetween(earlier, call, facts), requestedWait(earlier) ?? 0)
  const busy = calls.map((call, index) => calls.slice(0, index).filter((earlier) => isTooSoon(call, earlier)).length)
  return 1 + Math.max(0, ...busy)
}
