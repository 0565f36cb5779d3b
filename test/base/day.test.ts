import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  type Day,
  dateOf,
  dayNumber,
  dayOfNumber,
  daysBetween,
  daysInMonth,
  daysThrough,
  daysUntil,
  monthOf,
  parseDay,
  weekday,
  yearOf,
} from '../../src/base/day.ts'

/** From the year 1 to the year 9999. */
const anyNumber = fc.integer({ min: dayNumber('0001-01-01'), max: dayNumber('9999-12-31') })
const anyDay = anyNumber.map(dayOfNumber)

/** The platform's own calendar, as an oracle. */
const iso = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10)

describe('a day', () => {
  test('has the day number of the platform, and is restored from it', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        expect(dayOfNumber(number)).toBe(iso(number))
        expect(dayNumber(dayOfNumber(number))).toBe(number)
      }),
    )
  })

  test('is formatted as it was parsed', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(parseDay(day)).toBe(day)
      }),
    )
  })

  test('sorts as text in the order of time', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (a, b) => {
        expect(a < b).toBe(dayNumber(a) < dayNumber(b))
      }),
    )
  })

  test('has the weekday of the platform', () => {
    fc.assert(
      fc.property(anyNumber, (n) => {
        expect(weekday(dayOfNumber(n))).toBe(new Date(n * 86_400_000).getUTCDay())
      }),
    )
  })

  test('consists of year, month and date', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const [year, month, date] = day.split('-').map(Number)
        expect([yearOf(day), monthOf(day), dateOf(day)]).toEqual([year, month, date])
      }),
    )
  })

  test.each(['2024-02-29', '2000-02-29', '1970-01-01', '9999-12-31', '0001-01-01'])('%s exists', (text) => {
    expect(parseDay(text)).toBe(text)
  })

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '2026/05/02',
    '26-05-02',
    ' 2026-05-02',
    '2026-05-02\n',
    '2026-05-02T00:00:00Z',
    '-001-01-01',
    '٢٠٢٦-٠٥-٠٢',
    '20260502',
    'today',
    '__proto__',
    '',
  ])('%j is not a day', (text) => {
    expect(parseDay(text)).toBeUndefined()
  })
})

describe('counting days', () => {
  test('adding and counting days are inverse', () => {
    const span = fc.integer({ min: -400_000, max: 400_000 })
    const middle = fc.integer({ min: dayNumber('1200-01-01'), max: dayNumber('8000-01-01') }).map(dayOfNumber)
    fc.assert(
      fc.property(middle, span, (day, count) => {
        const later = addDays(day, count)
        expect(daysBetween(day, later)).toBe(count)
        expect(addDays(later, -count)).toBe(day)
      }),
    )
  })

  test.each<[Day, Day, Day[]]>([
    ['2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29']],
    ['2026-12-31', '2027-01-01', ['2026-12-31']],
    ['2026-05-02', '2026-05-02', []],
    ['2026-05-03', '2026-05-02', []],
  ])('the nights from %s until %s', (from, until, nights) => {
    expect(daysUntil(from, until)).toEqual(nights)
  })

  test.each<[Day, Day, Day[]]>([
    ['2026-02-27', '2026-03-01', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['2026-05-02', '2026-05-02', ['2026-05-02']],
    ['2026-05-03', '2026-05-02', []],
    ['9999-12-30', '9999-12-31', ['9999-12-30', '9999-12-31']],
  ])('the days from %s to %s', (from, last, days) => {
    expect(daysThrough(from, last)).toEqual(days)
  })

  test('a stay has as many nights as there are days between arrival and departure', () => {
    fc.assert(
      fc.property(fc.nat(400_000), fc.nat(400), (from, nights) => {
        const stay = daysUntil(dayOfNumber(from), dayOfNumber(from + nights))
        expect(stay).toEqual(Array.from({ length: nights }, (_, index) => dayOfNumber(from + index)))
      }),
      { numRuns: 30 },
    )
  })
})

describe('months', () => {
  test.each<[Day, number]>([
    ['2026-01-15', 31],
    ['2026-02-01', 28],
    ['2024-02-10', 29],
    ['2000-02-10', 29],
    ['2100-02-10', 28],
    ['2026-04-30', 30],
    ['2026-12-31', 31],
    ['9999-12-31', 31],
  ])('the month of %s has %i days', (day, count) => {
    expect(daysInMonth(day)).toBe(count)
  })
})
