/**
 * The grand total of a booking and the amount still to pay.
 * @source spec "Booking detail views"; facts "payment view"
 */
import { type Minor, multiplyDivide } from '../../base/money.ts'
import type { LineItem } from '../invoice/line-items.ts'
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

/** The open amount of an invoice: the sum of its lines with tax. Payments are negative lines. */
export function openAmount(lines: readonly Pick<LineItem, 'totalInclusive'>[]): Minor {
  return lines.reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)
}

export interface BalanceRecords {
  readonly booking: Pick<Booking, 'total' | 'depositPaid' | 'depositRequired' | 'invoiceId'>
  readonly extras: readonly Pick<BookingExtra, 'price' | 'quantity' | 'taxRate'>[]
  /** The lines of the booking's invoice; not read when it has none. */
  readonly lines: readonly Pick<LineItem, 'totalInclusive'>[]
}

/**
 * The balance of a booking. With an invoice, its open amount is what remains; without one, the grand total less a deposit
 * that was paid. The two come from different records, so they may differ.
 */
export function balance({ booking, extras, lines }: BalanceRecords): Balance {
  const grandTotal = extrasWithTax(extras) + booking.total
  if (booking.invoiceId !== 0) return { grandTotal, remainder: openAmount(lines) }
  return { grandTotal, remainder: grandTotal - (booking.depositPaid ? booking.depositRequired : 0) }
}

/** The currency of a booking; that of the property for a black booking. */
export function balanceCurrency(booking: Pick<Booking, 'kind' | 'currency'>, property: Pick<Property, 'currency'>): string {
  return booking.kind === 'black' ? property.currency : booking.currency
}
