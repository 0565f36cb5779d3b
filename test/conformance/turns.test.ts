import { expect, test } from 'vitest'
import { threadedOf } from '../../src/conformance/threads.ts'
import { entryOf } from '../../src/journal/entry.ts'

/** True when calls of one program show threads. */
const isThreaded = (calls: readonly { readonly real: number; readonly connection: number; readonly turn: number }[]): boolean =>
  threadedOf(
    calls.map((call, index) => entryOf({ ...call, id: index + 1, at: call.real, method: 'GET', target: '/', status: 200 })),
    () => 'a',
    { latency: 10 },
  ).has('a')

test.each([
  ['shows threads', 2, 7, 1, true],
  ['shows none on one connection', 1, 7, 1, false],
  ['shows none in the next turn', 2, 8, 1, false],
  ['shows none when much later: it is a turn of another process', 2, 7, 30, false],
])('a second call in the same turn of the event loop %s', (_, connection, turn, real, threaded) => {
  expect(
    isThreaded([
      { real: 0, connection: 1, turn: 7 },
      { real, connection, turn },
    ]),
  ).toBe(threaded)
})
