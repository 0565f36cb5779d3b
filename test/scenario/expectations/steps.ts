/**
 * Calls that expectations tell apart, for tests with a part of them.
 *
 * @module
 */

import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { judge } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../../../src/scenario/expectations/outcome-schema.ts'
import type { PastCall } from '../../../src/scenario/expectations/past-call.ts'
import { NOW } from '../../support/small-world.ts'
import { pastCallOf } from './past-calls.ts'

/** One call, by what expectations of these tests select. */
export interface Step {
  readonly operation: string
  readonly session: string
  readonly client?: string
  readonly refused?: boolean
  readonly fault?: boolean
  readonly ms?: number
  readonly target?: string
  readonly connection?: number
  readonly token?: string
}

/** Calls in the order in which they ended, one each second. @param dropped number of calls before them */
export const callsOf = (steps: readonly Step[], dropped = 0): readonly PastCall[] =>
  steps.map(({ refused, fault, client = 'desk', target = '/oauth/token', ms = 5, ...step }, index) =>
    pastCallOf(dropped + index + 1, {
      ...step,
      client,
      target,
      ms,
      real: NOW + (dropped + index + 1) * 1000 - ms,
      refusal: refused ? 'no room' : undefined,
      fault: fault ? ['bad-day/f'] : undefined,
    }),
  )

/** The outcomes where calls are missing. @param hasHoles true when these are not only the oldest ones */
export const outcomesWithout = (
  dropped: number,
  expectations: readonly Expectation[],
  kept: readonly PastCall[],
  hasHoles = false,
): readonly Outcome[] => runWithoutPauses(judge(expectations, kept, () => [], { dropped, hasHoles }))
