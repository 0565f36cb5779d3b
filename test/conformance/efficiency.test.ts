import { describe } from 'vitest'
import { call, cases, outage, type Step, step } from './course.ts'

const DAY = 86_400_000

describe('efficiency/reference-cached', () => {
  const countries = (more: Step = {}): Step => ({ operation: 'listCountries', response: '{"countries":{}}', ...more })
  cases('efficiency/reference-cached', [
    ['once', [countries(), { operation: 'listRegions' }], 'passed'],
    ['again', [countries(), countries()], 'warned', [1, 2]],
    ['again the next day', [countries(), countries({ wait: DAY })], 'passed'],
    ['in two languages', [countries(), countries({ target: '/service/api/site_structure/countries/fr-FR' })], 'passed'],
    ['again, and something had changed', [countries(), countries({ response: '{"countries":{"1":{}}}' })], 'passed'],
    ['again after an answer that could not be read', [countries({ edge: 'truncated' }), countries()], 'passed'],
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
  const write = call('createGuest', 'a', { method: 'POST', touched: { guests: [1] } })
  cases('efficiency/no-polling', [
    ['a few times', times(5, list), 'passed'],
    ['over and over', times(6, list), 'warned', [1, 2, 3, 4, 5, 6]],
    ['with a write in between', [...times(4, list), write, ...times(4, list)], 'passed'],
    [
      'with a write in between that was refused',
      [...times(4, list), { ...write, status: 400, touched: undefined, refusalCode: 'values_invalid' }, ...times(2, list)],
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
    ['retries are no polling', times(9, outage(503)), 'not-exercised'],
    ['writes only', [step('setDates')], 'not-exercised'],
  ])
})
