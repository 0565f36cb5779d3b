/** Reads expectations from JSON. Imported only when there are some, because it loads the schema of scenarios. */
import { fieldPath } from '../../base/file-error.ts'
import { firstProblems, type SchemaNode, schemaProblems } from '../../base/schema-check.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { expectationProblems } from './check.ts'
import { type Expectation, ExpectationSchema } from './expectation-schema.ts'

const NAME = 'expect'

/** @param hidden number of leading parts of each path that are not in the sent value */
export function readExpectations(sent: readonly unknown[], hidden = 0) {
  const formal = sent.flatMap((one, index) => schemaProblems(ExpectationSchema as SchemaNode, one, [NAME, index]))
  const expectations = sent as readonly Expectation[]
  const problems = formal.length > 0 ? formal : firstProblems(expectationProblems(expectations, [NAME], OPERATIONS))
  if (problems.length === 0) return { expectations }
  const lines = problems.map(({ path, message }) => {
    const field = fieldPath(path.slice(hidden))
    return field === '' ? `an expectation that ${message}` : `${field}: ${message}`
  })
  return { problem: lines.join('\n') }
}
