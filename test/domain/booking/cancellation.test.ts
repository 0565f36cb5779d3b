import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { type Cancellation, recordCancellation, whyNotCancellable } from '../../../src/domain/booking/cancellation.ts'
import type { Invoice } from '../../../src/domain/invoice/invoices.ts'
import { aBooking, anInvoice, NOW, TODAY } from '../../support/small-world.ts'

describe('whether a booking can be cancelled', () => {
  test.each([{}, { approval: 'waiting' }, { depositPaid: true }] as const)('with %o', (state) => {
    expect(whyNotCancellable(aBooking(state))).toBeUndefined()
  })

  test.each([
    [{ kind: 'black' }, 'is a black booking, which has no guest'],
    [{ cancelled: true, bookedIn: true }, 'is cancelled already'],
    [{ bookedIn: true }, 'has begun: the guest has checked in'],
    [{ bookedIn: true, bookedOut: true }, 'has ended: the guest has checked out'],
  ] as const)('but not with %o', (state, words) => {
    expect(whyNotCancellable(aBooking(state))).toBe(words)
  })
})

/** Cancels a booking of one night with these invoices. @returns the result, and what was written in order */
function cancelled(booking: Booking, invoices: readonly Invoice[], how: Cancellation) {
  const written: unknown[] = []
  const put = (row: unknown): number => written.push(row)
  const rows = {
    bookings: { put },
    roomNights: {
      by: () => [{ id: 7, roomId: 1, propertyId: 1, bookingId: booking.id, day: TODAY }],
      remove: (id: number) => void written.push({ removed: id }),
    },
    invoices: { by: () => invoices, put },
  }
  return { ...recordCancellation(rows, booking, invoices, how), written }
}

describe('a cancelled booking', () => {
  const how = { now: NOW, reason: 'Ill' }

  test('has time and reason, its rooms are freed, and its invoices are cancelled', () => {
    const bills = [anInvoice({ status: 'paid', paidAt: NOW }), anInvoice({ id: 2, status: 'cancelled' })]
    const off = cancelled(aBooking(), bills, how)
    expect(off.booking).toEqual(aBooking({ cancelled: true, cancelledAt: NOW, cancelledReason: 'Ill', changedAt: NOW }))
    expect(off.written).toEqual([off.booking, { removed: 7 }, anInvoice({ status: 'cancelled', paidAt: NOW })])
    expect(off.events.map(({ task }) => task)).toEqual(['invoice_updated', 'invoice_cancelled', 'booking_cancelled'])
  })

  test('keeps its approval unless another is given', () => {
    const waiting = aBooking({ approval: 'waiting' })
    expect(cancelled(waiting, [], how).booking.approval).toBe('waiting')
    expect(cancelled(waiting, [], { ...how, approval: 'rejected' }).booking.approval).toBe('rejected')
  })
})
