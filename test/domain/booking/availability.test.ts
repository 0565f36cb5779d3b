import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, dayNumber } from '../../../src/base/day.ts'
import { freeRooms, isFreeIn, requestedNights, type TakenNights } from '../../../src/domain/booking/availability.ts'
import { nightKey, nightKeyAt } from '../../../src/domain/booking/room-nights.ts'
import { rolledDay } from '../../../src/domain/rolled-day.ts'

const FIRST: Day = '2026-12-20'
const ROOMS = [1, 2, 3, 4].map((id) => ({ id }))
const NAMES = { start: 'start', end: 'end' }
const refused = (fields: readonly string[]) =>
  expect.objectContaining({
    code: 'values_invalid',
    detail: { problems: fields.map((field) => expect.objectContaining({ field })) },
  })
const sent = (text: string, day?: Day) => ({ sent: text, day })

const night = fc.record({ roomId: fc.integer({ min: 1, max: 5 }), offset: fc.integer({ min: 0, max: 30 }) })
type Night = { readonly roomId: number; readonly offset: number }
const bookedOf = (booked: readonly Night[]): TakenNights => {
  const keys = new Set(booked.map(({ roomId, offset }) => nightKey(roomId, addDays(FIRST, offset))))
  return {
    taken: (roomId, number) => keys.has(nightKeyAt(roomId, number)),
    nights: () => booked.map(({ roomId, offset }) => ({ roomId, day: addDays(FIRST, offset) })),
  }
}

describe('free rooms', () => {
  test('are the rooms without a booked night in the stay, for stays of one night and of years', () => {
    const start = fc.oneof(fc.integer({ min: -3, max: 34 }), fc.integer({ min: -1020, max: -980 }))
    const length = fc.oneof(fc.integer({ min: 0, max: 34 }), fc.integer({ min: 990, max: 1040 }))
    fc.assert(
      fc.property(fc.array(night, { maxLength: 25 }), start, length, (booked, from, count) => {
        const inTheStay = ({ offset }: Night): boolean => offset >= from && offset < from + count
        const oracle = ROOMS.filter(({ id }) => !booked.some((one) => one.roomId === id && inTheStay(one)))
        const first = addDays(FIRST, from)
        expect(ROOMS.filter(isFreeIn({ first, count }, bookedOf(booked)))).toEqual(oracle)
        expect(freeRooms(ROOMS, first, addDays(first, count), bookedOf(booked))).toEqual(oracle)
      }),
    )
  })

  test('are found for a stay that ends after 9999-12-31', () => {
    const taken = { roomId: 1, day: '9999-12-31' as const }
    const booked: TakenNights = { taken: () => false, nights: () => [taken] }
    expect(ROOMS.filter(isFreeIn({ first: '2026-12-20', count: 9_000_000 }, booked)).map(({ id }) => id)).toEqual([2, 3, 4])
  })

  test('a night has a unique key in every year from 0 to 9999', () => {
    const rooms = fc.integer({ min: 1, max: 999_999_999 })
    const days = fc.integer({ min: dayNumber('0000-01-01'), max: dayNumber('9999-12-31') })
    fc.assert(
      fc.property(rooms, days, rooms, days, (room, day, otherRoom, otherDay) => {
        const same = room === otherRoom && day === otherDay
        expect(nightKeyAt(room, day) === nightKeyAt(otherRoom, otherDay)).toBe(same)
      }),
    )
    expect(nightKeyAt(1, 2_500_000)).not.toBe(nightKeyAt(2, 1_500_000))
  })
})

describe('requested nights', () => {
  test('exclude the last day', () => {
    expect(requestedNights(sent('2026-05-02', '2026-05-02'), sent('2026-05-04', '2026-05-04'), 'refuse', NAMES)).toEqual({
      from: '2026-05-02',
      to: '2026-05-04',
    })
  })

  test.each([
    ['a day that does not exist', sent('2026-02-31'), sent('2026-03-02', '2026-03-02'), ['start']],
    ['two texts', sent('foo'), sent('bar'), ['start', 'end']],
    ['equal days', sent('2026-05-02', '2026-05-02'), sent('2026-05-02', '2026-05-02'), ['end']],
    ['reversed days', sent('2026-05-04', '2026-05-04'), sent('2026-05-02', '2026-05-02'), ['end']],
  ])('with %s are refused with the name of the segment', (_, start, end, fields) => {
    expect(() => requestedNights(start, end, 'refuse', NAMES)).toThrow(refused(fields))
  })

  test('as recorded roll over, and are empty for reversed days; texts are refused', () => {
    const march = sent('2026-03-05', '2026-03-05')
    expect(requestedNights(sent('2026-02-31'), march, 'as_recorded', NAMES)).toEqual({ from: '2026-03-03', to: '2026-03-05' })
    expect(requestedNights(march, sent('2026-02-31'), 'as_recorded', NAMES)).toEqual({ from: '2026-03-05', to: '2026-03-05' })
    expect(() => requestedNights(sent('foo'), march, 'as_recorded', NAMES)).toThrow(refused(['start']))
  })
})

test.each([
  ['2026-05-02', '2026-05-02'],
  ['2026-02-31', '2026-03-03'],
  ['2024-02-30', '2024-03-01'],
  ['2026-04-31', '2026-05-01'],
  ['2026-02-32', undefined],
  ['2026-13-01', undefined],
  ['2026-00-10', undefined],
  ['2026-5-2', undefined],
  ['notadate', undefined],
])('the day %s rolls over to %s', (text, day) => {
  expect(rolledDay(text)).toBe(day)
})
