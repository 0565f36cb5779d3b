import { isJsonMap } from '../../base/json-map.ts'
import type { SlicedWork } from '../../base/sliced-work.ts'
import { maskedRow } from '../../store/masked-state.ts'
import type { CollectionName } from '../../store/state.ts'
import { differencesIn, meetsCondition } from '../selectors/selector.ts'
import { type Miss, nearestOf, type Part } from './part.ts'
import { listText, type RowsWanted, rangeOf, rowsText } from './text.ts'

/** Number of rows judged in one step. */
const STEP = 500

export function* judgeRows(collection: CollectionName, wants: RowsWanted, rows: readonly unknown[]): SlicedWork<Part> {
  const where = Object.entries(wants.where ?? {})
  const { min, max } = rangeOf(wants.count)
  const found: unknown[] = []
  let near: Miss<unknown>[] = []
  for (const [index, row] of rows.entries()) {
    if (index % STEP === STEP - 1) {
      near = nearestOf(near).toReversed()
      yield
    }
    const shown = maskedRow(collection, row)
    const unmet = where.filter(([name, wanted]) => !meetsCondition(wanted, fieldText(shown, name)))
    // The row whose id is wanted is nearer than all others.
    const weight = unmet.some(([name]) => name === 'id') ? where.length + unmet.length : unmet.length
    if (weight === 0) found.push(shown)
    else if (unmet.length < where.length) near.push({ weight, miss: shown })
  }
  const wanted = rowsText(collection, wants)
  const met = found.length >= min && found.length <= max
  const foundText = found.length === 0 ? 'found none' : `found ${found.length} (${listText(found.map(nameOf))})`
  const reasonsOf = (row: unknown) => [...differencesIn(wants.where, '', (name) => fieldText(row, name))]
  const shown = ({ miss }: Miss<unknown>) => ({ what: `${collection} ${nameOf(miss)}`, because: reasonsOf(miss).join('; ') })
  return {
    state: met ? 'met' : 'unmet',
    found: found.length,
    wanted,
    difference: met ? undefined : `expected ${wanted}, ${foundText}`,
    nearest: found.length < min ? nearestOf(near).map(shown) : [],
  }
}

const nameOf = (shown: unknown): string => (isJsonMap(shown) ? String(shown['id']) : '')

/** The value of a field such as `address.town` or `rooms.0.roomId` as text; undefined for null and for missing fields. */
function fieldText(row: unknown, name: string): string | undefined {
  let value = row
  for (const part of name.split('.')) {
    if (Array.isArray(value)) value = value[Number(part)]
    else value = isJsonMap(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
