import { describe, expect, test } from 'vitest'
import { callsOf } from '../../src/report/calls.ts'
import { checksOf } from '../../src/report/checks.ts'
import { reportFault } from '../../src/report/faults.ts'
import { type Run, reportOf } from '../../src/report/report.ts'
import { aBadRun, aCall, aFault, aGrade, aRun, aVerdict, NO_CALLS_OUTSIDE, outcomesOf } from './a-run.ts'

const FULL_HOUSE = {
  id: 'bad-day/event-1',
  do: 'guest_books',
  at: 0,
  state: 'blocked',
  blockedReason: 'no room is free',
  required: false,
} as const

describe('a run', () => {
  test('passes when all checks pass', () => {
    expect(reportOf(aRun())).toMatchObject({
      understay: '1.2.3',
      sandbox: 'default',
      at: '2026-05-02T09:00:00.000Z',
      scenario: { name: 'bad-day', about: 'The token ends.' },
      verdict: 'passed',
      reasons: [],
    })
  })

  test('passes without a scenario, and with warnings', () => {
    const conformance = aGrade(aVerdict({ outcome: 'warned', offences: [{ entries: [1], what: 'odd' }] }))
    const run = { scenario: null, outcomes: [], faults: [], conformance }
    expect(reportOf(aRun({ ...run, events: [] }))).toMatchObject({ verdict: 'passed', scenario: null })
    const waiting = { id: 'x/event-1', do: 'no_show', at: 0, state: 'waiting', blockedReason: null, required: true } as const
    expect(reportOf(aRun({ ...run, events: [waiting] }))).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['event x/event-1 (no show) never came: it is due at 1970-01-01T00:00:00.000Z'],
    })
  })

  test.each<[reason: string, Partial<Run>]>([
    [
      'expectation asks: expected exactly 2 calls of requestToken answered 200, found 1 (#1)',
      { outcomes: outcomesOf({ id: 'asks', operation: 'requestToken', status: 200, count: 2 }) },
    ],
    ['event bad-day/event-1 (guest books) could not happen: no room is free', { events: [{ ...FULL_HOUSE, required: true }] }],
    [
      'rule auth/token-form is broken (1 time): #2 was sent as JSON',
      { conformance: aGrade(aVerdict({ outcome: 'failed', offences: [{ entries: [2], what: '#2 was sent as JSON' }] })) },
    ],
    ['Nothing was exercised', { conformance: aGrade(aVerdict({ outcome: 'not-exercised' })) }],
    [
      'no call reached this sandbox: point the base_url of the client at it',
      { entries: [], conformance: aGrade(aVerdict({ outcome: 'not-exercised' })) },
    ],
  ])('fails: %s', (reason, with_) => {
    expect(reportOf(aRun(with_))).toMatchObject({ verdict: 'failed', reasons: [reason] })
  })

  test.each<[reason: string, Partial<Run>]>([
    [
      'fault bad-day/1 (token expired, on calls of listBookings) never happened: no call matched',
      { faults: [aFault({ matched: 0, happened: 0 })] },
    ],
    [
      'fault bad-day/1 (token expired, on calls of listBookings, after 5) never happened: 3 calls matched, which is too few',
      { faults: [aFault({ fault: { on: { operation: 'listBookings' }, after: 5, token: 'expired' }, happened: 0 })] },
    ],
    [
      'fault bad-day/1 (token expired, on calls of listBookings) could not happen: the call had no token',
      { faults: [aFault({ happened: 0, blockedReason: 'the call had no token' })] },
    ],
    [
      'expectation looks is inconclusive: expected at least 1 call affected by fault taken, but fault taken was applied to no call',
      { outcomes: outcomesOf({ id: 'looks', fault: 'taken' }) },
    ],
    [
      'rule auth/token-form is inconclusive: some calls were not judged',
      { conformance: { ...aGrade(aVerdict({ outcome: 'inconclusive' })), passed: true } },
    ],
  ])('is inconclusive: %s', (reason, with_) => {
    expect(reportOf(aRun(with_))).toMatchObject({ verdict: 'inconclusive', reasons: [reason] })
  })

  test('is inconclusive for want of what the expectation says that it needs', () => {
    const about = 'needs a client that closes a room'
    expect(reportOf(aRun({ outcomes: outcomesOf({ id: 'looks', about, fault: 'taken' }) })).reasons).toEqual([
      expect.stringMatching(/^expectation looks is inconclusive: needs a client that closes a room: expected at least 1 call /),
    ])
  })

  test('names a broken rule before the unmet expectation about the same call', () => {
    const outcomes = outcomesOf({ id: 'asks', operation: 'requestToken', status: 200, count: 2 })
    const broken = (id: string, what: string) => aVerdict({ id, outcome: 'failed', offences: [{ entries: [], what }] })
    const conformance = aGrade(broken('auth/a', '#2 is bad'), broken('auth/b', '#1 is bad'))
    expect(reportOf(aRun({ outcomes, conformance })).reasons).toEqual([
      'rule auth/b is broken (1 time): #1 is bad; and asks is not met',
      'expectation asks: expected exactly 2 calls of requestToken answered 200, found 1 (#1)',
      'rule auth/a is broken (1 time): #2 is bad',
    ])
  })

  test('does not call an inconclusive expectation unmet', () => {
    const about = 'needs a client that repeats #2'
    const looks = { id: 'looks', about, precondition: true, fault: 'taken', after: 'asks' } as const
    const outcomes = outcomesOf({ id: 'asks', operation: 'requestToken' }, looks)
    const idle = { ...aGrade(), passed: false, reason: 'Nothing was exercised: the client stopped after #2' }
    expect(reportOf(aRun({ outcomes, conformance: idle, faults: [aFault()] }))).toMatchObject({
      verdict: 'inconclusive',
      reasons: [expect.stringMatching(/^expectation looks is inconclusive: /), idle.reason],
    })
  })

  test('reports an event that could not happen, and fails for it only where it is required', () => {
    expect(reportOf(aRun({ events: [FULL_HOUSE] }))).toMatchObject({ verdict: 'passed', events: [{ state: 'blocked' }] })
  })

  test('reports a fault that need not happen, and is none the worse for it', () => {
    const byChance = aFault({ fault: { on: {}, chance: '5%', token: 'expired' }, happened: 0 })
    expect(reportOf(aRun({ faults: [byChance] })).verdict).toBe('passed')
  })

  test('fails for everything that is amiss, and its checks say the same', () => {
    const report = reportOf(aBadRun())
    expect(report.reasons).toHaveLength(2)
    const failed = checksOf(report).filter(({ outcome }) => outcome === 'failed')
    expect(failed.map(({ reason }) => reason)).toEqual(report.reasons)
  })

  test('of which calls were lost with a replica is inconclusive, and says how many', () => {
    const { verdict, reasons } = reportOf(aRun({ lost: 2 }))
    expect(reasons.join()).toContain('2 calls had been answered, but not stored, when the replica')
    expect(verdict).not.toBe('passed')
  })

  test('with an cleared journal says so', () => {
    expect(reportOf(aRun({ entries: [], cleared: 4 })).reasons).toContain(
      'the journal was cleared after 4 calls, as a reset does, and no call came since: ask for the report before that',
    )
  })

  test.each([
    [1, '1 call came outside /service/api, the first GET /properties/all: UNDERSTAY_API_URL is the address with the path'],
    [2, '2 calls came outside /service/api, the first GET /properties/all: UNDERSTAY_API_URL is the address with the path'],
  ])('whose calls missed the interface (%i) says so, and where it is', (count, reason) => {
    const outside = { ...NO_CALLS_OUTSIDE, count, first: 'GET /properties/all' }
    expect(reportOf(aRun({ entries: [], outside })).reasons).toEqual([reason])
    expect(reportOf(aRun({ outside })).reasons).toEqual([])
  })

  test('contains what is needed to repeat the run', () => {
    expect(reportOf(aRun({ choices: { check_in_order: 'strict' } }))).toMatchObject({
      at: '2026-05-02T09:00:00.000Z',
      machineTime: '2026-05-03T09:00:00.000Z',
      clock: 'frozen',
      seed: 7,
      choices: { check_in_order: 'strict' },
    })
  })

  test('with only dropped calls has no reason to fail', () => {
    expect(reportOf(aRun({ entries: [], dropped: 4 })).reasons).toEqual([])
  })
})

