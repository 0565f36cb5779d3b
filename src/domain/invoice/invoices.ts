/**
 * Invoices.
 * @source spec "Invoice"; facts "Invoice and line items"
 */
import { collection, type Row } from '../collection/collection.ts'
import { currency, flag, id, instant, nullable, oneOf, opt, ref, rows } from '../collection/fields.ts'
import { type LineItem, lineItems } from './line-items.ts'

export const INVOICE_STATUSES = ['unpaid', 'paid', 'cancelled', 'pending'] as const
/** On the wire 0 to 3, in this order. */
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export const invoices = collection(
  'invoices',
  {
    id: id(),
    propertyId: ref('properties'),
    /** 0 for commission and subscription invoices. */
    bookingId: ref('bookings', { default: 0 }),
    /** The site user it is addressed to; 0 when none. */
    userId: opt(ref('users', { default: 0 })),
    status: opt(oneOf(INVOICE_STATUSES)),
    raisedAt: opt(instant({ as: 'raised' })),
    dueAt: opt(instant({ as: 'due' })),
    /** Null while not paid. */
    paidAt: opt(nullable(instant(), { as: 'paid' })),
    currency: opt(currency()),
    subscription: flag({ default: false }),
    commission: flag({ default: false }),
    chargesTax: flag({ default: true }),
  },
  {
    also: { lines: rows({ ...lineItems.fields, ...lineItems.also }, 'a list of lines', { of: 'lineItems' }) },
    indexes: { property: (row) => row.propertyId, booking: (row) => (row.bookingId === 0 ? undefined : row.bookingId) },
  },
)

export type Invoice = Row<typeof invoices>

export interface InvoiceWithLines {
  readonly invoice: Invoice
  readonly lines: readonly LineItem[]
}
