import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/base/duration.ts'
import { ActTimes, hoursProblem, perDay } from '../../../src/scenario/traffic/act-times.ts'
import type { Traffic } from '../../../src/scenario/traffic/traffic-schema.ts'
import { Randomness } from '../../../src/simulation/randomness.ts'

/** Midnight, UTC. */
const BEGUN = Date.UTC(2026, 2, 1)

const traffic = (more: Partial<Traffic>): Traffic => ({ id: 'guests', do: 'guest_books', ...more })

function firstTimes(count: number, more: Partial<Traffic>, { begun = BEGUN, seed = 1 } = {}): readonly number[] {
  const times = new ActTimes({ traffic: traffic(more) }, begun, new Randomness(seed))
  return Array.from({ length: count }, () => times.next().at)
}

describe('a rate', () => {
  test.each([
    ['1/h', 24],
    ['12/d', 12],
    ['1.5/d', 1.5],
    ['14/w', 2],
  ])('%s is %d a day', (rate, expected) => {
    expect(perDay(rate)).toBeCloseTo(expected, 10)
  })
})

describe('acts at even intervals', () => {
  test('come one interval after the other, the first after one', () => {
    expect(firstTimes(3, { every: '90m' }).map((at) => at - BEGUN)).toEqual([1.5 * HOUR_MS, 3 * HOUR_MS, 4.5 * HOUR_MS])
  })

  test('are counted from 1', () => {
    const times = new ActTimes({ traffic: traffic({ every: '1d' }) }, BEGUN, new Randomness(1))
    expect([times.next(), times.next()]).toEqual([
      { number: 1, at: BEGUN + DAY_MS },
      { number: 2, at: BEGUN + 2 * DAY_MS },
    ])
  })
})

describe('acts at a rate', () => {
  const HOURS = { '0-7': 0, '12': 4, '18-22': 2 }
  const weightOf = (hour: number): number => (hour < 7 ? 0 : hour === 12 ? 4 : hour >= 18 && hour < 22 ? 2 : 1)
  const SUM = Array.from({ length: 24 }, (_, hour) => weightOf(hour)).reduce((a, b) => a + b, 0)

  test('come in order, at whole milliseconds, whenever they begin', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }), fc.boolean(), (shift, weighted) => {
        const begun = BEGUN + shift
        const all = firstTimes(50, { rate: '20/d', ...(weighted && { hours: HOURS }) }, { begun })
        expect(all.every(Number.isSafeInteger)).toBe(true)
        expect([begun, ...all].toSorted((a, b) => a - b)).toEqual([begun, ...all])
      }),
      { numRuns: 30 },
    )
  })

  test('keep their mean, and are as far apart as chance has it', () => {
    const all = firstTimes(4_000, { rate: '48/d' })
    expect(((all.at(-1) ?? 0) - BEGUN) / DAY_MS / 4_000).toBeCloseTo(1 / 48, 3)
    const gaps = all.map((at, index) => at - (all[index - 1] ?? BEGUN))
    const longer = gaps.filter((gap) => gap > DAY_MS / 48).length / gaps.length
    expect(longer).toBeGreaterThan(0.34)
    expect(longer).toBeLessThan(0.4)
  })

  test('occur in each hour in proportion to its weight', () => {
    const all = firstTimes(8_000, { rate: '40/d', hours: HOURS })
    expect(((all.at(-1) ?? 0) - BEGUN) / DAY_MS).toBeGreaterThan(190)
    expect(((all.at(-1) ?? 0) - BEGUN) / DAY_MS).toBeLessThan(210)
    for (let hour = 0; hour < 24; hour++) {
      const count = all.filter((at) => new Date(at).getUTCHours() === hour).length
      const expected = (8_000 * weightOf(hour)) / SUM
      expect(Math.abs(count - expected), `hour ${hour}`).toBeLessThanOrEqual(5 * Math.sqrt(expected))
    }
  })

  test('keep their mean and their hours where they are days apart', () => {
    const all = firstTimes(1_500, { rate: '2/w', hours: HOURS })
    expect(((all.at(-1) ?? 0) - BEGUN) / DAY_MS / 1_500).toBeCloseTo(3.5, 0)
    expect(all.filter((at) => weightOf(new Date(at).getUTCHours()) === 0)).toEqual([])
    const noon = all.filter((at) => new Date(at).getUTCHours() === 12).length / all.length
    expect(noon).toBeGreaterThan(0.5 * (4 / SUM))
    expect(noon).toBeLessThan(1.5 * (4 / SUM))
  })

  test('are the same for the same seed and id, and differ for others', () => {
    expect(firstTimes(5, { rate: '5/d' })).toEqual(firstTimes(5, { rate: '5/d' }))
    expect(firstTimes(5, { rate: '5/d' }, { seed: 2 })).not.toEqual(firstTimes(5, { rate: '5/d' }))
    expect(firstTimes(5, { rate: '5/d', id: 'others' })).not.toEqual(firstTimes(5, { rate: '5/d' }))
  })
})

describe('weights of hours', () => {
  test.each<[Record<string, number>, string | undefined]>([
    [{ '7': 1, '8-24': 0.5 }, undefined],
    [{ '0-7': 0 }, undefined],
    [{ '0-24': 1 }, undefined],
    [{ '23': 1 }, undefined],
    [{ '7-9': 1, '6-8': 2 }, '"6-8" names hour 7 again'],
    [{ '0-24': 0 }, 'every hour weighs 0: nothing would ever happen'],
    ...['24', '9-7', '7-7', '7-25', 'x', '7-', '-7', '123', '7-9x', 'x7'].map((text): [Record<string, number>, string] => [
      { [text]: 1 },
      `"${text}" is not an hour (7) or hours (7-9) from 0 to 24`,
    ]),
  ])('%j: %s', (hours, problem) => {
    expect(hoursProblem(hours)).toBe(problem)
  })
})
