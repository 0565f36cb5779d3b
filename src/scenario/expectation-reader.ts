/**
 * Reads expectations that were sent as JSON. Imported only when there are some: it brings the schema of scenarios.
 *
 * @module
 */

import { fieldPath } from '../base/file-error.ts'
import { type SchemaNode, type SchemaProblem, schemaProblems } from '../base/schema-check.ts'
import { OPERATIONS } from '../booking-api/contract/index.ts'
import { expectationProblems } from './expectation-check.ts'
import { type Expectation, ExpectationSchema } from './schema.ts'

/** What was read, or everything that is wrong with it. */
export type ReadExpectations =
  | { readonly expectations: readonly Expectation[]; readonly problem?: undefined }
  | { readonly expectations?: undefined; readonly problem: string }

const NAME = 'expect'

/** Reads a list of expectations. */
export function readExpectations(sent: unknown): ReadExpectations {
  if (!Array.isArray(sent) || sent.length === 0) return { problem: `${NAME}: expected a list of expectations` }
  const problems = sent.flatMap((one, index) => schemaProblems(ExpectationSchema as SchemaNode, one, [NAME, index]))
  return checked(sent, problems, 0)
}

/** Reads one expectation. */
export function readExpectation(sent: unknown): ReadExpectations {
  return checked([sent], schemaProblems(ExpectationSchema as SchemaNode, sent, [NAME, 0]), 2)
}

/** @param hidden parts of each path that whoever sent it has not written */
function checked(sent: readonly unknown[], formal: readonly SchemaProblem[], hidden: number): ReadExpectations {
  const expectations = sent as readonly Expectation[]
  const problems = formal.length > 0 ? formal : expectationProblems(expectations, [NAME], OPERATIONS)
  if (problems.length === 0) return { expectations }
  const lines = problems.map(({ path, message }) => {
    const field = fieldPath(path.slice(hidden))
    return field === '' ? `an expectation that ${message}` : `${field}: ${message}`
  })
  return { problem: lines.join('\n') }
}
