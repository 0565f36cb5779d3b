/** References between rows. */
import type { Field } from '../domain/collection/fields.ts'
import { COLLECTION_NAMES, COLLECTIONS, type Counters, collectionNamed, type RowLists } from './state.ts'

function* referenceFields() {
  for (const collection of COLLECTION_NAMES)
    for (const [field, options] of Object.entries<Field>(COLLECTIONS[collection].fields)) {
      const to = collectionNamed(options.to)
      if (to) yield { collection, field, to, options }
    }
}

/** The rows with references to missing rows that every undamaged state has; a row with two of them is listed twice. */
export function* danglingRows(rows: RowLists) {
  for (const { collection, field, to, options } of referenceFields()) {
    if (!options.strict || rows[collection].length === 0) continue
    const known = new Set<unknown>(rows[to].map(({ id }) => id))
    for (const [index, row] of rows[collection].entries()) {
      const id: unknown = Reflect.get(row, field)
      if (!known.has(id)) yield { collection, index, id: row.id, problem: `${field}: there is no ${id} in ${to}` }
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
  for (const { collection, field, to, options } of referenceFields()) {
    if (options.asSent) continue
    const last = counters[to] ?? 0
    const isKnown = (id: unknown): boolean =>
      id === null || (id === 0 && options.default === 0) || (Number(id) > 0 && Number(id) <= last)
    for (const [index, row] of rows[collection].entries()) {
      const wrong = [Reflect.get(row, field)].flat().find((id) => !isKnown(id))
      if (wrong !== undefined) return `collections.${collection}[${index}].${field}: there is no ${wrong} in ${to}`
    }
  }
  return undefined
}
