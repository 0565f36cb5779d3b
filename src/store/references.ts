/**
 * References between rows that are valid in every undamaged state.
 *
 * @module
 */
import type { CollectionName, Id, RowLists, Rows } from './state.ts'

/** A row with a reference to a missing row. */
export interface DanglingRow {
  readonly collection: CollectionName
  readonly index: number
  readonly id: Id
  readonly problem: string
}

/** Finds the rows of a collection with references to missing rows. */
type Check = (rows: RowLists) => Iterable<DanglingRow>

function reference<K extends CollectionName>(of: K, field: string, idOf: (row: Rows[K]) => Id, to: CollectionName): Check {
  return function* (rows) {
    if (rows[of].length === 0) return
    const known = new Set<Id>(rows[to].map(({ id }) => id))
    for (const [index, row] of rows[of].entries())
      if (!known.has(idOf(row)))
        yield { collection: of, index, id: row.id, problem: `${field}: there is no ${idOf(row)} in ${to}` }
  }
}

const CHECKS: readonly Check[] = [
  reference('clients', 'userId', ({ userId }) => userId, 'users'),
  reference('rooms', 'propertyId', ({ propertyId }) => propertyId, 'properties'),
  reference('roomNights', 'bookingId', ({ bookingId }) => bookingId, 'bookings'),
  reference('roomNights', 'roomId', ({ roomId }) => roomId, 'rooms'),
  reference('lineItems', 'invoiceId', ({ invoiceId }) => invoiceId, 'invoices'),
  reference('rates', 'tariffTypeId', ({ tariffTypeId }) => tariffTypeId, 'tariffTypes'),
]

/** The rows with references to missing rows; a row with two of them is listed twice. */
export function* danglingRows(rows: RowLists): Generator<DanglingRow, undefined> {
  for (const check of CHECKS) yield* check(rows)
}

/** The problem of the first reference to a missing row; undefined without one. */
export function referenceProblem(rows: RowLists): string | undefined {
  const first = danglingRows(rows).next().value
  return first && `collections.${first.collection}[${first.index}].${first.problem}`
}
