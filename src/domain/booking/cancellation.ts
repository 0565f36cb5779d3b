/**
 * Cancellation of bookings: by the guest, by the property, or as a no-show.
 * @source facts 7, "Booking flags"
 */
import type { Instant } from '../../base/instant.ts'
import type { EventData, EventName } from '../event/events.ts'
import type { Invoice } from '../invoice/invoices.ts'
import { cancel } from '../invoice/transitions.ts'
import type { Approval, Booking } from './bookings.ts'
import type { RoomNight } from './room-nights.ts'

export interface Cancellation {
  readonly now: Instant
  readonly reason: string
  /** The new approval; unchanged by default. */
  readonly approval?: Approval
}

/** A cancelled booking and its side effects. It holds no room-nights any more. */
export interface CancelledBooking {
  readonly booking: Booking
  /** The changed invoices. */
  readonly invoices: readonly Invoice[]
  /** In order of occurrence. */
  readonly events: readonly { readonly task: EventName; readonly data: EventData }[]
}

/** The reason a booking cannot be cancelled, as a predicate ("is cancelled already"); undefined when it can. */
export function whyNotCancellable({ kind, cancelled, bookedIn, bookedOut }: Booking): string | undefined {
  if (kind === 'black') return 'is a black booking, which has no guest'
  if (cancelled) return 'is cancelled already'
  if (bookedOut) return 'has ended: the guest has checked out'
  return bookedIn ? 'has begun: the guest has checked in' : undefined
}

export function cancelWithInvoices(
  booking: Booking,
  invoices: readonly Invoice[],
  { now, reason, approval }: Cancellation,
): CancelledBooking {
  const property = { property_uid: booking.propertyId }
  const transitions = invoices.filter(({ status }) => status !== 'cancelled').map(cancel)
  const invoiceEvents = transitions.flatMap(({ invoice, events }) =>
    events.map((task) => ({ task, data: { ...property, invoice_uid: invoice.id } })),
  )
  const status = { cancelled: true, cancelledAt: now, cancelledReason: reason, changedAt: now }
  return {
    booking: { ...booking, ...status, approval: approval ?? booking.approval },
    invoices: transitions.map(({ invoice }) => invoice),
    events: [...invoiceEvents, { task: 'booking_cancelled', data: { ...property, contract_uid: booking.id } }],
  }
}

/** The collections that a cancellation changes. */
export interface StayRows {
  readonly bookings: { put(booking: Booking): unknown }
  readonly roomNights: { by(index: 'booking', id: number): readonly RoomNight[]; remove(id: number): void }
  readonly invoices: { by(index: 'booking', id: number): readonly Invoice[]; put(invoice: Invoice): unknown }
}

/** Stores a cancellation with these invoices, and frees the rooms. */
export function recordCancellation(
  rows: StayRows,
  booking: Booking,
  invoices: readonly Invoice[],
  how: Cancellation,
): CancelledBooking {
  const cancelled = cancelWithInvoices(booking, invoices, how)
  rows.bookings.put(cancelled.booking)
  for (const night of rows.roomNights.by('booking', booking.id)) rows.roomNights.remove(night.id)
  for (const invoice of cancelled.invoices) rows.invoices.put(invoice)
  return cancelled
}
