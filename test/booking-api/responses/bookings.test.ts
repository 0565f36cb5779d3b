import { describe, expect, test } from 'vitest'
import { approvalNumber, bookingEntry, type ListManner, STATUS_COLOURS } from '../../../src/booking-api/responses/bookings.ts'
import { BOOKING_STATUSES } from '../../../src/domain/booking/status.ts'
import { aBooking, aGuest, TODAY } from '../../support/small-world.ts'

const manner: ListManner = {
  today: TODAY,
  language: 'en-GB',
  choices: { deposit_required_type: 'text', rejected_enquiry: 'zero' },
}
const booking = aBooking({ arrival: TODAY, departure: '2026-05-04' })
const guest = aGuest()

describe('an entry of the booking lists', () => {
  test.each([
    ['day', { booking, guest }, { ...manner, today: '2026-05-03' as const }, { imgColor: 'red' }],
    ['language', { booking, guest }, { ...manner, language: 'de-DE' as const }, { TxtStatus: 'Reist heute an' }],
    ['guest', { booking, guest: aGuest({ surname: 'Stone' }) }, manner, { surname: 'Stone' }],
    ['booking', { booking: { ...booking, bookedIn: true }, guest }, manner, { booked_in: 1, imgColor: 'green' }],
    [
      'choice',
      { booking, guest },
      { ...manner, choices: { ...manner.choices, deposit_required_type: 'number' as const } },
      { deposit_required: 60 },
    ],
  ])('changes with every change of the %s, although entries are cached', (_, parts, changed, expected) => {
    const first = bookingEntry({ booking, guest }, manner)
    expect(bookingEntry(parts, changed)).toMatchObject(expected)
    expect(bookingEntry({ booking, guest }, manner)).toEqual(first)
  })

  test('is cached for the same rows', () => {
    expect(bookingEntry({ booking, guest }, manner)).toBe(bookingEntry({ booking, guest }, manner))
  })
})

test('every status has a unique colour', () => {
  expect(new Set(BOOKING_STATUSES.map((status) => STATUS_COLOURS[status])).size).toBe(8)
})

test.each([
  ['approved', 'two', 1],
  ['waiting', 'two', 0],
  ['rejected', 'two', 2],
  ['rejected', 'zero', 0],
] as const)('%s under the answer %s is %i', (approval, rejected, expected) => {
  expect(approvalNumber(approval, rejected)).toBe(expected)
})
