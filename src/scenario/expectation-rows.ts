/**
 * What an expectation demands of the rows of the state.
 *
 * @module
 */
import { maskedRow } from '../store/masked-state.ts'
import { isObject } from '../store/row-shapes.ts'
import type { CollectionName } from '../store/state.ts'
import { type Miss, nearestOf, type Part } from './expectation-part.ts'
import { listText, type RowsWanted, rangeOf, rowsText } from './expectation-text.ts'
import type { WantedValue } from './schema.ts'
import { isWanted, wantedText } from './selector.ts'

const MAX_IDS = 10

/** What was found of the rows an expectation demands of one collection. */
export function judgeRows(collection: CollectionName, wants: RowsWanted, rows: readonly unknown[]): Part {
  const where = Object.entries(wants.where ?? {})
  const { min, max } = rangeOf(wants.count)
  const seen = rows.map((row) => {
    const shown = maskedRow(collection, row)
    return { name: isObject(shown) ? String(shown['id']) : '', because: reasons(where, shown) }
  })
  const found = seen.filter(({ because }) => because.length === 0)
  const wanted = rowsText(collection, wants)
  const met = found.length >= min && found.length <= max
  const told = found.length === 0 ? 'found none' : `found ${found.length} (${namesOf(found)})`
  const misses = seen.flatMap(({ name, because }): Miss[] =>
    because.length === 0 || because.length === where.length
      ? []
      : [{ weight: because.length, told: { what: `${collection} ${name}`, because: because.join('; ') } }],
  )
  return {
    state: met ? 'met' : 'unmet',
    found: found.length,
    wanted,
    difference: met ? undefined : `expected ${wanted}, ${told}`,
    nearest: found.length < min ? nearestOf(misses) : [],
  }
}

const namesOf = (found: readonly { readonly name: string }[]): string =>
  listText(
    found.map(({ name }) => name),
    MAX_IDS,
  )

/** Everything that sets a row apart from those expected. */
function reasons(where: readonly (readonly [string, WantedValue])[], row: unknown): string[] {
  return where.flatMap(([name, wanted]) => {
    const value = fieldText(row, name)
    return isWanted(wanted, value) ? [] : [`${name} is ${value ?? 'not there'}, not ${wantedText(wanted)}`]
  })
}

/** The value of a field as text, `address.town` and `rooms.0.roomId` inside others; undefined for null, and where there is none. */
function fieldText(row: unknown, name: string): string | undefined {
  let value = row
  for (const part of name.split('.')) {
    if (Array.isArray(value)) value = value[Number(part)]
    else value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
