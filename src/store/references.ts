/** References between rows that are valid in every undamaged state. */
import type { Fields } from '../domain/collection/fields.ts'
import { COLLECTION_NAMES, COLLECTIONS, type RowLists } from './state.ts'

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
