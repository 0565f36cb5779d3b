/**
 * The totals of an invoice. Payments are lines with a negative amount.
 * @source facts "Invoices"
 */
import type { Minor } from '../../base/money.ts'
import type { Invoice } from './invoices.ts'
import type { NewLine } from './line-items.ts'

/** The fields of an invoice that its totals depend on. */
type TaxedInvoice = Pick<Invoice, 'chargesTax'>

export type InvoiceTotals = Readonly<ReturnType<typeof invoiceTotals>>

/** How the grand total of lists and charts is calculated; choice `invoice_totals`. */
export type GrandTotalRule = 'same' | 'as_recorded'

/** The grand total of an invoice in lists and charts. */
export const grandTotal = ({ withTax, billed }: InvoiceTotals, rule: GrandTotalRule): Minor =>
  rule === 'same' ? withTax : billed

/** The amount of a line, with tax if the invoice charges tax. */
export function inclusiveOf(line: NewLine, invoice: TaxedInvoice): Minor {
  return invoice.chargesTax ? line.totalInclusive : line.total
}

/** The tax shown on a line: none on payments and on lines below zero. */
export function taxOf(line: NewLine, invoice: TaxedInvoice): Minor {
  return line.payment || line.total < 0 ? 0 : inclusiveOf(line, invoice) - line.total
}

/** The sums of the lines that are not payments, with and without tax; `open` is that of all lines with tax, payments included. */
export function invoiceTotals(invoice: TaxedInvoice, lines: readonly NewLine[]) {
  let withTax = 0
  let withoutTax = 0
  let paid = 0
  /** Lines above zero, with tax: neither payments nor credits. */
  let billed = 0
  for (const line of lines) {
    const inclusive = inclusiveOf(line, invoice)
    billed += Math.max(0, inclusive)
    if (line.payment) paid += inclusive
    else {
      withTax += inclusive
      withoutTax += line.total
    }
  }
  return { open: withTax + paid, billed, withTax, withoutTax, tax: withTax - withoutTax }
}
