import { describe } from 'vitest'
import { call, cases, outage, over, type Step } from './course.ts'

describe('resilience/no-retry-of-refusals', () => {
  const unknown = (more: Step = {}) => call('getInvoice', 'a', { status: 404, refusalCode: 'invoice_unknown', ...more })
  const HEAD = { method: 'HEAD', target: '/service/api/', status: 404, refusalCode: 'operation_unknown' } as const
  cases('resilience/no-retry-of-refusals', [
    ['goes on', [unknown(), call('listInvoices', 'a')], 'passed'],
    ['sends it again', [unknown(), unknown({ wait: 2000 })], 'failed', [1, 2]],
    ['two programs ask, once each', [unknown(), unknown({ wait: 200 })], 'noted', [1, 2]],
    ['a program that watches the service', [HEAD, HEAD, HEAD], 'not-exercised'],
    ['sends it again and again', [unknown(), unknown(), unknown()], 'failed', [1, 2, 3]],
    ['sends it again, and something had changed', [unknown(), call('getInvoice', 'a')], 'passed'],
    ['sends a batch again', [unknown(), unknown({ target: '/other' }), unknown({ wait: 2000 })], 'failed', [1, 3]],
    ['looks before trying again', [unknown(), call('listInvoices', 'a'), unknown()], 'passed'],
    ['tries again after a minute', [unknown(), unknown({ wait: 60_000 })], 'passed'],
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
    ['throttled', [outage(429), outage(429)], 'not-exercised'],
    ['nothing was refused', [call('listInvoices', 'a'), call('listInvoices', 'a')], 'not-exercised'],
    [
      'a refusal with a status of success is judged elsewhere',
      [unknown({ status: 204 }), unknown({ status: 204, wait: 2000 })],
      'not-exercised',
    ],
    ['an ended token is judged elsewhere', [over('listGuests', 'a'), over('listGuests', 'a')], 'not-exercised'],
  ])
})

describe('resilience/conflict-not-success', () => {
  const taken = (more: Step = {}) =>
    call('createBlackBooking', 'a', { method: 'POST', status: 204, refusalCode: 'room_taken', ...more })
  const removal = call('deleteBlackBooking', 'a', { method: 'DELETE', status: 404, refusalCode: 'black_booking_unknown' })
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
    ['a refusal that shows', [taken({ status: 409 })], 'not-exercised'],
    ['a room that is free', [call('createBlackBooking', 'a', { method: 'POST' })], 'not-exercised'],
  ])
})
