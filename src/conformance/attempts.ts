/**
 * Attempts at the same call, one after another, and whether several programs made them.
 *
 * @module
 */
import {
  answerHeader,
  type Exchange,
  type Facts,
  grouped,
  isAfter,
  isTrouble,
  keyOf,
  RETRY_APART,
  waitBetween,
} from './exchange.ts'
import { byToken, callerOf, grantsOf } from './grants.ts'
import { programsOf } from './programs.ts'

/** Attempts at one call, the first included: with waits that double from a quarter of a second the last comes after half a minute, when a person should know. */
export const MOST_ATTEMPTS = 8
/** Timers fire a little early, and the server notes the end of a call a little late. */
export const EARLY_SHARE = 0.05
export const EARLY_MS = 50

export type Chain = readonly Exchange[]

/** A chain of attempts, and what else came to the same address about that time. */
export interface Trial {
  readonly chain: Chain
  readonly spell: readonly Exchange[]
  readonly isRetry: IsRetry
}

/** True when one call can be another try of what was asked by one that met trouble. */
type IsRetry = (call: Exchange, last: Exchange) => boolean

/** Attempts at the same call by the same caller, as if one program made them: each meets trouble but perhaps the last. */
export function trialsOf(exchanges: readonly Exchange[], facts: Facts): readonly Trial[] {
  const isRetry = retries(exchanges, facts)
  return [...grouped(exchanges, keyOf).values()].flatMap((calls) =>
    chainsOf(calls, isRetry).map((chain) => ({ chain, spell: spellOf(chain, calls), isRetry })),
  )
}

function retries(exchanges: readonly Exchange[], facts: Facts): IsRetry {
  const grants = byToken(grantsOf(exchanges, facts))
  const programs = programsOf(exchanges, facts)
  return (call, last) => {
    if (!isTrouble(last) || !isAfter(call, last) || waitBetween(last, call) >= RETRY_APART) return false
    const [who, whoBefore] = [callerOf(call, grants), callerOf(last, grants)]
    if (who !== undefined && whoBefore !== undefined && who !== whoBefore) return false
    if (programs.isThreaded(call) && programs.of(call) === programs.of(last) && !programs.knew(call, last)) return false
    // programs with a token each are told apart by it; those without share what is sent
    return call.token === undefined || last.token === undefined || programs.of(call) === programs.of(last)
  }
}

function chainsOf(calls: readonly Exchange[], isRetry: IsRetry): readonly Chain[] {
  const chains: Exchange[][] = []
  for (const call of calls) {
    const open = chains.find((chain) => chain.slice(-1).some((last) => isRetry(call, last)))
    if (open) open.push(call)
    else if (isTrouble(call)) chains.push([call])
  }
  return chains
}

/** The calls from the first of a chain until a retry cannot come any more. */
function spellOf(chain: Chain, calls: readonly Exchange[]): readonly Exchange[] {
  const [first, last] = [chain[0], chain.at(-1)]
  if (!first || !last) return []
  return calls.slice(calls.indexOf(first)).filter((call) => call.real <= last.real || waitBetween(last, call) < RETRY_APART)
}

/** How long a client was told to wait, milliseconds; undefined when it was not told, or as a date. */
export function toldToWait(exchange: Exchange): number | undefined {
  const said = answerHeader(exchange, 'retry-after')
  return said !== undefined && /^\d+$/.test(said) ? Number(said) * 1000 : undefined
}

/** True when a wait was as long as a client was told. */
export const isHeeded = (wait: number, told: number): boolean => wait >= told * (1 - EARLY_SHARE) - EARLY_MS
