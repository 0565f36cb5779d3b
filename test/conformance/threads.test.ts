import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/conformance/exchange.ts'
import { sharedAfter, threadedOf } from '../../src/conformance/threads.ts'
import { entryOf } from '../../src/journal/entry.ts'

type Sent = readonly [real: number, ms: number, connection?: number]

const callsOf = (program: string, sent: readonly Sent[]): readonly Exchange[] =>
  sent.map(([real, ms, connection], index) =>
    entryOf({ id: index + 1, at: real, real, ms, connection, client: program, method: 'GET', target: '/', status: 200 }),
  )
const programOf = ({ client = '' }: Exchange): string => client
const isThreaded = (sent: readonly Sent[], latency = 0): boolean =>
  threadedOf(callsOf('a', sent), programOf, { latency }).has('a')

describe('a program has threads', () => {
  test.each<readonly [about: string, sent: readonly Sent[], threaded: boolean]>([
    ['not when it has made no call', [], false],
    [
      'not when each call is sent when the one before has ended',
      [
        [0, 10],
        [10, 10],
        [20, 10],
      ],
      false,
    ],
    [
      'when a call is sent before the one before has ended',
      [
        [0, 10],
        [9, 10],
      ],
      true,
    ],
    [
      'when a call is sent before an earlier one has ended',
      [
        [0, 100],
        [100, 5],
        [105, 1],
      ],
      false,
    ],
    [
      'when a long call goes on beside short ones',
      [
        [0, 100],
        [99, 1],
      ],
      true,
    ],
    [
      'not by two connections at once',
      [
        [0, 1, 1],
        [5, 1, 2],
        [10, 1, 1],
        [15, 1, 2],
      ],
      false,
    ],
    [
      'not by calls of which the connection is not known',
      [
        [0, 1],
        [5, 1],
        [10, 1],
        [15, 1],
      ],
      false,
    ],
    [
      'by three connections that are all used again',
      [
        [0, 1, 1],
        [100, 1, 2],
        [200, 1, 3],
        [300, 1, 1],
        [400, 1, 2],
        [500, 1, 3],
      ],
      true,
    ],
    [
      'not by two that are used again, and one before',
      [
        [0, 1, 3],
        [100, 1, 1],
        [200, 1, 2],
        [300, 1, 1],
        [400, 1, 2],
      ],
      false,
    ],
  ])('%s', (_, sent, threaded) => {
    expect(isThreaded(sent)).toBe(threaded)
  })

  test('independent of other programs', () => {
    const calls = [...callsOf('a', [[0, 100]]), ...callsOf('b', [[50, 10]]), ...callsOf('b', [[55, 10]])]
    expect([...threadedOf(calls, programOf, {})]).toEqual(['b'])
  })

  test('by overlapping calls only, where each response takes longer', () => {
    const inTurns = [1, 2, 3, 1, 2, 3].map((connection, index) => [index * 100, 10, connection] as const)
    expect([isThreaded(inTurns), isThreaded(inTurns, 10)]).toEqual([true, false])
    expect(isThreaded([...inTurns, [509, 10, 1]], 10)).toBe(true)
  })
})

describe('a thread knows the response of another one', () => {
  const after = (times: readonly number[]): number =>
    sharedAfter(
      callsOf(
        'a',
        times.map((ms, at) => [at, ms]),
      ),
    )()
  test.each<readonly [about: string, times: readonly number[], ms: number]>([
    ['after 250 ms', [10, 12, 15], 250],
    ['after as long where every response has the latency of the server', [300, 304, 310], 250],
    ['later on a busy machine', [10, 200, 210], 1050],
    ['later on a busy machine with latency', [300, 500, 510], 1100],
  ])('%s', (_, times, ms) => {
    expect(after(times)).toBe(ms)
  })
})
