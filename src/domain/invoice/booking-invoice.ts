/**
 * The invoice of a booking made in a session. Its lines with tax add up to the total of the booking.
 * @source facts "POST /booking/create"; choices `invoice_accommodation`, `contract_total`
 */
import type { Instant } from '../../base/instant.ts'
import { type LongDateStyle, longDate } from '../../base/long-date.ts'
import type { Minor } from '../../base/money.ts'
import type { Booking } from '../booking/bookings.ts'
import type { Quote } from '../pricing/quote.ts'
import type { TaxRate } from '../property/tax-rates.ts'
import type { Invoice } from './invoices.ts'
import { type LineItem, type NewLine, newLine } from './line-items.ts'

export function newInvoice(booking: Booking, userId: number, now: Instant): Invoice {
  return {
    id: booking.invoiceId,
    propertyId: booking.propertyId,
    bookingId: booking.id,
    userId,
    status: 'pending',
    raisedAt: now,
    dueAt: now,
    paidAt: null,
    currency: booking.currency,
    subscription: false,
    commission: false,
    chargesTax: true,
  }
}

/** The choices that decide what the lines of an invoice come to. */
export interface InvoiceChoices {
  readonly invoice_accommodation: 'nett' | 'taxed'
  readonly contract_total: 'all' | 'adults'
}

export interface InvoiceLinesInput {
  readonly quote: Quote
  readonly total: Minor
  readonly tax: TaxRate | undefined
  /** The days of the stay, in words. */
  readonly stay: string
  readonly choices: InvoiceChoices
}

/** The days of a stay, in words. */
export const stayText = ({ arrival, departure }: Pick<Booking, 'arrival' | 'departure'>, style: LongDateStyle): string =>
  `(${longDate(arrival, style)} - ${longDate(departure, style)})`

/** The accommodation line, then the other charges. */
export function invoiceLines(billed: InvoiceLinesInput): readonly NewLine[] {
  const others = otherLines(billed)
  return [accommodation(billed, others), ...others]
}

/** The accommodation line. With tax calculated once, it is the total less the other lines, to the cent. */
function accommodation({ quote, total, tax, stay, choices }: InvoiceLinesInput, others: readonly NewLine[]): NewLine {
  if (choices.invoice_accommodation === 'taxed') {
    return { ...newLine('accommodation', quote.roomTotal + quote.tax, tax), description: stay }
  }
  const rest = others.reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)
  const nett = newLine('accommodation', quote.roomTotal, tax)
  const discount = 0 - quote.discount
  return { ...nett, price: quote.roomTotal - discount, discount, totalInclusive: total - rest, description: stay }
}

function otherLines({ quote, tax, choices }: InvoiceLinesInput): readonly NewLine[] {
  const charged = (kind: LineItem['kind'], amount: Minor, rate?: TaxRate): readonly NewLine[] =>
    amount > 0 ? [newLine(kind, amount, rate)] : []
  const children = quote.lines.filter(({ rule, amount }) => rule === 'children' && amount > 0)
  const named = children.map(({ text, amount }) => ({ ...newLine('children', amount), description: text }))
  return [
    ...charged('supplement', quote.singlePersonSupplement, tax),
    ...charged('city_tax', quote.cityTax),
    ...charged('cleaning_fee', quote.cleaningFee),
    ...(choices.contract_total === 'all' ? named : []),
  ]
}
