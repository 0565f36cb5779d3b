import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '../../src/base/day.ts'
import {
  dayInZone,
  dayOfInstant,
  isMidnight,
  isoInstant,
  isTimezone,
  parseInstant,
  parseSpan,
  startOfDay,
  timestamp,
} from '../../src/base/instant.ts'

const anyInstant = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59Z') })

describe('an instant', () => {
  test('is formatted like the platform does, and parsed back', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        expect(isoInstant(at)).toBe(new Date(at).toISOString())
        expect(timestamp(at)).toBe(isoInstant(at).slice(0, 19).replace('T', ' '))
        expect(parseInstant(isoInstant(at))).toBe(at)
      }),
    )
  })

  test('belongs to the UTC day that begins at its midnight', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        const begin = startOfDay(dayOfInstant(at))
        expect(isMidnight(begin)).toBe(true)
        expect(at - begin).toBeGreaterThanOrEqual(0)
        expect(at - begin).toBeLessThan(86_400_000)
      }),
    )
  })

  test.each([
    [0, '1970-01-01 00:00:00'],
    [1000, '1970-01-01 00:00:01'],
    [-1, '1969-12-31 23:59:59'],
    [Date.UTC(2026, 4, 2, 9, 5, 7, 999), '2026-05-02 09:05:07'],
    [Date.UTC(2024, 1, 29, 23, 59, 59), '2024-02-29 23:59:59'],
  ])('%i is %s', (at, text) => {
    expect(timestamp(at)).toBe(text)
  })

  test.each([
    ['2026-05-02T09:00:00Z', Date.UTC(2026, 4, 2, 9)],
    ['2026-05-02T09:00Z', Date.UTC(2026, 4, 2, 9)],
    ['2026-05-02T09:00:00.5Z', Date.UTC(2026, 4, 2, 9, 0, 0, 500)],
    ['2026-05-02T09:00:00+02:00', Date.UTC(2026, 4, 2, 7)],
    ['2026-05-02T00:30:00+01:00', Date.UTC(2026, 4, 1, 23, 30)],
    ['2026-05-02T09:00:00-05:30', Date.UTC(2026, 4, 2, 14, 30)],
  ])('%s is parsed', (text, at) => {
    expect(parseInstant(text)).toBe(at)
  })

  test.each([
    '2026-05-02',
    '2026-05-02T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-05-02T24:00:00Z',
    '2026-05-02T09:60:00Z',
    '2026-05-02T09:00:60Z',
    '2026-05-02T09:00:00+99:00',
    '2026-05-02T09:00:00+01:60',
    '2026-05-02 09:00:00Z',
    '2026-05-02T09:00:00.1234Z',
    '1777712400',
    'now',
    '',
  ])('%j is not an instant', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

describe('a duration', () => {
  test.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['61m', 3_660_000],
    ['2h', 7_200_000],
    ['1.5h', 5_400_000],
    ['1d', 86_400_000],
    ['0s', 0],
  ])('%s is %i milliseconds', (text, span) => {
    expect(parseSpan(text)).toBe(span)
  })

  test.each(['5', 'm', '5 m', '5min', '1h30m', '1e3s', '.5h', '+5m', '-5m', 'constructor', ''])(
    '%j is not a duration',
    (text) => {
      expect(parseSpan(text)).toBeUndefined()
    },
  )
})

describe('the day in a time zone', () => {
  test.each<[string, string, Day]>([
    ['2026-05-02T23:30:00Z', 'UTC', '2026-05-02'],
    ['2026-05-02T23:30:00Z', 'Europe/Berlin', '2026-05-03'],
    ['2026-05-02T03:30:00Z', 'America/New_York', '2026-05-01'],
    ['2026-03-29T00:30:00Z', 'Europe/London', '2026-03-29'],
    ['2026-05-02T11:30:00Z', 'Pacific/Auckland', '2026-05-02'],
    ['2026-05-02T12:30:00Z', 'Pacific/Auckland', '2026-05-03'],
  ])('at %s in %s is %s', (at, zone, day) => {
    expect(dayInZone(parseInstant(at) ?? Number.NaN, zone)).toBe(day)
  })

  test.each([
    ['Europe/Paris', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('whether %j is a time zone: %s', (name, known) => {
    expect(isTimezone(name)).toBe(known)
  })
})
