/** Validates rows of stored and imported states. */
import { parseDay } from '../base/day.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { shortText } from '../base/short-text.ts'
import { didYouMeanOr } from '../base/spelling.ts'
import { type Field, type Fields, isInHundredths, type Kind } from '../domain/collection/fields.ts'
import { COLLECTIONS, type CollectionName } from './state.ts'

/** Characters of a wrong value in a problem. */
const SHOWN_CHARACTERS = 200

export const rowProblem = (collection: CollectionName, row: unknown): string | undefined =>
  isJsonMap(row) ? kindProblem(COLLECTIONS[collection].fields, row) : 'is not an object'

/** The first field of a row, or of a map inside one, that is of another kind: `.floor should be a text, not 1`. */
export function kindProblem(fields: Fields, row: JsonMap): string | undefined {
  for (const name in fields) {
    const { kind = 'text', absent } = fields[name] ?? {}
    if (!(absent && row[name] === undefined) && !matchesKind(row[name], kind))
      return `.${name} should be a ${kind.replace('?', ' or null')}, not ${shortText(JSON.stringify(row[name]) ?? 'nothing', SHOWN_CHARACTERS)}`
  }
  return undefined
}

function matchesKind(value: unknown, kind: Kind): boolean {
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

/** The fields inside a list or map, and the parts of a name that are left for them; a list has them in each item. */
function inside({ kind, fields }: Field, parts: readonly string[]) {
  return { fields, parts: kind.startsWith('list') ? parts.slice(1) : parts }
}

/** The field that a name such as `total` or `rooms.0.roomId` means; undefined for one that is not declared. */
function fieldNamed(fields: Fields, [name = '', ...rest]: readonly string[]): Field | undefined {
  const field = fields[name]
  if (!field || rest.length === 0) return field
  const inner = inside(field, rest)
  return inner.fields && fieldNamed(inner.fields, inner.parts)
}

/** The problem of a name such as `rooms.0.roomid` that no row has inside a list or map. */
export function insideProblem(collection: CollectionName, name: string): string | undefined {
  const problemIn = (fields: Fields, [own = '', ...rest]: readonly string[]): string | undefined => {
    const field = fields[own]
    const [index] = rest
    if (!field || index === undefined) return undefined
    if (field.kind.startsWith('list') && !/^\d+$/.test(index)) return `"${own}" is a list: name an item, such as ${own}.0`
    const inner = inside(field, rest)
    const [next] = inner.parts
    if (!inner.fields || next === undefined || inner.fields[next]) return inner.fields && problemIn(inner.fields, inner.parts)
    const known = Object.keys(inner.fields)
    return `"${own}" of ${collection} has no "${next}" inside; ${didYouMeanOr(next, known, `there are ${known.join(', ')}`)}`
  }
  return problemIn(COLLECTIONS[collection].fields, name.split('.'))
}

/** The problem of a wanted value that no row has in a field; undefined when one may. */
export function neverProblem(collection: CollectionName, name: string, wanted: unknown): string | undefined {
  const field = fieldNamed(COLLECTIONS[collection].fields, name.split('.'))
  if (!field || typeof wanted === 'object') return undefined
  const text = String(wanted)
  if (isInHundredths(field) && /^-?\d+\.\d+$/.test(text))
    return `"${name}" of ${collection} is in hundredths, without decimals: 12.50 is 1250`
  const [words, fits] = TEXTS[field.kind.replace('?', '')] ?? []
  return fits?.(text) === false ? `"${name}" of ${collection} is ${words}, never "${text}"` : undefined
}

/** The fields of a collection's rows; true for lists and maps. */
export function rowFields(collection: CollectionName): ReadonlyMap<string, boolean> {
  return new Map(Object.entries(COLLECTIONS[collection].fields).map(([name, { kind }]) => [name, /^(list|map)/.test(kind)]))
}

/** The fields of a collection's rows that hold whole hundredths. */
export const fieldsInHundredths = (collection: CollectionName): readonly string[] =>
  Object.entries(COLLECTIONS[collection].fields).flatMap(([name, field]) => (isInHundredths(field) ? [name] : []))
