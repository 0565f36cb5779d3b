/** Validates rows of stored and imported states. */
import { parseDay } from '../base/day.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { shortText } from '../base/short-text.ts'
import type { Fields, Kind } from '../domain/collection/fields.ts'
import { COLLECTIONS, type CollectionName } from './state.ts'

/** Characters of a wrong value in a problem. */
const SHOWN_CHARACTERS = 200

export const rowProblem = (collection: CollectionName, row: unknown): string | undefined =>
  isJsonMap(row) ? kindProblem(COLLECTIONS[collection].fields, row) : 'is not an object'

/** The first field of a row, or of a map inside one, that is of another kind: `.floor should be a text, not 1`. */
export function kindProblem(fields: Fields, row: JsonMap): string | undefined {
  for (const name in fields) {
    const kind = fields[name]?.kind ?? 'text'
    if (!matchesKind(row[name], kind))
      return `.${name} should be a ${kind.replace('?', ' or null')}, not ${shortText(JSON.stringify(row[name]) ?? 'nothing', SHOWN_CHARACTERS)}`
  }
  return undefined
}

function matchesKind(value: unknown, kind: Kind): boolean {
  if (kind === 'flag?') return value === undefined || typeof value === 'boolean'
  if (value === null) return kind.endsWith('?')
  return (CHECKS[kind] ?? CHECKS[kind.slice(0, -1)])?.(value) === true
}

const isDay = (value: unknown): boolean => typeof value === 'string' && parseDay(value) === value

/** The last instant of `Date`, epoch milliseconds. */
const LAST_INSTANT = 8_640_000_000_000_000

/** True for epoch milliseconds in the range of `Date`. */
export const isInstant = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= LAST_INSTANT

/** By kind. */
const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  day: isDay,
  instant: isInstant,
  list: Array.isArray,
  map: isJsonMap,
}

const isNumberText = (text: string): boolean => String(Number(text)) === text

/** The kinds whose values have few texts: in words, and whether a text is one of them. */
const TEXTS: Readonly<Record<string, readonly [words: string, fits: (text: string) => boolean]>> = {
  number: ['a number', isNumberText],
  instant: ['an instant in milliseconds since 1970', isNumberText],
  flag: ['true or false', (text) => text === 'true' || text === 'false'],
  day: ['a day (YYYY-MM-DD)', isDay],
}

/** The problem of a wanted value that no row has in a field; undefined when one may. */
export function neverProblem(collection: CollectionName, name: string, wanted: unknown): string | undefined {
  const fields: Fields = COLLECTIONS[collection].fields
  const [words, fits] = TEXTS[fields[name]?.kind.replace('?', '') ?? ''] ?? []
  const isPossible = typeof wanted === 'object' || fits?.(String(wanted)) !== false
  return isPossible ? undefined : `"${name}" of ${collection} is ${words}, never "${String(wanted)}"`
}

/** The fields of a collection's rows; true for lists and maps. */
export function rowFields(collection: CollectionName): ReadonlyMap<string, boolean> {
  return new Map(Object.entries(COLLECTIONS[collection].fields).map(([name, { kind }]) => [name, /^(list|map)/.test(kind)]))
}
