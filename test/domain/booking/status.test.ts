import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../../../src/base/day.ts'
import { BOOKING_STATUSES, type BookingStatus, bookingStatus, type Stay } from '../../../src/domain/booking/status.ts'

const TODAY: Day = '2026-05-02'

/** A stay from so many days before or after today to so many, with the flags named. */
function stay(arrival: number, departure: number, flags = ''): Stay {
  const has = (flag: string): boolean => flags.split(' ').includes(flag)
  return {
    arrival: addDays(TODAY, arrival),
    departure: addDays(TODAY, departure),
    bookedIn: has('in'),
    bookedOut: has('out'),
    cancelled: has('cancelled'),
  }
}

describe('the status of a stay', () => {
  test.each<[string, Stay, BookingStatus]>([
    ['begins in a week', stay(7, 9), 'arrival_pending'],
    ['begins tomorrow', stay(1, 3), 'arrival_pending'],
    ['begins today', stay(0, 2), 'arrives_today'],
    ['begins and ends today', stay(0, 0), 'arrives_today'],
    ['began yesterday without a guest', stay(-1, 2), 'not_arrived'],
    ['ends today without a guest', stay(-2, 0), 'not_arrived'],
    ['ended without a guest', stay(-9, -7), 'not_arrived'],
    ['begins today, the guest is in', stay(0, 2, 'in'), 'resident'],
    ['began yesterday, the guest is in', stay(-1, 2, 'in'), 'resident'],
    ['begins in a week, the guest is in already', stay(7, 9, 'in'), 'resident'],
    ['ends today, the guest is in', stay(-2, 0, 'in'), 'departs_today'],
    ['ended yesterday, the guest is still in', stay(-4, -1, 'in'), 'departure_overdue'],
    ['ended, the guest has left', stay(-4, -1, 'in out'), 'checked_out'],
    ['the guest left early', stay(-1, 3, 'in out'), 'checked_out'],
    ['begins today, the guest is in and out', stay(0, 2, 'in out'), 'checked_out'],
    ['the guest left without having been let in', stay(0, 2, 'out'), 'checked_out'],
    ['cancelled before it began', stay(7, 9, 'cancelled'), 'cancelled'],
    ['cancelled with the guest in', stay(-1, 2, 'in cancelled'), 'cancelled'],
    ['cancelled after the guest left', stay(-4, -1, 'in out cancelled'), 'cancelled'],
  ])('%s', (_, given, status) => {
    expect(bookingStatus(given, TODAY)).toBe(status)
  })

  test('is that of the last matching one of the eight rules of the service', () => {
    const days = fc.integer({ min: -3, max: 3 })
    fc.assert(
      fc.property(days, fc.nat(3), fc.boolean(), fc.boolean(), fc.boolean(), (from, nights, bookedIn, bookedOut, cancelled) => {
        const given = { ...stay(from, from + nights), bookedIn, bookedOut, cancelled }
        expect(bookingStatus(given, TODAY)).toBe(lastRule(given, TODAY))
      }),
    )
  })
})

/** The rules one after another, as the facts list them. */
function lastRule({ arrival, departure, bookedIn, bookedOut, cancelled }: Stay, today: Day): BookingStatus {
  const applies: readonly boolean[] = [
    true,
    arrival === today && !bookedIn,
    departure === today && bookedIn,
    arrival < today && !bookedIn,
    departure > today && bookedIn,
    departure < today && bookedIn,
    bookedOut,
    cancelled,
  ]
  return BOOKING_STATUSES[applies.lastIndexOf(true)] ?? 'arrival_pending'
}
