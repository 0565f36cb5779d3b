/** Waits between calls: those of the client, and those that responses requested. */
import { answerHeader, type Exchange, waitBetween } from './exchange.ts'

/** Tolerance for waits: timers fire slightly early, and the server records the end of a call slightly late. */
export const EARLY_SHARE = 0.05
export const EARLY_MS = 50

/** Waits that differ by at most this factor and this number of milliseconds are the steady pace of one program. */
const STEADY_FACTOR = 1.5
const STEADY_MS = 20
const STEADY_WAITS = 3

/** The wait that a response asks for, in milliseconds; undefined when there is none or it is a date. */
export function requestedWait(exchange: Exchange): number | undefined {
  const value = answerHeader(exchange, 'retry-after')
  return value !== undefined && /^\d+$/.test(value) ? Number(value) * 1000 : undefined
}

/** True when a wait was at least as long as requested. */
export const isLongEnough = (wait: number, requested: number): boolean => wait >= requested * (1 - EARLY_SHARE) - EARLY_MS

/** The longest wait that a request for one explains: clients add their own. */
export const latestRetry = (requested: number): number => requested * 2 + 1000

/** True when the calls come at a steady pace. */
export function isSteady(chain: readonly Exchange[]): boolean {
  const waits = chain.slice(1).map((call, index) => waitBetween(chain[index] ?? call, call))
  return waits.length >= STEADY_WAITS && Math.max(...waits) <= Math.min(...waits) * STEADY_FACTOR + STEADY_MS
}
