import { expect, test } from 'vitest'
import { alignedPairs } from '../../src/cli/replay/aligned.ts'
import { numbered, shuffled } from '../cli/replay/shuffled.ts'
import { longestTurn } from './longest-turn.ts'

/** Milliseconds of processor time; 1,000 are usual. */
const MOST = 6000

test('two recordings of 20,000 calls in a wholly different order are compared in seconds', async () => {
  const first = numbered(20_000)
  const second = shuffled(first)
  const { result, longest } = await longestTurn(async () => alignedPairs(first, second), { enough: MOST })
  expect(result.length).toBeGreaterThan(250)
  expect(longest).toBeLessThan(MOST)
})
