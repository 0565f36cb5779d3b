import { describe, expect, test } from 'vitest'
import { bookingsThatFall, fallOf } from '../../src/domain/guest-deletion.ts'
import { aBooking, anInvoice, NOW } from '../small-world.ts'

test('with a guest fall all bookings that are not cancelled, also of guests in the house or gone', () => {
  const open = aBooking({ id: 1 })
  const inTheHouse = aBooking({ id: 2, bookedIn: true })
  const gone = aBooking({ id: 3, bookedIn: true, bookedOut: true })
  const cancelled = aBooking({ id: 4, cancelled: true })
  expect(bookingsThatFall([open, inTheHouse, gone, cancelled], 1)).toEqual([open, inTheHouse, gone])
})

test('a guest with an open booking elsewhere is not deleted', () => {
  expect(() => bookingsThatFall([aBooking(), aBooking({ id: 2, propertyId: 3 })], 1)).toThrow(
    expect.objectContaining({ code: 'guest_booked_elsewhere' }),
  )
})

test('a cancelled booking elsewhere is no obstacle', () => {
  expect(bookingsThatFall([aBooking({ propertyId: 3, cancelled: true })], 1)).toEqual([])
})

describe('a booking that falls', () => {
  const bills = [anInvoice(), anInvoice({ id: 2, status: 'cancelled' })]

  test('is cancelled now and says why; its invoices before it, if they are not off already', () => {
    expect(fallOf(aBooking({ bookedIn: true }), bills, { now: NOW, invoices: 'cancelled' })).toEqual({
      booking: aBooking({ bookedIn: true, cancelled: true, cancelledAt: NOW, cancelledReason: 'Guest deleted', changedAt: NOW }),
      invoices: [anInvoice({ status: 'cancelled' })],
      events: [
        { task: 'invoice_cancelled', data: { property_uid: 1, invoice_uid: 1 } },
        { task: 'invoice_updated', data: { property_uid: 1, invoice_uid: 1 } },
        { task: 'booking_cancelled', data: { property_uid: 1, contract_uid: 1 } },
      ],
    })
  })

  test('leaves its invoices alone where they are kept', () => {
    const { invoices, events } = fallOf(aBooking(), bills, { now: NOW, invoices: 'kept' })
    expect(invoices).toEqual([])
    expect(events.map(({ task }) => task)).toEqual(['booking_cancelled'])
  })
})
