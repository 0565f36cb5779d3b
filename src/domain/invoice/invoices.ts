/**
 * Invoices and their lines. Payments are lines with a negative amount.
 *
 * @module
 * @source spec "Invoice"; facts "Invoice and line items"
 */
import type { Instant } from '../../base/instant.ts'
import type { Minor } from '../../base/money.ts'

export const INVOICE_STATUSES = ['unpaid', 'paid', 'cancelled', 'pending'] as const
/** On the wire 0 to 3, in this order. */
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export interface Invoice {
  readonly id: number
  readonly propertyId: number
  /** 0 for commission and subscription invoices. */
  readonly bookingId: number
  /** The site user it is addressed to; 0 when none. */
  readonly userId: number
  readonly status: InvoiceStatus
  readonly raisedAt: Instant
  readonly dueAt: Instant
  /** Null while not paid. */
  readonly paidAt: Instant | null
  readonly currency: string
  readonly subscription: boolean
  readonly commission: boolean
  readonly chargesTax: boolean
}

export interface LineItem {
  readonly id: number
  readonly invoiceId: number
  /** A known kind is translated when shown; `text` lines show `name`. */
  readonly kind: LineKind
  readonly name: string
  readonly description: string
  /** Net unit price. */
  readonly price: Minor
  /** Hundredths: 1 is 100. */
  readonly quantity: number
  /** Zero or negative. */
  readonly discount: Minor
  readonly total: Minor
  readonly totalInclusive: Minor
  readonly taxCode: string
  readonly taxDescription: string
  /** Hundredths of a percent. */
  readonly taxRate: number
  readonly payment: boolean
}

/** An invoice with its lines. */
export interface InvoiceWithLines {
  readonly invoice: Invoice
  readonly lines: readonly LineItem[]
}

export const LINE_KINDS = [
  'accommodation',
  'deposit',
  'balance_payment',
  'supplement',
  'city_tax',
  'cleaning_fee',
  'text',
] as const
export type LineKind = (typeof LINE_KINDS)[number]
