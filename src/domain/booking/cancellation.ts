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

/** The reason a booking cannot be cancelled, as a predicate ("is cancelled already"); undefined when it can. */
export function whyNotCancellable({ kind, cancelled, bookedIn, bookedOut }: Booking): string | undefined {
  if (kind === 'black') return 'is a black booking, which has no guest'
  if (cancelled) return 'is cancelled already'
  if (bookedOut) return 'has ended: the guest has checked out'
  return bookedIn ? 'has begun: the guest has checked in' : undefined
}

/** The collections that a cancellation changes. */
export interface StayRows {
  readonly bookings: { put(booking: Booking): unknown }
  readonly roomNights: { by(index: 'booking', id: number): readonly RoomNight[]; remove(id: number): void }
  readonly invoices: { by(index: 'booking', id: number): readonly Invoice[]; put(invoice: Invoice): unknown }
}

/** Stores a cancellation with these invoices, and frees the rooms. @returns the booking, and the events in order of occurrence */
export function recordCancellation(
  rows: StayRows,
  before: Booking,
  invoices: readonly Invoice[],
  { now, reason, approval = before.approval }: Cancellation,
) {
  const { id, propertyId: property_uid } = before
  const events: { readonly task: EventName; readonly data: EventData }[] = []
  const booking = { ...before, cancelled: true, cancelledAt: now, cancelledReason: reason, changedAt: now, approval }
  rows.bookings.put(booking)
  for (const night of rows.roomNights.by('booking', id)) rows.roomNights.remove(night.id)
  for (const { invoice, events: tasks } of invoices.filter(({ status }) => status !== 'cancelled').map(cancel)) {
    rows.invoices.put(invoice)
    events.push(...tasks.map((task) => ({ task, data: { property_uid, invoice_uid: invoice.id } })))
  }
  events.push({ task: 'booking_cancelled', data: { property_uid, contract_uid: id } })
  return { booking, events }
}
