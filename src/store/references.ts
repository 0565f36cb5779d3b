/** References between rows that are valid in every undamaged state. */
import type { Field, Fields } from '../domain/collection/fields.ts'
import { COLLECTION_NAMES, COLLECTIONS, type Counters, type RowLists } from './state.ts'

/** The rows with references to missing rows; a row with two of them is listed twice. */
export function* danglingRows(rows: RowLists) {
  for (const collection of COLLECTION_NAMES) {
    const fields: Fields = COLLECTIONS[collection].fields
    for (const [field, { to, strict }] of Object.entries(fields)) {
      if (!strict || rows[collection].length === 0) continue
      const named = COLLECTION_NAMES.find((name) => name === to)
      const known = new Set<unknown>(named && rows[named].map(({ id }) => id))
      for (const [index, row] of rows[collection].entries()) {
        const id: unknown = Reflect.get(row, field)
        if (!known.has(id)) yield { collection, index, id: row.id, problem: `${field}: there is no ${id} in ${to}` }
      }
    }
  }
}

/** The problem of the first reference to a missing row; undefined without one. */
export function referenceProblem(rows: RowLists): string | undefined {
  const [first] = danglingRows(rows)
  return first && `collections.${first.collection}[${first.index}].${first.problem}`
}

/** The problem of the first reference to a row that never was; ids of removed rows are at most their counter. */
export function unknownReference(rows: RowLists, counters: Counters): string | undefined {
  for (const collection of COLLECTION_NAMES)
    for (const [field, { to, asSent, default: none }] of Object.entries<Field>(COLLECTIONS[collection].fields)) {
      if (to === undefined || asSent) continue
      const last = new Map(Object.entries(counters)).get(to) ?? 0
      for (const [index, row] of rows[collection].entries())
        for (const id of [Reflect.get(row, field)].flat())
          if (id !== null && !(id > 0 && id <= last) && !(id === 0 && none === 0))
            return `collections.${collection}[${index}].${field}: there is no ${id} in ${to}`
    }
  return undefined
}
