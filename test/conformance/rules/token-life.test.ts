import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/base/duration.ts'
import { call, cases, expired, offenceTexts, type Step, token } from '../exchanges-of.ts'

test('only a habit of short lives is said to read expires_in as milliseconds', () => {
  const renewed = (given: string): Step[] => [
    token(given, { wait: 3_600 }),
    call('listGuests', given, { target: `/guests/${given}` }),
    call('listBookings', given),
  ]
  const guessed = (steps: readonly Step[]): readonly boolean[] =>
    offenceTexts('auth/token-reuse', steps).map((what) => what.endsWith('as if expires_in were milliseconds'))
  expect(guessed(['a', 'b', 'c', 'd'].flatMap(renewed))).toEqual([true, false, false])
  expect(guessed(['a', 'b'].flatMap(renewed))).toEqual([false])
})

const SHORT = '{"access_token":"[masked]","expires_in":2,"token_type":"Bearer"}'

describe('auth/one-renewal with tokens of two seconds', () => {
  cases('auth/one-renewal', [
    [
      'repeats the call at its next turn, when the new token is over as well',
      [
        token('a'),
        call('listBookings', 'a'),
        expired('listGuests', 'a'),
        token('b', { response: SHORT }),
        expired('listGuests', 'b', { wait: 10_000 }),
        token('c', { response: SHORT }),
        call('listGuests', 'c'),
      ],
      'passed',
    ],
  ])
})

describe('auth/token-reuse', () => {
  const used = [token('a'), call('listBookings', 'a'), call('listGuests', 'a')]
  /** A token and what it is used for. */
  const once = (given: string): Step[] => [token(given), call('listBookings', given)]
  const twice = (given: string, more: Step = {}): Step[] => [
    token(given, more),
    call('listBookings', given),
    call('listGuests', given),
  ]
  cases('auth/token-reuse', [
    ['one token for all calls', used, 'passed'],
    ['a token for each of three calls', [...once('a'), ...once('b'), ...once('c')], 'failed', [1, 3], [1, 5]],
    [
      'a token for each property',
      ['a', 'b', 'c', 'd'].flatMap((given, index) => [
        token(given),
        call('listBookings', given, { property: index, target: `/${index}` }),
        call('listGuests', given, { property: index, target: `/guests/${index}` }),
      ]),
      'failed',
      [1, 4],
      [1, 7],
      [1, 10],
    ],
    [
      'a program that is started four times and begins with the same call',
      [...twice('a'), ...twice('b'), ...twice('c'), ...twice('d')],
      'noted',
      [1, 4],
      [1, 7],
      [1, 10],
    ],
    [
      'a program that is started again each quarter of an hour',
      ['a', 'b', 'c', 'd'].flatMap((given, index) => [
        token(given, { wait: 500_000 }),
        call('listBookings', given, { target: `/${index}` }),
        call('listGuests', given),
      ]),
      'noted',
      [1, 4],
      [1, 7],
      [1, 10],
    ],
    ['a token each time, never used', [token('a'), token('b'), token('c')], 'failed', [1, 2], [1, 3]],
    ['a program that is run twice', [...once('a'), ...once('b')], 'noted', [1, 3]],
    [
      'a program that is run three times, and does more than one thing',
      [...twice('a'), ...twice('b'), ...twice('c')],
      'noted',
      [1, 4],
      [1, 7],
    ],
    [
      'programs started one after the other, with a token each',
      [
        ...['a', 'b', 'c', 'd'].map((given) => token(given, { wait: 150 })),
        ...['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'].map((carried) => call('listGuests', carried)),
      ],
      'noted',
      [1, 2],
      [1, 3],
      [1, 4],
    ],
    [
      'a program with a token for each call beside a good one',
      [
        token('a'),
        ...once('b'),
        call('listGuests', 'a'),
        ...once('c'),
        call('listGuests', 'a'),
        ...once('d'),
        call('listGuests', 'a'),
      ],
      'failed',
      [1, 2],
      [1, 5],
      [1, 8],
    ],
    [
      'a new one for each of two refused ones, a third still alive',
      [...twice('a'), ...twice('b', { wait: 1 }), expired('listGuests', 'a', { refusalCode: 'token_revoked' }), token('c')],
      'noted',
      [1, 4],
    ],
    [
      'another one for an answer that nobody waited for',
      [token('a', { aborted: true, ms: 900 }), ...twice('b', { wait: -300 })],
      'passed',
    ],
    ['another one a minute before the end', [...used, token('b', { wait: HOUR_MS - 60_000 })], 'passed'],
    ['another one after a refusal', [...used, expired('listGuests', 'a'), token('b')], 'passed'],
    [
      'another one after it was taken back',
      [...used, expired('listGuests', 'a', { refusalCode: 'token_revoked' }), token('b')],
      'passed',
    ],
    ['another one for other scopes', [...used, token('b', { request: 'scope=properties_set' })], 'passed'],
    [
      'another one for the same scopes in another order',
      [
        token('a', { request: 'scope=properties_get%20favourites_get' }),
        token('b', { request: 'scope=favourites_get%20properties_get' }),
      ],
      'noted',
      [1, 2],
    ],
    ['another one of another client', [...used, token('b', { client: 'other' })], 'passed'],
    ['two at the same time', [token('a'), token('b', { wait: 1 }), call('listGuests', 'a'), call('listGuests', 'a')], 'passed'],
    [
      'another one after the answer got lost',
      [token('a', { networkFault: 'cut-after-commit', status: 0 }), token('b'), call('listGuests', 'b'), call('listGuests', 'b')],
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

  test('says how long the old token was still valid', () => {
    expect(offenceTexts('auth/token-reuse', [...used, token('b', { wait: 600_000 })])).toEqual([
      '#4 requestToken requested a token for desk properties_get although that of #1 requestToken was valid for another 3000 s',
    ])
  })

  test('a call that lost its header is named', () => {
    const bare = call('listBookings', 'a', { token: undefined, client: undefined, status: 401, refusalCode: 'token_missing' })
    expect(offenceTexts('auth/token-reuse', [...used, bare, token('b'), call('listBookings', 'b')])).toEqual([
      expect.stringMatching(/valid for another \d+ s, after #4 listBookings was sent without a token$/),
    ])
    const between = [...used, bare, call('listBookings', 'a'), token('b'), call('listBookings', 'b')]
    expect(offenceTexts('auth/token-reuse', between)).toEqual([expect.stringMatching(/valid for another \d+ s$/)])
  })
})

describe('auth/proactive-renewal', () => {
  cases('auth/proactive-renewal', [
    [
      'renews in time',
      [token('a'), call('listGuests', 'a'), token('b', { wait: HOUR_MS - 60_000 }), call('listGuests', 'b')],
      'passed',
    ],
    ['waits for the refusal', [token('a'), expired('listGuests', 'a', { wait: HOUR_MS + 1000 }), token('b')], 'warned', [1, 2]],
    [
      'is refused before the end, which no client can foresee',
      [token('a'), expired('listGuests', 'a'), token('b')],
      'not-exercised',
    ],
  ])
})
