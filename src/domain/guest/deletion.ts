/**
 * Effects of deleting a guest on bookings and invoices.
 * @source facts "guests", DELETE
 */
import type { Instant } from '../../base/instant.ts'
import type { Booking } from '../booking/bookings.ts'
import { recordCancellation, type StayRows } from '../booking/cancellation.ts'
import { Refusal } from '../refusal.ts'

/** The reason of a cancellation that deleting the guest caused. */
const GUEST_DELETED = 'Guest deleted'

/**
 * The bookings to cancel with their guest: all that are not cancelled, including current and past stays.
 *
 * @param bookings all bookings of the guest, at any property
 * @throws Refusal `guest_booked_elsewhere` when an active one belongs to another property
 */
export function bookingsToCancel(bookings: readonly Booking[], propertyId: number): readonly Booking[] {
  const open = bookings.filter(({ cancelled }) => !cancelled)
  if (open.some((booking) => booking.propertyId !== propertyId)) throw new Refusal('guest_booked_elsewhere')
  return open
}

/** How the bookings of a deleted guest are cancelled. */
export interface DeletionRules {
  readonly now: Instant
  /** How their invoices are handled; choice `guest_deleted_invoices`. */
  readonly invoices: 'cancelled' | 'kept'
}

/**
 * Cancels a booking whose guest is deleted: frees its rooms and cancels its invoices, unless these are kept.
 *
 * @returns the events, in order
 */
export function cancelWithGuest(rows: StayRows, booking: Booking, { now, invoices }: DeletionRules) {
  const open = invoices === 'cancelled' ? rows.invoices.by('booking', booking.id) : []
  return recordCancellation(rows, booking, open, { now, reason: GUEST_DELETED }).events
}
