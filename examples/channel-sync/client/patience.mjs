import { setTimeout as sleep } from 'node:timers/promises'
import { PassingTrouble } from './trouble.mjs'

const ATTEMPTS = 5
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

/**
 * Tries again while the trouble is a passing one, five times at most, with pauses that double and never undercut what the
 * service asked for.
 *
 * @template T
 * @param {() => Promise<T>} attempt
 * @param {object} [manner]
 * @param {(milliseconds: number) => Promise<unknown>} [manner.wait]
 * @param {() => Date} [manner.now] for a `Retry-After` that names a moment
 * @param {(trouble: PassingTrouble) => Promise<{ result: T } | undefined>} [manner.beforeRepeating] may find the result some
 *   other way, or throw when repeating would be wrong
 * @returns {Promise<T>}
 */
export async function patiently(attempt, { wait = sleep, now = () => new Date(), beforeRepeating } = {}) {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (trouble) {
      if (!(trouble instanceof PassingTrouble) || count === ATTEMPTS) throw trouble
      await wait(pauseAfter(count, trouble.retryAfter, now()))
      const found = await beforeRepeating?.(trouble)
      if (found) return found.result
    }
  }
}

/** Milliseconds to wait after the attempt with this number, counted from 1. */
export function pauseAfter(count, retryAfter, now) {
  const growing = FIRST_PAUSE_MS * 2 ** (count - 1)
  return Math.min(Math.max(growing, askedFor(retryAfter, now)), LONGEST_PAUSE_MS)
}

/** `Retry-After` holds seconds or a date. */
function askedFor(retryAfter, now) {
  if (!retryAfter) return 0
  const seconds = Number(retryAfter)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1000
  return Number.isNaN(milliseconds) ? 0 : milliseconds
}
