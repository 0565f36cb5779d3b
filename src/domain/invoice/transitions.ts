/**
 * The status transitions of invoices. Bookings, payments and the front desk cause them; no operation sets a status. Every
 * transition is allowed: a cancelled invoice can be paid.
 * @source facts "Status lifecycle"
 */
import type { Instant } from '../../base/instant.ts'
import type { Minor } from '../../base/money.ts'
import type { EventName } from '../event/events.ts'
import type { Invoice } from './invoices.ts'
import { LINE_NAMES, type LineItem, newLine } from './line-items.ts'
import { invoiceTotals } from './totals.ts'

/** An invoice after a transition, with its new lines. */
export interface Transition {
  readonly invoice: Invoice
  readonly added: readonly LineItem[]
  readonly events: readonly EventName[]
}

export interface Payment {
  readonly now: Instant
  /** The id of the line that closes the balance, if one is needed. */
  readonly lineId: number
  /** The text of that line: the long date of today in brackets. */
  readonly description: string
}

const UPDATED: readonly EventName[] = ['invoice_updated']
const CANCELLED: readonly EventName[] = ['invoice_updated', 'invoice_cancelled']

/** Marks an invoice as paid, with a payment line for the open amount. */
export function pay(invoice: Invoice, lines: readonly LineItem[], payment: Payment): Transition {
  const { open } = invoiceTotals(invoice, lines)
  const added = open > 0 ? [balancePayment(invoice, open, payment)] : []
  return { invoice: { ...invoice, status: 'paid', paidAt: payment.now }, added, events: UPDATED }
}

/** Marks an invoice as pending; its payments are kept. */
export function makePending(invoice: Invoice): Transition {
  return { invoice: { ...invoice, status: 'pending', paidAt: null }, added: [], events: UPDATED }
}

/** Cancels an invoice; lines and time of payment are kept. */
export function cancel(invoice: Invoice): Transition {
  return { invoice: { ...invoice, status: 'cancelled' }, added: [], events: CANCELLED }
}

/** Adds the payment of a deposit; the status is kept. */
export function addDeposit(
  invoice: Invoice,
  { amount, lineId }: { readonly amount: Minor; readonly lineId: number },
): Transition {
  const line = paymentLine(invoice, { id: lineId, kind: 'deposit', name: LINE_NAMES.deposit, description: '' }, amount)
  return { invoice, added: [line], events: UPDATED }
}

function balancePayment(invoice: Invoice, open: number, { lineId, description }: Payment): LineItem {
  return paymentLine(invoice, { id: lineId, kind: 'balance_payment', name: LINE_NAMES.balance_payment, description }, open)
}

function paymentLine(invoice: Invoice, head: Pick<LineItem, 'id' | 'kind' | 'name' | 'description'>, amount: Minor): LineItem {
  return { ...newLine(head.kind, -amount), ...head, invoiceId: invoice.id, payment: true }
}
