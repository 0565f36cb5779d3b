import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, parseDay } from '../../../src/base/day.ts'
import { nightKey, nightKeyAt, type RoomNight } from '../../../src/domain/booking/room-nights.ts'
import { datesFilter, nightsBetween } from '../../../src/domain/search/nights.ts'
import { aProperty, aRoom } from '../../support/small-world.ts'

const sent = (text: string) => ({ sent: text, day: parseDay(text) })

describe('the nights of a search', () => {
  test.each<[string, string, string, Day, number]>([
    ['go from the first day up to the second', '2026-05-10', '2026-05-13', '2026-05-10', 3],
    ['may be past', '2020-01-01', '2020-01-03', '2020-01-01', 2],
  ])('%s', (_, start, end, first, count) => {
    for (const wrong of ['refuse', 'as_recorded'] as const)
      expect(nightsBetween(sent(start), sent(end), wrong)).toEqual({ first, count })
  })

  test.each([
    ['equal days', '2026-05-10', '2026-05-10', ['end_date']],
    ['two texts', 'foo', 'bar', ['start_date', 'end_date']],
    ['a day that does not exist', '2026-02-30', '2026-03-02', ['start_date']],
    ['a day without its zeros', '2026-05-10', '2026-5-12', ['end_date']],
    ['days that changed places', '2026-05-13', '2026-05-10', ['end_date']],
    ['slashes', '2026/05/10', '2026-05-12', ['start_date']],
  ])('are refused for %s with the problem', (_, start, end, fields) => {
    const problems = fields.map((field) => expect.objectContaining({ field }))
    expect(() => nightsBetween(sent(start), sent(end), 'refuse')).toThrow(
      expect.objectContaining({ code: 'values_invalid', detail: { problems } }),
    )
  })

  test.each<[string, string, string, Day, number]>([
    ['count forward when the days changed places', '2026-12-12', '2026-12-10', '2026-12-12', 2],
    ['roll over the end of a month', '2025-02-31', '2025-03-05', '2025-03-03', 2],
    ['roll over the end of a year', '2025-13-01', '2026-01-03', '2026-01-01', 2],
    ['do without zeros', '2026-5-9', '2026-05-11', '2026-05-09', 2],
    ['are none for garbage', 'foo', 'bar', '1970-01-01', 0],
    ['are none for half a date', '2026-05', '2026', '1970-01-01', 0],
  ])('as recorded %s', (_, start, end, first, count) => {
    expect(nightsBetween(sent(start), sent(end), 'as_recorded')).toEqual({ first, count })
  })
})

const night = (roomId: number, day: Day): RoomNight => ({
  id: nightKey(roomId, day),
  roomId,
  propertyId: 1,
  bookingId: 1,
  day,
})

function finds(taken: readonly RoomNight[], first: Day, count: number, rooms = [aRoom({ id: 1 }), aRoom({ id: 2 })]): boolean {
  const keys = new Set(taken.map(({ id }) => id))
  const filter = datesFilter(
    { first, count },
    {
      roomsOf: () => rooms,
      bookedIn: () => ({ taken: (roomId, number) => keys.has(nightKeyAt(roomId, number)), nights: () => taken }),
    },
  )
  return filter(aProperty())
}

describe('a property', () => {
  test.each<[string, RoomNight[], boolean]>([
    ['is found while nothing is booked', [], true],
    ['is found while one room is free', [night(1, '2026-05-11')], true],
    ['is not found when every room is taken for one of the nights', [night(1, '2026-05-10'), night(2, '2026-05-12')], false],
    ['is found when the others leave on the day of arrival', [night(1, '2026-05-09'), night(2, '2026-05-09')], true],
    ['is found when the others arrive on the day of departure', [night(1, '2026-05-13'), night(2, '2026-05-13')], true],
  ])('%s', (_, taken, found) => {
    expect(finds(taken, '2026-05-10', 3)).toBe(found)
  })

  test('without rooms, or without capacity, is never found', () => {
    expect(finds([], '2026-05-10', 1, [])).toBe(false)
    expect(finds([], '2026-05-10', 0, [])).toBe(false)
    expect(finds([], '2026-05-10', 1, [aRoom({ maxPeople: 0 })])).toBe(false)
  })

  test('with a room is found for zero nights, even if fully booked', () => {
    expect(finds([night(1, '2026-05-10'), night(2, '2026-05-10')], '2026-05-10', 0)).toBe(true)
  })

  test('is found exactly if a room is free in all nights, for short stays and for years', () => {
    const start: Day = '2026-05-01'
    const offsets = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 1500 })), { maxLength: 6 })
    fc.assert(
      fc.property(offsets, fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 1400 }), (booked, from, count) => {
        const taken = booked.map(([roomId, offset]) => night(roomId, addDays(start, offset)))
        const isTaken = (id: number): boolean =>
          booked.some(([roomId, offset]) => roomId === id && offset >= from && offset < from + count)
        expect(finds(taken, addDays(start, from), count)).toBe(!isTaken(1) || !isTaken(2))
      }),
      { numRuns: 200 },
    )
  })
})
