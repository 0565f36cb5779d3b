import { describe } from 'vitest'
import { DAY_MS } from '../../../src/base/duration.ts'
import { call, cases, failedCall, type Step, sessionStep, token } from '../exchanges-of.ts'

describe('efficiency/reference-cached', () => {
  const countries = (more: Step = {}): Step => ({ operation: 'listCountries', response: '{"countries":{}}', ...more })
  cases('efficiency/reference-cached', [
    ['once', [countries(), { operation: 'listRegions' }], 'passed'],
    ['again', [countries(), countries()], 'warned', [1, 2]],
    ['again the next day', [countries(), countries({ wait: DAY_MS })], 'passed'],
    ['in two languages', [countries(), countries({ target: '/service/api/site_structure/countries/fr-FR' })], 'passed'],
    ['again, and something had changed', [countries(), countries({ response: '{"countries":{"1":{}}}' })], 'passed'],
    ['again after an answer that could not be read', [countries({ networkFault: 'truncated' }), countries()], 'passed'],
    [
      'two programs',
      [countries({ requestHeaders: { 'user-agent': 'a' } }), countries({ requestHeaders: { 'user-agent': 'b' } })],
      'passed',
    ],
    ['never', [call('listGuests', 'a')], 'not-exercised'],
  ])
})

describe('efficiency/no-polling', () => {
  const times = (count: number, of: Step): Step[] => Array.from({ length: count }, () => of)
  const list = call('listBookings', 'a')
  const own = call('listProperties', 'a', { property: undefined })
  const withdrawn = (carried: string): Step =>
    call('listBookings', carried, { status: 403, refusalCode: 'property_not_administrable' })
  const write = call('createGuest', 'a', { method: 'POST', changed: { guests: [1] } })
  /** So many calls, a write after every five reads. */
  const between = (count: number): Step[] => Array.from({ length: count }, (_, index) => (index % 6 === 5 ? write : list))
  cases('efficiency/no-polling', [
    ['a few times', times(5, list), 'passed'],
    ['over and over', times(6, list), 'warned', [1, 2, 3, 4, 5, 6]],
    ['with a write in between', [...times(4, list), write, ...times(4, list)], 'passed'],
    [
      'with a write in between that was refused',
      [...times(4, list), { ...write, status: 400, changed: undefined, refusalCode: 'values_invalid' }, ...times(2, list)],
      'warned',
      [1, 2, 3, 4, 6, 7],
    ],
    [
      'in all, where writes elsewhere come in between: what was written before explains nothing',
      [...times(9, write), ...times(16, list)],
      'warned',
      Array.from({ length: 16 }, (_, index) => 10 + index),
    ],
    ['once a minute', times(20, { ...list, wait: 60_000 }), 'passed'],
    [
      'three clients, three times each',
      [...times(3, list), ...times(3, { ...list, client: 'b' }), ...times(3, { ...list, client: 'c' })],
      'passed',
    ],
    ['of what is no operation', times(6, { target: '/favicon.ico' }), 'not-exercised'],
    ['just less than a minute apart', times(6, { ...list, wait: 59_994 }), 'warned', [1, 2, 3, 4, 5, 6]],
    ['of other addresses', [...times(3, list), ...times(3, { ...list, target: '/service/api/bookings/2' })], 'passed'],
    [
      'with another query each time',
      Array.from({ length: 6 }, (_, index) => ({ ...list, target: `/service/api/bookings/1?_=${index}` })),
      'warned',
      [1, 2, 3, 4, 5, 6],
    ],
    [
      'with a write of another property in between',
      [...times(4, list), { ...write, property: 2 }, ...times(2, list)],
      'warned',
      [1, 2, 3, 4, 6, 7],
    ],
    [
      'with a write of no property in between',
      [...times(4, list), { ...write, property: undefined }, ...times(4, list)],
      'passed',
    ],
    [
      'with a write that changed nothing in between',
      [...times(4, list), { ...write, changed: undefined }, ...times(2, list)],
      'warned',
      [1, 2, 3, 4, 6, 7],
    ],
    [
      'with a write in between that failed on the way',
      [...times(4, list), { ...write, status: 500, changed: undefined }, ...times(4, list)],
      'passed',
    ],
    [
      'of the own properties by five threads, which read them again when one is withdrawn',
      [...times(5, own), withdrawn('a'), ...times(5, own)],
      'passed',
    ],
    [
      'of the own properties, again when the same property is refused again',
      [...times(5, own), withdrawn('a'), ...times(5, own), withdrawn('a'), ...times(5, own)],
      'warned',
      [7, 8, 9, 10, 11, 13, 14, 15, 16, 17],
    ],
    [
      'of the own properties, when a property is refused to another client',
      [...times(5, own), { ...withdrawn('b'), client: 'other' }, own],
      'warned',
      [1, 2, 3, 4, 5, 7],
    ],
    ['of other data, when a property is refused', [...times(5, list), withdrawn('a'), list], 'warned', [1, 2, 3, 4, 5, 7]],
    [
      'with a new token in between',
      [...times(4, list), token('a', { property: 1 }), ...times(2, list)],
      'warned',
      [1, 2, 3, 4, 6, 7],
    ],
    ['between writes: fifteen reads more than two for each', between(27), 'passed'],
    [
      'between writes: sixteen more',
      between(28),
      'warned',
      between(28).flatMap((one, index) => (one === list ? [index + 1] : [])),
    ],
    [
      'between writes: six in a row',
      [...times(6, list), write, ...times(5, list), write, ...times(6, list)],
      'warned',
      [1, 2, 3, 4, 5, 6],
      [14, 15, 16, 17, 18, 19],
    ],
    ['retries are no polling', times(9, failedCall(503)), 'not-exercised'],
    ['writes only', [sessionStep('setDates')], 'not-exercised'],
  ])
})
