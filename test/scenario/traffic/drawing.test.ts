import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DrawnValue, drawProblem, drawValue, isDraw, possibleValues } from '../../../src/scenario/traffic/drawing.ts'
import { Randomness } from '../../../src/simulation/randomness.ts'

const randomness = new Randomness(7)
const stream = (key: number | string) => randomness.stream('traffic-value', String(key))

/** What comes out of many draws, each value once, in order. */
const outcomes = (draw: DrawnValue): readonly unknown[] => [
  ...new Set(Array.from({ length: 500 }, (_, index) => drawValue(draw, stream(index)))),
]

describe('a drawn value', () => {
  test.each<[DrawnValue, readonly unknown[]]>([
    [{ from: 1, to: 3 }, [1, 2, 3]],
    [{ from: -1, to: 1 }, [-1, 0, 1]],
    [{ from: 2, to: 2 }, [2]],
    [{ from: 'today-1', to: 'today+1' }, ['today-1', 'today+0', 'today+1']],
    [{ from: 'today', to: 'today+1' }, ['today+0', 'today+1']],
    [{ from: '2026-02-28', to: '2026-03-02' }, ['2026-02-28', '2026-03-01', '2026-03-02']],
    [{ any: ['a', 2, null] }, ['a', 2, null]],
    [{ weights: { a: 1, 2: 1, '-1.5': 1, '1x': 1, never: 0 } }, ['a', 2, -1.5, '1x']],
  ])('%j is one of %j', (draw, expected) => {
    expect(drawProblem(draw)).toBeUndefined()
    expect(new Set(outcomes(draw))).toEqual(new Set(expected))
    for (const one of possibleValues(draw)) if (one !== 'never' && one !== 'today') expect(expected).toContainEqual(one)
  })

  test('occurs in proportion to its weight', () => {
    const draws = Array.from({ length: 4_000 }, (_, index) => drawValue({ weights: { a: 1, b: 3 } }, stream(index)))
    const rate = draws.filter((value) => value === 'b').length / draws.length
    expect(rate).toBeGreaterThan(0.71)
    expect(rate).toBeLessThan(0.79)
  })

  test('depends only on seed and key', () => {
    const draw = { from: 1, to: 1_000_000 }
    expect(drawValue(draw, stream('x'))).toBe(drawValue(draw, stream('x')))
    expect(drawValue(draw, stream('x'))).not.toBe(drawValue(draw, stream('y')))
  })
})

describe('a draw', () => {
  test.each([
    [{ from: 1, to: 2 }, true],
    [{ to: 2, from: 1 }, true],
    [{ from: 1 }, false],
    [{ from: 1, to: 2, by: 3 }, false],
    [{ weights: {} }, true],
    [{ any: [] }, true],
    [{ any: [], weights: {} }, false],
    [{}, false],
    [[1, 2], false],
    [null, false],
    ['any', false],
  ])('%j: %s', (value, expected) => {
    expect(isDraw(value)).toBe(expected)
  })
})

describe('an invalid draw', () => {
  const ENDS = /^from and to: expected two whole numbers, two days/
  test.each<[unknown, RegExp]>([
    [{ from: 2, to: 1 }, /^from 2 is after to 1$/],
    [{ from: 'today+2', to: 'today+1' }, /^from today\+2 is after to today\+1$/],
    [{ from: '2026-03-02', to: '2026-03-01' }, /^from 2026-03-02 is after to 2026-03-01$/],
    [{ from: 1, to: 1.5 }, ENDS],
    [{ from: 1, to: 'today' }, ENDS],
    [{ from: 'today', to: '2026-03-01' }, ENDS],
    [{ from: '2026-03-01', to: 'today' }, ENDS],
    [{ from: 'today1', to: 'today2' }, ENDS],
    [{ from: 'xtoday', to: 'today+1x' }, ENDS],
    [{ from: '2026-02-30', to: '2026-03-01' }, ENDS],
    [{ any: [] }, /^any: expected a list of at least one value$/],
    [{ any: 'ab' }, /^any: expected a list/],
    [{ weights: {} }, /^weights: expected a map of values to weights, one of them above 0$/],
    [{ weights: { a: 0 } }, /^weights: /],
    [{ weights: { a: 1, b: -1 } }, /^weights: /],
    [{ weights: { a: 1, b: '1' } }, /^weights: /],
    [{ weights: { a: Number.POSITIVE_INFINITY } }, /^weights: /],
    [{ weights: [1] }, /^weights: /],
  ])('%j', (draw, problem) => {
    expect(drawProblem(draw as DrawnValue)).toMatch(problem)
  })

  test('reports every range whose end is before its beginning', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 }), (from, to) => {
        const word = (ahead: number) => (ahead < 0 ? `today${ahead}` : `today+${ahead}`)
        for (const draw of [
          { from, to },
          { from: word(from), to: word(to) },
        ])
          expect(drawProblem(draw) === undefined).toBe(from <= to)
      }),
    )
  })
})
