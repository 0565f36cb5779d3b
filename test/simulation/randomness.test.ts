import { describe, expect, test } from 'vitest'
import { Randomness } from '../../src/simulation/randomness.ts'

const randomness = new Randomness(7)
const stream = (key: number) => randomness.stream('traffic-value', String(key))

test('a share is from 0 up to but not including 1', () => {
  const all = Array.from({ length: 1_000 }, (_, index) => stream(index).share())
  expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
  expect(Math.min(...all)).toBeLessThan(0.02)
  expect(Math.max(...all)).toBeLessThan(1)
  expect(Math.max(...all)).toBeGreaterThan(0.98)
})

describe('what happens by a percentage', () => {
  const KEYS = Array.from({ length: 20_000 }, (_, index) => index)

  test.each([
    ['0%', 0],
    ['0.01%', 1],
    ['0.07%', 7],
    ['1.1%', 110],
    ['5%', 500],
    ['12.50%', 1_250],
    ['33.33%', 3_333],
    ['99.99%', 9_999],
    ['100%', 10_000],
  ])('is decided for %s as by one of ten thousand tickets, of which %d win', (percentage, winning) => {
    const happened = KEYS.filter((key) => stream(key).happens(percentage))
    expect(happened).toEqual(KEYS.filter((key) => stream(key).integer(0, 9_999) < winning))
  })

  test('never happens without one, and takes one value of the stream', () => {
    const [drawn, other] = [stream(1), stream(1)]
    expect(drawn.happens()).toBe(false)
    other.integer(0, 1)
    expect(drawn.integer(0, 1_000_000)).toBe(other.integer(0, 1_000_000))
  })
})
