import { describe, expect, test } from 'vitest'
import { call, cases, expired, offenceTexts, sessionStep } from '../exchanges-of.ts'

describe('data/date-format', () => {
  const between = (start_date: string) =>
    call('listBookingsBetween', 'a', { path: { property_id: '1', start_date, end_date: '2031-05-03' } })
  cases('data/date-format', [
    ['hyphens', [between('2031-05-01')], 'passed'],
    ['slashes, as answers write them', [between('2031/05/01')], 'failed', [1]],
    ['no leading zeros', [between('2031-5-1')], 'failed', [1]],
    ['a day that does not exist', [between('2031-02-30')], 'failed', [1]],
    [
      'days of a session',
      [sessionStep('setDates', { request: 'arrivalDate=2031-05-01&departureDate=03.05.2031' })],
      'failed',
      [1],
    ],
    ['no days', [call('listBookings', 'a')], 'not-exercised'],
  ])
})

describe('data/path-segments', () => {
  const lost = (hint: string) =>
    ({ target: '/service/api/guests/1', status: 404, refusalCode: 'operation_unknown', hint }) as const
  cases('data/path-segments', [
    ['addresses of operations', [call('listGuests', 'a', { path: { property_id: '1' } })], 'passed'],
    [
      'a segment too few',
      [lost('nearest is listGuests GET /guests/{property_id}/list: it has 3 segments, yours 2')],
      'failed',
      [1],
    ],
    ['two slashes', [lost('the path begins with two slashes')], 'failed', [1]],
    ['something else altogether', [lost('nothing begins with "wp-admin"; there are oauth')], 'noted', [1]],
    ['a blank segment', [call('createGuest', 'a', { status: 400, refusalCode: 'segment_blank' })], 'failed', [1]],
    ['a broken escape', [{ target: '/100%', status: 400, refusalCode: 'encoding_broken' }], 'failed', [1]],
    ['a value encoded twice', [call('createGuest', 'a', { path: { town: 'Saint%20Ives' } })], 'failed', [1]],
    ['a percent sign that is meant', [call('createGuest', 'a', { path: { street: '100% Street' } })], 'passed'],
    ['a preflight of a browser', [{ method: 'OPTIONS' }], 'not-exercised'],
  ])
})

describe('data/unread-fields', () => {
  cases('data/unread-fields', [
    ['every field is read', [sessionStep('setDates', { unread: [] })], 'passed'],
    ['a field nobody knows', [sessionStep('setDates', { unread: ['arrival_date'] })], 'warned', [1]],
    ['a form that was refused before it was read', [expired('createTariff', 'a', { unread: ['tarifftypeid'] })], 'not-exercised'],
    ['no forms', [call('listGuests', 'a')], 'not-exercised'],
  ])
})

describe('data/tariff-midnight', () => {
  const tariff = (...epochs: readonly number[]) =>
    call('createTariff', 'a', {
      method: 'POST',
      request: epochs.map((epoch) => `tariffinput[${epoch}]=80&mindaysinput[${epoch}]=1`).join('&'),
    })
  cases('data/tariff-midnight', [
    ['midnights', [tariff(1_938_038_400, 1_938_124_800)], 'passed'],
    ['midnight somewhere else', [tariff(1_938_038_400, 1_938_117_600)], 'warned', [1]],
    ['no tariffs', [call('listTariffs', 'a')], 'not-exercised'],
  ])

  test('says at which time of which day the key is', () => {
    expect(offenceTexts('data/tariff-midnight', [tariff(1_938_038_400, 1_938_117_600)])).toEqual([
      '#1 createTariff has 1 key other than 00:00 UTC, such as 1938117600 (2031-06-01T22:00:00.000Z)',
    ])
  })
})

describe('data/service-warnings', () => {
  cases('data/service-warnings', [
    ['no warnings', [call('listGuests', 'a')], 'passed'],
    [
      'an unknown language',
      [call('listGuests', 'a', { warnings: ['language "xx-XX" is unknown: English is used'] })],
      'noted',
      [1],
    ],
    [
      'epochs are told elsewhere',
      [call('createTariff', 'a', { warnings: ['1 date is not at 00:00 UTC: tariffinput[7] counts for 1970-01-01'] })],
      'passed',
    ],
    ['nothing answered', [expired('listGuests', 'a')], 'not-exercised'],
  ])
})
