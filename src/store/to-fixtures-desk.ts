/**
 * Guests, bookings, invoices and coupons of a state as rows of fixtures.
 *
 * @module
 */
import { type Instant, isoInstant } from '../base/instant.ts'
import { toNumber } from '../base/money.ts'
import type { Booking } from '../domain/booking.ts'
import type { Invoice, LineItem } from '../domain/invoice.ts'
import type { FixtureRow } from './fixture-schema.ts'
import type { LineRow } from './fixture-schema-booking.ts'
import type { RowLists } from './state.ts'

export function guestTypeRows({ guestTypes }: RowLists): FixtureRow<'guest_types'>[] {
  return guestTypes.map(({ propertyId, isPercentage, isChild, variance, ...type }) => ({
    ...type,
    property: propertyId,
    is_percentage: isPercentage,
    variance: toNumber(variance),
    is_child: isChild,
  }))
}

export function guestRows({ guests }: RowLists): FixtureRow<'guests'>[] {
  return guests.map(({ propertyId, region, discount, userId, ...guest }) => ({
    ...guest,
    property: propertyId,
    ...(region !== '' && { region }),
    discount: toNumber(discount),
    user: userId,
  }))
}

export function couponRows(rows: RowLists): FixtureRow<'coupons'>[] {
  const guests = idsOf(rows.guests)
  return rows.coupons.map((coupon) => ({
    id: coupon.id,
    property: coupon.propertyId,
    code: coupon.code,
    valid_from: coupon.validFrom,
    valid_to: coupon.validTo,
    amount: toNumber(coupon.amount),
    is_percentage: coupon.isPercentage,
    room_only: coupon.roomOnly,
    booking_valid_from: coupon.bookingValidFrom,
    booking_valid_to: coupon.bookingValidTo,
    guest: guests.has(coupon.guestId) ? coupon.guestId : 0,
  }))
}

/** What bookings are written with: what belongs to them, and which of the rows they name are still there. */
interface Desk {
  readonly guests: ReadonlySet<number>
  readonly rates: ReadonlySet<number>
  readonly coupons: ReadonlySet<number>
  readonly invoices: ReadonlyMap<number, Invoice>
  readonly lines: ReadonlyMap<number, readonly LineItem[]>
  readonly notes: ReadonlyMap<number, RowLists['notes']>
  readonly extras: ReadonlyMap<number, RowLists['extras']>
}

/** Bookings, black ones among them, each with its notes, extras and invoice. Rows they name that are gone become none. */
export function bookingRows(rows: RowLists): FixtureRow<'bookings'>[] {
  const desk: Desk = {
    guests: idsOf(rows.guests),
    rates: idsOf(rows.rates),
    coupons: idsOf(rows.coupons),
    invoices: new Map(rows.invoices.map((invoice) => [invoice.id, invoice])),
    lines: grouped(rows.lineItems, ({ invoiceId }) => invoiceId),
    notes: grouped(rows.notes, ({ bookingId }) => bookingId),
    extras: grouped(rows.extras, ({ bookingId }) => bookingId),
  }
  return rows.bookings.map((booking) => bookingRow(booking, desk))
}

function bookingRow(booking: Booking, desk: Desk): FixtureRow<'bookings'> {
  const { id } = booking
  const invoice = desk.invoices.get(booking.invoiceId)
  return {
    id,
    property: booking.propertyId,
    ...guestOf(booking, desk),
    kind: booking.kind,
    tag: booking.tag,
    rooms: booking.rooms.map(({ roomId, rateId }) => ({ room: roomId, rate: desk.rates.has(rateId) ? rateId : 0 })),
    arrival: booking.arrival,
    departure: booking.departure,
    adults: booking.adults,
    children: booking.children,
    ...moneyOf(booking),
    ...courseOf(booking),
    coupon: desk.coupons.has(booking.couponId) ? booking.couponId : 0,
    booked_by: booking.bookedBy,
    special_requests: booking.specialRequests,
    notes: (desk.notes.get(id) ?? []).map((note) => ({ id: note.id, text: note.text, at: isoInstant(note.at) })),
    extras: (desk.extras.get(id) ?? []).map((extra) => ({
      id: extra.id,
      name: extra.name,
      price: toNumber(extra.price),
      quantity: extra.quantity,
      tax_rate: toNumber(extra.taxRate),
    })),
    invoice: invoice ? invoiceRow(invoice, desk.lines) : false,
  }
}

