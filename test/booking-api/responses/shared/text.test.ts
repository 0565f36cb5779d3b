import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Day, dayNumber, dayOfNumber } from '../../../../src/base/day.ts'
import { longDate } from '../../../../src/base/long-date.ts'
import { slashDay, stamp, zeroOrOne } from '../../../../src/booking-api/responses/shared/text.ts'

describe('a long date', () => {
  test.each<[Day, string, string]>([
    ['2031-05-02', 'Friday, 02 May 2031', 'May 2, 2031'],
    ['2026-11-20', 'Friday, 20 November 2026', 'November 20, 2026'],
    ['2024-02-29', 'Thursday, 29 February 2024', 'February 29, 2024'],
    ['1970-01-01', 'Thursday, 01 January 1970', 'January 1, 1970'],
    ['1969-12-31', 'Wednesday, 31 December 1969', 'December 31, 1969'],
  ])('%s', (day, weekday, monthFirst) => {
    expect(longDate(day, 'weekday')).toBe(weekday)
    expect(longDate(day, 'month_first')).toBe(monthFirst)
  })

  test('equals that of Intl', () => {
    const number = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2200-12-31') })
    const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })
    fc.assert(
      fc.property(number, (n) => {
        expect(longDate(dayOfNumber(n), 'month_first')).toBe(date.format(n * 86_400_000))
      }),
    )
  })
})

test('a day has slashes', () => {
  expect(slashDay('2026-05-02')).toBe('2026/05/02')
})

test.each([
  [Date.UTC(2026, 4, 2, 9), '2026-05-02 09:00:00'],
  [0, '1970-01-01 00:00:00'],
  [null, '1970-01-01 00:00:01'],
])('the time stamp of %s is %s', (at, text) => {
  expect(stamp(at)).toBe(text)
})

test('yes is 1 and no is 0', () => {
  expect([zeroOrOne(true), zeroOrOne(false)]).toEqual([1, 0])
})
