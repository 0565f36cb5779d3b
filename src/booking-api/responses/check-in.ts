/**
 * Check-in and check-out as the service writes them.
 *
 * @module
 * @source spec "Check-in status"; facts "bookguestinout"
 */
import type { DayOf } from '../../base/instant.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { Translated } from '../contract/language.ts'
import { flag } from './text.ts'

/** Whether a guest has arrived and left, and on which days of the property. */
export function checkInStatus({ bookedIn, bookedInOn, bookedOut, bookedOutAt }: Booking, dayOf: DayOf) {
  return {
    booked_in: flag(bookedIn),
    booked_in_date: bookedIn ? (bookedInOn ?? '') : '',
    booked_out: flag(bookedOut),
    booked_out_date: bookedOut && bookedOutAt !== null ? dayOf(bookedOutAt) : '',
  }
}

/** The words of a desk action: in the answer, and as a note on the booking. There are none of its own in German. */
export interface DeskWords {
  readonly answer: Translated
  readonly note: Translated
}

const words = (english: string, french: string): Translated => ({ 'en-GB': english, 'fr-FR': french, 'de-DE': english })

/** Notes on what was undone are always in English. */
export const DESK_WORDS = {
  checkIn: {
    answer: words('Guest checked in', 'Arrivé client'),
    note: words('Booked guest in', 'Arrivée du client enregistrée'),
  },
  undoCheckIn: {
    answer: words('Undone guest checkin', "Annuler l'arrivé client"),
    note: words('Undone guest checkin', 'Undone guest checkin'),
  },
  checkOut: {
    answer: words('Guest checked out', 'Départ client'),
    note: words('Guest booked out.', 'Départ du client enregistré.'),
  },
  undoCheckOut: {
    answer: words('Undone guest checkout', 'Annuler le départ client'),
    note: words('Undone guest checkout', 'Undone guest checkout'),
  },
} as const satisfies Record<string, DeskWords>
