import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Clock, parseAt, parseRun, REAL_CLOCK, runText } from '../../src/simulation/clock.ts'

const MACHINE = Date.UTC(2026, 4, 2, 9)
const SHOWN = Date.UTC(2031, 0, 31, 23, 59, 59)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: MACHINE }))
afterEach(() => void vi.useRealTimers())

/** Lets the machine's time go on. */
const passes = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds)
const set = (speed: number): Clock => new Clock({ at: SHOWN, real: MACHINE, speed })

describe('a clock', () => {
  test('shows the machine’s time where nothing else is said', () => {
    const clock = new Clock()
    passes(1234)
    expect([clock.now(), clock.isReal, clock.today()]).toEqual([MACHINE + 1234, true, '2026-05-02'])
  })

  test.each([
    ['real', 1, 10_000, 10_000],
    ['frozen', 0, 10_000, 0],
    ['60 times as fast', 60, 10_000, 600_000],
    ['half as fast', 0.5, 10_000, 5000],
    ['a thousand days a minute', 100_000, 60_000, 6_000_000_000],
  ])('that is %s continues at its own speed', (_, speed, real, shown) => {
    const clock = set(speed)
    expect([clock.now(), clock.isReal]).toEqual([SHOWN, false])
    passes(real)
    expect(clock.now()).toBe(SHOWN + shown)
  })

  test('shows whole milliseconds at any speed', () => {
    const clock = set(1.5)
    passes(1)
    expect(clock.now()).toBe(SHOWN + 1)
  })

  test.each([0, 1, 60])('continues from its current time when its speed is changed from %d', (speed) => {
    const clock = set(speed)
    passes(1000)
    const shown = clock.now()
    clock.set(clock.moved({ speed: 2 }))
    expect(clock.now()).toBe(shown)
    passes(1000)
    expect(clock.now()).toBe(shown + 2000)
  })

  test.each([0, 1, 60])('at speed %d is moved by a span and keeps its speed', (speed) => {
    const clock = set(speed)
    passes(1000)
    const shown = clock.now()
    clock.set(clock.moved({ by: 61_000 }))
    expect([clock.now(), clock.state.speed]).toEqual([shown + 61_000, speed])
  })

  test('is put to a moment, before or after the one it shows', () => {
    const clock = set(60)
    for (const at of [SHOWN + 5000, SHOWN - 86_400_000, 0, Date.UTC(1969, 0, 1)]) {
      clock.set(clock.moved({ at }))
      expect(clock.now()).toBe(at)
    }
  })

  test('that was set to the machine’s time differs only by that from one that was never set', () => {
    const clock = new Clock()
    clock.set(clock.moved({ speed: 0 }))
    expect(clock.isReal).toBe(false)
    clock.set(REAL_CLOCK)
    expect(clock.isReal).toBe(true)
  })

  test('ends with the year 9999: days have four digits of year', () => {
    const clock = set(0)
    clock.set(clock.moved({ by: Number.MAX_SAFE_INTEGER }))
    expect(clock.today()).toBe('9999-12-31')
  })

  test('that runs into the year 10000 stays on the last day', () => {
    const clock = new Clock({ at: Date.UTC(9999, 11, 31, 23, 59), real: MACHINE, speed: 100_000 })
    passes(86_400_000)
    expect(clock.today()).toBe('9999-12-31')
  })
})

describe('the day a clock shows', () => {
  test.each([
    ['a month of 31 days', '2026-01-31', '2026-02-01'],
    ['a month of 30 days', '2026-04-30', '2026-05-01'],
    ['a February', '2027-02-28', '2027-03-01'],
    ['a February with a leap day, before it', '2028-02-28', '2028-02-29'],
    ['a February with a leap day', '2028-02-29', '2028-03-01'],
    ['a February of 2100, which has none', '2100-02-28', '2100-03-01'],
    ['a February of 2400, which has one', '2400-02-28', '2400-02-29'],
    ['a year', '2026-12-31', '2027-01-01'],
    ['a century', '2099-12-31', '2100-01-01'],
  ])('continues past the end of %s', (_, day, next) => {
    const clock = new Clock({ at: Date.parse(`${day}T23:59:59.999Z`), real: MACHINE, speed: 1 })
    expect(clock.today()).toBe(day)
    passes(1)
    expect(clock.today()).toBe(next)
    expect(clock.today('Pacific/Kiritimati')).toBe(next)
    expect(clock.today('America/New_York')).toBe(day)
  })
})

describe('when the machine’s clock is put forward or back', () => {
  const HOUR = 3_600_000
  test.each([
    [0, HOUR],
    [0, -HOUR],
    [1, HOUR],
    [1, -HOUR],
    [60, HOUR],
    [60, -HOUR],
    [100_000, 30_000],
    [100_000, -30_000],
  ])('a clock that runs at %d goes on as before, by %d ms', (speed, step) => {
    const clock = set(speed)
    passes(1000)
    vi.setSystemTime(Date.now() + step)
    expect(clock.now()).toBe(SHOWN + 1000 * speed)
    passes(1000)
    expect(clock.now()).toBe(SHOWN + 2000 * speed)
    clock.set(clock.moved({ speed: 2, by: 5000 }))
    passes(1000)
    expect(clock.now()).toBe(SHOWN + 2000 * speed + 7000)
  })

  test.each([HOUR, -HOUR])('a clock that shows the machine’s time shows it after %d ms, too', (step) => {
    const clock = new Clock()
    vi.setSystemTime(MACHINE + step)
    passes(1000)
    expect(clock.now()).toBe(MACHINE + step + 1000)
  })

  test('a clock that another process has set continues from there, and never goes back before', () => {
    expect(new Clock({ at: SHOWN, real: MACHINE - 1000, speed: 60 }).now()).toBe(SHOWN + 60_000)
    const ahead = new Clock({ at: SHOWN, real: MACHINE + 1000, speed: 60 })
    expect(ahead.now()).toBe(SHOWN)
    passes(1000)
    expect(ahead.now()).toBe(SHOWN + 60_000)
  })
})

describe('the words for a clock', () => {
  test.each([
    ['real', 1],
    ['frozen', 0],
    ['60x', 60],
    ['1.5x', 1.5],
    ['0.1x', 0.1],
    ['100000x', 100_000],
  ])('%s is a speed, and is written so', (text, speed) => {
    expect([parseRun(text), runText(speed)]).toEqual([speed, text])
  })

  test.each(['', 'Real', '60', 'x', '0x', '-1x', '1e3x', '100001x', '60 x', 'NaNx'])('"%s" is not a speed', (text) => {
    expect(parseRun(text)).toBeUndefined()
  })

  test.each([
    ['2026-03-01', Date.UTC(2026, 2, 1)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    ['2026-03-01T09:00:00Z', Date.UTC(2026, 2, 1, 9)],
    ['2026-03-01T09:00:00+10:30', Date.UTC(2026, 1, 28, 22, 30)],
    ['2100-02-29', undefined],
    ['2026-02-30T00:00:00Z', undefined],
    ['2026-03-01T09:00:00', undefined],
    ['2026-03-01T24:00:00Z', undefined],
    ['tomorrow', undefined],
  ])('"%s" is a moment, or none', (text, at) => {
    expect(parseAt(text)).toBe(at)
  })
})
