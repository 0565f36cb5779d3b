/** Evaluates expectations against the journal and state of a sandbox. */

import type { SlicedWork } from '../base/sliced-work.ts'
import type { Entry } from '../journal/entry.ts'
import { MORE_JOURNAL } from '../journal/journal.ts'
import { idOf, judge } from '../scenario/expectations/expectation.ts'
import type { Expectation } from '../scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../scenario/expectations/outcome-schema.ts'
import { pastCall } from '../scenario/expectations/past-call.ts'
import { COLLECTION_NAMES, type CollectionName, type Sandbox } from '../world/world.ts'

export interface JudgedExpectations {
  readonly outcomes: readonly Outcome[]
  /** Number of relevant requests that the journal does not have any more. */
  readonly dropped: number
}

/**
 * Evaluates expectations against the journal after a given entry and against the state, both as they are when this begins.
 *
 * @param cleared number of requests that count although the journal was cleared
 * @param control the calls of the same client without the fault
 */
export function* judgeExpectations(
  { journal, store, scenarioRun, clock, storedJournal: { lost } }: Sandbox,
  expectations: readonly Expectation[],
  { since = 0, cleared = 0, control }: { since?: number; cleared?: number; control?: readonly Entry[] | undefined } = {},
): SlicedWork<JudgedExpectations> {
  const entries = journal.entries()
  const left = since + 1 < (entries[0]?.id ?? journal.lastId + 1) ? journal.dropped : 0
  const dropped = left + lost + cleared
  const advice = [
    ...(left > 0 ? [MORE_JOURNAL] : []),
    ...(cleared > 0 ? ['request the report before the journal is cleared, or reset the sandbox instead'] : []),
    ...(lost > 0 ? [`${lost} ${lost === 1 ? 'was' : 'were'} lost with a replica`] : []),
  ].join('; ')
  const calls = entries.filter(({ id }) => id > since).map(pastCall)
  const rows = new Map<CollectionName, readonly unknown[]>()
  for (const { state = {} } of expectations)
    for (const name of COLLECTION_NAMES) if (state[name] && !rows.has(name)) rows.set(name, store.db[name].all())
  const nextOf = ({ each }: Expectation) => scenarioRun.traffic?.status().find(({ id }) => id === each)?.next ?? undefined
  const watched = new Map(
    expectations.map((expectation, index) => [
      expectation,
      scenarioRun.watch?.outcomeOf(expectation, idOf(expectation, index), clock, nextOf(expectation)),
    ]),
  )
  const outcomes = yield* judge(expectations, calls, (collection) => rows.get(collection) ?? [], {
    dropped,
    advice,
    isShort: left > 0,
    // A replica that is lost takes its latest requests with it; the next one adds to those before.
    hasHoles: lost > 0,
    control: control?.map(pastCall),
    watched: (expectation) => watched.get(expectation),
  })
  return { outcomes, dropped }
}
