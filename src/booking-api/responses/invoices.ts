/**
 * Invoices in responses.
 * @source spec "Invoice"; facts "Invoices"
 */
import { plainAmount, toNumber } from '../../base/money.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import type { Invoice, InvoiceWithLines } from '../../domain/invoice/invoices.ts'
import type { LineItem } from '../../domain/invoice/line-items.ts'
import { grandTotal, inclusiveOf, invoiceTotals, taxOf } from '../../domain/invoice/totals.ts'
import type { Ctx } from '../handler-context.ts'
import { approvalNumber } from './bookings.ts'
import { lineName, lineNames, STATUS_COLOURS, STATUS_NUMBERS, STATUS_STATES, STATUS_TEXTS } from './invoice-texts.ts'
import { moneyText } from './shared/money-text.ts'
import { stamp, zeroOrOne } from './shared/text.ts'

export interface FullInvoice extends InvoiceWithLines {
  /** Undefined for invoices without a booking. */
  readonly booking: Booking | undefined
  readonly guest: Guest | undefined
}

export function invoiceEntry({ invoice, lines, booking, guest }: FullInvoice, { language, choices }: Ctx) {
  const none = choices.invoice_without_booking === 'nulls'
  const totals = invoiceTotals(invoice, lines)
  return {
    id: invoice.id,
    cms_user_id: invoice.userId,
    guest_id: 0,
    status: STATUS_NUMBERS[invoice.status],
    raised_date: stamp(invoice.raisedAt),
    due_date: stamp(invoice.dueAt),
    paid: stamp(invoice.paidAt),
    init_total: toNumber(totals.open),
    currencycode: invoice.currency,
    contract_id: invoice.bookingId,
    subscription: zeroOrOne(invoice.subscription),
    property_uid: invoice.propertyId,
    is_commission: zeroOrOne(invoice.commission),
    line_items: lineNames(lines, language).join('<br>'),
    grand_total: toNumber(grandTotal(totals, choices.invoice_totals)),
    guest_uid: booking ? booking.guestId : none ? null : 0,
    tag: booking ? booking.tag : none ? null : '',
    currency_code: booking ? booking.currency : none ? null : invoice.currency,
    approved: booking ? approvalNumber(booking.approval, choices.rejected_enquiry) : none ? null : 0,
    firstname: guest?.firstname ?? '',
    surname: guest?.surname ?? '',
    imgColor: STATUS_COLOURS[invoice.status],
    Txtstatus: STATUS_TEXTS[invoice.status][language],
  }
}

/** The details of an invoice: all values are texts, amounts with their currency. */
export function invoiceDetails({ invoice, lines }: InvoiceWithLines, ctx: Ctx) {
  const totals = invoiceTotals(invoice, lines)
  const money = (amount: number): string => moneyText(amount, invoice.currency, ctx.property, ctx.choices.money_symbol)
  return {
    ID: String(invoice.id),
    RAISED: stamp(invoice.raisedAt),
    DUE: stamp(invoice.dueAt),
    INITTOTAL: money(totals.open),
    CURRENCYCODE: invoice.currency,
    STATUS: String(STATUS_NUMBERS[invoice.status]),
    STATUS_TXT: STATUS_TEXTS[invoice.status][ctx.language],
    STATUS_STATES,
    GRAND_TOTAL_INC_TAX: money(totals.withTax),
    GRAND_TOTAL_EX_TAX: money(totals.withoutTax),
    GRAND_TOTAL_TAX: money(totals.tax),
    OUTSTANDING_TOTAL: money(totals.open),
    LINE_ITEMS: lines.map((line) => lineEntry(line, invoice, ctx)),
  }
}

function lineEntry(line: LineItem, invoice: Invoice, { property, language, choices }: Ctx) {
  const money = (amount: number): string => moneyText(amount, invoice.currency, property, choices.money_symbol)
  const number = choices.invoice_number_text === 'short' ? (value: number) => String(toNumber(value)) : plainAmount
  return {
    ID: String(line.id),
    LI_NAME: lineName(line, language),
    LI_DESCRIPTION: line.description,
    LI_INIT_PRICE: money(line.price),
    LI_INIT_QTY: number(line.quantity),
    LI_INIT_DISCOUNT: money(line.discount),
    LI_INIT_TOTAL: money(line.total),
    LI_INIT_TOTAL_INCLUSIVE: money(inclusiveOf(line, invoice)),
    LI_TAX_RATE: invoice.chargesTax ? number(line.taxRate) : '0',
    LI_TAX_CODE: line.taxCode,
    LI_TAX_DESCRIPTION: line.taxDescription,
    LI_TAX_AMOUNT: money(taxOf(line, invoice)),
    LI_INV_ID: String(invoice.id),
    CURRENCYCODE: invoice.currency,
  }
}
