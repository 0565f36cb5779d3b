/**
 * A run for tests of reports: a bit of everything.
 *
 * @module
 */

import { isoInstant } from '../../src/base/instant.ts'
import { runWithoutPauses } from '../../src/base/sliced-work.ts'
import type { Conformance, Verdict } from '../../src/conformance/conformance.ts'
import type { CalledEntry, UnlistedCalls } from '../../src/report/calls.ts'
import type { NamedEntry } from '../../src/report/named-calls.ts'
import type { Run } from '../../src/report/report.ts'
import { judge } from '../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../src/scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../../src/scenario/expectations/outcome-schema.ts'
import type { PastCall } from '../../src/scenario/expectations/past-call.ts'
import type { FaultStatus } from '../../src/scenario/faults/faults.ts'
import type { DeliveryTotals } from '../../src/webhooks/delivery-counts.ts'
import { listBookingsCall, pastCallOf } from '../scenario/expectations/past-calls.ts'
import { NOW } from '../support/small-world.ts'

export const aCall = (id: number, with_: Partial<CalledEntry & NamedEntry> = {}): CalledEntry & NamedEntry => ({
  id,
  at: NOW + id * 1000,
  method: 'GET',
  target: `/listbooking/${id}`,
  fault: undefined,
  request: undefined,
  response: undefined,
  operation: 'listBookings',
  status: 200,
  refusalCode: undefined,
  refusal: undefined,
  warnings: undefined,
  unread: undefined,
  ...with_,
})

export const aFault = (with_: Partial<FaultStatus> = {}): FaultStatus => ({
  id: 'bad-day/1',
  fault: { on: { operation: 'listBookings' }, token: 'expired' },
  cause: 'token',
  matched: 3,
  happened: 1,
  exhausted: true,
  blockedReason: null,
  ...with_,
})

export const aVerdict = (with_: Partial<Verdict> = {}): Verdict => ({
  id: 'auth/token-form',
  severity: 'must',
  title: 'Token requests are form-encoded',
  outcome: 'passed',
  offences: [],
  remarks: [],
  remedy: 'Send a form',
  source: 'RFC 6749',
  ...with_,
})

export function aGrade(...rules: readonly Verdict[]): Conformance {
  const counts = { passed: 0, failed: 0, warned: 0, noted: 0, inconclusive: 0, 'not-exercised': 0, 'not-applicable': 0 }
  for (const { outcome } of rules) counts[outcome]++
  const exercised = rules.length > counts['not-exercised']
  return { passed: exercised && counts.failed === 0, reason: exercised ? 'Judged' : 'Nothing was exercised', counts, rules }
}

const CALLS: readonly PastCall[] = [pastCallOf(1), pastCallOf(2, { status: 400 }), listBookingsCall(3)]

const WATCHED: Outcome = { id: '', state: 'met', met: true, expectation: {}, found: 1, wanted: 'it', nearest: [], entries: [] }

/** What becomes of expectations on two requests for a token, of which the second is refused, and a list. */
export const outcomesOf = (...expectations: readonly Expectation[]): readonly Outcome[] =>
  runWithoutPauses(judge(expectations, CALLS, () => [], { dropped: 0 }))

export const NO_DELIVERIES: DeliveryTotals = { made: 0, delivered: 0, failed: 0, dropped: 0, waiting: 0, hooks: [] }

/** What a run says of traffic, deliveries and the expectations on them. */
export const LIVING: Partial<Run> = {
  traffic: [
    {
      id: 'guests',
      do: 'guest_books',
      next: null,
      acts: [
        { do: 'guest_books', happened: 12, blocked: 1 },
        { do: 'guest_cancels', happened: 2, blocked: 0 },
      ],
      reasons: [],
      lastBlocked: 'room: property 1 is full',
    },
  ],
  deliveries: {
    made: 5,
    delivered: 2,
    failed: 1,
    dropped: 1,
    waiting: 1,
    hooks: [{ hook: 3, url: 'http://pms.example/hook', made: 5, delivered: 2, failed: 1, dropped: 1, waiting: 1 }],
  },
  outcomes: [
    {
      ...WATCHED,
      id: 'picks-up',
      delays: { met: 10, late: 1, missed: 1, waiting: 0, p50: 40_000, p95: 540_000, max: 720_000 },
    },
    { ...WATCHED, id: 'nothing-lost', checks: { changes: 40, tolerated: 0, broken: 0 } },
  ],
}

export const NO_CALLS_OUTSIDE: UnlistedCalls['outside'] = { count: 0, first: null, path: '/service/api' }

/** A run in which everything went well. */
export const aRun = (with_: Partial<Run> = {}): Run => ({
  understay: '1.2.3',
  sandbox: 'default',
  at: isoInstant(NOW),
  machineTime: isoInstant(NOW + 86_400_000),
  clock: 'frozen',
  seed: 7,
  choices: {},
  scenario: { name: 'bad-day', about: 'The token ends.' },
  outcomes: outcomesOf({ id: 'asks', operation: 'requestToken', count: 2 }),
  faults: [aFault()],
  events: [{ id: 'bad-day/event-1', do: 'guest_books', at: NOW + 1000, state: 'happened', blockedReason: null, required: false }],
  traffic: [],
  deliveries: NO_DELIVERIES,
  conformance: aGrade(aVerdict(), aVerdict({ id: 'session/order', title: 'Steps are in order', outcome: 'not-exercised' })),
  entries: [aCall(1, { operation: 'requestToken' }), aCall(2, { operation: 'requestToken', status: 400 }), aCall(3)],
  dropped: 0,
  cleared: 0,
  lost: 0,
  outside: NO_CALLS_OUTSIDE,
  ...with_,
})

/** A run in which everything went wrong. */
export const aBadRun = (with_: Partial<Run> = {}): Run =>
  aRun({
    outcomes: outcomesOf({ id: 'asks', operation: 'requestToken', status: 200, count: 2 }, { status: '5xx', never: true }),
    faults: [
      aFault(),
      aFault({ id: 'bad-day/2', matched: 0, happened: 0 }),
      aFault({ id: 'bad-day/3', happened: 0, blockedReason: 'room 1 | "Gull" is taken <already>' }),
    ],
    events: [
      { id: 'bad-day/event-1', do: 'guest_books', at: NOW, state: 'blocked', blockedReason: 'no room is free', required: false },
      { id: 'bad-day/event-2', do: 'room_blocked', at: NOW + 1000, state: 'waiting', blockedReason: null, required: false },
    ],
    conformance: aGrade(
      aVerdict({
        outcome: 'failed',
        offences: [
          { entries: [2], what: '#2 requestToken was sent as JSON' },
          { entries: [2, 3], what: 'it was sent again' },
        ],
      }),
      aVerdict({
        id: 'data/unread-fields',
        severity: 'should',
        outcome: 'warned',
        offences: [{ entries: [3], what: '#3 sent `a|b`' }],
      }),
      aVerdict({ id: 'data/odd', severity: 'info', outcome: 'noted', remarks: [{ entries: [3], what: 'an odd address' }] }),
      aVerdict({ id: 'session/order', outcome: 'not-exercised' }),
    ),
    ...with_,
  })
