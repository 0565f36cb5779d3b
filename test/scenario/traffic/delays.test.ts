import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DelayCounts, delaysText } from '../../../src/scenario/traffic/delays.ts'

describe('delays', () => {
  test('have no statistics while there are none', () => {
    expect(new DelayCounts().summary()).toEqual({})
    expect(delaysText({ met: 0, late: 0, missed: 1, waiting: 2 })).toBe('0 met, 0 late, 1 missed, 2 waiting')
  })

  test('are exact to three digits, the longest to the millisecond', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 200 }), (all) => {
        const counts = new DelayCounts()
        for (const one of all) counts.add(one)
        const sorted = all.toSorted((a, b) => a - b)
        const exact = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
        const { p50, p95, max } = counts.summary()
        expect(max).toBe(sorted.at(-1))
        expect(Math.abs((p50 ?? Number.NaN) - exact(0.5))).toBeLessThanOrEqual(exact(0.5) * 0.005)
        expect(Math.abs((p95 ?? Number.NaN) - exact(0.95))).toBeLessThanOrEqual(exact(0.95) * 0.005)
      }),
    )
  })
})
