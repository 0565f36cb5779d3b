import Type from 'typebox'
import { expect, test } from 'vitest'
import { readSentDocument } from '../../src/fixtures/sent-document.ts'
import { longestTurn } from './longest-turn.ts'

/** The event loop is held for less, milliseconds of processor time. */
const LONGEST_TURN_MS = 50

const keys = (count: number): string => Array.from({ length: count }, (_, index) => `key${index}: ${index}`).join('\n')

test('a long text of a request does not block the event loop', async () => {
  const text = `${keys(2000)}\n${'"'.repeat(2001)}`
  const read = () => readSentDocument('sent', text, Type.Record(Type.String(), Type.Integer()))
  const { result, longest } = await longestTurn(read, { enough: LONGEST_TURN_MS })
  expect(result.problems[0]?.message).toContain('not valid YAML')
  expect(longest).toBeLessThan(LONGEST_TURN_MS)
})
