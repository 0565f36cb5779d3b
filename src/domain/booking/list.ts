/**
 * Which bookings a property's lists contain and in which order.
 * @source spec "Bookings of a property"; facts "listbooking"
 */

import type { DayWindow } from '../day-window.ts'
import type { Guest } from '../guest/guests.ts'
import { compareTexts } from '../text-order.ts'
import type { Booking } from './bookings.ts'
import type { BookingNote } from './notes.ts'

export interface GuestBooking {
  readonly booking: Booking
  /** Undefined when the guest was deleted. */
  readonly guest: Guest | undefined
}

/** Whether bookings of deleted guests are listed; choice `deleted_guest_bookings`. */
export type DeletedGuests = 'listed' | 'left_out'

export type FindGuest = (id: number) => Guest | undefined

/**
 * A property's bookings with their guests, newest arrival first; those of the same day stay in their order.
 * Black bookings are not listed.
 */
export function allBookings(bookings: readonly Booking[], guestOf: FindGuest, deleted: DeletedGuests): GuestBooking[] {
  return withGuests(bookings, guestOf, deleted).sort((a, b) => compareTexts(b.booking.arrival, a.booking.arrival))
}

/**
 * Which stays a list between two days contains. `overlap`: those that overlap the window; `edges`: those that arrive or leave
 * in it.
 */
export interface WindowRule {
  readonly window: DayWindow
  readonly shows: 'overlap' | 'edges'
  readonly deleted: DeletedGuests
}

/** The bookings between two days with their guests, oldest arrival first; those of the same day stay in their order. */
export function bookingsBetween(bookings: readonly Booking[], guestOf: FindGuest, rule: WindowRule): GuestBooking[] {
  const shown = bookings.filter((booking) => isShown(booking, rule))
  return withGuests(shown, guestOf, rule.deleted).sort((a, b) => compareTexts(a.booking.arrival, b.booking.arrival))
}

function withGuests(bookings: readonly Booking[], guestOf: FindGuest, deleted: DeletedGuests): GuestBooking[] {
  const listed: GuestBooking[] = []
  for (const booking of bookings) {
    if (booking.kind === 'black' || booking.tag === '') continue
    const found = booking.guestId === 0 ? undefined : guestOf(booking.guestId)
    const guest = found?.propertyId === booking.propertyId ? found : undefined
    if (guest || deleted === 'listed') listed.push({ booking, guest })
  }
  return listed
}

/** True when a list between two days shows the stay. Arriving or leaving on either end counts. */
export function isShown(
  { arrival, departure }: Pick<Booking, 'arrival' | 'departure'>,
  { window, shows }: Pick<WindowRule, 'window' | 'shows'>,
): boolean {
  const { from, to } = window
  if (shows === 'overlap') return arrival <= to && departure >= from
  return (arrival >= from && arrival <= to) || (departure >= from && departure <= to)
}

/** The non-empty notes of a booking, in order of creation. */
export function shownNotes(notes: readonly BookingNote[], booking: Pick<Booking, 'propertyId'>): readonly BookingNote[] {
  return notes.filter(({ text, propertyId }) => propertyId === booking.propertyId && text.trim() !== '')
}
