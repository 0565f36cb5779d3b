/**
 * References between rows that hold in every state: a row that names another one which is not there is damage.
 *
 * @module
 */
import type { CollectionName, Id, RowLists, Rows } from './state.ts'

/** Finds the first row of a collection that names one which is not there. */
type Check = (rows: RowLists) => string | undefined

function reference<K extends CollectionName>(of: K, field: string, idOf: (row: Rows[K]) => Id, to: CollectionName): Check {
  return (rows) => {
    if (rows[of].length === 0) return undefined
    const known = new Set<Id>(rows[to].map(({ id }) => id))
    const index = rows[of].findIndex((row) => !known.has(idOf(row)))
    const row = rows[of][index]
    return row && `collections.${of}[${index}].${field}: there is no ${idOf(row)} in ${to}`
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

/** The first reference to a row that is not there; undefined when all are well. */
export function referenceProblem(rows: RowLists): string | undefined {
  for (const check of CHECKS) {
    const problem = check(rows)
    if (problem) return problem
  }
  return undefined
}
