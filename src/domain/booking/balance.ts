/**
 * The grand total of a booking and the amount still to pay.
 * @source spec "Booking detail views"; facts "payment view"
 */
import { type Minor, multiplyDivide } from '../../base/money.ts'
import type { InvoiceWithLines } from '../invoice/invoices.ts'
import { invoiceTotals } from '../invoice/totals.ts'
import { HUNDRED_PERCENT } from '../percent.ts'
import type { Property } from '../property/properties.ts'
import type { Booking } from './bookings.ts'
import type { BookingExtra } from './extras.ts'

/** Calculated amounts of a booking. */
export interface Balance {
  /** The booking and the extra services added to it, with their tax. */
  readonly grandTotal: Minor
  readonly remainder: Minor
}

/** The extra services with their tax; exact up to the one rounding of the sum. */
export function extrasWithTax(extras: readonly Pick<BookingExtra, 'price' | 'quantity' | 'taxRate'>[]): Minor {
  const parts = extras.reduce((sum, { price, quantity, taxRate }) => sum + price * quantity * (HUNDRED_PERCENT + taxRate), 0)
  return multiplyDivide(parts, 1, HUNDRED_PERCENT)
}

export interface BalanceRecords {
  readonly booking: Pick<Booking, 'total' | 'depositPaid' | 'depositRequired'>
  readonly extras: readonly Pick<BookingExtra, 'price' | 'quantity' | 'taxRate'>[]
  /** The invoice of the booking, if it has one. */
  readonly bill: InvoiceWithLines | undefined
}

/**
 * The balance of a booking. With an invoice, its open amount is what remains; without one, the grand total less a deposit
 * that was paid. The two come from different records, so they may differ.
 */
export function balance({ booking, extras, bill }: BalanceRecords): Balance {
  const grandTotal = extrasWithTax(extras) + booking.total
  if (bill) return { grandTotal, remainder: invoiceTotals(bill.invoice, bill.lines).open }
  return { grandTotal, remainder: grandTotal - (booking.depositPaid ? booking.depositRequired : 0) }
}

/** The currency of a booking; that of the property for a black booking. */
export function balanceCurrency(booking: Pick<Booking, 'kind' | 'currency'>, property: Pick<Property, 'currency'>): string {
  return booking.kind === 'black' ? property.currency : booking.currency
}