test.each<[what: string, Parameters<typeof aFault>[0]]>([
  ['token expired, on every call', { fault: { on: {}, token: 'expired' } }],
  [
    'scopes without properties_set, favourites_set, on calls by client desk, after 2, 3 times',
    {
      cause: 'scopes',
      fault: { on: { client: 'desk' }, after: 2, times: 3, scopes: { without: ['properties_set', 'favourites_set'] } },
    },
  ],
  [
    'network status 503, retry after 2, on calls tagged tariffs, for 3s, each token by itself',
    { cause: 'network', fault: { on: { tag: 'tariffs' }, for: '3s', per: 'token', network: { status: 503, retry_after: 2 } } },
  ],
  ['network delay 200ms to 2s, on every call', { cause: 'network', fault: { on: {}, network: { delay: ['200ms', '2s'] } } }],
  ['price by 10%, on calls about property 1', { cause: 'price', fault: { on: { property: 1 }, price: { by: '10%' } } }],
])('a fault is described: %s', (what, with_) => {
  expect(reportFault(aFault(with_)).what).toBe(what)
})

test('calls are summed up by answer, operation, refusal, warning and unread field', () => {
  const entries = [
    aCall(1, { operation: 'requestToken' }),
    aCall(2, { warnings: ['no midnight', 'too long'], unread: ['colour'] }),
    aCall(3, { status: 0 }),
    aCall(4, { status: 404, operation: undefined, refusalCode: 'operation_unknown', refusal: 'Request /a unknown' }),
    aCall(5, { status: 404, operation: undefined, refusalCode: 'operation_unknown', refusal: 'Request /b unknown' }),
    aCall(6, { warnings: ['no midnight'], unread: [] }),
  ]
  expect(callsOf(entries, { dropped: 2, cleared: 0, lost: 0, outside: NO_CALLS_OUTSIDE })).toEqual({
    total: 6,
    dropped: 2,
    cleared: 0,
    lost: 0,
    outside: NO_CALLS_OUTSIDE,
    answers: { '2xx': 3, '4xx': 2, none: 1 },
    operations: [
      { operation: 'requestToken', calls: 1, answers: { '200': 1 } },
      { operation: 'listBookings', calls: 3, answers: { '200': 2, none: 1 } },
      { operation: null, calls: 2, answers: { '404': 2 } },
    ],
    refusals: [{ operation: null, code: 'operation_unknown', text: 'Request /a unknown', calls: 2, entries: [4, 5] }],
    warnings: [
      { operation: 'listBookings', text: 'no midnight', calls: 2, entries: [2, 6] },
      { operation: 'listBookings', text: 'too long', calls: 1, entries: [2] },
    ],
    unread: [{ operation: 'listBookings', field: 'colour', calls: 1, entries: [2] }],
  })
})

