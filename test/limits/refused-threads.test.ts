import { expect, test } from 'vitest'
import { checkConformance } from '../../src/conformance/conformance.ts'
import { call, exchangesOf, FACTS, token } from '../conformance/exchanges-of.ts'

const CALLS = 800
/** It takes about 2 s on a slow machine. */
const MOST_MS = 20_000

test(`${CALLS} calls of threads that go on at 429 are graded in time`, () => {
  const limited = (index: number) =>
    call('listBookings', 'a', { wait: 5, target: `/x/${index % 50}`, status: 429, responseHeaders: { 'Retry-After': '10' } })
  const threads = [token('a'), call('listGuests', 'a', { ms: 50 }), call('listGuests', 'a', { wait: -40 })]
  const exchanges = exchangesOf([...threads, ...Array.from({ length: CALLS }, (_, index) => limited(index))])
  const began = performance.now()
  const { rules } = checkConformance(exchanges, FACTS)
  const took = performance.now() - began
  expect(rules.find(({ id }) => id === 'resilience/retry-after-wide')?.outcome).toBe('warned')
  expect(took).toBeLessThan(MOST_MS)
})
