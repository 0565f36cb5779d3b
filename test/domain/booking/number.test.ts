import { expect, test } from 'vitest'
import { bookingNumber } from '../../../src/domain/booking/number.ts'

test('a booking gets the first unused random number', () => {
  const drawn = [10_000_001, 10_000_002, 10_000_003]
  const draws = { integer: () => drawn.shift() ?? 0 }
  const bookings = { by: (_: 'tag', tag: string) => (tag < '10000003' ? ['a booking'] : []) }
  expect(bookingNumber(draws, { bookings })).toBe('10000003')
})
