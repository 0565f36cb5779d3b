/**
 * A booking with its invoice and a deposit, for the tests of invoices.
 *
 * @module
 */
import { aBooking, aLine, anInvoice } from '../../support/small-world.ts'

const deposit = aLine({
  id: 2,
  kind: 'deposit',
  price: -6000,
  total: -6000,
  totalInclusive: -6000,
  taxCode: '',
  taxDescription: '',
  taxRate: 0,
  payment: true,
})

export const rows = {
  bookings: [aBooking({ invoiceId: 1 })],
  invoices: [anInvoice()],
  lineItems: [aLine({ description: '(Sunday, 10 May 2026 - Wednesday, 13 May 2026)' }), deposit],
}
