/**
 * What goes when a guest goes.
 *
 * @module
 * @source facts "guests", DELETE
 */
import type { Instant } from '../base/instant.ts'
import type { Booking } from './booking.ts'
import type { EventData, EventName } from './event.ts'
import type { Invoice } from './invoice.ts'
import { cancel } from './invoice-transitions.ts'
import { Refusal } from './refusal.ts'

/** Why a booking is off whose guest was deleted. */
const GUEST_DELETED = 'Guest deleted'

/**
 * The bookings that are cancelled with their guest: all that are not cancelled yet, also those of guests in the house or gone.
 *
 * @param bookings every booking of the guest, with any property
 * @throws Refusal `guest_booked_elsewhere` when one that is not cancelled is with another property
 */
export function bookingsThatFall(bookings: readonly Booking[], propertyId: number): readonly Booking[] {
  const open = bookings.filter(({ cancelled }) => !cancelled)
  if (open.some((booking) => booking.propertyId !== propertyId)) throw new Refusal('guest_booked_elsewhere')
  return open
}

/** How bookings fall. */
export interface FallRules {
  readonly now: Instant
  /** What becomes of their invoices; choice `guest_deleted_invoices`. */
  readonly invoices: 'cancelled' | 'kept'
}

/** A booking after its guest was deleted, and what falls with it. It holds no room-nights any more. */
export interface Fall {
  readonly booking: Booking
  /** Those that change. */
  readonly invoices: readonly Invoice[]
  /** In the order in which they happen. */
  readonly events: readonly { readonly task: EventName; readonly data: EventData }[]
}

/** What becomes of a booking whose guest is deleted, and of its invoices. */
export function fallOf(booking: Booking, invoices: readonly Invoice[], rules: FallRules): Fall {
  const property = { property_uid: booking.propertyId }
  const open = rules.invoices === 'cancelled' ? invoices.filter(({ status }) => status !== 'cancelled') : []
  const bills = open.map(cancel)
  const billed = bills.flatMap(({ invoice, events }) =>
    events.map((task) => ({ task, data: { ...property, invoice_uid: invoice.id } })),
  )
  return {
    booking: {
      ...booking,
      cancelled: true,
      cancelledAt: rules.now,
      cancelledReason: GUEST_DELETED,
      changedAt: rules.now,
    },
    invoices: bills.map(({ invoice }) => invoice),
    events: [...billed, { task: 'booking_cancelled', data: { ...property, contract_uid: booking.id } }],
  }
}
