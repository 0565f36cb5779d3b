import { describe, expect, test } from 'vitest'
import { type Day, dayNumber, daysBetween } from '../../../src/base/day.ts'
import { bookingCalendar, bookingWindow, nextYear } from '../../../src/domain/booking/window.ts'
import { tariffSets } from '../../../src/domain/tariff/tariff-set.ts'
import { aProperty, aRate, aTariffType } from '../../support/small-world.ts'

describe('the booking window of a property', () => {
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

  test('is empty if bookings are required more than a year in advance', () => {
    expect(bookingWindow(aProperty({ settings: { mindaysbeforearrival: '400' } }), '2026-11-20')).toBeUndefined()
    expect(bookingWindow(aProperty({ settings: { mindaysbeforearrival: '99999999999' } }), '2026-11-20')).toBeUndefined()
  })

  test('one year after 29 February is 1 March', () => {
    expect(nextYear('2028-02-29')).toBe('2029-03-01')
    expect(nextYear('2027-02-28')).toBe('2028-02-28')
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

  test('has the days with a price; today is too early to arrive', () => {
    expect(calendar([aRate({ from: '2026-05-01', to: '2026-05-05' })])).toEqual({
      priced: ['2026-05-03', '2026-05-04', '2026-05-05'],
      nights: ['2026-05-03', '2026-05-04', '2026-05-05'],
      departureOnly: ['2026-05-02'],
      notAvailable: ['2026-05-02'],
    })
  })

  test('allows departure on the first of fully booked days', () => {
    const { priced, departureOnly, notAvailable } = calendar([aRate()], ['2026-05-05', '2026-05-06', '2026-05-09'])
    expect(notAvailable).toEqual(['2026-05-02', '2026-05-05', '2026-05-06', '2026-05-09'])
    expect(departureOnly).toEqual(['2026-05-02', '2026-05-05', '2026-05-09'])
    expect(priced).toEqual(['2026-05-03', '2026-05-04', '2026-05-07', '2026-05-08', '2026-05-10'])
  })

  test('has only Saturdays if every tariff begins on Saturdays', () => {
    // 2026-05-02 and 2026-05-09 are Saturdays
    const { priced, nights, departureOnly } = calendar([aRate({ dayOfWeek: 6 })])
    expect(priced).toEqual(['2026-05-09'])
    expect(nights).toHaveLength(8)
    expect(departureOnly).toEqual(['2026-05-02', '2026-05-10'])
    expect(calendar([aRate({ dayOfWeek: 6 }), aRate({ id: 2 })]).priced).toHaveLength(8)
  })
})
