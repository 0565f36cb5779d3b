import { getInvoice, listInvoices, listInvoicesBetween } from '../../booking-contract/invoices.ts'
import { dayWindow } from '../../domain/day-window.ts'
import type { Invoice, InvoiceWithLines } from '../../domain/invoice/invoices.ts'
import { listedInvoices, raisedBetween } from '../../domain/invoice/list.ts'
import { requireOwn } from '../../domain/record-ownership.ts'
import type { Ctx, On } from '../handler-context.ts'
import { type FullInvoice, invoiceDetails, invoiceEntry } from '../responses/invoices.ts'

export function invoiceRoutes(on: On): void {
  on(listInvoices, (_, ctx) => invoiceEntries(invoicesOf(ctx), ctx))

  on(listInvoicesBetween, ({ start_date, end_date }, ctx) => {
    const window = dayWindow(start_date, end_date, ctx.choices.date_ranges)
    if (!window) return []
    return invoiceEntries(
      raisedBetween(invoicesOf(ctx), window, (at) => ctx.dayOf(at, ctx.property)),
      ctx,
    )
  })

  on(getInvoice, ({ invoice_id }, ctx) => {
    const invoice = requireOwn(ctx.db.invoices.get(invoice_id.id), ctx.property.id, 'invoice_unknown')
    return [invoiceDetails({ invoice, lines: linesOf(invoice, ctx) }, ctx)]
  })
}

const invoicesOf = (ctx: Ctx): readonly Invoice[] => ctx.db.invoices.by('property', ctx.property.id)

const linesOf = ({ id }: Invoice, ctx: Ctx) => ctx.db.lineItems.by('invoice', id)

function invoiceEntries(invoices: readonly Invoice[], ctx: Ctx) {
  const bills = listedInvoices(invoices, (invoice) => linesOf(invoice, ctx))
  return bills.map((bill) => invoiceEntry(fullInvoice(bill, ctx), ctx))
}

function fullInvoice(bill: InvoiceWithLines, { db }: Ctx): FullInvoice {
  const booking = db.bookings.get(bill.invoice.bookingId)
  return { booking, guest: booking && db.guests.get(booking.guestId), ...bill }
}
