import { describe, expect, test } from 'vitest'
import { parseDay } from '../../../src/base/day.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/base/duration.ts'
import { checkConformance, type Outcome } from '../../../src/conformance/conformance.ts'
import type { Delivery } from '../../../src/conformance/exchange.ts'
import { call, exchangesOf, FACTS, judgement, type Step, withoutCalls } from '../exchanges-of.ts'

/** When the first call of a run is sent. */
const START = exchangesOf([{ wait: 0 }])[0]?.real ?? 0

/** A delivery of a new booking that was taken, so many milliseconds after the run began. */
function delivery(after: number, more: Partial<Delivery> = {}): Delivery {
  const at = START + after
  return {
    ...{ id: 1, hook: 1, task: 'booking_added', property: 1, booking: 50, at, real: at, sentAt: at, ms: 10 },
    ...{ state: 'delivered', status: 204, error: undefined, fault: undefined, body: 'task=booking_added&contract_uid=50' },
    ...more,
  }
}

const list = (wait: number, more: Step = {}): Step => call('listBookings', 'a', { wait, ...more })

type Row = readonly [
  about: string,
  deliveries: readonly Delivery[],
  steps: readonly Step[],
  outcome: Outcome,
  ...evidence: (readonly number[])[],
]

function rows(rule: string, table: readonly Row[]): void {
  for (const [about, deliveries, steps, ...expected] of table)
    test(about, () => expect(judgement(rule, steps, { deliveries })).toEqual(expected))
}

describe('webhooks/answers-in-time', () => {
  const after: readonly Step[] = [list(0), list(HOUR_MS)]
  rows('webhooks/answers-in-time', [
    ['answers at once', [delivery(10)], after, 'passed'],
    ['answers 200', [delivery(10, { status: 200 })], after, 'passed'],
    ['answers 299', [delivery(10, { status: 299 })], after, 'passed'],
    ['answers 300', [delivery(10, { status: 300 })], after, 'failed', [1]],
    ['answers 199', [delivery(10, { status: 199 })], after, 'failed', [1]],
    ['takes five seconds', [delivery(10, { ms: 5_000 })], after, 'passed'],
    ['takes more than five seconds', [delivery(10, { ms: 5_001 })], after, 'failed', [1]],
    ['does not answer', [delivery(10, { state: 'failed', status: undefined, error: 'ECONNREFUSED' })], after, 'failed', [1]],
    ['answers 500, and the delivery has failed', [delivery(10, { state: 'failed', status: 500 })], after, 'failed', [1]],
    ['has not begun', [delivery(-100, { state: 'failed', status: undefined, error: 'ECONNREFUSED' })], after, 'not-exercised'],
    ['answers wrongly before its first call', [delivery(-100, { status: 500 })], after, 'failed', [1]],
    ['makes no call', [delivery(10, { state: 'failed', status: undefined, error: 'ECONNREFUSED' })], [], 'not-exercised'],
    ['has ended', [delivery(2 * HOUR_MS, { state: 'failed', status: undefined })], after, 'not-exercised'],
    [
      'answers one, and has ended before the next',
      [delivery(10), delivery(2 * HOUR_MS, { state: 'failed', status: undefined })],
      after,
      'passed',
    ],
    [
      'has ended before a late one is sent',
      [delivery(10, { sentAt: START + 2 * HOUR_MS, state: 'failed', status: undefined })],
      after,
      'not-exercised',
    ],
    [
      'has ended before it answers the last one',
      [delivery(HOUR_MS - 100, { ms: 200, state: 'failed', status: undefined, error: 'the receiver hung up' })],
      after,
      'not-exercised',
    ],
    [
      'lets the last one wait for too long',
      [delivery(HOUR_MS - 100, { ms: 10_000, state: 'failed', status: undefined, error: 'no answer within the time limit' })],
      after,
      'failed',
      [1],
    ],
    ['answers wrongly at the end', [delivery(2 * HOUR_MS, { status: 500 })], after, 'failed', [1]],
    [
      'is down: one finding for each task',
      [delivery(0, { status: 500 }), delivery(10, { id: 2, status: 500 })],
      after,
      'failed',
      [1],
    ],
    [
      'is down for two tasks',
      [delivery(10, { status: 500 }), delivery(10, { id: 2, status: 500, task: 'booking_cancelled' })],
      after,
      'failed',
      [1],
      [2],
    ],
    ['gets nothing', [delivery(10, { state: 'dropped', status: undefined })], after, 'not-exercised'],
    ['has yet to get it', [delivery(10, { state: 'waiting', status: undefined })], after, 'not-exercised'],
  ])
})

