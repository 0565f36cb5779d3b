import { describe, expect, test } from 'vitest'
import { danglingRows, referenceProblem } from '../../src/store/references.ts'
import { emptyRows, type RowLists } from '../../src/store/state.ts'

/** Rows that refer to rows; only ids and references are looked at. */
const rowsOf = (rows: Readonly<Partial<Record<keyof RowLists, readonly object[]>>>): RowLists =>
  ({ ...emptyRows(), ...rows }) as unknown as RowLists

const WHOLE = {
  users: [{ id: 1 }],
  clients: [{ id: 'desk', userId: 1 }],
  properties: [{ id: 2 }],
  rooms: [{ id: 3, propertyId: 2 }],
  bookings: [{ id: 4 }],
  roomNights: [{ id: 5, bookingId: 4, roomId: 3 }],
  invoices: [{ id: 6 }],
  lineItems: [{ id: 7, invoiceId: 6 }],
  tariffTypes: [{ id: 8 }],
  rates: [{ id: 9, tariffTypeId: 8 }],
}

describe('references of rows', () => {
  test('that all refer to a row are not a problem', () => {
    expect(referenceProblem(rowsOf(WHOLE))).toBeUndefined()
    expect(referenceProblem(emptyRows())).toBeUndefined()
  })

  test.each<readonly [without: keyof typeof WHOLE, problem: string]>([
    ['users', 'collections.clients[0].userId: there is no 1 in users'],
    ['properties', 'collections.rooms[0].propertyId: there is no 2 in properties'],
    ['bookings', 'collections.roomNights[0].bookingId: there is no 4 in bookings'],
    ['rooms', 'collections.roomNights[0].roomId: there is no 3 in rooms'],
    ['invoices', 'collections.lineItems[0].invoiceId: there is no 6 in invoices'],
    ['tariffTypes', 'collections.rates[0].tariffTypeId: there is no 8 in tariffTypes'],
  ])('to missing %s are reported', (without, problem) => {
    expect(referenceProblem(rowsOf({ ...WHOLE, [without]: [] }))).toBe(problem)
  })

  test('of one row among others are reported separately, with its place', () => {
    const nights = [
      { id: 5, bookingId: 4, roomId: 3 },
      { id: 6, bookingId: 77, roomId: 99 },
    ]
    expect([...danglingRows(rowsOf({ ...WHOLE, roomNights: nights }))]).toEqual([
      { collection: 'roomNights', index: 1, id: 6, problem: 'bookingId: there is no 77 in bookings' },
      { collection: 'roomNights', index: 1, id: 6, problem: 'roomId: there is no 99 in rooms' },
    ])
  })
})
