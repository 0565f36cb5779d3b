/** Reads rows out of responses by tables: which list, which id, and which field of an item is which field of a row. */
import type { JsonMap } from '../../base/json-map.ts'
import type { Draft, ListName } from '../draft.ts'
import type { Call } from '../recording.ts'
import { amountOf, dayOf, flagOf, idOf, instantOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'

export interface ReaderInput {
  readonly call: Call
  readonly draft: Draft
  /** The id of the property in the path, or of the session. */
  readonly property: number | undefined
}

/** Adds what a successful call shows to the draft. */
export type Reader = (input: ReaderInput) => void

type Field = (item: JsonMap, input: ReaderInput) => unknown
type Fields = Readonly<Record<string, Field>>

/** Where rows are in a response. */
export interface RowTable {
  readonly list: ListName
  /** The field with the id. An item without one has it as its key. */
  readonly id?: string
  /** The keys to the items below the response's value. */
  readonly at?: readonly string[]
  /** True for a list of all rows of a property: a row that a later list adds was not there at first. */
  readonly complete?: true
  readonly fields: Fields
}

/** A conversion of the field of a name, and of several fields whose names are those of the row. */
const field =
  (convert: (value: unknown) => unknown) =>
  (name: string): Field =>
  (item) =>
    convert(item[name])
const fields =
  (convert: (value: unknown) => unknown) =>
  (...names: readonly string[]): Fields =>
    Object.fromEntries(names.map((name) => [name, field(convert)(name)]))

export const [text, texts] = [field(textOf), fields(textOf)]
export const [number, numbers] = [field(numberOf), fields(numberOf)]
export const [amount, amounts] = [field(amountOf), fields(amountOf)]
export const [flag, flags] = [field(flagOf), fields(flagOf)]
export const [day, days] = [field(dayOf), fields(dayOf)]
export const id = field(idOf)
export const instant = field((value) => instantOf(value) ?? undefined)
/** The ids of a list, or of a text with commas. */
export const ids = field((value) => {
  const list = typeof value === 'string' ? value.split(',') : value
  return Array.isArray(list) ? list.flatMap((one) => idOf(one) ?? []) : undefined
})
/** The property of the path, where an item does not name another one. */
export const ofProperty: Fields = { property: (item, { property }) => idOf(item['property_uid']) ?? property }

/** The values of a row in an item. */
export const valuesIn = (table: Fields, item: JsonMap, input: ReaderInput): JsonMap =>
  Object.fromEntries(Object.entries(table).map(([name, read]) => [name, read(item, input)]))

/** Reads every item of each table. */
export const shows =
  (...tables: readonly RowTable[]): Reader =>
  (input) => {
    const { call, draft, property } = input
    for (const { list, id: name = '', at = [], complete, fields: row } of tables) {
      const items = valueAt(call.data, ...at)
      for (const [key, item] of itemsOf(items)) {
        const rowId = idOf(item[name] ?? (Array.isArray(items) ? undefined : key))
        if (complete) draft.appears(list, rowId, String(property), call)
        draft.read(list, rowId, valuesIn(row, item, input), call)
      }
      if (complete) draft.listed(list, String(property))
    }
  }

/** Reads the one item of a view of the row that the path names. */
export const view =
  (list: ListName, param: string, row: Fields): Reader =>
  (input) => {
    const item = itemsOf(input.call.data)[0]?.[1]
    if (item)
      input.draft.read(
        list,
        idOf(input.call.path[param]),
        { ...valuesIn(ofProperty, {}, input), ...valuesIn(row, item, input) },
        input.call,
      )
  }

/** Notes the row that a call made; the response has its id as a value, or under one of the names. */
export const makes =
  (list: ListName, ...names: readonly string[]): Reader =>
  ({ call, draft }) => {
    const item = itemsOf(call.data)[0]?.[1] ?? call.data
    const value = names.length === 0 ? call.data : names.map((name) => valueAt(item, name)).find((one) => one !== undefined)
    draft.makes(list, idOf(value) ?? (list === 'coupons' ? textOf(value) : undefined), call)
  }

/** Notes the fields that a call wrote to the row that its path names; all without names. */
export const writes =
  (list: ListName, param: string, ...names: readonly string[]): Reader =>
  ({ call, draft }) =>
    draft.wrote(list, idOf(call.path[param]), names.length === 0 ? ['*'] : names, call)
