/**
 * Waits for expectations to be met.
 *
 * @module
 */
import { isSettled, type Outcome } from '../../scenario/expectation.ts'
import type { Expectation } from '../../scenario/schema.ts'
import type { Sandbox } from '../../world/world.ts'
import { type Judged, judged } from '../judged.ts'

/** The expectations to wait for, and the time limit. */
export interface Awaited {
  readonly expectations: readonly Expectation[]
  /** Only requests after this id count. */
  readonly since: number
  /** Milliseconds of real time. */
  readonly timeoutMs: number
}

/** The result of a wait. */
export interface Waited {
  readonly outcomes: readonly Outcome[]
  /** Why the wait was interrupted; undefined when it was not. */
  readonly ended: string | undefined
}

/** Interval of polling the state, in milliseconds. */
const LOOK_EVERY_MS = 100

/**
 * Evaluates expectations now and after each change, until all are settled, the time is over, the client disconnects, or the
 * sandbox restarts.
 */
export async function awaitOutcomes(sandbox: Sandbox, awaited: Awaited, caller: AbortSignal): Promise<Waited> {
  const { expectations, since, timeoutMs } = awaited
  const { store } = sandbox
  let last = judged(sandbox, expectations, since)
  if (timeoutMs === 0 || isOver(last)) return { outcomes: last.outcomes, ended: undefined }
  return new Promise((resolve, reject) => {
    const look = async (late: boolean): Promise<void> => {
      for (let settled = sandbox.settle(); settled; settled = sandbox.settle()) await settled
      const ended = caller.aborted ? 'the caller has gone' : interruptionOf(sandbox, store)
      if (ended === undefined) {
        last = judged(sandbox, expectations, since)
        if (!late && !isOver(last)) return
      }
      stop()
      resolve({ outcomes: last.outcomes, ended })
    }
    const failed = (error: unknown): void => {
      stop()
      reject(error)
    }
    const stop = watch(sandbox, { caller, timeoutMs, look: (late) => void look(late).catch(failed) })
  })
}

interface Watch {
  readonly caller: AbortSignal
  readonly timeoutMs: number
  /** Called after a possible change; `late` is true once the time is over. */
  readonly look: (late: boolean) => void
}

/** Calls `look` after every possible change. @returns a function that stops watching */
function watch({ journal }: Sandbox, { caller, timeoutMs, look }: Watch): () => void {
  let about = false
  // Several requests in one turn are evaluated together.
  const soon = (): void => {
    if (about) return
    about = true
    setImmediate(() => {
      about = false
      look(false)
    })
  }
  const deadline = setTimeout(look, timeoutMs, true)
  const looks = setInterval(look, LOOK_EVERY_MS, false)
  const silence = journal.listen(soon)
  caller.addEventListener('abort', soon)
  if (caller.aborted) soon()
  return () => {
    clearTimeout(deadline)
    clearInterval(looks)
    silence()
    caller.removeEventListener('abort', soon)
  }
}

/** Why the wait cannot go on; undefined when it can. */
function interruptionOf(sandbox: Sandbox, store: Sandbox['store']): string | undefined {
  if (sandbox.retired) return `the sandbox ${sandbox.name} was removed while this waited`
  return sandbox.store === store ? undefined : `the sandbox ${sandbox.name} began anew while this waited`
}

/** True when further waiting cannot change the result. */
function isOver({ outcomes, dropped }: Judged): boolean {
  const settled = outcomes.filter((outcome) => isSettled(outcome, { dropped }))
  return settled.length === outcomes.length || settled.some(({ met }) => !met)
}
