import { describe, expect, test } from 'vitest'
import { call, cases, expired, judgement, type Step, token } from '../exchanges-of.ts'

const refused = (operation: string, refusalCode: NonNullable<Step['refusalCode']>, more: Step = {}): Step =>
  call(operation, 'a', { status: 403, refusalCode, ...more })

/** Calls that overlap on three connections: a program with threads. */
const THREADS: readonly Step[] = [
  token('a', { connection: 1 }),
  ...[1, 2, 3].map((connection) => call('listBookings', 'a', { connection, ms: 50, wait: connection === 1 ? 100 : -45 })),
]
describe('auth/scope-lost', () => {
  // listBookings and listGuests need properties_get, createGuest needs properties_set
  const lacks = (operation: string, more: Step = {}) => refused(operation, 'scope_not_held', more)
  cases('auth/scope-lost', [
    ['stops', [token('a'), lacks('createGuest'), call('listGuests', 'a')], 'passed'],
    ['goes on', [token('a'), lacks('createGuest'), lacks('updateGuest'), lacks('deleteGuest')], 'failed', [2, 3, 4]],
    ['needs another scope', [token('a'), lacks('createGuest'), lacks('listGuests')], 'passed'],
    ['repeats the same call, which is for another rule', [token('a'), lacks('createGuest'), lacks('createGuest')], 'passed'],
    [
      'asks for another token that lacks it',
      [token('a'), lacks('createGuest'), token('b'), lacks('createGuest', { token: 'b' })],
      'passed',
    ],
    [
      'comes again with a token of which this run does not know whose it is',
      [token('a'), lacks('createGuest'), lacks('createGuest', { token: 'older' })],
      'passed',
    ],
    ['was never told', [token('a'), lacks('createGuest', { networkFault: 'truncated' }), lacks('updateGuest')], 'passed'],
    [
      'is another client',
      [token('a'), token('b', { client: 'line' }), lacks('createGuest'), lacks('updateGuest', { token: 'b', client: 'line' })],
      'passed',
    ],
    [
      'had sent both before it was told',
      [token('a'), lacks('createGuest', { ms: 50 }), lacks('updateGuest', { wait: -40 })],
      'passed',
    ],
    ['lacks nothing', [token('a'), call('listGuests', 'a')], 'not-exercised'],
  ])
})

test.each([
  ['have not heard of it yet', 240, 'noted'],
  ['must have heard of it', 250, 'failed'],
] as const)('auth/scope-lost: threads that %s', (_, wait, outcome) => {
  const lacks = (operation: string, more: Step): Step => refused(operation, 'scope_not_held', more)
  const steps = [...THREADS, lacks('createGuest', { connection: 1 }), lacks('updateGuest', { connection: 2, wait })]
  expect(judgement('auth/scope-lost', steps)).toEqual([outcome, [5, 6]])
})

describe('auth/property-lost', () => {
  const foreign = (operation: string, more: Step = {}) => refused(operation, 'property_not_administrable', more)
  cases('auth/property-lost', [
    ['leaves it alone', [token('a'), foreign('listGuests'), call('listGuests', 'a', { property: 2 })], 'passed'],
    ['goes there again', [token('a'), foreign('listGuests'), foreign('listBookings')], 'failed', [2, 3]],
    [
      'goes to another that is not its own',
      [token('a'), foreign('listGuests'), foreign('listBookings', { property: 2 })],
      'passed',
    ],
    ['was never told', [token('a'), foreign('listGuests', { networkFault: 'empty' }), foreign('listBookings')], 'passed'],
    ['only has its own', [token('a'), call('listGuests', 'a')], 'not-exercised'],
  ])
})

describe('auth/own-token', () => {
  const other: Step = { client: 'line', token: 'b' }
  const foreign = (more: Step = {}) => refused('listBookings', 'property_not_administrable', more)
  const both = [token('a'), token('b', { client: 'line' }), call('listBookings', 'a')]
  cases('auth/own-token', [
    ['takes the token of each tenant', [...both, call('listBookings', 'b', { ...other, property: 2 })], 'passed'],
    ['takes the token of another tenant', [...both, foreign(other)], 'failed', [3, 4]],
    ['takes it before it uses the right one', [foreign(other), call('listBookings', 'a')], 'failed', [2, 1]],
    ['is refused for a property that nobody uses', [...both, foreign({ ...other, property: 2 })], 'passed'],
    ['has lost a property that it used', [...both, call('listGuests', 'b', other), foreign(other)], 'passed'],
    [
      'takes the token of another tenant, which lists its own',
      [
        ...both,
        call('listProperties', 'b', { ...other, property: undefined, response: '{"ids":[2, 3]}' }),
        foreign({ property: 3 }),
      ],
      'failed',
      [4, 5],
    ],
    ['has one tenant', [token('a'), call('listBookings', 'a'), foreign({ property: 2 })], 'not-exercised'],
  ])
})

