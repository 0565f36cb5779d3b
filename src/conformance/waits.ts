/**
 * How long a client waits between calls, and how long it was told to.
 *
 * @module
 */
import { answerHeader, type Exchange, waitBetween } from './exchange.ts'

/** Timers fire a little early, and the server notes the end of a call a little late. */
export const EARLY_SHARE = 0.05
export const EARLY_MS = 50

/** Waits between calls that differ by no more than this factor, and so many milliseconds, are the pace of one program. */
const STEADY = 1.5
const STEADY_MS = 20
const STEADY_WAITS = 3

/** How long a client was told to wait, milliseconds; undefined when it was not told, or as a date. */
export function toldToWait(exchange: Exchange): number | undefined {
  const said = answerHeader(exchange, 'retry-after')
  return said !== undefined && /^\d+$/.test(said) ? Number(said) * 1000 : undefined
}

/** True when a wait was as long as a client was told. */
export const isHeeded = (wait: number, told: number): boolean => wait >= told * (1 - EARLY_SHARE) - EARLY_MS

/** True when calls come at one pace. */
export function isSteady(chain: readonly Exchange[]): boolean {
  const waits = chain.slice(1).map((call, index) => waitBetween(chain[index] ?? call, call))
  return waits.length >= STEADY_WAITS && Math.max(...waits) <= Math.min(...waits) * STEADY + STEADY_MS
}
