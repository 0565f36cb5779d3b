/**
 * Data blocks: checks that they are well formed, and that they match the output of a program.
 *
 * @module
 */
import { parseAllDocuments } from 'yaml'
import { isJsonMap } from '../../src/base/json-map.ts'

export interface DataLanguage {
  /** The syntax error of the text; undefined if it is valid. */
  readonly problem?: (text: string) => string | undefined
  /** The difference between output and text; undefined if they match. */
  readonly difference: (shown: string, printed: string) => string | undefined
}

/** The shown lines were printed in this order; other lines may be between them, and `...` is any text. */
const asLines: DataLanguage = { difference: missingLine }

/** The data languages, by the info string of the fence. */
export const DATA: Readonly<Record<string, DataLanguage>> = {
  text: asLines,
  http: asLines,
  diff: asLines,
  md: asLines,
  xml: asLines,
  json: { problem: jsonProblem, difference: jsonDifference },
  ndjson: { problem: ndjsonProblem, difference: missingLine },
  yaml: { problem: yamlProblem, difference: missingLine },
  yml: { problem: yamlProblem, difference: missingLine },
}

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function ndjsonProblem(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map(jsonProblem).find((problem) => problem !== undefined)
}

/** YAML 1.2, also several documents in one. A duplicate key, or one that is not a scalar (`{{ x }}`), is an error. */
function yamlProblem(text: string): string | undefined {
  const documents = parseAllDocuments(text, { uniqueKeys: true, stringKeys: true, strict: true, prettyErrors: true })
  return [...documents].flatMap(({ errors, warnings }) => [...errors, ...warnings]).at(0)?.message
}

function missingLine(shown: string, printed: string): string | undefined {
  const lines = printed.split('\n')
  let from = 0
  for (const line of shown.split('\n').filter((text) => text.trim() !== '')) {
    const pattern = patternOf(line.trimEnd())
    const at = lines.findIndex((candidate, n) => n >= from && pattern.test(candidate.trimEnd()))
    if (at < 0) return `this line was not printed${from > 0 ? `, not behind the one before it` : ''}: ${line}`
    from = at + 1
  }
  return undefined
}

const patternOf = (line: string): RegExp =>
  new RegExp(
    `^${line
      .split('...')
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
  )

function jsonDifference(shown: string, printed: string): string | undefined {
  const problem = jsonProblem(printed)
  if (problem !== undefined) return `what was printed is not JSON: ${problem}`
  const expected: unknown = JSON.parse(shown)
  const actual: unknown = JSON.parse(printed)
  return valueDifference(expected, actual, '')
}

/** The first place where two values differ. A shown `"..."` is any value; as the last of a list, any further ones. */
function valueDifference(shown: unknown, printed: unknown, path: string): string | undefined {
  if (shown === '...') return undefined
  if (Array.isArray(shown) && Array.isArray(printed)) {
    const open = shown.at(-1) === '...'
    const known = open ? shown.slice(0, -1) : shown
    if (open ? printed.length < known.length : printed.length !== known.length)
      return `${path || 'the list'} has ${printed.length} entries, shown are ${known.length}`
    return firstOf(known.map((value, n) => valueDifference(value, printed[n], `${path}[${n}]`)))
  }
  if (isJsonMap(shown) && isJsonMap(printed)) {
    const keys = [...new Set([...Object.keys(shown), ...Object.keys(printed)])]
    return firstOf(keys.map((key) => valueDifference(shown[key], printed[key], path === '' ? key : `${path}.${key}`)))
  }
  if (shown === printed) return undefined
  return `${path || 'the value'} is ${inWords(printed)}, shown is ${inWords(shown)}`
}

const firstOf = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined)
const inWords = (value: unknown): string => (value === undefined ? 'not there' : JSON.stringify(value))
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
