/**
 * Validates a value against a JSON Schema, with messages for authors of YAML files. Supports the subset of JSON Schema that the
 * file formats use.
 */
import type { Path } from './file-error.ts'
import { isJsonMap } from './json-map.ts'
import { expectedText, type Properties, type SchemaNode, valueText } from './schema-node.ts'
import { didYouMean, suggestion, visibleWord } from './spelling.ts'

export interface SchemaProblem {
  readonly path: Path
  readonly message: string
  /** True when the problem is the key, not its value. */
  readonly atKey?: true
}

export const problemAt = (path: Path, key: string | number, message: string): SchemaProblem => ({ path: [...path, key], message })

/** The problem with a message; none without one. */
export const asProblems = (path: Path, message: string | undefined): SchemaProblem[] =>
  message === undefined ? [] : [{ path, message }]

/** Maximum number of problems of one text, beyond those of its schema. */
const MAX_TEXT_PROBLEMS = 50

/** The first problems of parts of a text; later parts are not checked, because each may take long. */
export function firstProblems(found: Iterable<SchemaProblem>): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  for (const problem of found) if (problems.push(problem) >= MAX_TEXT_PROBLEMS) break
  return problems
}

/** Maximum number of unknown keys of a map that are reported one by one, and of problems of a list. */
const MAX_PROBLEMS = 200
/** An unknown key that more keys have inside them, such as `id`, is not one that stands in the wrong place. */
const MAX_PLACES = 3
/** How often the same unknown key is reported in the items of a list. */
const MAX_EQUAL_KEYS = 3

/** The problems of `value`; unknown keys are problems unless the schema allows them. Of very many, only the first. */
export function schemaProblems(schema: SchemaNode, value: unknown, path: Path = []): SchemaProblem[] {
  if (schema.anyOf) return unionProblems(schema, schema.anyOf, value, path)
  if (schema.enum) return schema.enum.includes(value) ? [] : [valueProblem(schema, value, path)]
  if ('const' in schema) return schema.const === value ? [] : [valueProblem(schema, value, path)]
  switch (schema.type) {
    case 'object':
      return isJsonMap(value) ? mapProblems(schema, value, path) : [valueProblem(schema, value, path)]
    case 'array':
      return Array.isArray(value) ? listProblems(schema, value, path) : [valueProblem(schema, value, path)]
    default:
      return scalarFits(schema, value) ? [] : [valueProblem(schema, value, path)]
  }
}

function valueProblem(schema: SchemaNode, value: unknown, path: Path): SchemaProblem {
  const quotes = quotesText(schema, value)
  return {
    path,
    message: `expected ${expectedText(schema)}, got ${valueText(value)}${quotes}${limitText(schema, value)}${nearWord(schema, value)}`,
  }
}

/** Says so if the value fits with or without quotes. */
function quotesText(schema: SchemaNode, value: unknown): string {
  if (schema.type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return scalarFits(schema, String(value)) ? ' (write it in quotes)' : ''
  if (typeof value !== 'string' || !/^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(value)) return ''
  return schemaProblems(schema, JSON.parse(value)).length === 0 ? ' (write it without quotes)' : ''
}

/** The limit of a number that is too large, unless the description names it. */
function limitText(schema: SchemaNode, value: unknown): string {
  const most = Math.max(...[schema, ...(schema.anyOf ?? [])].map(({ maximum }) => maximum ?? -Infinity))
  const isNamed = expectedText(schema).includes(String(most))
  return typeof value === 'number' && value > most && most > -Infinity && !isNamed ? `; the most is ${most}` : ''
}

const nearWord = (schema: SchemaNode, value: unknown): string =>
  typeof value === 'string' ? suggestion(value, wordsOf(schema)) : ''

/** The words that a schema, or an alternative of it, allows. */
const wordsOf = ({ enum: words = [], anyOf = [] }: SchemaNode): readonly string[] => [
  ...words.filter((word) => typeof word === 'string'),
  ...anyOf.flatMap(wordsOf),
]

function scalarFits(schema: SchemaNode, value: unknown): boolean {
  switch (schema.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= (schema.minLength ?? 0) &&
        value.length <= (schema.maxLength ?? Infinity) &&
        new RegExp(schema.pattern ?? '', 'u').test(value)
      )
    case 'integer':
      return Number.isInteger(value) && isInBounds(schema, Number(value))
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && isInBounds(schema, value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    default:
      return true
  }
}

function isInBounds({ minimum, maximum, exclusiveMinimum }: SchemaNode, value: number): boolean {
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity) && value > (exclusiveMinimum ?? -Infinity)
}

