/**
 * Retries after transient errors.
 *
 * @module
 */

import type { Habits } from './habits.ts'
import type { Environment } from './http-client.ts'
import { TransientError } from './response.ts'

/** Milliseconds. */
const FIRST_PAUSE = 250
const TINY_PAUSE = 100

/** An operation to retry. */
export interface Retry<T> {
  readonly habits: Habits
  readonly wait: Environment['wait']
  readonly attempt: () => Promise<T>
  /** Called before another attempt. @returns the result of the previous one; undefined when it had no effect */
  readonly lookFirst?: (error: TransientError) => Promise<T | undefined>
}

/** Retries until success, or as often as the client's habits allow. */
export async function withRetries<T>({ habits, wait, attempt, lookFirst }: Retry<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError) || !triesAgain(error, count, habits)) throw error
      await wait(pauseAfter(count, error, habits))
      const found = await lookFirst?.(error)
      if (found !== undefined) return found
    }
  }
}

function triesAgain({ timedOut }: TransientError, count: number, { attempts, pauses, slowReply }: Habits): boolean {
  if (timedOut && slowReply === 'gives up') return false
  return count < attempts || pauses === 'tiny, until it works'
}

function pauseAfter(count: number, { retryAfter }: TransientError, { pauses }: Habits): number {
  return pauses === 'growing' ? Math.max(FIRST_PAUSE, retryAfter) * 2 ** (count - 1) : TINY_PAUSE
}
