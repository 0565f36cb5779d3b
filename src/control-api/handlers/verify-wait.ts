/**
 * Waits for expectations to be met.
 *
 * @module
 */
import { isSettled, type Outcome } from '../../scenario/expectation.ts'
import type { Expectation } from '../../scenario/schema.ts'
import type { Sandbox } from '../../world/world.ts'
import { type Judged, judged } from '../judged.ts'

/** What is waited for, and how long. */
export interface Awaited {
  readonly expectations: readonly Expectation[]
  /** Only requests after the one with this id count. */
  readonly since: number
  /** Milliseconds of the machine's clock. */
  readonly timeoutMs: number
}

/** What came of it. */
export interface Waited {
  readonly outcomes: readonly Outcome[]
  /** Why it ended before it was known, if it did. */
  readonly ended: string | undefined
}

/** How often the state is looked at, which tells nobody when it changes. */
const LOOK_EVERY_MS = 100

/**
 * Judges expectations now, and again whenever something happened, until nothing can change the verdict for the better, the
 * time is over, the caller has gone, or the sandbox begins anew.
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
  /** Called whenever something may have changed; `late` once the time is over. */
  readonly look: (late: boolean) => void
}

/** Looks until it is told to stop, which the answer does. */
function watch({ journal }: Sandbox, { caller, timeoutMs, look }: Watch): () => void {
  let about = false
  // many calls may come at once: they are looked at together
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

/** Why there is nothing to wait for any more. */
function interruptionOf(sandbox: Sandbox, store: Sandbox['store']): string | undefined {
  if (sandbox.retired) return `the sandbox ${sandbox.name} was removed while this waited`
  return sandbox.store === store ? undefined : `the sandbox ${sandbox.name} began anew while this waited`
}

/** True when it makes no difference to wait any longer. */
function isOver({ outcomes, dropped }: Judged): boolean {
  const settled = outcomes.filter((outcome) => isSettled(outcome, { dropped }))
  return settled.length === outcomes.length || settled.some(({ met }) => !met)
}
