import { describe, expect, test } from 'vitest'
import { call, cases, exchangesOf, expired, failedCall, judgement, offenceTexts, type Step, token } from '../exchanges-of.ts'

const JSON_BODY = { 'content-type': 'application/json' }

describe('auth/token-form', () => {
  cases('auth/token-form', [
    ['a form', [token('a')], 'passed'],
    [
      'a form with a charset',
      [token('a', { requestHeaders: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } })],
      'passed',
    ],
    ['JSON', [token('a', { requestHeaders: JSON_BODY, status: 415, refusalCode: 'content_type_wrong' })], 'failed', [1]],
    ['no content type', [token('a', { requestHeaders: {} })], 'failed', [1]],
    ['a form without scope', [token('a', { status: 400, refusalCode: 'scope_missing' })], 'failed', [1]],
    ['GET', [{ target: '/service/api/oauth/token', status: 405, refusalCode: 'token_method' }], 'failed', [1]],
    ['a wrong secret, but a form', [token('a', { status: 401, refusalCode: 'client_unknown' })], 'passed'],
    ['nothing', [call('listBookings', 'a')], 'not-exercised'],
  ])
})

describe('auth/invalid-client-stop', () => {
  const refused = (client: string) =>
    token('a', { status: 401, refusalCode: 'client_unknown', request: `grant_type=client_credentials&client_id=${client}` })
  const basic = { ...refused('desk'), request: 'grant_type=client_credentials&scope=properties_get' }

  test('names the client, where it can', () => {
    const of = (step: Step) => offenceTexts('auth/invalid-client-stop', [step, step, step])
    expect(of(refused('desk'))).toEqual([
      'client desk was refused for its secret 3 times: #1 requestToken, #2 requestToken and 1 more (#3)',
    ])
    expect(of(basic)).toEqual(['a client was refused for its secret 3 times: #1 requestToken, #2 requestToken and 1 more (#3)'])
  })

  cases('auth/invalid-client-stop', [
    ['right credentials', [token('a')], 'not-exercised'],
    ['refused twice', [refused('desk'), refused('desk')], 'passed'],
    ['refused three times', [refused('desk'), refused('desk'), refused('desk')], 'failed', [1, 2, 3]],
    ['two clients, each refused twice', [refused('desk'), refused('front'), refused('desk'), refused('front')], 'passed'],
    ['three times, each for another client', [refused('desk'), refused('front'), refused('back')], 'passed'],
    ['three times with HTTP Basic', [basic, basic, basic], 'failed', [1, 2, 3]],
    ['three times, twice with HTTP Basic', [basic, refused('desk'), basic], 'passed'],
    ['the one of two that goes on', [refused('desk'), refused('front'), refused('desk'), refused('desk')], 'failed', [1, 3, 4]],
  ])
})

describe('auth/secret-in-url', () => {
  cases('auth/secret-in-url', [
    ['a token in the header', [call('listBookings', 'a')], 'passed'],
    [
      'a token in the address',
      [call('listBookings', 'a', { target: '/service/api/listbooking/1?access_token=[masked]' })],
      'failed',
      [1],
    ],
    ['a secret in the address', [token('a', { target: '/service/api/oauth/token?x=1&client_secret=[masked]' })], 'failed', [1]],
    ['open calls only', [{ operation: 'listCountries' }], 'not-exercised'],
  ])
})

describe('auth/channel-name', () => {
  const bare = { channel: undefined }
  cases('auth/channel-name', [
    ['a name on each call', [token('a'), call('listBookings', 'a'), call('listGuests', 'a')], 'passed'],
    ['a call without', [call('listBookings', 'a'), call('listGuests', 'a', bare)], 'warned', [2]],
    [
      'a refusal for want of it',
      [call('listGuests', 'a', { ...bare, status: 400, refusalCode: 'channel_name_missing' })],
      'warned',
      [1],
    ],
    [
      'calls that were refused or stopped before the header was read',
      [expired('listGuests', 'a'), failedCall(503)],
      'not-exercised',
    ],
    ['open calls only', [{ operation: 'listCountries' }], 'not-exercised'],
  ])
})