function listProblems(schema: SchemaNode, list: readonly unknown[], path: Path): SchemaProblem[] {
  if (list.length < (schema.minItems ?? 0))
    return [{ path, message: `expected at least ${schema.minItems} of them, got ${list.length}` }]
  if (list.length > (schema.maxItems ?? Infinity)) {
    return [{ path, message: `expected at most ${schema.maxItems} of them, got ${list.length}` }]
  }
  const problems: SchemaProblem[] = []
  const equal = new Map<string, number>()
  for (const [index, item] of list.entries()) {
    for (const problem of schemaProblems(schema.items ?? {}, item, [...path, index])) {
      const before = equal.get(problem.message) ?? 0
      if (problem.atKey) equal.set(problem.message, before + 1)
      if (before < MAX_EQUAL_KEYS) problems.push(problem)
    }
    if (problems.length >= MAX_PROBLEMS) break
  }
  for (const [message, times] of equal)
    if (times > MAX_EQUAL_KEYS) problems.push({ path, message: `${times - MAX_EQUAL_KEYS} more times: ${message}` })
  return problems
}

function mapProblems(schema: SchemaNode, map: Readonly<Record<string, unknown>>, path: Path): SchemaProblem[] {
  const known = schema.properties ?? {}
  const patterns = Object.entries(schema.patternProperties ?? {})
  const otherwise = patterns.length > 0 && Object.keys(known).length === 0 ? `; expected ${expectedText(schema)}` : ''
  const unknown: string[] = []
  const problems = Object.keys(map).flatMap((key): SchemaProblem[] => {
    const inner = Object.hasOwn(known, key) ? known[key] : patterns.find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1]
    if (inner) return schemaProblems(inner, map[key], [...path, key])
    if (schema.additionalProperties === true) return []
    unknown.push(key)
    return unknown.length > MAX_PROBLEMS
      ? []
      : [{ path: [...path, key], message: unknownKey(key, known, schema['x-renamed']) + otherwise, atKey: true }]
  })
  const unreported = unknown.slice(MAX_PROBLEMS)
  if (unreported[0] !== undefined)
    problems.push({
      path: [...path, unreported[0]],
      message: unreported.length > 1 ? `unknown key, as are ${unreported.length - 1} more` : 'unknown key',
      atKey: true,
    })
  const missing = (schema.required ?? []).filter((key) => !Object.hasOwn(map, key))
  return [
    ...problems,
    ...missing.map((key) => ({ path: [...path, key], message: `is missing: expected ${expectedText(known[key] ?? {})}` })),
  ]
}

/** Reports the problems of the alternative with the same type as the value, if there is only one; else keys that are nearly known. */
function unionProblems(schema: SchemaNode, branches: readonly SchemaNode[], value: unknown, path: Path): SchemaProblem[] {
  if (branches.some((branch) => schemaProblems(branch, value, path).length === 0)) return []
  const kind = isJsonMap(value) ? 'object' : Array.isArray(value) ? 'array' : undefined
  const meant = branches.filter((branch) => kind !== undefined && branch.type === kind)
  if (meant.length === 1 && meant[0]) return schemaProblems(meant[0], value, path)
  const misspelt = isJsonMap(value) ? misspeltKeys(value, meant, path) : []
  return misspelt.length > 0 ? misspelt : [valueProblem(schema, value, path)]
}

function misspeltKeys(map: Readonly<Record<string, unknown>>, meant: readonly SchemaNode[], path: Path): SchemaProblem[] {
  const known: Properties = Object.assign({}, ...meant.map(({ properties }) => properties))
  const names = Object.keys(known)
  const unknown = Object.keys(map).filter((key) => !names.includes(key) && didYouMean(key, names) !== undefined)
  return unknown.map((key) => ({ path: [...path, key], message: unknownKey(key, known), atKey: true }))
}

function unknownKey(key: string, properties: Properties, renamed: Readonly<Record<string, string>> = {}): string {
  if (Object.hasOwn(renamed, key)) return `"${key}" is called "${renamed[key]}" now`
  const [known, shown] = [Object.keys(properties), visibleWord(key)]
  const near = didYouMean(key, known)
  if (near) return `unknown key "${shown}"; did you mean "${near}"?`
  const places = known.filter((name) => keysOfSchema(properties[name] ?? {}).includes(key))
  if (places.length > 0 && places.length <= MAX_PLACES) return `unknown key "${shown}"; it belongs in "${places.join('" or "')}"`
  return known.length > 0 ? `unknown key "${shown}"; known here: ${known.join(', ')}` : `unknown key "${shown}"`
}

/** The keys of a map, also of one that is an alternative or an item. */
const keysOfSchema = ({ properties = {}, anyOf = [], items }: SchemaNode): readonly string[] =>
  [Object.keys(properties), ...[anyOf, items ?? []].flat().map(keysOfSchema)].flat()
