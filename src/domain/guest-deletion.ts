/**
 * What goes when a guest goes.
 *
 * @module
 * @source facts "guests", DELETE
 */
import type { Instant } from '../base/instant.ts'
import type { Booking } from './booking.ts'
import { type CalledOff, callOff } from './cancellation.ts'
import type { Invoice } from './invoice.ts'
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

/** What becomes of a booking whose guest is deleted, and of its invoices. */
export function fallOf(booking: Booking, invoices: readonly Invoice[], rules: FallRules): CalledOff {
  return callOff(booking, rules.invoices === 'cancelled' ? invoices : [], { now: rules.now, reason: GUEST_DELETED })
}
