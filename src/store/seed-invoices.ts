/**
 * Seeds invoices and their lines.
 *
 * @module
 */
import type { Day } from '../base/day.ts'
import { dayOfInstant } from '../base/instant.ts'
import { longDate } from '../base/long-date.ts'
import { fromNumber, type Minor, multiplyDivide } from '../base/money.ts'
import type { Booking, BookingExtra } from '../domain/booking.ts'
import type { Invoice, InvoiceStatus, LineItem } from '../domain/invoice.ts'
import type { Property } from '../domain/property.ts'
import type { TaxRate } from '../domain/site-structure.ts'
import type { Path } from './fixture-error.ts'
import type { BookingInvoice, InvoiceRow, LineRow } from './fixture-schema-booking.ts'
import type { Sourced } from './fixture-set.ts'
import { accommodationTax, grossOf } from './seed-rates.ts'
import type { Seeding } from './seeding.ts'

const DAY_MS = 86_400_000

/** A line before it has an id and an invoice. */
type Line = Omit<LineItem, 'id' | 'invoiceId'>

/** What stands behind an invoice of a booking. */
export interface Billed {
  readonly booking: Booking
  readonly property: Property
  readonly extras: readonly BookingExtra[]
  /** The site user of the guest. */
  readonly userId: number
}

/** Seeds the invoice of a booking under an id given out before; without `lines` it gets those that the booking makes. */
export function seedBookingInvoice(seeding: Seeding, at: Sourced<unknown>, invoice: BookingInvoice, billed: Billed): void {
  const { booking } = billed
  const lines = invoice.lines
    ? invoice.lines.map((line, index) => givenLine(seeding, line, at, ['invoice', 'lines', index], billed))
    : bookedLines(seeding, billed)
  const raisedAt = booking.createdAt ?? seeding.options.now
  const status = invoice.status ?? (booking.cancelled ? 'cancelled' : 'pending')
  const head = {
    id: booking.invoiceId,
    propertyId: booking.propertyId,
    bookingId: booking.id,
    subscription: false,
    commission: false,
  }
  const defaults = { raisedAt, status, currency: booking.currency, userId: billed.userId }
  const seeded = { ...head, ...heading(seeding, at, ['invoice'], invoice, defaults) }
  seeding.add('invoices', seeded, at, ['invoice', 'id'])
  const settles = status === 'paid' && !invoice.lines
  seedLines(seeding, at, seeded, settles ? [...lines, ...balance(seeding, seeded, lines)] : lines)
}

/** Seeds an invoice that no booking makes: commission, subscription and the like. */
export function seedInvoice(seeding: Seeding, at: Sourced<InvoiceRow>): void {
  const { row } = at
  const property = seeding.need('properties', row.property, at, ['property'])
  if (!property) return
  const { user = 0, booking = 0, subscription = false, commission = false } = row
  if (booking > 0) seeding.need('bookings', booking, at, ['booking'])
  const defaults = { raisedAt: seeding.options.now, status: 'unpaid' as const, currency: property.currency, userId: user }
  const head = { id: row.id, propertyId: property.id, bookingId: booking, subscription, commission }
  const invoice = { ...head, ...heading(seeding, at, [], row, defaults) }
  seeding.add('invoices', invoice, at)
  const lines = row.lines.map((line, index) => givenLine(seeding, line, at, ['lines', index], { property }))
  seedLines(seeding, at, invoice, lines)
}

interface Defaults {
  readonly raisedAt: number
  readonly status: InvoiceStatus
  readonly currency: string
  readonly userId: number
}

function heading(seeding: Seeding, at: Sourced<unknown>, field: Path, row: Omit<BookingInvoice, 'lines'>, defaults: Defaults) {
  const read = (text: string | undefined, key: string): number | undefined =>
    text === undefined ? undefined : seeding.instant(text, at, [...field, key])
  const raisedAt = read(row.raised, 'raised') ?? defaults.raisedAt
  const { status = defaults.status, user = defaults.userId } = row
  const paidAt = status === 'paid' ? Math.max(raisedAt, Math.min(raisedAt + DAY_MS, seeding.options.now)) : null
  if (user > 0) seeding.need('users', user, at, [...field, 'user'])
  return {
    userId: user,
    status,
    raisedAt,
    dueAt: read(row.due, 'due') ?? raisedAt,
    paidAt: row.paid === undefined ? paidAt : row.paid === null ? null : (read(row.paid, 'paid') ?? null),
    currency: row.currency ?? defaults.currency,
    chargesTax: row.charges_tax ?? true,
  }
}

