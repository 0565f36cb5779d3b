/** Searches the rows of one collection, page by page. */

import { suggestion } from '../../base/spelling.ts'
import { listCollections, readCollection } from '../../control-contract/collections.ts'
import {
  COLLECTION_NAMES,
  type CollectionName,
  collectionNamed,
  fieldsInHundredths,
  maskedRowsOf,
  rowFields,
} from '../../world/world.ts'
import type { OnControl } from '../app.ts'
import { badRequest, ControlRefusal } from '../control-refusal.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

export function controlCollections(on: OnControl): void {
  on(listCollections, (_, { sandbox: { store } }) => COLLECTION_NAMES.map((name) => ({ name, rows: store.db[name].size })))
  on(readCollection, ({ name, query }, { sandbox }) => {
    const { search, field, value, offset = 0, limit = DEFAULT_LIMIT } = query
    if ((field === undefined) !== (value === undefined)) throw badRequest('field and value: send both, or neither')
    const collection = requireCollection(name)
    if (field !== undefined) requireField(collection, field)
    const rows = maskedRowsOf(sandbox, collection)
    const words = search?.toLowerCase()
    const matching = rows.filter(
      (row) =>
        (words === undefined || Object.values(row).flatMap(textsOf).join(' ').toLowerCase().includes(words)) &&
        (field === undefined || containsValue(row[field], value ?? '')),
    )
    const found = matching.slice(offset, offset + Math.min(limit, MAX_LIMIT))
    const hundredths = fieldsInHundredths(collection)
    return { collection, rows: rows.length, matching: matching.length, offset, hundredths, found }
  })
}

/** @throws ControlRefusal 404 */
function requireCollection(name: string): CollectionName {
  const collection = collectionNamed(name)
  if (collection !== undefined) return collection
  const advice = suggestion(name, COLLECTION_NAMES)
  throw new ControlRefusal(404, `there is no collection of this name${advice || ';'} GET /_understay/collections lists them`)
}

/** @throws ControlRefusal 400 for a field that no row of the collection has */
function requireField(name: CollectionName, field: string): void {
  const known = [...rowFields(name).keys()]
  if (known.includes(field)) return
  const advice = suggestion(field, known) || `; there are ${known.join(', ')}`
  throw badRequest(`field: rows of ${name} have no field "${field}"${advice}`)
}

/** What a value of a row has in it as a reader sees it, without the escapes of JSON; keys of maps, such as names of settings, too. */
const textsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...textsOf(inner)])
    : [value]

/** True when the field equals the value, or is a list that contains it. */
const containsValue = (field: unknown, value: string): boolean =>
  Array.isArray(field) ? field.some((part) => String(part) === value) : String(field) === value
