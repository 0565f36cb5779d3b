/**
 * Outcomes of expectations for calls of the journal.
 *
 * @module
 */
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { judge, type RowsOf } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../../../src/scenario/expectations/outcome-schema.ts'
import type { PastCall } from '../../../src/scenario/expectations/past-call.ts'

export const NO_ROWS: RowsOf = () => []

export const outcomesOf = (
  expect: readonly Expectation[],
  calls: readonly PastCall[],
  dropped = 0,
  rows = NO_ROWS,
  control?: readonly PastCall[],
): readonly Outcome[] => runWithoutPauses(judge(expect, calls, rows, { dropped, control }))

export function outcomeOf(expectation: Expectation, calls: readonly PastCall[], dropped = 0, rows = NO_ROWS): Outcome {
  const [outcome] = outcomesOf([expectation], calls, dropped, rows)
  if (!outcome) throw new Error('nothing was judged')
  return outcome
}
