import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/conformance/exchange.ts'
import { singleUseOf, threadedOf, threadsOf } from '../../src/conformance/threads.ts'
import { entryOf } from '../../src/journal/entry.ts'

type Sent = readonly [real: number, ms: number, connection?: number]

const callsOf = (program: string, sent: readonly Sent[]): readonly Exchange[] =>
  sent.map(([real, ms, connection], index) =>
    entryOf({ id: index + 1, at: real, real, ms, connection, client: program, method: 'GET', target: '/', status: 200 }),
  )
const programOf = ({ client = '' }: Exchange): string => client
const isThreaded = (sent: readonly Sent[]): boolean => threadedOf(callsOf('a', sent), programOf).has('a')

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
      'by three connections within 29 ms',
      [
        [0, 1, 1],
        [15, 1, 2],
        [29, 1, 3],
      ],
      true,
    ],
    [
      'not by three connections within 30 ms',
      [
        [0, 1, 1],
        [15, 1, 2],
        [30, 1, 3],
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
    [
      'not by a third that begins when one has ended',
      [
        [0, 1, 1],
        [100, 1, 2],
        [200, 0, 1],
        [200, 1, 3],
        [300, 1, 2],
        [400, 1, 3],
      ],
      false,
    ],
    [
      'not by connections one after the other',
      [
        [0, 1, 1],
        [50, 1, 1],
        [100, 1, 2],
        [150, 1, 2],
        [200, 1, 3],
        [250, 1, 3],
      ],
      false,
    ],
  ])('%s', (_, sent, threaded) => {
    expect(isThreaded(sent)).toBe(threaded)
  })

  test('independent of other programs', () => {
    const calls = [...callsOf('a', [[0, 100]]), ...callsOf('b', [[50, 10]]), ...callsOf('b', [[55, 10]])]
    expect([...threadedOf(calls, programOf)]).toEqual(['b'])
  })
})

describe('the connections that a program uses at the same time', () => {
  test.each<readonly [about: string, sent: readonly Sent[], most: number]>([
    [
      'not known',
      [
        [0, 1],
        [1, 1],
      ],
      0,
    ],
    [
      'one',
      [
        [0, 1, 1],
        [10, 1, 1],
      ],
      1,
    ],
    [
      'two',
      [
        [0, 1, 1],
        [10, 1, 2],
        [20, 1, 1],
      ],
      2,
    ],
    [
      'two within a second',
      [
        [0, 1, 1],
        [999, 1, 2],
      ],
      2,
    ],
    [
      'one after the other',
      [
        [0, 1, 1],
        [1000, 1, 2],
      ],
      1,
    ],
    [
      'most of them at the beginning',
      [
        [0, 1, 1],
        [10, 1, 2],
        [20, 1, 3],
        [5000, 1, 1],
        [5010, 1, 2],
      ],
      3,
    ],
    [
      'one that is used on and on, another after a second',
      [
        [0, 1, 1],
        [900, 1, 1],
        [1800, 1, 2],
      ],
      2,
    ],
  ])('%s', (_, sent, most) => {
    expect(threadsOf(callsOf('a', sent), programOf).get('a')).toBe(most)
  })
})

describe('a program opens a connection for each call', () => {
  const calls = (count: number, connectionOf: (index: number) => number): readonly Exchange[] =>
    callsOf(
      'a',
      Array.from({ length: count }, (_, index) => [index * 10, 5, connectionOf(index)] as const),
    )
  test.each<readonly [about: string, calls: readonly Exchange[], programs: readonly string[]]>([
    ['when all have one of their own', calls(20, (index) => index), ['a']],
    ['when the numbers of closed ones are used again', calls(40, (index) => index % 35), ['a']],
    ['not when it keeps some', calls(40, (index) => index % 20), []],
    ['not when there are too few to tell', calls(16, (index) => index), []],
  ])('%s', (_, sent, programs) => {
    expect([...singleUseOf(sent, programOf)]).toEqual(programs)
  })
})
