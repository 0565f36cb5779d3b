/**
 * Which invoices a property's lists contain and in which order.
 * @source facts "Invoices"
 */
import type { DayOf } from '../../base/instant.ts'
import type { DayWindow } from '../day-window.ts'
import type { Invoice, InvoiceWithLines } from './invoices.ts'
import type { LineItem } from './line-items.ts'

/** Invoices that have lines, the newest first, those of the same instant by id. */
export function listedInvoices(
  invoices: readonly Invoice[],
  linesOf: (invoice: Invoice) => readonly LineItem[],
): readonly InvoiceWithLines[] {
  return [...invoices]
    .sort((one, other) => other.raisedAt - one.raisedAt || one.id - other.id)
    .map((invoice) => ({ invoice, lines: linesOf(invoice) }))
    .filter(({ lines }) => lines.length > 0)
}

/** The invoices raised in a period, both ends included. */
export function raisedBetween(invoices: readonly Invoice[], { from, to }: DayWindow, dayOf: DayOf): readonly Invoice[] {
  return invoices.filter(({ raisedAt }) => {
    const raised = dayOf(raisedAt)
    return from <= raised && raised <= to
  })
}
