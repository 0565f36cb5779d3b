import { describe, expect, test } from 'vitest'
import { addDays, parseDay } from '../../../src/base/day.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/base/duration.ts'
import { decideFollowUp, timeOfDay } from '../../../src/scenario/traffic/follow-ups.ts'
import type { FollowUp } from '../../../src/scenario/traffic/traffic-schema.ts'
import { Randomness } from '../../../src/simulation/randomness.ts'

/** What is decided for many bookings. */
const decisions = (followUp: FollowUp, count = 2_000) =>
  Array.from({ length: count }, (_, key) => decideFollowUp(followUp, new Randomness(3), String(key)))

describe('a follow-up of a booking', () => {
  test('happens always and at once without chance and delay', () => {
    expect(new Set(decisions({ do: 'guest_cancels' }).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ do: 'guest_cancels', after: 0, ofDay: 0, with: {} })]),
    )
  })

  test('happens as often as its chance says, and something else or nothing in the other cases', () => {
    const words = decisions({ do: 'no_show', chance: '20%', else: 'guest_checks_in' }).map((one) => one?.do)
    const share = words.filter((word) => word === 'no_show').length / words.length
    expect(share).toBeGreaterThan(0.16)
    expect(share).toBeLessThan(0.24)
    expect(new Set(words)).toEqual(new Set(['no_show', 'guest_checks_in']))
    expect(new Set(decisions({ do: 'no_show', chance: '20%' }).map((one) => one?.do))).toEqual(new Set(['no_show', undefined]))
  })

  test('never happens with a chance of 0 %', () => {
    expect(new Set(decisions({ do: 'no_show', chance: '0%' }))).toEqual(new Set([undefined]))
  })

  test('comes after one span, or at any time between two', () => {
    expect(decisions({ do: 'guest_cancels', after: '2h' }, 20).map((one) => one?.after)).toEqual(Array(20).fill(2 * HOUR_MS))
    const spans = decisions({ do: 'guest_cancels', after: ['1h', '3h'] }).map((one) => one?.after ?? 0)
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(HOUR_MS)
    expect(Math.min(...spans)).toBeLessThan(HOUR_MS + MINUTE_MS)
    expect(Math.max(...spans)).toBeLessThan(3 * HOUR_MS)
    expect(Math.max(...spans)).toBeGreaterThan(3 * HOUR_MS - MINUTE_MS)
    expect(spans.every(Number.isSafeInteger)).toBe(true)
  })

  test.each([
    ['arrival', 14, 20],
    ['departure', 8, 11],
  ] as const)('on the day of %s comes from %d to %d o’clock', (on, from, to) => {
    const all = decisions({ do: 'guest_checks_in', on })
    const times = all.map((one) => one?.ofDay ?? 0)
    expect(new Set(all.map((one) => one?.after))).toEqual(new Set([undefined]))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(from * HOUR_MS)
    expect(Math.min(...times)).toBeLessThan(from * HOUR_MS + 5 * MINUTE_MS)
    expect(Math.max(...times)).toBeLessThan(to * HOUR_MS)
    expect(Math.max(...times)).toBeGreaterThan(to * HOUR_MS - 5 * MINUTE_MS)
  })
})

describe('a time of day', () => {
  const day = parseDay('2026-03-29') ?? expect.unreachable()
  const MIDNIGHT = Date.UTC(2026, 2, 29)

  test.each([
    ['UTC', 0],
    ['Pacific/Kiritimati', -14],
    ['Pacific/Pago_Pago', 11],
    ['Asia/Kolkata', -5.5],
    ['Asia/Kathmandu', -5.75],
  ])('in %s is %d hours from UTC, where the choice counts days by the property', (timezone, hours) => {
    expect((timeOfDay(day, 0, { timezone }, 'property') - MIDNIGHT) / HOUR_MS).toBe(hours)
    expect((timeOfDay(day, 14.5 * HOUR_MS, { timezone }, 'property') - MIDNIGHT) / HOUR_MS).toBe(hours + 14.5)
  })

  test('is that of UTC by the other choice, and for a property without a zone', () => {
    expect(timeOfDay(day, 0, { timezone: 'Asia/Tokyo' }, 'utc')).toBe(MIDNIGHT)
    expect(timeOfDay(day, HOUR_MS, { timezone: null }, 'property')).toBe(MIDNIGHT + HOUR_MS)
    expect(timeOfDay(day, 0, undefined, 'property')).toBe(MIDNIGHT)
    expect(timeOfDay(addDays(day, 1), 0, undefined, 'property')).toBe(MIDNIGHT + 24 * HOUR_MS)
  })

  const ZONES = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'America/Santiago',
    'Asia/Kolkata',
    'Pacific/Chatham',
    'America/St_Johns',
  ]

  test('is what the clocks show there, on every day of the year: those on which they are changed too', () => {
    for (const timezone of ZONES) {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
      for (let number = 0; number < 366; number++) {
        const date = addDays('2028-01-01', number)
        for (const hour of [8, 14.25, 19.5]) {
          const at = timeOfDay(date, hour * HOUR_MS, { timezone }, 'property')
          const time = `${String(Math.floor(hour)).padStart(2, '0')}:${String((hour % 1) * 60).padStart(2, '0')}:00`
          expect(`${timezone} ${clock.format(at)}`).toBe(`${timezone} ${date} ${time}`)
        }
      }
    }
  })

  test('that no clock shows is within the change of the clocks', () => {
    const at = timeOfDay(day, 2.5 * HOUR_MS, { timezone: 'Europe/Berlin' }, 'property')
    expect([MIDNIGHT + 0.5 * HOUR_MS, MIDNIGHT + 1.5 * HOUR_MS]).toContain(at)
  })
})
