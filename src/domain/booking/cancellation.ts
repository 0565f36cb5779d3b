/**
 * Bookings that are called off: by the guest, by the property, or because nobody came.
 *
 * @module
 * @source facts 7, "Booking flags"
 */
import type { Instant } from '../../base/instant.ts'
import type { EventData, EventName } from '../event/events.ts'
import type { Invoice } from '../invoice/invoices.ts'
import { cancel } from '../invoice/transitions.ts'
import type { Approval, Booking } from './bookings.ts'

/** How a booking is called off. */
export interface CallingOff {
  readonly now: Instant
  readonly reason: string
  /** What becomes of its approval; default: it stays. */
  readonly approval?: Approval
}

/** A booking that is off, and what falls with it. It holds no room-nights any more. */
export interface CalledOff {
  readonly booking: Booking
  /** Those that change. */
  readonly invoices: readonly Invoice[]
  /** In the order in which they happen. */
  readonly events: readonly { readonly task: EventName; readonly data: EventData }[]
}

/** Why a booking cannot be called off any more, in words that follow its name; undefined when it can. */
export function whyNotCalledOff({ kind, cancelled, bookedIn, bookedOut }: Booking): string | undefined {
  if (kind === 'black') return 'is a black booking, which has no guest'
  if (cancelled) return 'is cancelled already'
  if (bookedOut) return 'has ended: the guest has checked out'
  return bookedIn ? 'has begun: the guest has checked in' : undefined
}

/** Calls a booking off, and its invoices with it. */
export function callOff(booking: Booking, invoices: readonly Invoice[], { now, reason, approval }: CallingOff): CalledOff {
  const property = { property_uid: booking.propertyId }
  const bills = invoices.filter(({ status }) => status !== 'cancelled').map(cancel)
  const billed = bills.flatMap(({ invoice, events }) =>
    events.map((task) => ({ task, data: { ...property, invoice_uid: invoice.id } })),
  )
  const off = { cancelled: true, cancelledAt: now, cancelledReason: reason, changedAt: now }
  return {
    booking: { ...booking, ...off, approval: approval ?? booking.approval },
    invoices: bills.map(({ invoice }) => invoice),
    events: [...billed, { task: 'booking_cancelled', data: { ...property, contract_uid: booking.id } }],
  }
}
