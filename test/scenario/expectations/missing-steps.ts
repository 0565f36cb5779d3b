/**
 * Calls and expectations for tests in which earlier calls are missing.
 *
 * @module
 */

import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../../../src/scenario/expectations/outcome-schema.ts'
import { callsOf, outcomesWithout, type Step } from './steps.ts'

/** Twelve earlier calls are missing. */
export const GONE = 12
export const judged = (expectations: readonly Expectation[], steps: readonly Step[], dropped = GONE): readonly Outcome[] =>
  outcomesWithout(dropped, expectations, callsOf(steps, dropped))

export const prices = (session = 'one', of: Partial<Step> = {}): Step => ({ operation: 'getPrices', session, ...of })
export const validates = (session = 'one', of: Partial<Step> = {}): Step => ({ operation: 'validateBooking', session, ...of })
export const creates = (session = 'one', of: Partial<Step> = {}): Step => ({ operation: 'createBooking', session, ...of })

export const asks: Expectation = { id: 'asks', operation: 'validateBooking', refused: true }
export const refused = validates('one', { refused: true })
export const again: Expectation = { id: 'again', after: 'asks', same: ['session'], operation: 'validateBooking', refused: false }
export const tooEarly: Expectation = {
  after: 'asks',
  before: 'again',
  same: ['session'],
  operation: 'createBooking',
  never: true,
}
