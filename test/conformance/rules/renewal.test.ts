import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/base/duration.ts'
import { call, cases, exchangesOf, expired, judgement, token } from '../exchanges-of.ts'

const rejected = { status: 401, refusalCode: 'token_unknown' } as const

/** Two programs of one client, with a token each. */
const TWO = [token('a'), token('b', { wait: 1 }), call('listGuests', 'a'), call('listGuests', 'b')]

describe('auth/one-renewal', () => {
  const before = [token('a'), call('listBookings', 'a')]
  const refused = expired('listGuests', 'a')
  const unread = expired('listGuests', 'a', { networkFault: 'html', status: 200 })
  const twoRefused = [...TWO, refused, expired('listGuests', 'b', { wait: 1 })]
  cases('auth/one-renewal', [
    [
      'is issued the very token that it still had of an earlier run',
      [expired('listGuests', 'a', rejected), token('a'), call('listGuests', 'a'), call('listBookings', 'a')],
      'not-exercised',
    ],
    [
      'sends the token of an earlier run while the same one is issued',
      [
        expired('listGuests', 'a', rejected),
        token('a', { ms: 50 }),
        expired('listBookings', 'a', { ...rejected, wait: -40 }),
        call('listGuests', 'a'),
        call('listBookings', 'a'),
      ],
      'not-exercised',
    ],
    [
      'sends a token again that was issued again and refused',
      [expired('listGuests', 'a', rejected), token('a'), call('listGuests', 'a'), refused, refused],
      'failed',
      [4, 5],
      [4],
    ],
    ['one new token, the same call', [...before, refused, token('b'), call('listGuests', 'b')], 'passed'],
    [
      'two calls under way share one new token',
      [
        ...before,
        refused,
        expired('listCoupons', 'a', { wait: 0 }),
        token('b'),
        call('listGuests', 'b'),
        call('listCoupons', 'b'),
      ],
      'passed',
    ],
    [
      'each call under way asks for its own',
      [
        ...before,
        refused,
        expired('listCoupons', 'a', { wait: 0 }),
        token('b'),
        token('c', { wait: 0 }),
        call('listGuests', 'b'),
        call('listCoupons', 'c'),
      ],
      'failed',
      [3, 5, 6],
    ],
    [
      'two programs with a token each renew together',
      [...twoRefused, token('c'), token('d', { wait: 0 }), call('listGuests', 'c'), call('listGuests', 'd')],
      'passed',
    ],
    [
      'two programs with a token each renew, one after the other',
      [...twoRefused, token('c'), call('listGuests', 'c'), token('d'), call('listGuests', 'd')],
      'passed',
    ],
    [
      'two programs with a token each, and three new ones',
      [
        ...twoRefused,
        token('c'),
        token('d', { wait: 0 }),
        token('e', { wait: 0 }),
        call('listGuests', 'c'),
        call('listGuests', 'd'),
      ],
      'failed',
      [6, 8, 9],
    ],
    [
      'three programs are started while the first one renews',
      [
        token('a', { connection: 1 }),
        expired('listProperties', 'a', { connection: 1 }),
        token('b', { connection: 2, wait: 20 }),
        token('c', { connection: 1, wait: 20 }),
        token('d', { connection: 3, wait: 20 }),
        ...[1, 2, 3].map((connection) => call('listProperties', ['c', 'b', 'd'][connection - 1] ?? '', { connection })),
      ],
      'passed',
    ],
    [
      'three programs are started while the first one renews, with a connection for each call',
      [
        token('a', { connection: 1 }),
        expired('listProperties', 'a', { connection: 2 }),
        token('b', { connection: 3, wait: 20 }),
        token('c', { connection: 4, wait: 20 }),
        token('d', { connection: 5, wait: 20 }),
        ...['b', 'c', 'd'].map((carried, index) => call('listProperties', carried, { connection: 6 + index })),
      ],
      'passed',
    ],
    [
      'a thread that was not refused renews, too',
      [
        token('a', { connection: 1 }),
        call('listGuests', 'a', { connection: 2 }),
        expired('listProperties', 'a', { connection: 1 }),
        token('b', { connection: 1, wait: 20 }),
        token('c', { connection: 2, wait: 20 }),
        call('listProperties', 'b', { connection: 1 }),
        call('listCoupons', 'c', { connection: 2 }),
      ],
      'failed',
      [3, 4, 5],
    ],
    [
      'two threads ask for their own, with a connection for each call',
      [
        token('a', { connection: 1 }),
        expired('listProperties', 'a', { connection: 2 }),
        expired('listProperties', 'a', { connection: 3, wait: -2 }),
        token('b', { connection: 4, wait: 20 }),
        token('c', { connection: 5, wait: 20 }),
        call('listProperties', 'b', { connection: 6 }),
        call('listProperties', 'c', { connection: 7 }),
      ],
      'failed',
      [2, 4, 5],
    ],
    [
      'three programs that share a token learn that it is over within 250 ms',
      [
        token('a', { connection: 1 }),
        call('listGuests', 'a', { connection: 1, ms: 50 }),
        call('listGuests', 'a', { connection: 2, wait: -40 }),
        ...[1, 2, 3].map((connection) => expired('listProperties', 'a', { connection, wait: 35 })),
        token('b', { connection: 2 }),
        ...[1, 2, 3].map((connection) => call('listProperties', 'b', { connection, wait: 20 })),
      ],
      'noted',
      [4, 5, 6],
    ],
    [
      'the same token again, with a connection for each call',
      [
        token('a', { connection: 1 }),
        ...[2, 3, 4].map((connection) => expired('listProperties', 'a', { connection, wait: 20 })),
        token('b', { connection: 5 }),
        call('listProperties', 'b', { connection: 6 }),
        call('listProperties', 'b', { connection: 7, wait: 20_000 }),
        call('listProperties', 'b', { connection: 8, wait: 20_000 }),
      ],
      'failed',
      [2, 3, 4],
    ],
    ['the same token again', [...before, refused, refused, token('b'), call('listGuests', 'b')], 'failed', [3, 4]],
    ['the refused call is dropped', [...before, refused, token('b'), call('listCoupons', 'b')], 'failed', [3, 4]],
    [
      'a token that was taken back',
      [...before, expired('listGuests', 'a', { refusalCode: 'token_revoked' }), token('b'), call('listGuests', 'b')],
      'passed',
    ],
    ['gives up', [...before, refused], 'failed', [3]],
    [
      'asks, in vain',
      [...before, refused, token('b', { status: 503, networkFault: 'status', client: undefined, token: undefined })],
      'passed',
    ],
    ['stops when the new token is refused too', [...before, refused, token('b'), expired('listGuests', 'b')], 'passed'],
    [
      'loops',
      [...before, refused, token('b'), expired('listGuests', 'b'), token('c'), expired('listGuests', 'c')],
      'failed',
      [4, 5, 6],
    ],
    ['stops at once where no token ever works', [token('a'), refused], 'passed'],
    ['a refusal that never arrived', [...before, unread, refused, token('b'), call('listGuests', 'b')], 'passed'],
    [
      'renewed twice in the course of a day',
      [
        ...before,
        refused,
        token('b'),
        call('listGuests', 'b'),
        expired('listGuests', 'b', { wait: HOUR_MS }),
        token('c'),
        call('listGuests', 'c'),
      ],
      'passed',
    ],
    [
      'tokens of two scopes end together',
      [
        token('a'),
        token('s', { request: 'scope=properties_set' }),
        call('listGuests', 'a'),
        call('createGuest', 's'),
        refused,
        expired('createGuest', 's'),
        token('b'),
        token('t', { request: 'scope=properties_set' }),
        call('listGuests', 'b'),
        call('createGuest', 't'),
      ],
      'passed',
    ],
    [
      'a token of somebody else',
      [{ ...refused, ...rejected, token: 'stranger' }, token('a'), call('listGuests', 'a')],
      'not-exercised',
    ],
    ['no refusal', before, 'not-exercised'],
  ])
})

