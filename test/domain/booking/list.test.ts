import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysUntil } from '../../../src/base/day.ts'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { allBookings, bookingsBetween, isShown, shownNotes } from '../../../src/domain/booking/list.ts'
import type { Guest } from '../../../src/domain/guest/guests.ts'
import { aBooking, aGuest } from '../../support/small-world.ts'

const guests = new Map<number, Guest>([
  [1, aGuest()],
  [2, aGuest({ id: 2, propertyId: 3 })],
])
const guestOf = (id: number) => guests.get(id)
const ids = (listed: readonly { readonly booking: Booking }[]): number[] => listed.map(({ booking }) => booking.id)

describe('the list of all bookings', () => {
  test('shows the newest arrival first, in stable order', () => {
    const days: readonly Day[] = ['2026-05-10', '2026-06-01', '2026-05-10', '2026-04-01', '2026-06-01']
    const bookings = days.map((arrival, index) => aBooking({ id: index + 1, arrival }))
    expect(ids(allBookings(bookings, guestOf, 'listed'))).toEqual([2, 5, 1, 3, 4])
    expect(bookings.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  })

  test.each([
    ['a black booking', aBooking({ guestId: 0, kind: 'black' })],
    ['a booking without a number', aBooking({ tag: '' })],
  ])('does not contain %s', (_, booking) => {
    expect(allBookings([booking], guestOf, 'listed')).toEqual([])
  })

  test.each([
    ['whose guest was deleted', aBooking({ guestId: 99 })],
    ['of another property’s guest', aBooking({ guestId: 2 })],
  ])('shows a booking %s without a guest, or leaves it out', (_, booking) => {
    expect(allBookings([booking], guestOf, 'listed')).toEqual([{ booking, guest: undefined }])
    expect(allBookings([booking], guestOf, 'left_out')).toEqual([])
  })

  test.each([
    ['cancelled', aBooking({ cancelled: true })],
    ['not approved', aBooking({ approval: 'waiting' })],
    ['rejected', aBooking({ approval: 'rejected' })],
  ])('shows a booking that is %s, with its guest', (_, booking) => {
    expect(allBookings([booking], guestOf, 'left_out')).toEqual([{ booking, guest: aGuest() }])
  })
})

describe('the list between 10 and 20 May', () => {
  const window = { from: '2026-05-10', to: '2026-05-20' } as const

  test.each<[string, Day, Day, boolean, boolean]>([
    ['ends the day before', '2026-05-05', '2026-05-09', false, false],
    ['leaves on the first day', '2026-05-05', '2026-05-10', true, true],
    ['leaves inside', '2026-05-05', '2026-05-12', true, true],
    ['lies inside', '2026-05-12', '2026-05-14', true, true],
    ['is the window', '2026-05-10', '2026-05-20', true, true],
    ['arrives on the last day', '2026-05-20', '2026-05-25', true, true],
    ['begins the day after', '2026-05-21', '2026-05-25', false, false],
    ['spans the window', '2026-05-09', '2026-05-21', true, false],
  ])('a stay that %s', (_, arrival, departure, overlap, edges) => {
    expect(isShown({ arrival, departure }, { window, shows: 'overlap' })).toBe(overlap)
    expect(isShown({ arrival, departure }, { window, shows: 'edges' })).toBe(edges)
  })

  test('shows the oldest arrival first, in stable order', () => {
    const days: readonly Day[] = ['2026-05-15', '2026-05-10', '2026-05-15', '2026-05-12']
    const bookings = days.map((arrival, index) => aBooking({ id: index + 1, arrival, departure: '2026-05-20' }))
    expect(ids(bookingsBetween(bookings, guestOf, { window, shows: 'overlap', deleted: 'left_out' }))).toEqual([2, 4, 1, 3])
  })

  test('shows exactly the stays with a day in the period, departure included', () => {
    const from: Day = '2026-05-01'
    fc.assert(
      fc.property(fc.nat(30), fc.nat(9), fc.nat(30), fc.nat(9), (arrival, nights, start, length) => {
        const given = { arrival: addDays(from, arrival), departure: addDays(from, arrival + nights) }
        const period = { from: addDays(from, start), to: addDays(from, start + length) }
        const changed = daysUntil(given.arrival, addDays(given.departure, 1)).some(
          (day) => day >= period.from && day <= period.to,
        )
        expect(isShown(given, { window: period, shows: 'overlap' })).toBe(changed)
        if (isShown(given, { window: period, shows: 'edges' })) expect(changed).toBe(true)
      }),
    )
  })
})

test('blank notes and those of another property are not shown', () => {
  const note = { bookingId: 1, propertyId: 1, at: 0 }
  const notes = [
    { ...note, id: 1, text: 'Late arrival' },
    { ...note, id: 2, text: ' \n' },
    { ...note, id: 3, text: 'elsewhere', propertyId: 3 },
    { ...note, id: 4, text: '<b>VIP</b>' },
  ]
  expect(shownNotes(notes, aBooking()).map(({ id }) => id)).toEqual([1, 4])
})