function seedLines(seeding: Seeding, at: Sourced<unknown>, invoice: Invoice, lines: readonly (Line & { id?: number })[]): void {
  for (const line of lines) {
    const { id = seeding.nextId('lineItems'), ...rest } = line
    seeding.add('lineItems', { id, invoiceId: invoice.id, ...rest }, at)
  }
}

/** The lines a booking makes by itself. */
function bookedLines(seeding: Seeding, { booking, property, extras }: Billed): Line[] {
  const tax = accommodationTax(seeding, property)
  const room = line('accommodation', booking.roomTotal, taxed(tax))
  const gross = booking.roomTotal + booking.tax
  const lines: Line[] = [{ ...room, description: stayText(seeding, booking), totalInclusive: gross }]
  if (booking.depositPaid && booking.depositRequired > 0) lines.push(payment('deposit', booking.depositRequired, ''))
  if (booking.singlePersonSupplement > 0) lines.push(line('supplement', booking.singlePersonSupplement, taxed(undefined)))
  for (const extra of extras) {
    const rate = seeding.rows.taxRates.find((known) => known.rate === extra.taxRate)
    const total = extra.price * extra.quantity
    const priced = { name: extra.name, price: extra.price, quantity: extra.quantity * 100, total }
    const { taxRate } = extra
    lines.push({ ...line('text', total, { ...taxed(rate), taxRate }), ...priced, totalInclusive: grossOf(total, taxRate) })
  }
  return lines
}

/** The payment that closes what is open on a paid invoice. */
function balance(seeding: Seeding, invoice: Invoice, lines: readonly Line[]): Line[] {
  const open = lines.reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)
  if (open <= 0 || invoice.paidAt === null) return []
  const { longDate: inWords = weekdayDate } = seeding.options
  return [payment('balance_payment', open, `(${inWords(dayOfInstant(invoice.paidAt))})`)]
}

function givenLine(
  seeding: Seeding,
  row: LineRow,
  at: Sourced<unknown>,
  field: Path,
  { property, booking }: { readonly property: Property; readonly booking?: Booking },
): Line & { id?: number } {
  const kind = row.kind ?? 'text'
  const pays = row.payment ?? (kind === 'deposit' || kind === 'balance_payment')
  const price = seeding.money(row.price, at, [...field, 'price'])
  const quantity = fromNumber(row.quantity ?? 1)
  const discount = seeding.money(row.discount ?? 0, at, [...field, 'discount'])
  const total = row.total === undefined ? multiplyDivide(price, quantity, 100) + discount : fromNumber(row.total)
  const tax = lineTax(seeding, row, at, [...field, 'tax'], kind === 'accommodation' ? property : undefined)
  const totalInclusive = row.total_inclusive === undefined ? grossOf(total, tax.taxRate) : fromNumber(row.total_inclusive)
  const description = row.description ?? (kind === 'accommodation' && booking ? stayText(seeding, booking) : '')
  const given = {
    ...line(kind, price, tax),
    name: row.name ?? '',
    description,
    quantity,
    discount,
    total,
    totalInclusive,
    payment: pays,
  }
  return row.id === undefined ? given : { ...given, id: row.id }
}

type LineTax = Pick<LineItem, 'taxCode' | 'taxDescription' | 'taxRate'>

const taxed = (rate: TaxRate | undefined): LineTax => ({
  taxCode: rate?.code ?? '',
  taxDescription: rate?.description ?? '',
  taxRate: rate?.rate ?? 0,
})

/** Accommodation is taxed as the property says, everything else only when the fixture says so. */
function lineTax(seeding: Seeding, { tax }: LineRow, at: Sourced<unknown>, field: Path, property: Property | undefined): LineTax {
  if (tax === undefined) return taxed(property && accommodationTax(seeding, property))
  if (tax === 'none') return taxed(undefined)
  if (typeof tax === 'number') return taxed(seeding.need('taxRates', tax, at, field))
  return { taxCode: tax.code, taxDescription: tax.description, taxRate: fromNumber(tax.rate) }
}

function line(kind: LineItem['kind'], price: Minor, tax: LineTax): Line {
  const money = { price, quantity: 100, discount: 0, total: price, totalInclusive: grossOf(price, tax.taxRate) }
  return { kind, name: '', description: '', ...money, ...tax, payment: false }
}

const payment = (kind: 'deposit' | 'balance_payment', amount: Minor, description: string): Line => ({
  ...line(kind, -amount, taxed(undefined)),
  description,
  payment: true,
})

function stayText(seeding: Seeding, { arrival, departure }: Booking): string {
  const { longDate: inWords = weekdayDate } = seeding.options
  return `(${inWords(arrival)} - ${inWords(departure)})`
}

/** `Friday, 02 May 2031` */
const weekdayDate = (day: Day): string => longDate(day, 'weekday')
