import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/conformance/exchange.ts'
import { callList, idsOf, judgeEach, milliseconds, sequences } from '../../src/conformance/rule.ts'
import { exchangesOf, withoutCalls } from './exchanges-of.ts'

const CALLS = exchangesOf(Array.from({ length: 6 }, () => ({ operation: 'listGuests' })))
const [first, second] = CALLS

test('a rule that judges each call has one finding for each offence', () => {
  expect(judgeEach(CALLS, ({ id }) => (id > 4 ? `#${id} is late` : undefined))).toEqual({
    exercised: true,
    offences: [
      { entries: [5], what: '#5 is late' },
      { entries: [6], what: '#6 is late' },
    ],
  })
  expect(judgeEach(CALLS, () => undefined)).toEqual({ exercised: true, offences: [] })
  expect(judgeEach([], () => 'never')).toEqual({ exercised: false, offences: [] })
})

test.each<readonly [ms: number, text: string]>([
  [0, '0 ms'],
  [249.6, '250 ms'],
  [999, '999 ms'],
  [1000, '1 s'],
  [1449, '1.4 s'],
  [1450, '1.5 s'],
  [61_000, '61 s'],
])('%d milliseconds are shown as %s', (ms, text) => {
  expect(milliseconds(ms)).toBe(text)
})

test('the first calls of a list are named, and the ids of others given', () => {
  expect(first && second && [idsOf(first, second), withoutCalls(callList(CALLS.slice(0, 3))), callList([])]).toEqual([
    [1, 2],
    '#1 listGuests, #2 listGuests and 1 more (#3)',
    '',
  ])
})

describe('sequences of calls', () => {
  /** The ids of the sequences, where the call with the one id is followed by the call with the other. */
  const found = (follows: Readonly<Record<number, number>>) =>
    sequences(CALLS, ({ id }: Exchange) => CALLS.find((one) => one.id === follows[id])).map((calls) => calls.map(({ id }) => id))

  test.each<readonly [about: string, follows: Readonly<Record<number, number>>, sequences: readonly (readonly number[])[]]>([
    ['none follows another', {}, []],
    ['one of two', { 1: 2 }, [[1, 2]]],
    ['one of four', { 1: 2, 2: 4, 4: 6 }, [[1, 2, 4, 6]]],
    [
      'two side by side',
      { 1: 3, 3: 5, 2: 4, 4: 6 },
      [
        [1, 3, 5],
        [2, 4, 6],
      ],
    ],
    ['two that meet: what follows is part of the first only', { 1: 3, 2: 3, 3: 5 }, [[1, 3, 5]]],
    [
      'two that meet later',
      { 1: 4, 2: 3, 3: 4, 4: 6 },
      [
        [1, 4, 6],
        [2, 3],
      ],
    ],
  ])('%s', (_, follows, sequences) => {
    expect(found(follows)).toEqual(sequences)
  })
})
