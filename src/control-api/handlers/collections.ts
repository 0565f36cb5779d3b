/** Searches the rows of one collection, page by page. */

import { suggestion } from '../../base/spelling.ts'
import { listCollections, readCollection } from '../../control-contract/collections.ts'
import { COLLECTION_NAMES, collectionNamed, maskedState, rowFields } from '../../world/world.ts'
import type { OnControl } from '../app.ts'
import { badRequest, ControlError } from '../control-error.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

export function controlCollections(on: OnControl): void {
  on(listCollections, (_, { sandbox: { store } }) => COLLECTION_NAMES.map((name) => ({ name, rows: store.db[name].size })))
  on(readCollection, ({ name, query }, { sandbox }) => {
    const { search, field, value, offset = 0, limit = DEFAULT_LIMIT } = query
    if ((field === undefined) !== (value === undefined)) throw badRequest('field and value: send both, or neither')
    const rows = rowsOf(maskedState(sandbox).collections, name)
    requireField(name, field)
    const words = search?.toLowerCase()
    const matching = rows.filter(
      (row) =>
        (words === undefined || JSON.stringify(row).toLowerCase().includes(words)) &&
        (field === undefined || containsValue(row[field], value ?? '')),
    )
    const found = matching.slice(offset, offset + Math.min(limit, MAX_LIMIT))
    return { collection: name, rows: rows.length, matching: matching.length, offset, found }
  })
}

type Row = Readonly<Record<string, unknown>>

/** @throws ControlError 404 */
function rowsOf(collections: object, name: string): readonly Row[] {
  const known = Object.entries(collections).find(([collection]) => collection === name)
  if (!known) {
    const advice = suggestion(name, Object.keys(collections))
    throw new ControlError(404, `there is no collection of this name${advice || ';'} GET /_understay/collections lists them`)
  }
  return known[1]
}

/** @throws ControlError 400 for a field that no row of the collection has */
function requireField(name: string, field: string | undefined): void {
  const collection = collectionNamed(name)
  const known = collection && [...rowFields(collection).keys()]
  if (field === undefined || !known || known.includes(field)) return
  const advice = suggestion(field, known) || `; there are ${known.join(', ')}`
  throw badRequest(`field: rows of ${name} have no field "${field}"${advice}`)
}

/** True when the field equals the value, or is a list that contains it. */
const containsValue = (field: unknown, value: string): boolean =>
  Array.isArray(field) ? field.some((part) => String(part) === value) : String(field) === value
