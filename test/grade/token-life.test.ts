import { describe } from 'vitest'
import { call, cases, over, token } from './course.ts'

const HOUR = 3_600_000
const rejected = { status: 401, refusalCode: 'token_unknown' } as const

describe('auth/token-reuse', () => {
  const used = [token('a'), call('listBookings', 'a'), call('listGuests', 'a')]
  cases('auth/token-reuse', [
    ['one token for all calls', used, 'passed'],
    ['a token for each call', [token('a'), call('listBookings', 'a'), token('b'), call('listGuests', 'b')], 'failed', [1, 3]],
    ['a token each time, never used', [token('a'), token('b')], 'failed', [1, 2]],
    ['another one a minute before the end', [...used, token('b', { wait: HOUR - 60_000 })], 'passed'],
    ['another one after a refusal', [...used, over('listGuests', 'a'), token('b')], 'passed'],
    ['another one for other scopes', [...used, token('b', { request: 'scope=properties_set' })], 'passed'],
    [
      'another one for the same scopes in another order',
      [
        token('a', { request: 'scope=properties_get%20favourites_get' }),
        token('b', { request: 'scope=favourites_get%20properties_get' }),
      ],
      'failed',
      [1, 2],
    ],
    ['another one of another client', [...used, token('b', { client: 'other' })], 'passed'],
    ['two at the same time', [token('a'), token('b', { wait: 1 }), call('listGuests', 'a'), call('listGuests', 'a')], 'passed'],
    [
      'another one after the answer got lost',
      [token('a', { edge: 'cut-after-commit', status: 0 }), token('b'), call('listGuests', 'b'), call('listGuests', 'b')],
      'passed',
    ],
    [
      'a short life, by its own words',
      [
        token('a', { response: '{"expires_in":60}' }),
        call('listGuests', 'a'),
        token('b', { wait: 40_000 }),
        call('listGuests', 'b'),
        call('listGuests', 'b'),
      ],
      'passed',
    ],
    ['one token, one call', [token('a'), call('listBookings', 'a')], 'not-exercised'],
  ])
})

describe('auth/one-renewal', () => {
  const before = [token('a'), call('listBookings', 'a')]
  const refused = over('listGuests', 'a')
  cases('auth/one-renewal', [
    ['one new token, the same call', [...before, refused, token('b'), call('listGuests', 'b')], 'passed'],
    [
      'two calls under way share one new token',
      [...before, refused, over('listCoupons', 'a', { wait: 0 }), token('b'), call('listGuests', 'b'), call('listCoupons', 'b')],
      'passed',
    ],
    [
      'each call under way asks for its own',
      [
        ...before,
        refused,
        over('listCoupons', 'a', { wait: 0 }),
        token('b'),
        token('c', { wait: 0 }),
        call('listGuests', 'b'),
        call('listCoupons', 'c'),
      ],
      'failed',
      [3, 5, 6],
    ],
    ['the same token again', [...before, refused, refused, token('b'), call('listGuests', 'b')], 'failed', [3, 4]],
    ['the refused call is dropped', [...before, refused, token('b'), call('listCoupons', 'b')], 'failed', [3, 4]],
    ['gives up', [...before, refused], 'failed', [3]],
    [
      'asks, in vain',
      [...before, refused, token('b', { status: 503, edge: 'status', client: undefined, token: undefined })],
      'passed',
    ],
    ['stops when the new token is refused too', [...before, refused, token('b'), over('listGuests', 'b')], 'passed'],
    [
      'loops',
      [...before, refused, token('b'), over('listGuests', 'b'), token('c'), over('listGuests', 'c')],
      'failed',
      [4, 5, 6],
    ],
    ['stops at once where no token ever works', [token('a'), refused], 'passed'],
    [
      'a refusal that never arrived',
      [...before, over('listGuests', 'a', { edge: 'html', status: 200 }), refused, token('b'), call('listGuests', 'b')],
      'passed',
    ],
    [
      'renewed twice in the course of a day',
      [
        ...before,
        refused,
        token('b'),
        call('listGuests', 'b'),
        over('listGuests', 'b', { wait: HOUR }),
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
        over('listGuests', 'a'),
        over('createGuest', 's'),
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

describe('auth/proactive-renewal', () => {
  cases('auth/proactive-renewal', [
    [
      'renews in time',
      [token('a'), call('listGuests', 'a'), token('b', { wait: HOUR - 60_000 }), call('listGuests', 'b')],
      'passed',
    ],
    ['waits for the refusal', [token('a'), over('listGuests', 'a', { wait: HOUR + 1000 }), token('b')], 'warned', [1, 2]],
    [
      'is refused before the end, which no client can foresee',
      [token('a'), over('listGuests', 'a'), token('b')],
      'not-exercised',
    ],
  ])
})
