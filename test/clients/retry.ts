/**
 * Retries after transient errors.
 *
 * @module
 */

import type { Behaviour } from './behaviour.ts'
import type { Environment } from './http-client.ts'
import { TransientError } from './response.ts'

/** Milliseconds. */
const FIRST_PAUSE = 250
const SHORT_PAUSE = 100

/** An operation to retry. */
export interface Retry<T> {
  readonly behaviour: Behaviour
  readonly wait: Environment['wait']
  readonly attempt: () => Promise<T>
  /** Called before another attempt. @returns the result of the previous one; undefined when it had no effect */
  readonly checkFirst?: (error: TransientError) => Promise<T | undefined>
}

/** Retries until success, or as often as the client's behaviour allow. */
export async function withRetries<T>({ behaviour, wait, attempt, checkFirst }: Retry<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TransientError) || !triesAgain(error, count, behaviour)) throw error
      await wait(pauseAfter(count, error, behaviour))
      const found = await checkFirst?.(error)
      if (found !== undefined) return found
    }
  }
}

function triesAgain({ timedOut }: TransientError, count: number, { maxAttempts, pauses, slowResponse }: Behaviour): boolean {
  if (timedOut && slowResponse === 'gives up') return false
  return count < maxAttempts || pauses === 'short, without limit'
}

function pauseAfter(count: number, { retryAfter }: TransientError, { pauses }: Behaviour): number {
  return pauses === 'growing' ? Math.max(FIRST_PAUSE, retryAfter) * 2 ** (count - 1) : SHORT_PAUSE
}
