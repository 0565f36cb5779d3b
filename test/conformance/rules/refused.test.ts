import { describe } from 'vitest'
import { addDays } from '../../../src/base/day.ts'
import { call, cases, expired, failedCall, type Step, token } from '../exchanges-of.ts'

describe('resilience/no-retry-of-refusals', () => {
  const unknown = (more: Step = {}) => call('getInvoice', 'a', { status: 404, refusalCode: 'invoice_unknown', ...more })
  const wide = (more: Step = {}): Step =>
    token('a', { token: undefined, status: 400, refusalCode: 'scope_invalid', response: undefined, ...more })
  const narrow = (given: string): Step => token(given, { request: 'grant_type=client_credentials&scope=properties_get' })
  const HEAD = { method: 'HEAD', target: '/service/api/', status: 404, refusalCode: 'operation_unknown' } as const
  cases('resilience/no-retry-of-refusals', [
    ['goes on', [unknown(), call('listInvoices', 'a')], 'passed'],
    ['sends it again', [unknown(), unknown({ wait: 2000 })], 'failed', [1, 2]],
    ['sends it again within a second', [unknown(), unknown({ wait: 200 })], 'failed', [1, 2]],
    [
      'has threads that ask, once each',
      [unknown({ target: '/other', ms: 50 }), unknown({ wait: -40 }), unknown({ wait: 200 })],
      'noted',
      [2, 3],
    ],
    ['a program that watches the service', [HEAD, HEAD, HEAD], 'not-exercised'],
    ['sends it again and again', [unknown(), unknown(), unknown()], 'failed', [1, 2, 3]],
    ['sends it again, and something had changed', [unknown(), call('getInvoice', 'a')], 'passed'],
    ['sends a batch again', [unknown(), unknown({ target: '/other' }), unknown({ wait: 2000 })], 'failed', [1, 3]],
    ['looks before trying again', [unknown(), call('listInvoices', 'a'), unknown()], 'passed'],
    ['tries again after a minute', [unknown(), unknown({ wait: 60_000 })], 'passed'],
    [
      'sends it again with a new token',
      [token('a'), call('listInvoices', 'a'), unknown(), token('b'), unknown({ token: 'b' })],
      'failed',
      [3, 5],
    ],
    ['is started again for this call only', [token('a'), unknown(), token('b'), unknown({ token: 'b', wait: 2000 })], 'passed'],
    ['another client does the same', [unknown(), unknown({ client: 'other' })], 'passed'],
    [
      'a wrong secret, again',
      [
        { method: 'POST', operation: 'requestToken', status: 401, refusalCode: 'client_unknown' },
        { method: 'POST', operation: 'requestToken', status: 401, refusalCode: 'client_unknown' },
        { method: 'POST', operation: 'requestToken', status: 401, refusalCode: 'client_unknown' },
      ],
      'failed',
      [1, 2, 3],
    ],
    ['asks for narrower scopes', [wide(), narrow('a'), call('listGuests', 'a')], 'passed'],
    ['asks for the same scopes four times', [wide(), wide(), wide(), wide(), narrow('a')], 'failed', [1, 2, 3, 4]],
    ['asks for the same scopes and ends', [wide(), wide({ wait: 2000 }), wide()], 'failed', [1, 2, 3]],
    [
      'asks for the same scopes on one connection',
      [wide({ connection: 1 }), wide({ connection: 1 }), narrow('a')],
      'failed',
      [1, 2],
    ],
    [
      'is one program with a connection for each',
      [wide({ connection: 1 }), wide({ connection: 2 }), narrow('a')],
      'failed',
      [1, 2],
    ],
    [
      'is three programs that ask once each',
      [
        wide(),
        wide(),
        wide(),
        narrow('a'),
        narrow('b'),
        narrow('c'),
        ...['a', 'b', 'c', 'a', 'b', 'c'].map((one) => call('listGuests', one)),
      ],
      'noted',
      [1, 2, 3],
    ],
    [
      'programs that are refused one after the other and stop look like one',
      [1, 2, 3].map((connection) => wide({ connection })),
      'failed',
      [1, 2, 3],
    ],
    [
      'programs one after the other ask wide, then narrow',
      [wide(), narrow('a'), call('listGuests', 'a'), wide(), narrow('b')],
      'passed',
    ],
    ['asks for the same scopes a minute later', [wide(), wide({ wait: 60_000 })], 'passed'],
    ['another client asks too', [wide(), wide({ client: 'line' }), wide({ client: 'other' })], 'passed'],
    ['threads ask at the same time', [wide({ ms: 50 }), wide({ ms: 50, wait: -40 }), wide({ wait: 1 })], 'passed'],
    ['throttled', [failedCall(429), failedCall(429)], 'not-exercised'],
    ['nothing was refused', [call('listInvoices', 'a'), call('listInvoices', 'a')], 'not-exercised'],
    [
      'a refusal with a status of success is judged elsewhere',
      [unknown({ status: 204 }), unknown({ status: 204, wait: 2000 })],
      'not-exercised',
    ],
    ['an ended token is judged elsewhere', [expired('listGuests', 'a'), expired('listGuests', 'a')], 'not-exercised'],
  ])
})