describe('auth/forbidden-no-retry', () => {
  const refused = (more: Step = {}) => call('listGuests', 'a', { status: 403, refusalCode: 'scope_not_held', ...more })
  const wider = token('b', { request: 'client_id=desk&scope=properties_get%20properties_set' })
  const inVain = (more: Step = {}) => token('', { token: undefined, status: 400, refusalCode: 'scope_invalid', ...more })
  cases('auth/forbidden-no-retry', [
    ['continues with something else', [token('a'), refused(), call('listBookings', 'a')], 'passed'],
    ['asks for a wider scope and repeats', [token('a'), refused(), wider, call('listGuests', 'b')], 'passed'],
    ['repeats', [token('a'), refused(), refused({ wait: 2000 })], 'failed', [2, 3]],
    [
      'repeats under the numbers of the newest release',
      [refused({ status: 400 }), refused({ status: 400, wait: 2000 })],
      'failed',
      [1, 2],
    ],
    ['repeats at once', [token('a'), refused(), refused({ wait: 0 })], 'failed', [2, 3]],
    [
      'has threads that do not know yet',
      [token('a'), call('listBookings', 'a', { ms: 50 }), refused({ wait: -40 }), refused({ wait: 200 })],
      'noted',
      [3, 4],
    ],
    ['repeats twice', [refused(), refused(), refused()], 'failed', [1, 2, 3]],
    ['asks for the same token again', [token('a'), refused(), token('b')], 'failed', [2, 3]],
    ['asks for the same token again, and is refused', [token('a'), refused(), inVain()], 'failed', [2, 3]],
    [
      'is refused the same token on a connection of its own, and continues with the old one',
      [token('a'), refused({ connection: 1 }), inVain({ connection: 2 }), call('listBookings', 'a', { connection: 3 })],
      'failed',
      [2, 3],
    ],
    ['is refused fewer scopes', [token('a'), refused(), inVain({ request: 'client_id=desk&scope=invoices_get' })], 'passed'],
    [
      'continues with something else before it is refused',
      [token('a'), refused(), call('listBookings', 'a'), inVain()],
      'passed',
    ],
    ['is refused when its token ends', [token('a'), refused({ wait: 3_500_000 }), inVain()], 'passed'],
    ['ends, and the next program is refused', [token('a'), refused({ connection: 1 }), inVain({ connection: 2 })], 'passed'],
    [
      'is one of two programs, the other of which is refused a token',
      [token('z'), token('a'), call('listBookings', 'z'), refused(), inVain(), call('listBookings', 'a')],
      'passed',
    ],
    [
      'is a program of several, each with a token of its own',
      [token('z'), call('listBookings', 'z'), token('a'), refused(), call('listBookings', 'z'), token('b')],
      'passed',
    ],
    ['comes back two minutes later', [token('a'), refused(), refused({ wait: 120_000 })], 'passed'],
    ['asks two things at once', [refused({ ms: 50 }), refused({ wait: -20 })], 'passed'],
    ['another client repeats', [refused(), refused({ client: 'other', token: 'b' })], 'passed'],
    [
      'takes it for an ended token in a thread, and repeats',
      [
        token('a'),
        call('listBookings', 'a', { ms: 50 }),
        refused({ wait: -40 }),
        token('b', { wait: 1 }),
        refused({ token: 'b', wait: 1 }),
        call('listBookings', 'b'),
      ],
      'failed',
      [3, 5],
    ],
    ['is allowed everything', [token('a'), call('listGuests', 'a')], 'not-exercised'],
  ])

  test.each([
    ['as often as without the fault', 2, 'passed'],
    ['more often than without the fault', 1, 'failed'],
  ] as const)('asks for the token again in a thread %s, and is refused', (_, usual, outcome) => {
    const control = exchangesOf(Array.from({ length: usual }, () => token('a')))
    const beside = call('listBookings', 'a', { ms: 50 })
    const again = token('', { token: undefined, status: 400, refusalCode: 'scope_invalid', wait: 50 })
    const steps = [token('a'), beside, refused({ wait: -40 }), again, call('listBookings', 'a')]
    expect(judgement('auth/forbidden-no-retry', steps, { control })[0]).toBe(outcome)
    const later = steps.map((step) => (step === again ? { ...again, wait: 20_000 } : step))
    expect(judgement('auth/forbidden-no-retry', later, { control })[0], 'another job, later').toBe('passed')
  })
})
