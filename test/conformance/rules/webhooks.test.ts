import { describe, expect, test } from 'vitest'
import { parseDay } from '../../../src/base/day.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/base/duration.ts'
import type { Delivery } from '../../../src/conformance/exchange.ts'
import { delivery, list, rows, START } from '../deliveries.ts'
import { call, judgement, offenceTexts, type Step } from '../exchanges-of.ts'

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

test('a receiver that does not answer is named by the address of its hook, one finding for each', () => {
  const down = { state: 'failed', status: undefined, error: 'ECONNREFUSED' } as const
  const other = { id: 2, hook: 2, url: 'http://127.0.0.1:8081/hook' }
  const deliveries = [delivery(10, down), delivery(10, { ...down, ...other })]
  expect(offenceTexts('webhooks/answers-in-time', [list(0), list(HOUR_MS)], { deliveries })).toEqual([
    'delivery 1 (booking_added) to http://127.0.0.1:8080/hook got no response: ECONNREFUSED',
    'delivery 2 (booking_added) to http://127.0.0.1:8081/hook got no response: ECONNREFUSED',
  ])
})

describe('a client that accepts deliveries', () => {
  const five = [0, 1, 2, 3, 4].map((index) => delivery(index * MINUTE_MS, { id: index + 1, booking: 50 + index }))
  const poll = list(6 * MINUTE_MS)
  const after = (times: number): readonly Step[] =>
    five
      .slice(0, times)
      .map(({ at, booking = 0 }) =>
        call('getNotifiedBooking', 'a', { at: at + 10, real: at + 10, subject: { property: 1, booking } }),
      )
  test.each([
    ['polls only', 5, 0, 'noted', [1]],
    ['polls only, with two deliveries', 2, 0, 'passed'],
    ['reads after two of five', 5, 2, 'noted', [3]],
    ['reads after three of five', 5, 3, 'passed'],
  ] as const)('%s', (_, count, reads, ...expected) => {
    const steps = [...after(reads), { ...poll, at: START + 6 * MINUTE_MS, real: START + 6 * MINUTE_MS }, list(2 * HOUR_MS)]
    expect(judgement('webhooks/reads-details', steps, { deliveries: five.slice(0, count) })).toEqual(expected)
  })

  test('polls only, and ends within the hour', () => {
    expect(judgement('webhooks/reads-details', [poll], { deliveries: five })).toEqual(['noted', [1]])
  })
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
