/** Waits for expectations to be met. */
import type { BodyOf } from '../../control-contract/operation.ts'
import type { verify } from '../../control-contract/verify.ts'
import { isSettled } from '../../scenario/expectations/expectation.ts'
import type { Expectation } from '../../scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../../scenario/expectations/outcome-schema.ts'
import { clearTimeout, setImmediate, setTimeout } from '../../simulation/machine-time.ts'
import type { Sandbox } from '../../world/world.ts'
import { type JudgedExpectations, judgeExpectations } from '../judge-expectations.ts'
import { WakeSignal } from './wake-signal.ts'

/** The expectations to wait for, and the time limit. */
export interface ExpectationsToAwait {
  readonly expectations: readonly Expectation[]
  /** Only requests after this id count. */
  readonly since: number
  /** Milliseconds of real time. */
  readonly timeoutMs: number
  /** Whether reactions count, which only a control run tells. */
  readonly reactions: NonNullable<BodyOf<typeof verify>['reactions']>
  /** That of the sandbox at the call: a restart replaces it. */
  readonly store: Sandbox['store']
}

/** Interval of polling the state, in milliseconds. */
const POLL_MS = 100

/**
 * Evaluates expectations now and after each change, until all are settled, the time is over, the client disconnects, the sandbox
 * restarts, or the server closes. One evaluation follows the other; what changes during one leads to the next.
 *
 * @returns the outcomes, and why the wait was interrupted
 */
export async function awaitOutcomes(sandbox: Sandbox, awaited: ExpectationsToAwait, caller: AbortSignal) {
  const { expectations, since, timeoutMs, reactions, store } = awaited
  const judge = (): Promise<JudgedExpectations> =>
    sandbox.world.pauses.doInSlices(judgeExpectations(sandbox, expectations, { since }))
  if (timeoutMs === 0) return { outcomes: (await judge()).outcomes, ended: undefined }
  // From the first evaluation on, so that neither its duration nor what changes meanwhile is lost.
  const changes = watch(sandbox, timeoutMs, caller)
  try {
    let last = await judge()
    while (!isDecided({ ...last, outcomes: countedOutcomes(last.outcomes, reactions) })) {
      const isTimedOut = await changes.next()
      await sandbox.settleFully()
      const ended = caller.aborted ? 'the client has disconnected' : interruptionOf(sandbox, store)
      if (ended !== undefined) return { outcomes: last.outcomes, ended }
      last = await judge()
      if (isTimedOut) break
    }
    return { outcomes: last.outcomes, ended: undefined }
  } finally {
    changes.stop()
  }
}

/** True for a reaction that cannot be told here. */
export const needsControl = ({ needs }: Outcome): boolean => needs === 'control-run'

/** The outcomes that count: with `ignore`, not those that a control run would tell, nor those that depend on them or stand in for them. */
export function countedOutcomes(outcomes: readonly Outcome[], reactions: ExpectationsToAwait['reactions']) {
  if (reactions === 'require') return outcomes
  const leftOut = new Set<string | undefined>()
  // An expectation names earlier ones only.
  return outcomes.filter((outcome) => {
    const { after, before, unless } = outcome.expectation
    const counts = outcome.met || !(needsControl(outcome) || [after, before, unless].some((other) => leftOut.has(other)))
    if (!counts) leftOut.add(outcome.id)
    return counts
  })
}

/** Listens for everything that may change the result. */
function watch({ journal }: Sandbox, timeoutMs: number, caller: AbortSignal) {
  let isTimedOut = false
  const signal = new WakeSignal()
  const changed = (): void => signal.set()
  const deadline = setTimeout(() => {
    isTimedOut = true
    changed()
  }, timeoutMs)
  const stopListening = journal.listen(changed)
  caller.addEventListener('abort', changed)
  if (caller.aborted) changed()
  return {
    /** Resolves after a possible change since the last call; true once the time is over. */
    async next() {
      await signal.wait(POLL_MS)
      // Several requests in one turn are evaluated together.
      await new Promise<void>((resolve) => setImmediate(resolve))
      signal.clear()
      return isTimedOut
    },
    stop() {
      clearTimeout(deadline)
      stopListening()
      caller.removeEventListener('abort', changed)
    },
  }
}

function interruptionOf(sandbox: Sandbox, store: Sandbox['store']): string | undefined {
  if (sandbox.retired) return `the sandbox ${sandbox.name} was removed while this waited`
  if (sandbox.world.closed) return 'the server was closed while this waited'
  return sandbox.store === store ? undefined : `the sandbox ${sandbox.name} was restarted while this waited`
}

/** True when further waiting cannot change the result. */
function isDecided({ outcomes, dropped }: JudgedExpectations): boolean {
  const settled = outcomes.filter((outcome) => isSettled(outcome, { dropped }))
  return settled.length === outcomes.length || settled.some(({ met }) => !met)
}
