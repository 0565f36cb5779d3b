import { Type } from '../api/schema.ts'
import { ExpectationSchema } from '../scenario/expectations/expectation-schema.ts'
import { OutcomeShown } from '../scenario/expectations/outcome-schema.ts'

/** The fields of an expectation that is sent: one of a scenario has others, which are checked while it runs. */
const { each: _each, within: _within, invariant: _invariant, ...sent } = ExpectationSchema.properties
export const EXPECTATION = sent

/** With a name in OpenAPI, as they are long. */
export const Outcomes = Type.Array({ ...OutcomeShown, title: 'Outcome' })

export const EXPECTATION_EXAMPLE = { id: 'one-renewal', operation: 'requestToken', status: 200, count: 2 }
export const DIFFERENCE_EXAMPLE = 'expected exactly 2 calls of requestToken answered 200, found 1 (#3)'
export const NEAR_MISS_EXAMPLE = { entry: 12, what: '#12 POST /oauth/token 400 at 09:00:12', because: 'status is 400, not 200' }
export const OUTCOME_EXAMPLE = {
  id: 'one-renewal',
  state: 'unmet',
  met: false,
  expectation: EXPECTATION_EXAMPLE,
  found: 1,
  wanted: 'exactly 2 calls of requestToken answered 200',
  difference: DIFFERENCE_EXAMPLE,
  nearest: [NEAR_MISS_EXAMPLE],
  entries: [3],
}