const CALL = { operation: 'setNote', status: 200, refusalCode: undefined, refusal: undefined, warnings: undefined } as const

test('fields that nothing reads are listed in the order in which they came, each entry once', () => {
  const calls = [
    { ...CALL, id: 1, unread: ['b', 'a', 'b'] },
    { ...CALL, id: 2, operation: 'createGuest', unread: ['a'] },
    { ...CALL, id: 3, unread: ['a', 'c'] },
  ] as const
  const { unread } = callsOf(calls, { dropped: 0, cleared: 0, lost: 0, outside: NO_CALLS_OUTSIDE })
  expect(unread).toEqual([
    { operation: 'setNote', field: 'b', calls: 1, entries: [1] },
    { operation: 'setNote', field: 'a', calls: 2, entries: [1, 3] },
    { operation: 'createGuest', field: 'a', calls: 1, entries: [2] },
    { operation: 'setNote', field: 'c', calls: 1, entries: [3] },
  ])
})

test('each entry is read once for its unread fields, however many different ones there are', () => {
  let reads = 0
  const calls = Array.from({ length: 200 }, (_, index) => ({
    ...CALL,
    id: index + 1,
    get unread() {
      reads++
      return [`field-${index}`]
    },
  }))
  expect(callsOf(calls, { dropped: 0, cleared: 0, lost: 0, outside: NO_CALLS_OUTSIDE }).unread).toHaveLength(200)
  expect(reads).toBe(200)
})
