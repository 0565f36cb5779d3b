/** Generates an unused booking number of eight digits. */
export function bookingNumber(
  draws: { integer(low: number, high: number): number },
  { bookings }: { readonly bookings: { by(index: 'tag', tag: string): readonly unknown[] } },
): string {
  let tag = ''
  do tag = String(draws.integer(10_000_000, 99_999_999))
  while (bookings.by('tag', tag).length > 0)
  return tag
}
