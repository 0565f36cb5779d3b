/**
 * Outcomes of expectations for calls of the journal.
 *
 * @module
 */
import { runAllSteps } from '../../../src/base/steps.ts'
import { judge, type Outcome, type RowsOf } from '../../../src/scenario/expectations/expectation.ts'
import type { PastCall } from '../../../src/scenario/expectations/past-call.ts'
import type { Expectation } from '../../../src/scenario/expectations/schema.ts'

export const NO_ROWS: RowsOf = () => []

export const outcomesOf = (
  expect: readonly Expectation[],
  calls: readonly PastCall[],
  dropped = 0,
  rows = NO_ROWS,
): readonly Outcome[] => runAllSteps(judge(expect, calls, rows, { dropped }))

export function outcomeOf(expectation: Expectation, calls: readonly PastCall[], dropped = 0, rows = NO_ROWS): Outcome {
  const [outcome] = outcomesOf([expectation], calls, dropped, rows)
  if (!outcome) throw new Error('nothing was judged')
  return outcome
}
