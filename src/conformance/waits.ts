/** The waits that responses requested, and those that a client gave up. */
import { parseHttpDate } from '../base/instant.ts'
import { answerHeader, type Exchange, isSameCall, mayBeRetried } from './exchange.ts'

/** Tolerance for waits: timers fire slightly early, and the server records the end of a call slightly late. */
export const EARLY_SHARE = 0.05
export const EARLY_MS = 50

/** The waits that Retry-After may ask for, in milliseconds: several for a date, by the clocks that a client may compare it with. */
function possibleWaits(exchange: Exchange): readonly number[] {
  const value = answerHeader(exchange, 'retry-after') ?? ''
  if (/^\d+$/.test(value)) return [Number(value) * 1000]
  const date = parseHttpDate(value)
  const { at, real, ms } = exchange
  const clocks = [at + ms, real + ms, parseHttpDate(answerHeader(exchange, 'date') ?? '') ?? at + ms]
  return date === undefined ? [] : clocks.map((now) => date - now)
}

/** The wait that a response asks for, in milliseconds; undefined when there is none, or a date that has passed by one of the clocks. */
export function requestedWait(exchange: Exchange): number | undefined {
  const waits = possibleWaits(exchange)
  return waits.length > 0 && waits.every((wait) => wait >= 0) ? Math.min(...waits) : undefined
}

/** True when the wait after a response is not the client's own: it may have been asked for, also in an older form of a date. */
export function mayAskToWait(exchange: Exchange): boolean {
  const waits = possibleWaits(exchange)
  return waits.length > 0 ? waits.some((wait) => wait >= 0) : answerHeader(exchange, 'retry-after') !== undefined
}

/** `Retry-After: 10`, as the response has it. */
export const retryAfterText = (exchange: Exchange): string => `Retry-After: ${answerHeader(exchange, 'retry-after')}`

export const isLongEnough = (wait: number, requested: number): boolean => wait >= requested * (1 - EARLY_SHARE) - EARLY_MS

/** A client that gave up a call sooner than this, in milliseconds, has ended: no time limit is so short. */
export const MIN_TIMEOUT_MS = 100

/** Milliseconds that a client waited for a response that it did not get. */
export const waitedMs = ({ ms, abortedMs = ms }: Exchange): number => abortedMs

export const seenUntil = (one: Exchange): number => one.real + waitedMs(one)

/** A client hangs up on the slower of two calls within this time after the response to the other, in milliseconds. */
export const HANG_UP_WITHIN_MS = 250
const MAX_HANG_UP_MS = 1000

/** True for one of two equal calls under way at once, to be quick, on which the client hung up when the other was answered. */
export function isSlowerOf(one: Exchange, other: Exchange, within = MAX_HANG_UP_MS): boolean {
  const [gaveUp, answered] = [seenUntil(one), other.real + other.ms]
  const isAtOnce = other.real < gaveUp && one.real < answered
  const isThen = gaveUp > answered - EARLY_MS && gaveUp < answered + within
  return one.aborted === true && isAtOnce && isThen && isSameCall(one, other) && !mayBeRetried(other)
}
