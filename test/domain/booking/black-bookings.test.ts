import { describe, expect, test } from 'vitest'
import type { Day } from '../../../src/base/day.ts'
import {
  blackBooking,
  blackNights,
  blockedDay,
  firstListedDay,
  requireBlackBooking,
} from '../../../src/domain/booking/black-bookings.ts'
import { nightKey, roomNightsOf } from '../../../src/domain/booking/room-nights.ts'
import { aBooking, aProperty, aRoom, NOW } from '../../support/small-world.ts'

const refused = (code: string) => expect.objectContaining({ code })
const sent = (text: string, day?: Day) => ({ sent: text, day })

describe('a new black booking', () => {
  const made = { id: 7, tag: '12345678', property: aProperty(), user: 'frontdesk', now: NOW }
  const night = { room: aRoom(), day: '2026-12-31' } as const

  test('takes one night and costs nothing', () => {
    const booking = blackBooking(night, { ...made, currency: 'property' })
    expect(booking).toMatchObject({ kind: 'black', guestId: 0, arrival: '2026-12-31', departure: '2027-01-01', total: 0 })
    expect(roomNightsOf(booking)).toEqual([
      { id: nightKey(1, '2026-12-31'), roomId: 1, propertyId: 1, bookingId: 7, day: '2026-12-31' },
    ])
  })

  test.each([
    ['property', 'EUR'],
    ['gbp', 'GBP'],
  ] as const)('has by choice the currency %s: %s', (currency, code) => {
    expect(blackBooking(night, { ...made, currency }).currency).toBe(code)
  })

  test.each(['2026-02-31', 'notadate', '9999-12-31x', ''])('cannot be for the day "%s" under input_values=checked', (text) => {
    expect(() => blockedDay(sent(text), 'checked')).toThrow(refused('values_invalid'))
  })

  test('cannot be for the last day of the calendar, which has no departure', () => {
    expect(() => blockedDay(sent('9999-12-31', '9999-12-31'), 'checked')).toThrow(refused('values_invalid'))
  })

  test('rolls over an invalid day under input_values=cast, and refuses a text', () => {
    expect(blockedDay(sent('2026-02-31'), 'cast')).toBe('2026-03-03')
    expect(() => blockedDay(sent('notadate'), 'cast')).toThrow(refused('values_invalid'))
  })
})

test.each([
  ['no booking', undefined],
  ["a guest's booking", aBooking()],
  ['a black booking of another property', aBooking({ kind: 'black', propertyId: 2 })],
])('%s cannot be deleted as a black booking', (_, booking) => {
  expect(() => requireBlackBooking(booking, 1)).toThrow(refused('black_booking_unknown'))
})

describe('the list of black nights', () => {
  const rooms = [
    aRoom({ id: 1, number: '02', name: 'b' }),
    aRoom({ id: 2, number: '01', name: 'B' }),
    aRoom({ id: 3, number: '01', name: 'a' }),
  ]
  const at = (roomId: number, day: Day, bookingId: number) => ({
    id: nightKey(roomId, day),
    roomId,
    propertyId: 1,
    bookingId,
    day,
  })
  const nights = [
    at(1, '2026-06-02', 11),
    at(2, '2026-06-05', 12),
    at(2, '2026-06-03', 13),
    at(3, '2026-06-09', 14),
    at(9, '2026-06-09', 15),
  ]

  test('is sorted by room number, room name and day', () => {
    expect(blackNights(nights, rooms, 'nights').map(({ night }) => night.bookingId)).toEqual([14, 13, 12, 11])
  })

  test('shows only the last booked night of each room, by choice', () => {
    expect(blackNights(nights, rooms, 'rooms').map(({ night }) => night.bookingId)).toEqual([14, 13, 11])
  })

  test.each([
    ['2026-05-02', '2026-05-02', 'refuse', '2026-05-02'],
    ['2026-02-31', undefined, 'as_recorded', '2026-02-31'],
    ['foo', undefined, 'as_recorded', 'foo'],
  ] as const)('begins for %s (%s, %s) at %s', (text, day, wrong, since) => {
    expect(firstListedDay(sent(text, day), wrong)).toBe(since)
  })

  test('is refused for a day that does not exist', () => {
    expect(() => firstListedDay(sent('2026-02-31'), 'refuse')).toThrow(refused('values_invalid'))
  })
})