describe.each([
  ['webhooks/reads-details', 'warned', {}],
  ['webhooks/lost-found-by-poll', 'failed', { state: 'dropped', status: undefined, fault: 'day/webhook' }],
] as const)('%s', (rule, broken, more) => {
  const about = (after: number, other: Partial<Delivery> = {}) => [delivery(after, { ...more, ...other })]
  const booking = (wait: number, uid = 50) => call('getBookingGuest', 'a', { wait, subject: { property: 1, booking: uid } })
  rows(rule, [
    ['reads the booking', about(10), [list(0, { status: 500 }), booking(MINUTE_MS), list(2 * HOUR_MS)], 'passed'],
    ['lists the bookings', about(10), [list(MINUTE_MS), list(2 * HOUR_MS)], 'passed'],
    ['lists them by day', about(10), [list(MINUTE_MS, { operation: 'listBookingsBetween' }), list(2 * HOUR_MS)], 'passed'],
    ['reads the timeline', about(10), [list(MINUTE_MS, { operation: 'getTimeline' }), list(2 * HOUR_MS)], 'passed'],
    ['reads another booking', about(10), [booking(MINUTE_MS, 51), list(2 * HOUR_MS)], broken, [1]],
    ['reads guests', about(10), [list(MINUTE_MS, { operation: 'listGuests' }), list(2 * HOUR_MS)], broken, [1]],
    ['lists another property', about(10), [list(MINUTE_MS, { property: 2 }), list(2 * HOUR_MS)], broken, [1]],
    ['gets no answer', about(10), [list(MINUTE_MS, { status: 503, networkFault: 'status' }), list(2 * HOUR_MS)], broken, [1]],
    ['writes', about(10), [list(MINUTE_MS, { method: 'POST' }), list(2 * HOUR_MS)], broken, [1]],
    ['reads within the hour', about(0), [list(HOUR_MS), list(MINUTE_MS)], 'passed'],
    ['reads after the hour', about(0), [list(HOUR_MS + 1), list(MINUTE_MS)], broken, [1]],
    ['read before', about(1), [list(0), list(2 * HOUR_MS)], broken, [1]],
    ['has ended within the hour', about(0), [list(MINUTE_MS, { operation: 'listGuests' })], 'not-exercised'],
    ['is told of something else', about(0, { task: 'guest_saved' }), [list(2 * HOUR_MS)], 'not-exercised'],
    ['is told of a change', about(0, { task: 'booking_modified' }), [list(2 * HOUR_MS)], broken, [1]],
    ['is told of a cancellation', about(0, { task: 'booking_cancelled' }), [list(2 * HOUR_MS)], broken, [1]],
    ['has yet to be told', about(0, { state: 'waiting' }), [list(2 * HOUR_MS)], 'not-exercised'],
    ['could not be told', about(0, { state: 'failed' }), [list(2 * HOUR_MS)], 'not-exercised'],
  ])

  test('counts only reads that cover the nights of the booking', () => {
    const day = (text: string) => parseDay(text) ?? expect.unreachable(text)
    const nights = { from: day('2026-06-01'), to: day('2026-06-03') }
    const facts = { deliveries: about(0), arrivals: [{ booking: 50, property: 1, at: START, real: START, nights }] }
    const between = (to: string): readonly Step[] => [
      list(MINUTE_MS, { operation: 'listBookingsBetween', subject: { property: 1, nights: { ...nights, to: day(to) } } }),
      list(2 * HOUR_MS),
    ]
    expect(judgement(rule, between('2026-06-03'), facts)).toEqual(['passed'])
    expect(judgement(rule, between('2026-06-02'), facts)).toEqual([broken, [1]])
  })

  test('leaves moves of the clock before the next call out', () => {
    const steps = [list(0, { at: START + 90 * MINUTE_MS, wait: 0 }), list(0, { at: START + 4 * HOUR_MS })]
    expect(judgement(rule, steps, { deliveries: about(0) })).toEqual([broken, [1]])
    const moves = [{ from: START - HOUR_MS, to: START + 4 * HOUR_MS }]
    expect(judgement(rule, steps, { deliveries: about(0), moves })).toEqual(['passed'])
  })

  test('gives a minute of the machine where the clock of the sandbox runs fast', () => {
    const steps = [list(90 * MINUTE_MS), list(MINUTE_MS)]
    expect(judgement(rule, steps, { deliveries: about(0), speed: 92 })[0]).toBe('not-exercised')
    expect(judgement(rule, [...steps, list(MINUTE_MS)], { deliveries: about(0), speed: 92 })[0]).toBe('passed')
    expect(judgement(rule, steps, { deliveries: about(0), speed: 60 })).toEqual([broken, [1]])
  })
})

