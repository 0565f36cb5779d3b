/** The file of accepted deviations. */
import type { Static } from 'typebox'
import { Type } from '../../api/schema.ts'
import { problemText } from '../../base/file-error.ts'
import { suggestion } from '../../base/spelling.ts'
import { readInput } from '../../config/input-file.ts'
import { UsageError } from '../../config/usage-error.ts'
import { readDocument } from '../../fixtures/checked-document.ts'
import type { Accepted } from '../../report/certification-report.ts'
import { closed, Name, opt } from '../../scenario/vocabulary.ts'

const Entry = closed(
  { scenario: opt(Name), day: opt(Name), deviation: Name, why: Name },
  'a map with scenario, deviation and why; day is an earlier name of scenario',
)
const BaselineSchema = closed(
  { accepted: Type.Array(Entry, { description: 'a list of accepted deviations' }) },
  'a map with accepted',
)

/** Reads a baseline; empty without a file. @throws UsageError with file, line and field */
export function readBaseline(file: string | undefined, scenarios: readonly string[]): readonly Accepted[] {
  if (file === undefined) return []
  const { data, problems, locate } = readDocument(file, readInput(file, '--baseline'), BaselineSchema)
  if (problems.length > 0) throw new UsageError(problems.map(problemText).join('\n'))
  const { accepted } = data as Static<typeof BaselineSchema>
  const entries = accepted.map(({ scenario, day = '', ...more }) => ({ ...more, scenario: scenario ?? day }))
  const index = entries.findIndex(({ scenario }) => !scenarios.includes(scenario))
  if (index < 0) return entries
  const unknown = entries[index]?.scenario ?? ''
  const key = unknown !== '' && accepted[index]?.scenario === undefined ? 'day' : 'scenario'
  const { line, column } = locate(['accepted', index, key])
  const known = suggestion(unknown, scenarios) || `; there are ${scenarios.join(', ')}`
  throw new UsageError(`${file}:${line}:${column} accepted[${index}].${key}: there is no scenario "${unknown}"${known}`)
}
