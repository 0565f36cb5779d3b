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
const POLL_MS = 100

/**
 * Evaluates expectations now and after each change, until all are settled, the time is over, the client disconnects, or the
 * sandbox restarts.
 */
export async function awaitOutcomes(sandbox: Sandbox, awaited: Awaited, caller: AbortSignal): Promise<Waited> {
  const { expectations, since, timeoutMs } = awaited
  const { store } = sandbox
  const judge = (): Promise<Judged> => sandbox.world.pauses.doInSlices(judged(sandbox, expectations, since))
  let last = await judge()
  if (timeoutMs === 0 || isDecided(last)) return { outcomes: last.outcomes, ended: undefined }
  return new Promise((resolve, reject) => {
    let isEvaluating = false
    const evaluate = async (isTimedOut: boolean): Promise<void> => {
      if (isEvaluating && !isTimedOut) return
      isEvaluating = true
      for (let settled = sandbox.settle(); settled; settled = sandbox.settle()) await settled
      const ended = caller.aborted ? 'the caller has gone' : interruptionOf(sandbox, store)
      if (ended === undefined) {
        last = await judge()
        if (!isTimedOut && !isDecided(last)) {
          isEvaluating = false
          return
        }
      }
      stop()
      resolve({ outcomes: last.outcomes, ended })
    }
    const failed = (error: unknown): void => {
      stop()
      reject(error)
    }
    const stop = watch(sandbox, { caller, timeoutMs, evaluate: (isTimedOut) => void evaluate(isTimedOut).catch(failed) })
  })
}

interface Watch {
  readonly caller: AbortSignal
  readonly timeoutMs: number
  /** Called after a possible change; `late` is true once the time is over. */
  readonly evaluate: (isTimedOut: boolean) => void
}

/** Calls `look` after every possible change. @returns a function that stops watching */
function watch({ journal }: Sandbox, { caller, timeoutMs, evaluate }: Watch): () => void {
  let isScheduled = false
  // Several requests in one turn are evaluated together.
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      evaluate(false)
    })
  }
  const deadline = setTimeout(evaluate, timeoutMs, true)
  const poll = setInterval(evaluate, POLL_MS, false)
  const stopListening = journal.listen(schedule)
  caller.addEventListener('abort', schedule)
  if (caller.aborted) schedule()
  return () => {
    clearTimeout(deadline)
    clearInterval(poll)
    stopListening()
    caller.removeEventListener('abort', schedule)
  }
}

/** Why the wait cannot go on; undefined when it can. */
function interruptionOf(sandbox: Sandbox, store: Sandbox['store']): string | undefined {
  if (sandbox.retired) return `the sandbox ${sandbox.name} was removed while this waited`
  return sandbox.store === store ? undefined : `the sandbox ${sandbox.name} was restarted while this waited`
}

/** True when further waiting cannot change the result. */
function isDecided({ outcomes, dropped }: Judged): boolean {
  const settled = outcomes.filter((outcome) => isSettled(outcome, { dropped }))
  return settled.length === outcomes.length || settled.some(({ met }) => !met)
}