test.each([
  ['within an hour after it was told', 119, 'passed'],
  ['later', 121, 'warned'],
] as const)('webhooks/reads-details of a late delivery: a client that reads %s', (_, minutes, outcome) => {
  const at = (minute: number): Step => list(0, { at: START + minute * MINUTE_MS, real: START + minute * SECOND_MS })
  const deliveries = [delivery(0, { sentAt: START + MINUTE_MS })]
  expect(judgement('webhooks/reads-details', [at(-1), at(minutes), at(300)], { deliveries, speed: 60 })[0]).toBe(outcome)
})

test('webhooks/lost-found-by-poll judges only what a scenario lost', () => {
  const unasked = delivery(0, { state: 'dropped', fault: undefined })
  expect(judgement('webhooks/lost-found-by-poll', [list(2 * HOUR_MS)], { deliveries: [unasked] })).toEqual(['not-exercised'])
})

describe('webhooks/duplicate-once', () => {
  const twice = [delivery(0), delivery(1_000, { id: 2 })]
  /** A notification that names only its property, of an event at that time. */
  const settings = (after: number, event: number, id: number): Delivery =>
    delivery(after, { id, task: 'property_settings_updated', booking: undefined, at: START + event, body: 'property_uid=1' })
  const write = (wait: number, more: Step = {}): Step =>
    call('createGuest', 'a', { method: 'POST', request: 'name=Ann', wait, ...more })
  const close = (wait: number, more: Step = {}): Step => write(wait, { operation: 'createBlackBooking', ...more })
  const other = { property: 2 }
  const TAKEN = { refusalCode: 'room_taken', status: 204 } as const
  rows('webhooks/duplicate-once', [
    ['writes once', twice, [write(100), list(2_000)], 'passed'],
    ['writes twice before the duplicate is sent', twice, [write(100), write(300)], 'passed'],
    [
      'is told of two events of one property',
      [settings(0, 0, 1), settings(900, 104_000, 2)],
      [write(100), write(1_000)],
      'not-exercised',
    ],
    [
      'is told twice of one event of a property',
      [settings(0, 0, 1), settings(900, 0, 2)],
      [write(100), write(1_000)],
      'failed',
      [1, 2],
    ],
    ['writes three times', twice, [write(100), write(1_000), write(1_000)], 'failed', [1, 2], [2, 3]],
    ['writes twice', twice, [write(100), write(2_000)], 'failed', [1, 2]],
    ['closes a room again, which is taken now', twice, [close(100), close(2_000, TAKEN)], 'failed', [1, 2]],
    [
      'closes a room again in each round, also without a duplicate',
      twice,
      [close(100), close(30_000, TAKEN), close(30_000, TAKEN), close(30_000, TAKEN)],
      'passed',
    ],
    ['closes a room that another guest has, twice', twice, [close(100, TAKEN), close(2_000, TAKEN)], 'passed'],
    [
      'writes the same for each of two bookings',
      [
        ...twice,
        ...[delivery(1_500, { id: 3 }), delivery(2_500, { id: 4 })].map((one) => ({
          ...one,
          booking: 8,
          body: 'contract_uid=8',
        })),
      ],
      [write(100), write(1_800), list(2_000)],
      'passed',
    ],
    ['writes something else', twice, [write(100), write(2_000, { request: 'name=Bob' })], 'passed'],
    ['writes for another property', twice, [write(100, other), write(2_000, other)], 'failed', [1, 2]],
    [
      'closes a room of another property again',
      twice,
      [close(100, other), close(2_000, { ...other, ...TAKEN })],
      'failed',
      [1, 2],
    ],
    ['writes for another property after both', twice, [write(1_100, other), write(900, other)], 'passed'],
    [
      'writes for another property in each round, also without a delivery',
      twice.map((one) => ({ ...one, sentAt: one.real + 61_000 })),
      [write(100, other), write(61_000, other), write(2_000, other)],
      'passed',
    ],
    [
      'writes for another property, once for each event',
      [...twice, delivery(1_500, { id: 3, property: 3, booking: 8, body: 'contract_uid=8' })],
      [write(100, other), write(2_000, other)],
      'passed',
    ],
    ['asks for tokens', twice, [write(100, { operation: 'requestToken' }), write(1, { operation: 'requestToken' })], 'passed'],
    ['sets twice', twice, [write(100, { method: 'PUT' }), write(2_000, { method: 'PUT' })], 'passed'],
    ['writes again much later', twice, [write(100), write(MINUTE_MS)], 'passed'],
    ['wrote before', twice.map((one) => ({ ...one, sentAt: START + 500 })), [write(0), write(1_000)], 'passed'],
    ['was refused', twice, [write(100, { refusalCode: 'values_invalid', status: 400 }), write(1_000)], 'passed'],
    ['lost the answer', twice, [write(100, { networkFault: 'truncated' }), write(1_000)], 'passed'],
    ['is told two things', [delivery(0), delivery(1_000, { body: 'other' })], [write(100), write(1_000)], 'not-exercised'],
    ['has two hooks', [delivery(0), delivery(1_000, { hook: 2 })], [write(100), write(1_000)], 'not-exercised'],
    ['is told again later', [delivery(0), delivery(MINUTE_MS)], [write(100), write(1_000)], 'not-exercised'],
    ['got one of them', [delivery(0), delivery(1, { state: 'dropped' })], [write(100), write(1_000)], 'not-exercised'],
  ])

  test('names the booking that was notified twice, and not another notification at that time', () => {
    const deliveries = [
      ...[
        settings(0, 0, 6),
        settings(1, 0, 7),
        delivery(2, { id: 11 }),
        delivery(3, { id: 12 }),
        settings(4, 0, 13),
        settings(5, 0, 14),
      ],
      ...[settings(900, 104_000, 23), settings(901, 104_000, 24)],
    ]
    const { rules } = checkConformance(exchangesOf([write(100), write(1_000)]), { ...FACTS, deliveries })
    expect(rules.find(({ id }) => id === 'webhooks/duplicate-once')?.offences.map(({ what }) => withoutCalls(what))).toEqual([
      '#1 createGuest and #2 createGuest did the same after delivery 11 (booking_added) and its duplicate 12',
    ])
  })
})
