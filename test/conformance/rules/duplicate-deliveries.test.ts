import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/base/duration.ts'
import { checkConformance } from '../../../src/conformance/conformance.ts'
import type { Delivery } from '../../../src/conformance/exchange.ts'
import { delivery, list, rows, START } from '../deliveries.ts'
import { call, exchangesOf, FACTS, type Step, withoutCalls } from '../exchanges-of.ts'

describe('webhooks/duplicate-once', () => {
  const twice = [delivery(0), delivery(1_000, { id: 2 })]
  /** A notification that names only its property, of an event at that time. */
  const settings = (after: number, event: number, id: number): Delivery =>
    delivery(after, { id, task: 'property_settings_updated', booking: undefined, at: START + event, body: 'property_uid=1' })
  const write = (wait: number, more: Step = {}): Step =>
    call('createGuest', 'a', { method: 'POST', request: 'name=Ann', wait, ...more })
  const close = (wait: number, more: Step = {}): Step => write(wait, { operation: 'createBlackBooking', ...more })
  const other = { property: 2 }
  const about = { ...other, target: '/service/api/guests/2/card-50@doors.example' }
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
    [
      'writes the same for each of its rows, and is told of the first twice',
      [settings(50, 0, 1), settings(60, 0, 2)].map((one) => ({ ...one, raisedBy: { kind: 'call', id: '1' } })),
      [write(0), write(100), write(100)],
      'passed',
    ],
    ['writes something else', twice, [write(100), write(2_000, { request: 'name=Bob' })], 'passed'],
    ['writes for another property about the booking', twice, [write(100, about), write(2_000, about)], 'failed', [1, 2]],
    [
      'closes a room of another property again',
      twice,
      [close(100, other), close(2_000, { ...other, ...TAKEN })],
      'failed',
      [1, 2],
    ],
    ['writes for another property about the booking after both', twice, [write(1_100, about), write(9, about)], 'failed', [1, 2]],
    [
      'writes equal rows for another property after both',
      twice,
      [write(1_100, other), write(9, other), write(9, other)],
      'passed',
    ],
    [
      'writes for another property in each round, also without a delivery',
      twice.map((one) => ({ ...one, sentAt: one.real + 61_000 })),
      [write(100, other), write(61_000, other), write(2_000, other)],
      'passed',
    ],
    [
      'writes for another property, once for each event',
      [...twice, delivery(1_500, { id: 3, property: 3, booking: 8, body: 'contract_uid=8' })],
      [write(100, about), write(2_000, about)],
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
