import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { timelineEntries, timelinePeriod } from '../../../src/domain/overview/timeline.ts'
import { aBooking, dayFrom, TODAY } from '../../support/small-world.ts'

const period = { from: dayFrom(-5), to: dayFrom(5) }
const bookedRooms = ({ rooms }: Booking) => rooms.map(({ roomId }) => roomId)
const only = (booking: Booking) => timelineEntries([booking], period, TODAY, bookedRooms)

describe('the timeline', () => {
  test.each([
    ['one to come', { arrival: dayFrom(2), departure: dayFrom(4) }, 'arrival_pending'],
    ['one that comes today', { arrival: TODAY, departure: dayFrom(2) }, 'arrives_today'],
    ['one that leaves today', { arrival: dayFrom(-2), departure: TODAY, bookedIn: true }, 'departs_today'],
    ['one that never came', { arrival: dayFrom(-2), departure: dayFrom(2) }, 'not_arrived'],
    ['one in the house', { arrival: dayFrom(-2), departure: dayFrom(2), bookedIn: true }, 'resident'],
    ['one that stays too long', { arrival: dayFrom(-4), departure: dayFrom(-2), bookedIn: true }, 'departure_overdue'],
    ['one that has left', { arrival: dayFrom(-4), departure: dayFrom(-2), bookedIn: true, bookedOut: true }, 'checked_out'],
    ['a black booking', { arrival: dayFrom(-2), departure: dayFrom(2), kind: 'black' }, 'black'],
  ] as const)('shows %s as %s', (_, with_, status) => {
    expect(only(aBooking(with_)).map((entry) => entry.status)).toEqual([status])
  })

  test('extends an overdue stay to today', () => {
    expect(only(aBooking({ arrival: dayFrom(-4), departure: dayFrom(-2), bookedIn: true }))[0]?.until).toBe(TODAY)
    expect(only(aBooking({ arrival: dayFrom(-4), departure: dayFrom(-2) }))[0]?.until).toBe(dayFrom(-2))
  })

  test('has one entry per room, each with all rooms of the booking', () => {
    const entries = timelineEntries([aBooking({ arrival: TODAY, departure: dayFrom(2) })], period, TODAY, () => [3, 1, 3, 1])
    expect(entries.map(({ roomId, roomIds }) => [roomId, roomIds])).toEqual([
      [1, [1, 3]],
      [3, [1, 3]],
    ])
  })

  test('shows no cancelled bookings, and none without rooms', () => {
    expect(only(aBooking({ arrival: TODAY, departure: dayFrom(2), cancelled: true }))).toEqual([])
    expect(timelineEntries([aBooking({ arrival: TODAY, departure: dayFrom(2) })], period, TODAY, () => [])).toEqual([])
  })

  test('shows bookings that overlap the period, the day of departure included', () => {
    const days = fc.integer({ min: -10, max: 10 })
    fc.assert(
      fc.property(days, fc.nat(8), (start, length) => {
        const shown = only(aBooking({ arrival: dayFrom(start), departure: dayFrom(start + length) })).length === 1
        const touches = Array.from({ length: length + 1 }, (_, n) => start + n).some((n) => n >= -5 && n <= 5)
        expect(shown).toBe(touches)
      }),
    )
  })
})

test('a recorded period rolls over; a text or a reversed period shows nothing', () => {
  const names = { start: 'start', end: 'end' }
  const march = { sent: '2026-03-05', day: '2026-03-05' } as const
  const impossible = { sent: '2026-02-31', day: undefined }
  expect(timelinePeriod(impossible, march, 'as_recorded', names)).toEqual({ from: '2026-03-03', to: '2026-03-05' })
  expect(timelinePeriod(march, impossible, 'as_recorded', names)).toBeUndefined()
  expect(timelinePeriod({ sent: 'foo', day: undefined }, march, 'as_recorded', names)).toBeUndefined()
  expect(() => timelinePeriod(impossible, march, 'refuse', names)).toThrow(expect.objectContaining({ code: 'values_invalid' }))
})
