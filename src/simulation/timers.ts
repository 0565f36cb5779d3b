import { clearTimeout, setTimeout } from './machine-time.ts'

/**
 * Does work again and again, each time so long after its end; that does not keep the process alive.
 *
 * @param work resolves to the milliseconds until the next time, and never rejects
 * @returns ends it
 */
export function repeat(work: () => Promise<number>, first: number): () => void {
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const plan = (milliseconds: number): void => {
    if (!isEnded) timer = setTimeout(() => void work().then(plan), milliseconds).unref()
  }
  plan(first)
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}

/** Node fires timers with longer delays immediately. */
export const LONGEST_DELAY = 2 ** 31 - 1
