/** A source of random integers. */
export interface RandomIntegers {
  integer(low: number, high: number): number
}

/** Looks up bookings by number. */
export interface NumberedBookings {
  readonly bookings: { by(index: 'tag', tag: string): readonly unknown[] }
}

/** Generates an unused booking number of eight digits. */
export function bookingNumber(draws: RandomIntegers, { bookings }: NumberedBookings): string {
  let tag = ''
  do tag = String(draws.integer(10_000_000, 99_999_999))
  while (bookings.by('tag', tag).length > 0)
  return tag
}
