import { describe, expect, test } from 'vitest'
import {
  at,
  type Case,
  call,
  cases,
  closesOn,
  exchangesOf,
  failedCall,
  judgement,
  offenceTexts,
  type Step,
  token,
} from '../exchanges-of.ts'

describe('resilience/call-completed', () => {
  const fails = (carried: string, property = 1, more: Step = {}): Step =>
    at('listTariffs', carried, property, { ...failedCall(503), operation: 'listTariffs', property, ...more })
  const goesOn = (carried: string): Step[] => [at('listTariffs', carried, 2), at('listTariffs', carried, 3)]
  /** A run of a program: a token, the list of properties, and the tariffs of one. */
  const job = (given: string, tariffs: Step): Step[] => [token(given), call('listProperties', given), tariffs]

  const on = (connection: number, ...steps: readonly Step[]): Step[] => steps.map((one) => ({ connection, ...one }))
  /** A program drops a call and makes others, and another one begins, on a connection of its own. */
  const killedAfter = (others: readonly Step[]): Step[] =>
    [on(1, ...job('a', fails('a')), ...others), on(2, ...job('b', at('listTariffs', 'b', 2)))].flat()

  cases('resilience/call-completed', [
    ['drops the call', [token('a'), fails('a'), ...goesOn('a')], 'failed', [2, 3, 4]],
    ['makes it again at once', [token('a'), fails('a'), at('listTariffs', 'a', 1), ...goesOn('a')], 'passed'],
    ['makes it again at the end', [token('a'), fails('a'), ...goesOn('a'), at('listTariffs', 'a', 1)], 'passed'],
    ['makes one more call only', [token('a'), fails('a'), at('listTariffs', 'a', 2)], 'noted', [2]],
    ['ends with the failed call', [token('a'), at('listTariffs', 'a', 2), fails('a')], 'noted', [3]],
    [
      'drops one call after another until it ends',
      [token('a'), fails('a', 1), fails('a', 2), fails('a', 3), fails('a', 4)],
      'noted',
      ...[[2], [3], [4], [5]],
    ],
    ['drops one of two calls, and ends', [token('a'), fails('a', 1), fails('a', 2), at('listTariffs', 'a', 2)], 'noted', [2]],
    ['ends after three attempts', [token('a'), fails('a'), fails('a'), fails('a')], 'passed'],
    ['gives up after three attempts', [token('a'), fails('a'), fails('a'), fails('a'), ...goesOn('a')], 'passed'],
    ['after two', [token('a'), fails('a'), fails('a'), ...goesOn('a')], 'failed', [3, 4, 5]],
    [
      'drops it, with a token for each call',
      [token('a'), fails('a'), token('b'), at('listTariffs', 'b', 2), token('c'), at('listTariffs', 'c', 3)],
      'failed',
      [2, 4, 6],
    ],
    [
      'drops it, with a token for each job: it may have been started again',
      [...job('a', at('listTariffs', 'a', 4)), ...job('b', fails('b')), ...job('c', at('listTariffs', 'c', 2))],
      'noted',
      [6, 8, 9],
    ],
    [
      'the program is killed while a thread waits, and begins again',
      killedAfter(goesOn('a').map((one, index) => (index === 0 ? one : { ...one, wait: -2 }))),
      'noted',
      [3, 4, 5],
    ],
    ['a program without threads drops it, is killed, and begins again', killedAfter(goesOn('a')), 'failed', [3, 4, 5]],
    [
      'the next job makes it again',
      [...job('a', at('listTariffs', 'a', 4)), ...job('b', fails('b')), ...job('c', at('listTariffs', 'c', 1))],
      'passed',
    ],
    [
      'another client goes on',
      [token('a'), fails('a'), ...goesOn('b').map((one) => ({ ...one, client: 'other' }))],
      'noted',
      [2],
    ],
  ])

  const write: Step = { method: 'POST', networkFault: 'cut-after-commit', status: 0, changed: { bookings: [7] } }
  const lost = at('createBlackBooking', 'w', 1, write)
  const unsent = { ...lost, networkFault: 'cut-before', changed: undefined } as const
  const sent = at('createBlackBooking', 'w', 1, { method: 'POST' })
  const sentByNext = { ...sent, token: 'v' }
  cases('resilience/call-completed', [
    ['drops a lost write', [token('r'), token('w'), lost, ...closesOn], 'failed', [3, 4, 5]],
    ['reads what it did', [token('r'), token('w'), lost, at('listBlackBookings', 'w', 1), ...closesOn], 'passed'],
    [
      'repeats a lost write, which is cut, and reads that the first was carried out',
      [token('w'), lost, unsent, at('listBlackBookings', 'w', 1), ...closesOn],
      'passed',
    ],
    [
      'repeats a lost write after it removed it, which is cut, and reads',
      [
        token('w'),
        lost,
        at('listBlackBookings', 'w', 1),
        at('deleteBlackBooking', 'w', 1, { method: 'DELETE' }),
        unsent,
        at('listBlackBookings', 'w', 1),
        ...closesOn,
      ],
      'failed',
      [5, 6, 7],
    ],
    [
      'repeats a write that was not carried out, and reads',
      [token('w'), unsent, unsent, at('listBlackBookings', 'w', 1), ...closesOn],
      'failed',
      [3, 4, 5],
    ],
    ['another thread sends it meanwhile', [token('w'), { ...sent, ms: 90 }, { ...unsent, wait: -80 }, ...closesOn], 'passed'],
    [
      'another thread had sent it before',
      [token('w'), { ...unsent, ms: 90 }, { ...sent, wait: -80, ms: 100 }, ...closesOn],
      'passed',
    ],
    [
      'reads twice at once, to be quick, and hangs up on the second',
      [
        token('w'),
        at('listTariffs', 'w', 1, { ms: 90 }),
        { ...fails('w'), aborted: true, status: 0, wait: -80, ms: 100 },
        ...closesOn,
      ],
      'passed',
    ],
    ...[
      { status: 401, refusalCode: 'token_expired' } as const,
      { status: 403, refusalCode: 'scope_not_held' } as const,
      { networkFault: 'invented' } as const,
    ].map(
      (useless): Case => [
        `reads twice at once, and the first gets ${Object.values(useless).join(' ')}`,
        [
          token('w'),
          at('listTariffs', 'w', 1, { ms: 90, ...useless }),
          { ...fails('w'), aborted: true, status: 0, wait: -80, ms: 100 },
          ...closesOn,
        ],
        'failed',
        [3, 4, 5],
      ],
    ),
    [
      'reads twice at once, and its hang-up on the second is seen 300 ms after the first is answered',
      [
        token('w'),
        at('listTariffs', 'w', 1, { ms: 90 }),
        { ...fails('w'), aborted: true, status: 0, wait: -80, ms: 380 },
        ...closesOn,
      ],
      'noted',
      [3, 4, 5],
    ],
    [
      'reads twice at once, and the second is given up long after the first is answered',
      [
        token('w'),
        at('listTariffs', 'w', 1, { ms: 90 }),
        { ...fails('w'), aborted: true, status: 0, wait: -80, ms: 5000 },
        ...closesOn,
      ],
      'failed',
      [3, 4, 5],
    ],
    [
      'reads twice at once, and the second fails: it may be that of another thread',
      [token('w'), at('listTariffs', 'w', 1, { ms: 90 }), { ...fails('w'), wait: -80, ms: 100 }, ...closesOn],
      'failed',
      [3, 4, 5],
    ],
    [
      'hangs up on a read that it had an answer to before',
      [token('w'), at('listTariffs', 'w', 1), { ...fails('w'), aborted: true, status: 0 }, ...closesOn],
      'failed',
      [3, 4, 5],
    ],
    [
      'another thread sends it meanwhile, as lost',
      [token('w'), { ...unsent, ms: 90 }, { ...unsent, wait: -80, ms: 100 }, ...closesOn],
      'failed',
      [3, 4, 5],
    ],
    [
      'another thread had just sent it',
      [token('w'), sent, { ...unsent, wait: 9, ms: 90 }, { ...closesOn[0], wait: -80 }, ...closesOn],
      'passed',
    ],
    [
      'another thread had just sent it, and removed the row since',
      [
        token('w'),
        { ...sent, changed: { bookings: [7] } },
        { ...at('deleteBlackBooking', 'w', 1, { method: 'DELETE', changed: { bookings: [7] } }), wait: 9 },
        { ...unsent, wait: 9, ms: 90 },
        { ...closesOn[0], wait: -80 },
        ...closesOn,
      ],
      'failed',
      [4, 6, 7],
    ],
    [
      'another thread sends it meanwhile, and its token is over',
      [
        token('w'),
        { ...unsent, ms: 90 },
        { ...sent, status: 401, refusalCode: 'token_expired', wait: -80, ms: 100 },
        ...closesOn,
      ],
      'failed',
      [2, 4, 5],
    ],
    [
      'another program sends it meanwhile',
      [token('w'), token('v'), at('listTariffs', 'v', 1), { ...sentByNext, ms: 90 }, { ...unsent, wait: -80 }, ...closesOn],
      'failed',
      [5, 6, 7],
    ],
    ['the next program sends it', [...on(1, token('w'), unsent, ...closesOn), ...on(2, token('v'), sentByNext)], 'passed'],
    [
      'the next program writes something else',
      [...on(1, token('w'), { ...unsent, request: 'name=Ann' }, ...closesOn), ...on(2, token('v'), sentByNext)],
      'failed',
      [2, 3, 4],
    ],
    [
      'another thread writes elsewhere meanwhile',
      [token('w'), { ...unsent, ms: 90 }, { ...closesOn[0], wait: -80, ms: 100 }, ...closesOn],
      'failed',
      [2, 4, 5],
    ],
    [
      'reads another property with its token for reads',
      [token('r'), at('listTariffs', 'r', 1), token('w'), lost, at('listBlackBookings', 'r', 2), ...closesOn],
      'failed',
      [4, 6, 7],
    ],
  ])

  test('the read of a lost write counts with another token, unless it comes without the fault as well', () => {
    const read = at('listBlackBookings', 'r', 1)
    const steps = [token('r'), at('listTariffs', 'r', 1), token('w'), lost, read, ...closesOn]
    const outcome = (...usual: readonly Step[]) =>
      judgement('resilience/call-completed', steps, { control: exchangesOf(usual) })[0]
    expect(outcome(token('r'), token('w'), { ...lost, networkFault: undefined, status: 200 }, ...closesOn)).toBe('passed')
    expect(outcome(token('r'), token('w'), read, ...closesOn), 'the poll of another program').toBe('failed')
    expect(judgement('resilience/call-completed', steps)[0], 'not known').toBe('failed')
  })

  test('says how the call ended, and two of those that came after it', () => {
    const texts = (more: Step = {}) =>
      offenceTexts('resilience/call-completed', [token('a'), fails('a', 1, more), ...goesOn('a'), ...goesOn('a')])
    const goesOnText = 'was never repeated, although the client continued with #3 listTariffs, #4 listTariffs'
    expect(texts()).toEqual([`#2 listTariffs was answered 503 and ${goesOnText}`])
    expect(texts({ networkFault: 'cut-before', status: 0 })).toEqual([`#2 listTariffs got no usable response and ${goesOnText}`])
  })
})
