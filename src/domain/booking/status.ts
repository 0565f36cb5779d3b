/**
 * The status of a stay on a given day, for lists and calendars.
 * @source spec "Booking (list entry)"; facts "Status rules"
 */
import type { Day } from '../../base/day.ts'
import type { Booking } from './bookings.ts'

export const BOOKING_STATUSES = [
  'arrival_pending',
  'arrives_today',
  'departs_today',
  'not_arrived',
  'resident',
  'departure_overdue',
  'checked_out',
  'cancelled',
] as const
/** The eight states of a stay. */
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** What the status depends on. */
export type Stay = Pick<Booking, 'arrival' | 'departure' | 'bookedIn' | 'bookedOut' | 'cancelled'>

/**
 * Decides the status of a stay. A cancellation takes precedence over a check-out, and a check-out over the dates; after
 * check-in the day of departure decides, before it the day of arrival.
 */
export function bookingStatus(stay: Stay, today: Day): BookingStatus {
  if (stay.cancelled) return 'cancelled'
  if (stay.bookedOut) return 'checked_out'
  if (stay.bookedIn) {
    if (stay.departure === today) return 'departs_today'
    return stay.departure > today ? 'resident' : 'departure_overdue'
  }
  if (stay.arrival === today) return 'arrives_today'
  return stay.arrival > today ? 'arrival_pending' : 'not_arrived'
}