describe('auth/renewal-refused', () => {
  const noToken = (more: Step = {}): Step => token('a', { token: undefined, status: 400, refusalCode: 'client_unknown', ...more })
  const run = (...more: readonly Step[]): readonly Step[] => [token('a'), expired('listGuests', 'a'), ...more]
  /** Two threads, of which one learns that the second token is dead, and the other uses it so many milliseconds later. */
  const secondDead = (wait: number): readonly Step[] => {
    const threads = [call('listGuests', 'b', { ms: 50 }), call('listBookings', 'b', { wait: -40 })]
    const dead = [expired('listGuests', 'b', { wait: 500 }), noToken({ wait: 10 }), expired('listBookings', 'b', { wait })]
    return run(token('b'), ...threads, ...dead)
  }
  cases('auth/renewal-refused', [
    ['stops', run(noToken()), 'passed'],
    [
      'continues with the dead token',
      run(noToken(), expired('listBookings', 'a'), expired('listGuests', 'a')),
      'failed',
      [3, 4, 5],
    ],
    ['gets a token later', run(noToken(), token('b'), call('listGuests', 'b')), 'passed'],
    [
      'goes on before it gets a token',
      run(noToken(), expired('listGuests', 'a'), token('b'), expired('listGuests', 'a')),
      'failed',
      [3, 4],
    ],
    ['goes on after it got a token, which is for another rule', run(noToken(), token('b'), expired('listGuests', 'a')), 'passed'],
    ['is refused in a row', run(noToken({ status: 499 })), 'passed'],
    [
      'asks while the service is down',
      run(noToken({ status: 503, refusalCode: undefined, networkFault: 'status' }), expired('listGuests', 'a')),
      'not-exercised',
    ],
    [
      'another thread uses the second dead token before it can know of it, though it knows of the first',
      secondDead(10),
      'passed',
    ],
    ['another thread uses the second dead token when it knows of it', secondDead(500), 'failed', [7, 8]],
    ['is refused before any token was dead', [token('a'), noToken(), expired('listGuests', 'a')], 'not-exercised'],
  ])
})

describe('auth/least-scope', () => {
  const scoped = (scope: string, more: Step = {}): Step =>
    token('a', { request: `grant_type=client_credentials&client_id=desk&scope=${scope}`, ...more })
  const both = scoped('properties_get%20properties_set')
  const bothAgain = scoped('properties_get%20properties_set', { token: 'b' })
  const reads = (count: number): readonly Step[] => Array.from({ length: count }, () => call('listGuests', 'a'))
  cases('auth/least-scope', [
    ['asks for what it needs', [scoped('properties_get'), ...reads(5)], 'passed'],
    ['asks for more', [scoped('properties_get%20properties_set'), ...reads(5)], 'noted', [1]],
    ['asks for more, and has shown little', [scoped('properties_get%20properties_set'), ...reads(4)], 'passed'],
    [
      'needs both',
      [scoped('properties_get%20properties_set'), ...reads(4), call('createGuest', 'a', { method: 'POST' })],
      'passed',
    ],
    [
      'needs the scope with its next token',
      [both, ...reads(5), bothAgain, call('createGuest', 'b', { method: 'POST' })],
      'passed',
    ],
    ['asks by an alias for what it needs', [scoped('read'), ...reads(5)], 'passed'],
    ['needs both aliases', [scoped('read%20write'), ...reads(4), call('createGuest', 'a', { method: 'POST' })], 'passed'],
    ['asks by an alias for more', [scoped('read%20write'), ...reads(5)], 'noted', [1]],
    ['asks for everything', [scoped('*'), ...reads(5)], 'noted', [1]],
    ['never needs the scope with any token', [both, ...reads(5), bothAgain, ...reads(2)], 'noted', [1]],
    [
      'shows enough with two tokens',
      [both, ...reads(3), bothAgain, call('listGuests', 'b'), call('listGuests', 'b')],
      'noted',
      [1],
    ],
    [
      'leaves the scope to another client',
      [
        both,
        ...reads(5),
        scoped('properties_get%20properties_set', { client: 'line', token: 'b' }),
        call('createGuest', 'b', { client: 'line', method: 'POST' }),
      ],
      'noted',
      [1],
    ],
    [
      'requests more with a later token only',
      [scoped('properties_get'), ...reads(5), bothAgain, call('listGuests', 'b')],
      'noted',
      [7],
    ],
    ['has no token', reads(5), 'not-exercised'],
  ])
})

describe('auth/user-agent', () => {
  const as = (agent: string | undefined, more: Step = {}): Step => ({
    ...call('listGuests', 'a'),
    requestHeaders: agent === undefined ? {} : { 'user-agent': agent },
    ...more,
  })
  cases('auth/user-agent', [
    ['says who it is', [as('northern-rooms/2.3')], 'passed'],
    ['says who it is, and its library', [as('northern-rooms/2.3 (axios/1.0)')], 'passed'],
    ['names its library', [as('northern-rooms/2.3'), as('axios/1.6'), as('curl/8')], 'noted', [2]],
    ['names its library in capitals', [as('Python-requests/2')], 'noted', [1]],
    ['says nothing', [as(undefined)], 'noted', [1]],
    ['is a browser that asks what is allowed', [as(undefined, { method: 'OPTIONS' })], 'not-exercised'],
  ])
})
