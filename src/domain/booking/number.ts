/**
 * Booking numbers.
 *
 * @module
 */

/** Where whole numbers are drawn from. */
export interface Draws {
  integer(low: number, high: number): number
}

/** What tells whether a booking has a number. */
export interface NumberedBookings {
  readonly bookings: { by(index: 'tag', tag: string): readonly unknown[] }
}

/** A booking number of eight digits that no booking has. */
export function bookingNumber(draws: Draws, { bookings }: NumberedBookings): string {
  let tag = ''
  do tag = String(draws.integer(10_000_000, 99_999_999))
  while (bookings.by('tag', tag).length > 0)
  return tag
}
