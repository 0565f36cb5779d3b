/** Differences of lists by row: a row that only one response has does not make those after it differ. */
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { Ignored } from '../base/json-path.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { type Difference, differences as differencesOf } from '../replay/difference.ts'
import { isSameText } from '../replay/same-text.ts'
import { isLength } from './values.ts'

const PLAIN = { ignored: new Ignored([]), sameText: (one: string, other: string) => isSameText(one, other, 0) }
/** The path of the innermost row of a path. */
const ROW = /^.*\["row [^"]*"\]/
const ITEM_ID = /\[\d+\]\.\w*id$/i
const OUTSIDE_BODY = /^(?:status$|content type$|header )/

/** The differences of two bodies, with those of lists by row where a list has other rows, or is a text of JSON. */
export function byRows(differences: readonly Difference[], recorded: unknown, given: () => unknown): readonly Difference[] {
  if (!differences.some((one) => isLength(one.path) || ITEM_ID.test(one.path) || listIn(one.recorded))) return differences
  const outside = differences.filter(({ path }) => OUTSIDE_BODY.test(path))
  return [...outside, ...differencesOf(...rowsById(recorded, given()), PLAIN)]
}

/** Two values in which lists of rows are maps by the id of the row, where both lists have ids. */
function rowsById(one: unknown, other: unknown): readonly [unknown, unknown] {
  const [rows, rowsNow] = [keyedRows(one), keyedRows(other)]
  if (rows && rowsNow) return rowsById(rows, rowsNow)
  if (!isJsonMap(one) || !isJsonMap(other)) return [one, other]
  const [before, now] = [{ ...one }, { ...other }]
  for (const key of Object.keys(one)) if (Object.hasOwn(other, key)) [before[key], now[key]] = rowsById(one[key], other[key])
  return [before, now]
}

/** A list, or the text of one: the timeline. */
function listIn(value: unknown): readonly unknown[] | undefined {
  const list = typeof value === 'string' && value.startsWith('[') ? parsedJson(value) : value
  return Array.isArray(list) ? list : undefined
}

/** The rows of a list by the first field that is an id; undefined when they have none, or share one. */
function keyedRows(value: unknown): JsonMap | undefined {
  const idOf = (item: unknown): unknown => isJsonMap(item) && Object.entries(item).find(([key]) => /id$/i.test(key))?.[1]
  const items = listIn(value)
  const rows = new Map(items?.map((item) => [idOf(item), item]))
  if (!items || rows.size !== items.length || rows.has(undefined) || rows.has(false)) return undefined
  return Object.fromEntries([...rows].map(([id, row]) => [`row ${String(id)}`, row]))
}

const isUnmatched = (one: Difference): boolean => one.path.endsWith('"]') && !('recorded' in one && 'now' in one)

/** The rows that differences tell of. */
export function rowsTold(differences: readonly Difference[]) {
  const isToldApart = !differences.some(({ path }) => isLength(path))
  const rowOf = ({ path }: Difference): string => ROW.exec(path)?.[0] ?? ''
  return {
    /** Those that only one response has, as text; undefined when lists without ids have another number of items. */
    unmatched: isToldApart ? differences.filter(isUnmatched).map(rowOf).join(' ') : undefined,
    /** Those that both have, and that differ. */
    different: new Set(differences.filter((one) => !isUnmatched(one)).map(rowOf)),
  }
}

/** The number of values that differ: of a row that only one response has, all. */
export const countValues = (differences: readonly Difference[]): number =>
  differences.reduce((sum, one) => sum + (isUnmatched(one) ? Object.keys(Object(one.recorded ?? one.now)).length : 1), 0)
