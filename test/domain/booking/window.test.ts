import { describe, expect, test } from 'vitest'
import { type Day, dayNumber, daysBetween } from '../../../src/base/day.ts'
import { aYearLater, bookingCalendar, bookingWindow, isInWindow } from '../../../src/domain/booking/window.ts'
import { tariffSets } from '../../../src/domain/tariff/tariff-set.ts'
import { aProperty, aRate, aTariffType } from '../../support/small-world.ts'

describe('the days a property takes bookings for', () => {
  test.each([
    ['by default from tomorrow to the day before a year from now', {}, '2026-11-21', '2027-11-19', 364],
    [
      'from today, as far ahead as it is limited',
      { mindaysbeforearrival: '0', limitAdvanceBookingsYesNo: '1', advanceBookingsLimit: '30' },
      '2026-11-20',
      '2026-12-20',
      31,
    ],
    [
      'a limit that is not switched on does not count',
      { mindaysbeforearrival: '0', advanceBookingsLimit: '30' },
      '2026-11-20',
      '2027-11-19',
      365,
    ],
    [
      'no farther than a year, whatever the limit',
      { limitAdvanceBookingsYesNo: '1', advanceBookingsLimit: '900' },
      '2026-11-21',
      '2027-11-19',
      364,
    ],
    ['a week ahead at least', { mindaysbeforearrival: '7' }, '2026-11-27', '2027-11-19', 358],
    ['words for numbers count as none', { mindaysbeforearrival: 'soon' }, '2026-11-20', '2027-11-19', 365],
  ])('%s', (_, settings, first, last, days) => {
    const window = bookingWindow(aProperty({ settings }), '2026-11-20')
    expect(window).toEqual({ first, last })
    expect(window && daysBetween(window.first, window.last) + 1).toBe(days)
  })

  test('none, when it wants to know more than a year before', () => {
    expect(bookingWindow(aProperty({ settings: { mindaysbeforearrival: '400' } }), '2026-11-20')).toBeUndefined()
    expect(bookingWindow(aProperty({ settings: { mindaysbeforearrival: '99999999999' } }), '2026-11-20')).toBeUndefined()
  })

  test('a year after the leap day is the first of March', () => {
    expect(aYearLater('2028-02-29')).toBe('2029-03-01')
    expect(aYearLater('2027-02-28')).toBe('2028-02-28')
  })

  test('both ends belong to them', () => {
    const window = { first: '2026-11-21', last: '2026-11-25' } as const
    const days: Day[] = ['2026-11-20', '2026-11-21', '2026-11-25', '2026-11-26']
    expect(days.filter((day) => isInWindow(day, window))).toEqual(['2026-11-21', '2026-11-25'])
  })
})

describe('the calendar of a property', () => {
  const today: Day = '2026-05-02'
  const window = { first: '2026-05-03', last: '2026-05-10' } as const
  const calendar = (rates: ReturnType<typeof aRate>[], full: readonly Day[] = []) => {
    const sets = tariffSets(aProperty(), rates, () => aTariffType(), { today, modes: 'all' })
    const taken = (room: number, night: number) => room === 1 || full.some((day) => dayNumber(day) === night)
    return bookingCalendar({ today, window, roomIds: [1, 2], taken, sets })
  }

  test('days with a price can be chosen; today is too early to arrive', () => {
    expect(calendar([aRate({ from: '2026-05-01', to: '2026-05-05' })])).toEqual({
      priced: ['2026-05-03', '2026-05-04', '2026-05-05'],
      leavingOnly: ['2026-05-02'],
      notAvailable: ['2026-05-02'],
    })
  })

  test('on the first of days on which every room is taken a guest can still leave', () => {
    const { priced, leavingOnly, notAvailable } = calendar([aRate()], ['2026-05-05', '2026-05-06', '2026-05-09'])
    expect(notAvailable).toEqual(['2026-05-02', '2026-05-05', '2026-05-06', '2026-05-09'])
    expect(leavingOnly).toEqual(['2026-05-02', '2026-05-05', '2026-05-09'])
    expect(priced).toEqual(['2026-05-03', '2026-05-04', '2026-05-07', '2026-05-08', '2026-05-10'])
  })

  test('where every tariff begins on Saturdays, other days are not available', () => {
    // 2026-05-02 and 2026-05-09 are Saturdays
    const { priced, leavingOnly } = calendar([aRate({ dayOfWeek: 6 })])
    expect(priced).toEqual(['2026-05-09'])
    expect(leavingOnly).toEqual(['2026-05-02', '2026-05-10'])
    expect(calendar([aRate({ dayOfWeek: 6 }), aRate({ id: 2 })]).priced).toHaveLength(8)
  })
})
