/**
 * Evaluates expectations against the journal and state of a sandbox.
 *
 * @module
 */
import { judge, type Outcome } from '../scenario/expectation.ts'
import { pastCall } from '../scenario/past-call.ts'
import type { Expectation } from '../scenario/schema.ts'
import type { Sandbox } from '../world/world.ts'

/** The results of expectations. */
export interface Judged {
  readonly outcomes: readonly Outcome[]
  /** Number of relevant requests that the journal has already dropped. */
  readonly dropped: number
}

/** Evaluates expectations against the journal after a given entry, and against the current state. */
export function judged(
  { journal, store, scenarioRun, clock, keptCalls }: Sandbox,
  expectations: readonly Expectation[],
  since = 0,
): Judged {
  const entries = journal.entries()
  const oldest = entries[0]?.id ?? journal.lastId + 1
  const dropped = (since + 1 < oldest ? journal.dropped : 0) + keptCalls.lost
  const calls = entries.filter(({ id }) => id > since).map(pastCall)
  return {
    outcomes: judge(
      expectations,
      calls,
      (collection) => store.db[collection].all(),
      { dropped },
      (expectation, id) => scenarioRun.watch?.outcomeOf(expectation, id, clock.now()),
    ),
    dropped,
  }
}
