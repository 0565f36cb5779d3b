import { setTimeout as sleep } from 'node:timers/promises'
import { TransientError } from './errors.mjs'

const ATTEMPTS = 5
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/**
 * Retries after transient errors, up to five attempts, with exponential backoff of at least `Retry-After`.
 *
 * @template T
 * @param {() => Promise<T>} attempt
 * @param {object} [options]
 * @param {(milliseconds: number) => Promise<unknown>} [options.wait]
 * @param {() => Date} [options.now] for a `Retry-After` that is a date
 * @param {(error: TransientError) => Promise<{ result: T } | undefined>} [options.beforeRetry] may return the
 *   result of the previous attempt, or throw when a retry is not allowed
 * @returns {Promise<T>}
 */
export async function withRetries(attempt, { wait = sleep, now = () => new Date(), beforeRetry } = {}) {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError) || count === ATTEMPTS) throw error
      await wait(pauseAfter(count, error.retryAfter, now()))
      const found = await beforeRetry?.(error)
      if (found) return found.result
    }
  }
}

/** Milliseconds to wait after an attempt. @param count number of the attempt, from 1 */
export function pauseAfter(count, retryAfter, now) {
  const growing = FIRST_PAUSE_MS * 2 ** (count - 1)
  return Math.min(Math.max(growing, requestedPause(retryAfter, now)), LONGEST_PAUSE_MS)
}

/** The milliseconds of `Retry-After`, which contains seconds or a date. */
function requestedPause(retryAfter, now) {
  if (!retryAfter) return 0
  const seconds = Number(retryAfter)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1000
  return Number.isNaN(milliseconds) ? 0 : milliseconds
}
