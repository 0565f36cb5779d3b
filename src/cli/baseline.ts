/**
 * The file of accepted deviations.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import Type from 'typebox'
import { problemText } from '../base/file-error.ts'
import { suggestion } from '../base/spelling.ts'
import { UsageError } from '../config/usage-error.ts'
import { readDocument } from '../fixtures/checked-document.ts'
import { closed, Name } from '../fixtures/vocabulary.ts'
import type { Accepted } from '../report/certificate.ts'

const Entry = closed({ day: Name, deviation: Name, why: Name }, 'a map with day, deviation and why')
const BaselineSchema = closed(
  { accepted: Type.Array(Entry, { description: 'a list of accepted deviations' }) },
  'a map with accepted',
)

/** Reads a baseline; empty without a file. @throws UsageError with file, line and field */
export function readBaseline(file: string | undefined, days: readonly string[]): readonly Accepted[] {
  if (file === undefined) return []
  const { data, problems, locate } = readDocument(file, textOf(file), BaselineSchema)
  if (problems.length > 0) throw new UsageError(problems.map(problemText).join('\n'))
  const { accepted } = data as { readonly accepted: readonly Accepted[] }
  const index = accepted.findIndex(({ day }) => !days.includes(day))
  if (index < 0) return accepted
  const unknown = accepted[index]?.day ?? ''
  const { line, column } = locate(['accepted', index, 'day'])
  throw new UsageError(
    `${file}:${line}:${column} accepted[${index}].day: there is no day "${unknown}"${suggestion(unknown, days) || `; there are ${days.join(', ')}`}`,
  )
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`--baseline: cannot read ${file}`)
  }
}
