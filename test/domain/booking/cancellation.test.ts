import { describe, expect, test } from 'vitest'
import { cancelWithInvoices, whyNotCancellable } from '../../../src/domain/booking/cancellation.ts'
import { aBooking, anInvoice, NOW } from '../../support/small-world.ts'

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

describe('a cancelled booking', () => {
  const how = { now: NOW, reason: 'Ill' }

  test('has time and reason, and its invoices are cancelled', () => {
    const off = cancelWithInvoices(
      aBooking(),
      [anInvoice({ status: 'paid', paidAt: NOW }), anInvoice({ id: 2, status: 'cancelled' })],
      how,
    )
    expect(off.booking).toEqual(aBooking({ cancelled: true, cancelledAt: NOW, cancelledReason: 'Ill', changedAt: NOW }))
    expect(off.invoices).toEqual([anInvoice({ status: 'cancelled', paidAt: NOW })])
    expect(off.events.map(({ task }) => task)).toEqual(['invoice_updated', 'invoice_cancelled', 'booking_cancelled'])
  })

  test('keeps its approval unless another is given', () => {
    const waiting = aBooking({ approval: 'waiting' })
    expect(cancelWithInvoices(waiting, [], how).booking.approval).toBe('waiting')
    expect(cancelWithInvoices(waiting, [], { ...how, approval: 'rejected' }).booking.approval).toBe('rejected')
  })
})
