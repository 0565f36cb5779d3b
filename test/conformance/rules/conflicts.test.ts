import { describe, expect, test } from 'vitest'
import { parseDay } from '../../../src/base/day.ts'
import { call, cases, failedCall, offenceTexts, type Step, token } from '../exchanges-of.ts'

const day = parseDay('2026-06-01')
const next = parseDay('2026-06-02')
const night = day && next ? { from: day, to: next } : {}
const subject = { property: 1, rooms: [7], nights: night }

const block = (more: Step = {}): Step => call('createBlackBooking', 'a', { method: 'POST', subject, ...more })
/** A black booking of a night that is taken. */
const taken = (more: Step = {}): Step => block({ status: 204, refusalCode: 'room_taken', ...more })
const look = (more: Step = {}): Step => call('listBlackBookings', 'a', { subject, ...more })
const goOn = (more: Step = {}): Step => call('listGuests', 'a', { property: 2, subject: { property: 2 }, ...more })

describe('resilience/conflict-reviewed', () => {
  cases('resilience/conflict-reviewed', [
    ['looks at the night', [token('a'), taken(), look(), goOn(), goOn()], 'passed'],
    ...['listTariffs', 'listGuests', 'listCoupons', 'listInvoices', 'getStatistic'].map(
      (operation) =>
        [
          `reads ${operation}, which does not show the night`,
          [token('a'), taken(), look({ operation, subject: { property: 1 } }), goOn()],
          'failed',
          [2, 3, 4],
        ] as const,
    ),
    ...['listAvailableRooms', 'getTimeline', 'listBookings', 'listBookingsBetween'].map(
      (operation) => [`looks with ${operation}`, [token('a'), taken(), look({ operation }), goOn(), goOn()], 'passed'] as const,
    ),
    ['looks late', [token('a'), taken(), goOn(), goOn(), look()], 'passed'],
    ['looks at all nights', [token('a'), taken(), look({ subject: { property: 1 } }), goOn()], 'passed'],
    ['goes on', [token('a'), taken(), goOn(), goOn(), goOn()], 'failed', [2, 3, 4]],
    ['has made one more call', [token('a'), taken(), goOn()], 'noted', [2, 3]],
    ['has ended', [token('a'), taken()], 'noted', [2]],
    ['has only asked for tokens since', [token('a'), taken(), token('a'), token('a')], 'noted', [2]],
    ['looks at another room', [token('a'), taken(), look({ subject: { ...subject, rooms: [8] } }), goOn()], 'failed', [2, 3, 4]],
    [
      'looks at another property',
      [token('a'), taken(), look({ subject: { ...subject, property: 2 } }), goOn()],
      'failed',
      [2, 3, 4],
    ],
    ['looked before', [token('a'), look(), taken(), goOn(), goOn()], 'failed', [3, 4, 5]],
    [
      'gets no answer when it looks',
      [token('a'), taken(), look({ status: 503, networkFault: 'status' }), goOn()],
      'failed',
      [2, 3, 4],
    ],
    ['writes in the place of looking', [token('a'), taken(), block(), goOn()], 'failed', [2, 3, 4]],
    ['lets another client look', [token('a'), taken(), look({ client: 'b', token: 'b' }), goOn(), goOn()], 'failed', [2, 4, 5]],
    ['had taken the night itself', [token('a'), block(), taken(), goOn(), goOn()], 'not-exercised'],
    [
      'is told of a night that another client had taken',
      [token('b', { client: 'b' }), block({ client: 'b', token: 'b' }), token('a'), taken(), goOn(), goOn()],
      'failed',
      [4, 5, 6],
    ],
    ['has taken the night itself since', [token('a'), taken(), block(), goOn(), goOn()], 'failed', [2, 3, 4]],
    [
      'had asked for the night in vain before',
      [token('a'), block({ status: 503, networkFault: 'status' }), taken(), look()],
      'passed',
    ],
    ['had only read the night', [token('a'), look(), taken(), look()], 'passed'],
    [
      'had taken the same room of another property',
      [token('a'), block({ property: 2, subject: { ...subject, property: 2 } }), taken(), look()],
      'passed',
    ],
    ['had taken another night itself', [token('a'), block({ subject: { property: 1, rooms: [8] } }), taken(), look()], 'passed'],
    ['is refused aloud', [token('a'), taken({ status: 409 }), goOn(), goOn()], 'not-exercised'],
    ['is refused by a redirection', [token('a'), taken({ status: 300 }), goOn(), goOn()], 'not-exercised'],
    ['reads what is empty', [token('a'), taken({ method: 'GET' }), goOn(), goOn()], 'not-exercised'],
    ['never heard of it', [token('a'), taken({ networkFault: 'truncated' }), goOn(), goOn()], 'not-exercised'],
    ['met an outage', [token('a'), failedCall(503), goOn(), goOn()], 'not-exercised'],
  ])
})

test('a client of which no later call is known is not said to have made its last call', () => {
  const busy = goOn({ wait: -1 })
  expect(offenceTexts('resilience/conflict-reviewed', [token('a'), taken(), busy])).toEqual([
    '#2 createBlackBooking created nothing (room_taken, status 204), and no later call shows whether the client noticed: check that it did',
  ])
})

describe('sync/overbooking-handled', () => {
  cases('sync/overbooking-handled', [
    ['asks once', [token('a'), taken()], 'passed'],
    ['asks again', [token('a'), taken(), taken()], 'passed'],
    ['asks a third time', [token('a'), taken(), taken(), taken()], 'failed', [2, 3, 4]],
    ['asks aloud a third time', [token('a'), ...[1, 2, 3].map(() => taken({ status: 409 }))], 'failed', [2, 3, 4]],
    [
      'asks for three rooms',
      [token('a'), ...[7, 8, 9].map((room) => taken({ subject: { ...subject, rooms: [room] } }))],
      'passed',
    ],
    ['asks for three properties', [token('a'), ...[1, 2, 3].map((property) => taken({ property }))], 'passed'],
    [
      'is three programs',
      [...['a', 'b', 'c'].flatMap((one) => [token(one, { client: one }), taken({ client: one, token: one })])],
      'passed',
    ],
    ['had taken it itself', [token('a'), block(), taken(), taken(), taken()], 'not-exercised'],
    [
      'met another client of its own house',
      [token('b', { client: 'b' }), block({ client: 'b', token: 'b' }), token('a'), taken(), taken(), taken()],
      'failed',
      [4, 5, 6],
    ],
    ['never heard of it', [token('a'), ...[1, 2, 3].map(() => taken({ networkFault: 'empty' }))], 'not-exercised'],
    [
      'is refused for other reasons',
      [token('a'), ...[1, 2, 3].map(() => taken({ refusalCode: 'values_invalid' }))],
      'not-exercised',
    ],
  ])
})
