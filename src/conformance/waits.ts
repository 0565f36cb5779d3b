/** The waits that responses requested, and those that a client gave up. */
import { answerHeader, type Exchange } from './exchange.ts'

/** Tolerance for waits: timers fire slightly early, and the server records the end of a call slightly late. */
export const EARLY_SHARE = 0.05
export const EARLY_MS = 50

/** The wait that a response asks for, in milliseconds; undefined when there is none or it is a date. */
export function requestedWait(exchange: Exchange): number | undefined {
  const value = answerHeader(exchange, 'retry-after')
  return value !== undefined && /^\d+$/.test(value) ? Number(value) * 1000 : undefined
}

/** True when a wait was at least as long as requested. */
export const isLongEnough = (wait: number, requested: number): boolean => wait >= requested * (1 - EARLY_SHARE) - EARLY_MS

/** A client that gave up a call sooner than this, in milliseconds, has ended: no time limit is so short. */
export const MIN_TIMEOUT_MS = 100

/** Milliseconds that a client waited for a response that it did not get. */
export const waitedMs = ({ ms, abortedMs = ms }: Exchange): number => abortedMs
