/** Attempts at the same call, one after another. */

import type { Attempts } from './attempt-shares.ts'
import {
  type Exchange,
  type Facts,
  groupBy,
  isAfter,
  keyOf,
  MAX_RETRY_INTERVAL_MS,
  mayBeRetried,
  waitBetween,
} from './exchange.ts'
import { byToken, callerOf, grantsOf } from './grants.ts'
import { type Programs, programsOf } from './programs.ts'
import { hastyAttempts } from './thread-attempts.ts'

type Chain = readonly Exchange[]
type IsRetry = Attempts['isRetry']

/** Attempts at the same call by the same caller, as if one program had made them. All but the last failed. */
export function attemptsOf(exchanges: readonly Exchange[], facts: Facts): readonly Attempts[] {
  const programs = programsOf(exchanges, facts)
  const isByCaller = retries(exchanges, facts)
  const isRetry: IsRetry = (call, last) => isByCaller(call, last) && knowsEarlierCall(call, last, programs)
  return [...groupBy(exchanges, keyOf).values()].flatMap((calls) => {
    const hasty = [...groupBy(calls, (one) => programs.of(one)).values()].flatMap((own) => {
      const found = hastyAttempts(own, programs)
      return found ? [{ own, ...found }] : []
    })
    const judged = new Set(hasty.flatMap(({ own }) => own))
    return [
      ...attemptsAt(
        calls.filter((one) => !judged.has(one)),
        { isRetry, perhapsThreads: false },
      ),
      ...hasty.flatMap((one) => attemptsAt(one.calls, { isRetry: isByCaller, perhapsThreads: one.perhaps })),
    ]
  })
}

const attemptsAt = (calls: readonly Exchange[], how: Pick<Attempts, 'isRetry' | 'perhapsThreads'>): readonly Attempts[] =>
  chainsOf(calls, how.isRetry).map((chain) => ({ chain, around: callsAround(chain, calls), ...how }))

/** False for a call by a thread that need not know of the earlier one by another thread. */
const knowsEarlierCall = (call: Exchange, last: Exchange, programs: Programs): boolean =>
  !programs.isThreaded(call) || programs.of(call) !== programs.of(last) || programs.hadResponse(call, last)

function retries(exchanges: readonly Exchange[], facts: Facts): IsRetry {
  const grants = byToken(grantsOf(exchanges, facts))
  const programs = programsOf(exchanges, facts)
  return (call, last) => {
    if (!mayBeRetried(last) || !isAfter(call, last) || waitBetween(last, call) >= MAX_RETRY_INTERVAL_MS) return false
    const [who, whoBefore] = [callerOf(call, grants), callerOf(last, grants)]
    if (who !== undefined && whoBefore !== undefined && who !== whoBefore) return false
    // Programs are told apart by their tokens; calls without a token count as one program.
    return call.token === undefined || last.token === undefined || programs.of(call) === programs.of(last)
  }
}

function chainsOf(calls: readonly Exchange[], isRetry: IsRetry): readonly Chain[] {
  const chains: Exchange[][] = []
  for (const call of calls) {
    const open = chains.find((chain) => chain.slice(-1).some((last) => isRetry(call, last)))
    if (open) open.push(call)
    else if (mayBeRetried(call)) chains.push([call])
  }
  return chains
}

/** The calls from the first of a chain until no retry can follow. */
function callsAround(chain: Chain, calls: readonly Exchange[]): readonly Exchange[] {
  const [first, last] = [chain[0], chain.at(-1)]
  if (!first || !last) return []
  return calls
    .slice(calls.indexOf(first))
    .filter((call) => call.real <= last.real || waitBetween(last, call) < MAX_RETRY_INTERVAL_MS)
}
