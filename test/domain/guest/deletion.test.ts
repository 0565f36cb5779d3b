import { describe, expect, test } from 'vitest'
import { bookingsToCancel, cancelWithGuest } from '../../../src/domain/guest/deletion.ts'
import { aBooking, anInvoice, NOW, TODAY } from '../../support/small-world.ts'

test('deleting a guest cancels all open bookings, including current and past stays', () => {
  const open = aBooking({ id: 1 })
  const inTheHouse = aBooking({ id: 2, bookedIn: true })
  const gone = aBooking({ id: 3, bookedIn: true, bookedOut: true })
  const cancelled = aBooking({ id: 4, cancelled: true })
  expect(bookingsToCancel([open, inTheHouse, gone, cancelled], 1)).toEqual([open, inTheHouse, gone])
})

test('a guest with an open booking at another property is not deleted', () => {
  expect(() => bookingsToCancel([aBooking(), aBooking({ id: 2, propertyId: 3 })], 1)).toThrow(
    expect.objectContaining({ code: 'guest_booked_elsewhere' }),
  )
})

test('a cancelled booking at another property does not prevent deletion', () => {
  expect(bookingsToCancel([aBooking({ propertyId: 3, cancelled: true })], 1)).toEqual([])
})

describe('the booking of a deleted guest', () => {
  const bills = [anInvoice(), anInvoice({ id: 2, status: 'cancelled' })]

  /** Cancels a booking in a world of two nights and two invoices. */
  function cancelled(invoices: 'cancelled' | 'kept') {
    const nights = new Set([1, 2])
    const put: unknown[] = []
    const keep = (row: unknown): number => put.push(row)
    const rows = {
      bookings: { put: keep },
      roomNights: {
        by: () => [...nights].map((id) => ({ id, roomId: 1, propertyId: 1, bookingId: 1, day: TODAY })),
        remove: (id: number) => void nights.delete(id),
      },
      invoices: { by: () => bills, put: keep },
    }
    const events = cancelWithGuest(rows, aBooking({ bookedIn: true }), { now: NOW, invoices })
    return { events, put, nights: [...nights] }
  }
  const off = aBooking({ bookedIn: true, cancelled: true, cancelledAt: NOW, cancelledReason: 'Guest deleted', changedAt: NOW })

  test('is cancelled with a reason and frees its rooms; its open invoices are cancelled first', () => {
    expect(cancelled('cancelled')).toEqual({
      nights: [],
      put: [off, anInvoice({ status: 'cancelled' })],
      events: [
        { task: 'invoice_updated', data: { property_uid: 1, invoice_uid: 1 } },
        { task: 'invoice_cancelled', data: { property_uid: 1, invoice_uid: 1 } },
        { task: 'booking_cancelled', data: { property_uid: 1, contract_uid: 1 } },
      ],
    })
  })

  test('keeps its invoices under guest_deleted_invoices=kept', () => {
    const { put, events } = cancelled('kept')
    expect(put).toEqual([off])
    expect(events.map(({ task }) => task)).toEqual(['booking_cancelled'])
  })
})