function guestOf({ guestId }: Booking, { guests }: Desk) {
  return guestId === 0 || guests.has(guestId) ? { guest: guestId } : { guest: 0, former_guest: guestId }
}

function moneyOf(booking: Booking) {
  return {
    total: toNumber(booking.total),
    room_total: toNumber(booking.roomTotal),
    tax: toNumber(booking.tax),
    extras_value: toNumber(booking.extras),
    single_person_supplement: toNumber(booking.singlePersonSupplement),
    currency: booking.currency,
    deposit_required: toNumber(booking.depositRequired),
    deposit_paid: booking.depositPaid,
    deposit_reference: booking.depositReference,
  }
}

function courseOf(booking: Booking) {
  return {
    booked_in: booking.bookedIn,
    booked_in_on: booking.bookedInOn,
    booked_out: booking.bookedOut,
    booked_out_at: instantOrNull(booking.bookedOutAt),
    cancelled: booking.cancelled,
    cancelled_at: instantOrNull(booking.cancelledAt),
    cancelled_reason: booking.cancelledReason,
    no_show: booking.noShow,
    approval: booking.approval,
    created: instantOrNull(booking.createdAt),
    changed: isoInstant(booking.changedAt),
  }
}

/** The invoices that are not that of a booking. */
export function otherInvoiceRows(rows: RowLists): FixtureRow<'invoices'>[] {
  const lines = grouped(rows.lineItems, ({ invoiceId }) => invoiceId)
  const ofBookings = new Set(rows.bookings.map(({ invoiceId }) => invoiceId))
  const bookings = idsOf(rows.bookings)
  return rows.invoices
    .filter(({ id }) => !ofBookings.has(id))
    .map((invoice) => ({
      property: invoice.propertyId,
      booking: bookings.has(invoice.bookingId) ? invoice.bookingId : 0,
      subscription: invoice.subscription,
      commission: invoice.commission,
      ...invoiceRow(invoice, lines),
    }))
}

function invoiceRow(invoice: Invoice, lines: ReadonlyMap<number, readonly LineItem[]>) {
  return {
    id: invoice.id,
    status: invoice.status,
    raised: isoInstant(invoice.raisedAt),
    due: isoInstant(invoice.dueAt),
    paid: instantOrNull(invoice.paidAt),
    user: invoice.userId,
    currency: invoice.currency,
    charges_tax: invoice.chargesTax,
    lines: (lines.get(invoice.id) ?? []).map(lineRow),
  }
}

function lineRow(line: LineItem): LineRow {
  const { taxCode: code, taxDescription: description, taxRate } = line
  const none = code === '' && description === '' && taxRate === 0
  return {
    id: line.id,
    kind: line.kind,
    name: line.name,
    description: line.description,
    price: toNumber(line.price),
    quantity: toNumber(line.quantity),
    discount: toNumber(line.discount),
    tax: none ? 'none' : { code, description, rate: toNumber(taxRate) },
    total: toNumber(line.total),
    total_inclusive: toNumber(line.totalInclusive),
    payment: line.payment,
  }
}

const instantOrNull = (at: Instant | null): string | null => (at === null ? null : isoInstant(at))

const idsOf = (rows: readonly { readonly id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id))

function grouped<R>(rows: readonly R[], keyOf: (row: R) => number): ReadonlyMap<number, readonly R[]> {
  const groups = new Map<number, R[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
