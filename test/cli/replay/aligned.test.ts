import { describe, expect, test } from 'vitest'
import { alignedPairs } from '../../../src/cli/replay/aligned.ts'
import { numbered, shuffled } from './shuffled.ts'

describe('equal elements are paired in the same order', () => {
  test.each([
    ['abc', 'abc', '0-0 1-1 2-2'],
    ['', '', ''],
    ['abc', 'xyz', ''],
    ['axbc', 'abyc', '0-0 2-1 3-3'],
    ['xyxz', 'yxz', '1-0 2-1 3-2'],
    ['ab', 'ba', '1-0'],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(
      alignedPairs([...one], [...other])
        .map((pair) => pair.join('-'))
        .join(' '),
    ).toBe(expected)
  })

  test('of two recordings of 20,000 calls in a wholly different order', () => {
    const first = numbered(20_000)
    const second = shuffled(first)
    const pairs = alignedPairs(first, second)
    // the longest ascending part of a random order is about twice the square root long
    expect(pairs.length).toBeGreaterThan(250)
    expect(pairs.every(([index, other]) => first[index] === second[other])).toBe(true)
    for (const [index, [one, other]] of pairs.slice(1).entries()) {
      expect(one).toBeGreaterThan(pairs[index]?.[0] ?? -1)
      expect(other).toBeGreaterThan(pairs[index]?.[1] ?? -1)
    }
  })

  test('of long recordings with repeated calls, where much differs', () => {
    const polled = numbered(6000).flatMap((call) => [call, 'poll'])
    const moved = [...polled.slice(6000), ...polled.slice(0, 6000)]
    const pairs = alignedPairs(polled, moved)
    expect(pairs.length).toBeGreaterThanOrEqual(6000)
    expect(pairs.every(([index, other]) => polled[index] === moved[other])).toBe(true)
  })
})
