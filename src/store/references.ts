/**
 * References between rows that hold in every state: a row that names another one which is not there is damage.
 *
 * @module
 */
import type { CollectionName, Id, RowLists, Rows } from './state.ts'

/** A row that names another one which is not there. */
export interface DanglingRow {
  readonly collection: CollectionName
  readonly index: number
  readonly id: Id
  /** What is wrong with it. */
  readonly problem: string
}

/** Finds the rows of a collection that name one which is not there. */
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

/** The rows that name others which are not there; one may be told twice. */
export function* danglingRows(rows: RowLists): Generator<DanglingRow, undefined> {
  for (const check of CHECKS) yield* check(rows)
}

/** The first reference to a row that is not there; undefined when all are well. */
export function referenceProblem(rows: RowLists): string | undefined {
  const first = danglingRows(rows).next().value
  return first && `collections.${first.collection}[${first.index}].${first.problem}`
}
