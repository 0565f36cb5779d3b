/**
 * Check-in and check-out in responses.
 * @source spec "Check-in status"; facts "bookguestinout"
 */
import type { DayOf } from '../../base/instant.ts'
import type { Translated } from '../../booking-contract/shared/language.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { zeroOrOne } from './shared/text.ts'

/** The check-in status: whether and on which days the guest has checked in and out. */
export function checkInStatus({ bookedIn, bookedInOn, bookedOut, bookedOutAt }: Booking, dayOf: DayOf) {
  return {
    booked_in: zeroOrOne(bookedIn),
    booked_in_date: bookedIn ? (bookedInOn ?? '') : '',
    booked_out: zeroOrOne(bookedOut),
    booked_out_date: bookedOut && bookedOutAt !== null ? dayOf(bookedOutAt) : '',
  }
}

/** The texts of a front desk action: in the response, and as a note on the booking. The service has none in German. */
export interface FrontDeskTexts {
  readonly answer: Translated
  readonly note: Translated
}

const translated = (english: string, french: string): Translated => ({ 'en-GB': english, 'fr-FR': french, 'de-DE': english })

/** Notes on undone actions are always in English. */
export const FRONT_DESK_TEXTS = {
  checkIn: {
    answer: translated('Guest checked in', 'Arrivé client'),
    note: translated('Booked guest in', 'Arrivée du client enregistrée'),
  },
  undoCheckIn: {
    answer: translated('Undone guest checkin', "Annuler l'arrivé client"),
    note: translated('Undone guest checkin', 'Undone guest checkin'),
  },
  checkOut: {
    answer: translated('Guest checked out', 'Départ client'),
    note: translated('Guest booked out.', 'Départ du client enregistré.'),
  },
  undoCheckOut: {
    answer: translated('Undone guest checkout', 'Annuler le départ client'),
    note: translated('Undone guest checkout', 'Undone guest checkout'),
  },
} as const satisfies Record<string, FrontDeskTexts>
