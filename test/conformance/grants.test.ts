import { describe, expect, test } from 'vitest'
import { SECOND_MS } from '../../src/base/duration.ts'
import { byToken, callerOf, grantsOf, isKnownTokenOver, isTokenOver, isTokenRefused } from '../../src/conformance/grants.ts'
import type { RefusalCode } from '../../src/domain/refusal.ts'
import { call, exchangesOf, FACTS, type Step, token } from './exchanges-of.ts'

/** The grants of a run; its first call is sent at 0. */
function granted(...steps: readonly Step[]) {
  const calls = exchangesOf(steps)
  const start = calls[0]?.at ?? 0
  return grantsOf(calls, FACTS).map(({ entry, endsAt, renewableAt, ...more }) => ({
    ...more,
    ...{ entry: entry.id, endsAt: endsAt - start, renewableAt: renewableAt - start },
  }))
}
const form = (scope: string): string => `grant_type=client_credentials&client_id=desk&scope=${scope}`

describe('a refused token', () => {
  test.each<readonly [code: RefusalCode, refused: boolean, over: boolean]>([
    ['token_unknown', true, true],
    ['token_expired', true, true],
    ['token_revoked', true, true],
    ['token_missing', true, false],
    ['token_malformed', true, false],
    ['token_twice', true, false],
    ['token_in_body_of_delete', true, false],
    ['token_in_other_body', true, false],
    ['token_method', true, false],
    ['scope_not_held', false, false],
    ['client_unknown', false, false],
  ])('%s', (refusalCode, refused, over) => {
    const calls = exchangesOf([call('listGuests', 'a', { status: 401, refusalCode })])
    expect(calls.map(isTokenRefused)).toEqual([refused])
    expect(calls.map(isTokenOver)).toEqual([over])
    expect(calls.map(isKnownTokenOver)).toEqual([over])
    expect(calls.map((one) => isKnownTokenOver({ ...one, networkFault: 'truncated' }))).toEqual([false])
  })

  test('a call that was not refused has none', () => {
    const calls = exchangesOf([call('listGuests', 'a')])
    expect([calls.map(isTokenRefused), calls.map(isTokenOver)]).toEqual([[false], [false]])
  })
})

describe('the tokens of a run', () => {
  test.each<readonly [life: string, response: string | undefined, endsAt: number, renewableAt: number]>([
    ['an hour: the last fifth', '{"expires_in":3600}', 3600, 2880],
    ['a hundred seconds: half of it', '{"expires_in": 100}', 100, 50],
    ['two minutes: the last', '{"expires_in":120}', 120, 60],
    ['five minutes: the last', '{"expires_in":300}', 300, 240],
    ['not told: that of the service', undefined, 3600, 2880],
  ])('a token may be renewed early; its life is %s', (_, response, endsAt, renewableAt) => {
    expect(granted(token('a', { response }))).toMatchObject([
      { endsAt: endsAt * SECOND_MS, renewableAt: renewableAt * SECOND_MS },
    ])
  })

  test('belong to a client with its scopes, in any order', () => {
    const holders = (...scopes: readonly string[]) => granted(...scopes.map((scope) => token('a', { request: form(scope) })))
    expect(holders('x%20y', 'y%20x', '%20y%20%20x%20', 'x', '').map(({ holder }) => holder)).toEqual([
      'desk x y',
      'desk x y',
      'desk x y',
      'desk x',
      'desk ',
    ])
    expect(granted(token('a', { request: undefined }), token('a', { client: 'line' })).map(({ holder }) => holder)).toEqual([
      'desk ',
      'line properties_get',
    ])
  })

  test.each<readonly [about: string, step: Step, seen: readonly boolean[]]>([
    ['given', token('a'), [true]],
    ['given, and lost on the way', token('a', { networkFault: 'cut-after-commit', status: 0 }), [false]],
    ['given to a client that had gone', token('a', { aborted: true }), [false]],
    ['refused', token('a', { status: 401, refusalCode: 'client_unknown' }), []],
    ['stopped by an outage', token('a', { status: 503, networkFault: 'status' }), []],
    ['of no known client', token('a', { client: undefined }), []],
    ['not known', token('a', { token: undefined }), []],
    ['used', call('listGuests', 'a'), []],
  ])('a token that is %s', (_, step, seen) => {
    expect(granted(step).map((grant) => grant.seen)).toEqual(seen)
  })
})

test('who made a call: the client, else that of its token, else the visitor', () => {
  const grants = byToken(grantsOf(exchangesOf([token('a')]), FACTS))
  const callers = exchangesOf([
    { client: 'line', token: 'a', session: 'v' },
    { token: 'a', session: 'v' },
    { token: 'unknown', session: ' v ' },
    { session: 'v' },
    {},
  ])
  expect(callers.map((one) => callerOf(one, grants))).toEqual(['line', 'desk', 'v', 'v', undefined])
})
