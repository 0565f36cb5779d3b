import { expect, test } from 'vitest'
import { close, FAILED, reactionTo } from '../scenario/expectations/client-steps.ts'
import { longestTurn } from './longest-turn.ts'

const CALLS = 2000
/** Milliseconds of processor time; 300 are usual. */
const MOST = 3000

test('a run in which thousands of calls failed is compared in a second', async () => {
  const control = Array.from({ length: CALLS }, (_, room) => close(room))
  const run = control.flatMap((step, room) => [close(room, FAILED), step])
  const work = async () => reactionTo({ id: 'completes', reaction: 'completes' }, run, control)
  const { result, longest } = await longestTurn(work, { enough: MOST })
  expect(result.state).toBe('met')
  expect(longest).toBeLessThan(MOST)
})
