import { describe, expect, test } from 'vitest'
import { findBooking, findInvoice, findProperty, findRoom } from '../../../src/scenario/acts/lookup.ts'
import { aBooking, aProperty, aRoom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

/** The rows of a world with these bookings, properties 1 and 2 of three rooms and one, and as many more properties. */
function dbWith({ bookings = 0, more = 0 } = {}) {
  const properties = Array.from({ length: 2 + more }, (_, index) => aProperty({ id: index + 1 }))
  const rooms = [aRoom({ id: 1 }), aRoom({ id: 2 }), aRoom({ id: 3 }), aRoom({ id: 9, propertyId: 2 })]
  const world = new TestWorld({
    rows: { properties, rooms, roomNights: [], invoices: [], lineItems: [], bookings: bookingsOf(bookings) },
  })
  return world.sandbox.store.db
}
const bookingsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => aBooking({ id: index + 1, kind: index % 2 === 0 ? 'internet' : 'black' }))

describe('what an event names', () => {
  test('is found where it is there', () => {
    const db = dbWith({ bookings: 4 })
    expect(findProperty(db, 2)).toBe(db.properties.get(2))
    expect(findRoom(db, aProperty({ id: 2 }), 9)).toBe(db.rooms.get(9))
    expect(findBooking(db, 2)).toBe(db.bookings.get(2))
  })

  test('as the latest booking is the newest that is not black', () => {
    const db = dbWith({ bookings: 4 })
    expect(findBooking(db, 'latest')).toBe(db.bookings.get(3))
    expect(() => findBooking(dbWith(), 'latest')).toThrow('booking: there is no booking yet that could be the latest')
  })

  test('is refused with what there is', () => {
    const db = dbWith({ bookings: 4 })
    expect(() => findProperty(db, 5)).toThrow('property: there is no property 5; there are 1, 2')
    expect(() => findRoom(db, aProperty(), 5)).toThrow('room: there is no room 5; property 1 has 1, 2, 3')
    expect(() => findRoom(db, aProperty(), 9)).toThrow('room: room 9 belongs to property 2; property 1 has 1, 2, 3')
    expect(() => findRoom(db, aProperty({ id: 4 }), 9)).toThrow('room: room 9 belongs to property 2; property 4 has none')
    expect(() => findBooking(db, 9)).toThrow('booking: there is no booking 9; the latest are 3, 1')
    expect(() => findInvoice(db, 9)).toThrow('invoice: there is no invoice 9; the latest are none')
  })

  test('is refused with twelve of what there is, and how many more', () => {
    expect(() => findProperty(dbWith({ more: 10 }), 99)).toThrow(/; there are 1, 2, .*, 12$/)
    expect(() => findProperty(dbWith({ more: 11 }), 99)).toThrow(/; there are 1, 2, .*, 12 and 1 more$/)
  })
})
