/** Reads rows out of responses. A field of an item is that of a fixture which has its name, or the one that a table names. */
import type { JsonMap } from '../../base/json-map.ts'
import { type Fields, keyOf } from '../../domain/collection/fields.ts'
import { LISTS } from '../../fixtures/lists.ts'
import type { Draft, Row, RowId } from '../draft.ts'
import type { Call } from '../recording.ts'
import { converted, defined, entriesOf, idOf, idsOf, itemsOf, textOf, valueAt } from '../values.ts'
import { BLACK_TITLE, PLACES } from './places.ts'

export interface ReaderInput {
  readonly call: Call
  readonly data: unknown
  readonly draft: Draft
  /** The id of the property in the path, or of the session. */
  readonly property: number | undefined
  /** Adds the fields of a row that the call shows. */
  read(list: string, id: RowId | undefined, fields: JsonMap): void
}

/** Adds what a successful call shows to the draft. */
export type Reader = (input: ReaderInput) => void

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '')

/** The fields of a list that have names in responses. */
function namedFields(list: string, fields: Fields) {
  const row = plain(list.replace(/ies$/, 'y').replace(/s$/, ''))
  const own = (key: string): string[] =>
    key === 'property'
      ? ['propertyuid']
      : key === 'id'
        ? ['id', `${row}uid`, `${row}suid`, `${row}id`]
        : [`${key}code`, `${key}date`, key, `${row}${key}`, `tel${key}`, `${row}tel${key}`, `is${key}`]
  return Object.entries(fields).flatMap(([name, field]) => {
    const key = keyOf(name, field) ?? ''
    const place = PLACES[list]?.[key]
    const names = typeof place === 'string' ? plain(place).split(' ') : own(plain(key))
    return key === '' || typeof place === 'function' ? [] : [{ key, field, names }]
  })
}

/** Rows inside rows of lists. */
const INSIDE = { lines: 'invoices', notes: 'bookings', rates: 'tariffs' }
const NAMED = new Map([
  ...[...LISTS].map(([list, { fields }]) => [list, namedFields(list, fields)] as const),
  ...Object.entries(INSIDE).map(([key, list]) => [key, namedFields(key, LISTS.get(list)?.fields[key]?.fields ?? {})] as const),
])

/** The fields of a row that an item shows; its property is that of the path where it names no other one. */
export function rowIn(list: string, item: JsonMap, input: ReaderInput): Row {
  const entries = Object.entries(item).reverse()
  const byName = new Map(entries.map(([name, value]) => [plain(name), value]))
  const row: Row = {}
  for (const { key, field, names } of NAMED.get(list) ?? []) {
    row[key] = names.map((name) => converted(byName.get(name), field)).find((one) => one !== undefined)
    if (key === 'property' && field.default === undefined) row[key] ??= input.property
  }
  for (const [key, place] of Object.entries(PLACES[list] ?? {}))
    if (typeof place === 'function') row[key] = place(item, input.draft)
  return row
}

/** The key of a row that a call made whose response does not tell the id. */
export const newKey = (list: string, { code, property, arrival, departure }: JsonMap): string =>
  `${list} new ${code ?? `${property} ${arrival} ${departure}`}`

/** What an item shows of other rows than its own. */
const ALSO: Readonly<Record<string, (id: number, row: Row, item: JsonMap, input: ReaderInput) => void>> = {
  properties: (_, { country }, { property_region_id: id, property_region: name }, { read }) =>
    read('regions', idOf(id), { country, name: textOf(name) }),
  features: (_, { category }, { cat_title: title }, { read }) =>
    read('feature_categories', idOf(category), { title: textOf(title) }),
  bookings: (id, { invoice, rooms }, item, input) => {
    const { draft, property, read } = input
    const maker = draft.made.get(`bookings ${id}`)
    if (maker) draft.makes('invoices', idOf(invoice), maker)
    for (const room of idsOf(rooms)) read('rooms', room, { property })
    const contact = defined(rowIn('guests', item, input))
    if (contact['firstname'] !== undefined) draft.rows('contacts').set(id, { ...contact, ...draft.rows('contacts').get(id) })
  },
  invoices: (id, row, { guest_uid, LINE_ITEMS: lines }, input) => {
    const { call, draft, property, read } = input
    const { booking } = row
    if (Array.isArray(lines))
      row['lines'] = itemsOf(lines).map(([, line]) => ({ price: 0, ...defined(rowIn('lines', line, input)) }))
    if (draft.made.has(`bookings ${booking}`)) draft.makes('invoices', id, call)
    const guest = idOf(guest_uid)
    if (guest !== undefined) read('bookings', idOf(booking), { property, guest, invoice: id })
  },
}

/**
 * Reads the rows of a list; an item of a keyed collection without an id has its key as id.
 *
 * @param complete true for a list of all rows of a property: a row that a later list adds was not there at first
 */
export function readRows(list: string, items: unknown, input: ReaderInput, complete = false): void {
  const { call, draft, property, read } = input
  for (const [key, item] of itemsOf(items)) {
    const row = rowIn(list, item, input)
    const id = idOf(row['id'] ?? (Array.isArray(items) ? undefined : key.split('^')[0]))
    if (id === undefined) continue
    const made = newKey(list, row)
    const maker = draft.made.get(made)
    if (maker && !draft.rows(list).has(id) && !draft.made.has(`${list} ${id}`)) {
      draft.makes(list, id, maker)
      draft.made.delete(made)
    }
    // Lists leave out black bookings, and timelines do not.
    if (item['title'] !== BLACK_TITLE) draft.appears(list, id, String(property), call)
    ALSO[list]?.(id, row, item, input)
    read(list, id, row)
  }
  if (complete) draft.listed(list, String(property))
}

/** Reads the rows in a response. @param complete true for all rows of a property */
export const shows =
  (list: string, complete = false): Reader =>
  (input) =>
    readRows(list, input.data, input, complete)

/** Reads the row whose id is in the path. @param itemOf undefined when the response shows none */
export const showsOne =
  (list: string, param: string, itemOf: (input: ReaderInput) => unknown = ({ data }) => data): Reader =>
  (input) =>
    readRows(list, { [input.call.path[param] ?? '']: itemOf(input) }, input)

/** Reads names by id. @param fields others of each row */
export function readNames(list: string, names: unknown, { read }: ReaderInput, fields: JsonMap = {}): void {
  for (const [key, name] of entriesOf(names)) read(list, idOf(key), { ...fields, name: textOf(name) })
}

/** Notes the row that a call made; the response has its id as a value, or under one of the names. */
export const makes =
  (list: string, ...names: readonly string[]): Reader =>
  ({ call, data, draft }) => {
    const item = itemsOf(data)[0]?.[1] ?? data
    const id = idOf(names.length === 0 ? data : names.map((name) => valueAt(item, name)).find((one) => one !== undefined))
    draft.makes(list, id, call)
  }

/** Notes the fields that a call wrote to the row that its path names; all without names. */
export const writes =
  (list: string, param: string, ...names: readonly string[]): Reader =>
  ({ call, draft }) =>
    draft.wrote(list, idOf(call.path[param]), names.length === 0 ? ['*'] : names, call)
