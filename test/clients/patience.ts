/**
 * How a client meets trouble that may pass.
 *
 * @module
 */
import { Trouble } from './answer.ts'
import type { Habits } from './habits.ts'
import type { Surroundings } from './line.ts'

/** Milliseconds. */
const FIRST_PAUSE = 250
const TINY_PAUSE = 100

/** What is known of a thing that is tried. */
export interface Trial<T> {
  readonly habits: Habits
  readonly wait: Surroundings['wait']
  readonly attempt: () => Promise<T>
  /** Looks, before another attempt, what became of the one before; undefined when nothing did. */
  readonly lookFirst?: (trouble: Trouble) => Promise<T | undefined>
}

/** Tries until it works, or until the client's habits say that it is enough. */
export async function patiently<T>({ habits, wait, attempt, lookFirst }: Trial<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (trouble) {
      if (!(trouble instanceof Trouble) || !triesAgain(trouble, count, habits)) throw trouble
      await wait(pauseAfter(count, trouble, habits))
      const found = await lookFirst?.(trouble)
      if (found !== undefined) return found
    }
  }
}

function triesAgain({ late }: Trouble, count: number, { attempts, pauses, slowReply }: Habits): boolean {
  if (late && slowReply === 'gives up') return false
  return count < attempts || pauses === 'tiny, until it works'
}

function pauseAfter(count: number, { retryAfter }: Trouble, { pauses }: Habits): number {
  return pauses === 'growing' ? Math.max(FIRST_PAUSE, retryAfter) * 2 ** (count - 1) : TINY_PAUSE
}
