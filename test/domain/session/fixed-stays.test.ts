import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../../../src/base/day.ts'
import type { SettingKey } from '../../../src/domain/property/settings.ts'
import { fixedStayProblem } from '../../../src/domain/session/fixed-stays.ts'
import { aProperty } from '../../support/small-world.ts'

const MONDAY: Day = '2026-06-01'
const problem = (settings: Readonly<Partial<Record<SettingKey, string>>>, arrival: Day, nights: number) =>
  fixedStayProblem(aProperty({ settings }), arrival, addDays(arrival, nights), 'plain')

test('a property without fixed stays takes any day and any length', () => {
  for (const nights of [1, 2, 10, 400]) expect(problem({}, MONDAY, nights)).toBeUndefined()
  expect(problem({ fixedArrivalDay: '6', fixedPeriodBookingsNumberOfDays: '7' }, MONDAY, 3)).toBeUndefined()
})

describe('a fixed day of arrival', () => {
  const on = (fixedArrivalDay?: string) => ({
    fixedArrivalDateYesNo: '1',
    ...(fixedArrivalDay !== undefined && { fixedArrivalDay }),
  })
  /** The days of the week of 1 June, from Monday on, that can be booked. */
  const days = (day?: string) =>
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].filter(
      (_, index) => problem(on(day), addDays(MONDAY, index), 1) === undefined,
    )

  test.each<readonly [setting: string | undefined, days: readonly string[]]>([
    ['0', ['Sun']],
    ['1', ['Mon']],
    ['6', ['Sat']],
    ['6th', ['Sat']],
    [undefined, ['Sun']],
    ['Saturday', ['Sun']],
    ['7', []],
    ['-1', []],
  ])('%s', (setting, expected) => {
    expect(days(setting)).toEqual(expected)
  })

  test('is named in the refusal', () => {
    expect(problem(on('6'), MONDAY, 1)).toBe('The arrival date is not valid. : stays begin on a Saturday')
    expect(problem(on('9'), MONDAY, 1)).toBe('The arrival date is not valid. : stays begin on a weekday that does not exist')
  })

  test('comes before a fixed length', () => {
    const both = { ...on('6'), fixedPeriodBookings: '1' }
    expect(problem(both, MONDAY, 3)).toContain('stays begin on')
    expect(problem(both, addDays(MONDAY, 5), 3)).toContain('stays last')
    expect(problem(both, addDays(MONDAY, 5), 7)).toBeUndefined()
  })
})

describe('a fixed length of stay', () => {
  /** The lengths up to 40 nights that can be booked. */
  const lengths = (period?: string, most?: string) =>
    Array.from({ length: 40 }, (_, index) => index + 1).filter(
      (nights) =>
        problem(
          {
            fixedPeriodBookings: '1',
            ...(period !== undefined && { fixedPeriodBookingsNumberOfDays: period }),
            ...(most !== undefined && { numberofFixedPeriods: most }),
          },
          MONDAY,
          nights,
        ) === undefined,
    )

  test.each<readonly [period: string | undefined, most: string | undefined, lengths: readonly number[]]>([
    [undefined, undefined, [7, 14, 21, 28]],
    ['7', '1', [7]],
    ['3', '2', [3, 6]],
    ['10', '4', [10, 20, 30, 40]],
    ['0', '2', [1, 2]],
    ['-7', '3', [1, 2, 3]],
    ['week', '1', [1]],
    ['14', '0', [14]],
    ['14', 'many', [14]],
  ])('periods of %s nights, at most %s', (period, most, expected) => {
    expect(lengths(period, most)).toEqual(expected)
  })

  test('is named in the refusal, twelve lengths at most', () => {
    const fixed = (most: string) => ({ fixedPeriodBookings: '1', numberofFixedPeriods: most })
    expect(problem(fixed('2'), MONDAY, 8)).toBe('The departure date is not valid. : stays last 7, 14 nights, not 8')
    expect(problem(fixed('2'), MONDAY, 21)).toBe('The departure date is not valid. : stays last 7, 14 nights, not 21')
    expect(problem(fixed('99'), MONDAY, 8)).toMatch(/ stays last 7, 14, .*, 77, 84 nights, not 8$/)
  })
})