describe('resilience/conflict-not-success', () => {
  const taken = (more: Step = {}) =>
    call('createBlackBooking', 'a', { method: 'POST', status: 204, refusalCode: 'room_taken', ...more })
  const removal = call('deleteBlackBooking', 'a', { method: 'DELETE', status: 404, refusalCode: 'black_booking_unknown' })
  const night = (at: number, step = call('createBlackBooking', 'a', { method: 'POST', changed: { bookings: [107] } })): Step => ({
    ...step,
    target: `/service/api/blackbookings/1/1/${addDays('2031-05-01', at)}`,
    subject: { property: 1, rooms: [1], nights: { from: addDays('2031-05-01', at), to: addDays('2031-05-02', at) } },
  })
  const undo = (status: 200 | 404 = 200) => {
    const result: Step = status === 404 ? {} : { status, refusalCode: undefined, changed: { bookings: [107] } }
    return { ...removal, subject: { property: 1, booking: 107 }, ...result }
  }
  const looks = call('listAvailableRooms', 'a', { subject: { property: 1, nights: { from: '2031-05-01', to: '2031-05-05' } } })
  cases('resilience/conflict-not-success', [
    ['looks what is there', [taken(), call('listBlackBookings', 'a')], 'passed'],
    ['blocks again at once', [taken(), taken()], 'failed', [1, 2], [2]],
    ['the same under 200 with meta.code', [taken({ status: 200 }), taken({ status: 200 })], 'failed', [1, 2], [2]],
    ['removes what it never got', [taken(), removal], 'failed', [1, 2]],
    [
      'reads what does not show the night',
      [taken(), call('listTariffs', 'a'), call('listBookings', 'a', { property: 2 })],
      'noted',
      [1],
    ],
    ['reads something else first, then looks', [taken(), call('listGuests', 'a'), call('getTimeline', 'a')], 'passed'],
    ['reads something else and blocks again', [taken(), call('listTariffs', 'a'), taken()], 'failed', [1, 3], [3]],
    ['looks and blocks again', [taken(), call('listAvailableRooms', 'a'), taken(), call('listBookings', 'a')], 'passed'],
    [
      'frees the room and blocks again',
      [taken(), { ...removal, status: 200, refusalCode: undefined }, taken()],
      'noted',
      [1],
      [3],
    ],
    [
      'reads tariffs after a tariff was refused',
      [taken({ operation: 'createTariff', status: 200, refusalCode: 'values_invalid' }), call('listTariffs', 'a')],
      'passed',
    ],
    ['goes on elsewhere: nothing shows', [taken(), call('listGuests', 'a', { property: 2 })], 'noted', [1]],
    ['does nothing: nothing shows', [taken()], 'noted', [1]],
    ['takes the other night back and looks', [night(1), night(2, taken()), undo(), undo(404), looks], 'passed'],
    ['goes on with another night and looks', [night(2, taken()), night(3), looks], 'passed'],
    [
      'takes another room of that night back and looks',
      [{ ...night(2), target: '/other' }, night(2, taken()), undo(), looks],
      'noted',
      [2],
    ],
    ['takes back what it has not made', [night(2, taken()), undo(), looks], 'noted', [1]],
    ['a refusal that shows', [taken({ status: 409 })], 'not-exercised'],
    ['a room that is free', [call('createBlackBooking', 'a', { method: 'POST' })], 'not-exercised'],
  ])

  const made = (more: Step = {}) => taken({ refusalCode: undefined, status: 200, ...more })
  cases('resilience/conflict-not-success', [
    ['closes a room, and closes it again', [token('a'), made(), taken()], 'failed', [2, 3]],
    ['closes another one in between', [token('a'), made(), made({ target: '/other' }), taken()], 'failed', [2, 4]],
    ['notices afterwards', [token('a'), made(), taken(), call('getTimeline', 'a')], 'passed'],
    ['reads the night in between', [token('a'), made(), call('getTimeline', 'a'), taken()], 'noted', [4]],
    ['opens it in between', [token('a'), made(), { ...removal, status: 200, refusalCode: undefined }, taken()], 'noted', [4]],
    ['lost the first answer', [token('a'), made({ networkFault: 'cut-after-commit', status: 0 }), taken()], 'noted', [3]],
    ['closes it again a minute later', [token('a'), made(), taken({ wait: 60_000 })], 'noted', [3]],
    ['is another program', [token('a'), made(), token('b'), call('listGuests', 'a'), taken({ token: 'b' })], 'noted', [5]],
    [
      'is two threads',
      [token('a'), call('listGuests', 'a', { ms: 100 }), made({ wait: -80 }), taken({ wait: 20 })],
      'failed',
      [3, 4],
    ],
  ])
})