describe('threads that share a token, and request one each after it is refused, one after the other', () => {
  const begin = [token('a'), call('listBookings', 'a', { ms: 50 }), call('listRates', 'a', { wait: -40, ms: 50 })]
  const refused = [expired('listGuests', 'a'), expired('listCoupons', 'a', { wait: 0 })]
  const each = [token('b'), call('listGuests', 'b'), token('c'), call('listCoupons', 'c')]
  const first = [token('b'), call('listGuests', 'b'), call('listCoupons', 'b')]
  const left = [...first.slice(0, 2), token('c', { wait: HOUR_MS }), call('listCoupons', 'c')]
  const once = exchangesOf([token('a')])
  test.each([
    ['are told by a run without the fault', [...refused, ...each], once, ['failed', [4, 6, 8]]],
    ['are for review without one', [...refused, ...each], undefined, ['noted', [4, 6, 8]]],
    [
      'and where as many are requested without it',
      [...refused, ...each],
      exchangesOf([token('a'), token('b')]),
      ['noted', [4, 6, 8]],
    ],
    ['unless one repeats all calls, and another program begins', [...refused, ...first, ...each.slice(2)], once, ['passed']],
    ['unless a call is left until the new one ends', [...refused, ...left], once, ['passed']],
  ] as const)('%s', (_, steps, control, expected) => {
    expect(judgement('auth/one-renewal', [...begin, ...steps], { control })).toEqual(expected)
  })
})
