import { describe } from 'vitest'
import { call, cases, over, token } from './course.ts'

const HOUR = 3_600_000

describe('auth/token-reuse', () => {
  const used = [token('a'), call('listBookings', 'a'), call('listGuests', 'a')]
  cases('auth/token-reuse', [
    ['one token for all calls', used, 'passed'],
    ['a token for each call', [token('a'), call('listBookings', 'a'), token('b'), call('listGuests', 'b')], 'failed', [1, 3]],
    ['a token each time, never used', [token('a'), token('b')], 'failed', [1, 2]],
    ['another one a minute before the end', [...used, token('b', { wait: HOUR - 60_000 })], 'passed'],
    ['another one after a refusal', [...used, over('listGuests', 'a'), token('b')], 'passed'],
    [
      'another one after it was taken back',
      [...used, over('listGuests', 'a', { refusalCode: 'token_revoked' }), token('b')],
      'passed',
    ],
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
