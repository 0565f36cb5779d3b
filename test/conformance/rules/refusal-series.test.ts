import { describe, expect, test } from 'vitest'
import { call, cases, expired, judgement, type Step } from '../exchanges-of.ts'

const unknown = (invoice: number, more: Step = {}): Step =>
  call('getInvoice', 'a', { target: `/service/api/invoice/${invoice}`, status: 404, refusalCode: 'invoice_unknown', ...more })
const list = (count: number, more: (index: number) => Step = () => ({})): Step[] =>
  Array.from({ length: count }, (_, index) => unknown(index, more(index)))

/** Calls of so many threads, all under way at once. */
const threads = (count: number): Step[] =>
  Array.from({ length: count }, (_, index) => call('listGuests', 'a', { ms: 50, wait: index === 0 ? 100 : -49 }))
const soon = (): Step => ({ wait: 1, ms: 5 })
const ids = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const START = 1_900_000_000_000

describe('resilience/refusal-flood', () => {
  cases('resilience/refusal-flood', [
    ['a list that is refused five times', list(5), 'passed'],
    ['six times', list(6), 'failed', [1, 2, 3, 4, 5, 6]],
    ['six times, of two properties', list(6, (index) => ({ property: 1 + (index % 2) })), 'passed'],
    [
      'six times, for two reasons',
      list(6, (index) => (index % 2 === 0 ? {} : { status: 400, refusalCode: 'values_invalid' })),
      'passed',
    ],
    ['six times, by two clients', list(6, (index) => ({ client: index % 2 === 0 ? 'desk' : 'other' })), 'passed'],
    ['six times in more than a minute', list(6, () => ({ wait: 12_100 })), 'passed'],
    ['the sixth a minute after the first', list(6, (index) => ({ real: START + index * 12_000 })), 'passed'],
    [
      'the sixth in the last millisecond',
      list(6, (index) => ({ real: START + index * 12_000 - (index === 5 ? 1 : 0) })),
      'failed',
      [1, 2, 3, 4, 5, 6],
    ],
    ['six calls under way together', list(6, () => ({ wait: -5 })), 'passed'],
    ['six refused tokens are judged elsewhere', Array.from({ length: 6 }, () => expired('listGuests', 'a')), 'not-exercised'],
    ['six answers that were lost', list(6, () => ({ networkFault: 'cut-after-commit', status: 0 })), 'not-exercised'],
    ['six outages', list(6, () => ({ status: 503, refusalCode: undefined })), 'not-exercised'],
    ['six refusals with a status of success are judged elsewhere', list(6, () => ({ status: 204 })), 'not-exercised'],
    ['a program that watches the service', list(6, () => ({ method: 'HEAD' })), 'not-exercised'],
    ['nothing refused', [call('listGuests', 'a')], 'not-exercised'],
    ['five soon refusals of two threads', [...threads(2), ...list(5, soon)], 'passed'],
    ['ten of two threads, which each thread may have counted', [...threads(2), ...list(10, soon)], 'noted', ids(3, 12)],
    ['eleven of two threads', [...threads(2), ...list(11, soon)], 'failed', ids(3, 13)],
    ['twenty of four threads', [...threads(4), ...list(20, soon)], 'noted', ids(5, 24)],
    ['twenty of three threads', [...threads(3), ...list(20, soon)], 'failed', ids(4, 23)],
    ['a program that watches the service', list(6, () => ({ method: 'HEAD' })), 'not-exercised'],
  ])
})

test('how many threads a recording has is not known', () => {
  const steps = [...threads(2), ...list(11, soon)]
  expect(judgement('resilience/refusal-flood', steps, { latency: undefined })).toEqual(['noted', ids(3, 13)])
})

describe('resilience/variant-retry', () => {
  const asked = (target: string, more: Step = {}): Step =>
    call('searchByTowns', 'a', { target, status: 404, refusalCode: 'operation_unknown', ...more })
  cases('resilience/variant-retry', [
    ['another town', [asked('/api/search/towns/rome'), asked('/api/search/towns/bath')], 'passed'],
    ['the same, unchanged, is judged elsewhere', [asked('/api/search/towns/rome'), asked('/api/search/towns/rome')], 'passed'],
    ['with a slash', [asked('/api/search/towns/rome'), asked('/api/search/towns/rome/')], 'failed', [1, 2]],
    ['with a query', [asked('/api/search/towns/rome'), asked('/api/search/towns/rome?x=1')], 'failed', [1, 2]],
    ['in capitals', [asked('/api/search/towns/rome'), asked('/api/search/Towns/Rome')], 'failed', [1, 2]],
    ['in another language', [asked('/api/search/towns/rome/en-GB'), asked('/api/search/towns/rome/it')], 'failed', [1, 2]],
    ['with a zero', [asked('/api/search/1'), asked('/api/search/01')], 'failed', [1, 2]],
    ['with an escape', [asked('/api/search/towns/rome'), asked('/api/search/towns/r%6Fme')], 'failed', [1, 2]],
    ['with two slashes', [asked('/api/search/towns/rome'), asked('/api/search//towns/rome')], 'failed', [1, 2]],
    [
      'by a thread',
      [call('listGuests', 'a', { ms: 50 }), asked('/api/search/1', { wait: -40 }), asked('/api/search/1/', { wait: 20 })],
      'failed',
      [2, 3],
    ],
    ['with another method', [asked('/api/rome'), asked('/api/rome/', { method: 'POST' })], 'passed'],
    [
      'with another form',
      [asked('/api/rome', { method: 'POST', request: 'a=1' }), asked('/api/rome/', { method: 'POST', request: 'a=2' })],
      'passed',
    ],
    ['refused for another reason', [asked('/api/rome'), asked('/api/rome/', { refusalCode: 'body_broken' })], 'passed'],
    ['a minute later', [asked('/api/rome'), asked('/api/rome/', { wait: 60_000 })], 'passed'],
    ['by another client', [asked('/api/rome'), asked('/api/rome/', { client: 'other' })], 'passed'],
    ['which is answered', [asked('/api/rome'), asked('/api/rome/', { status: 200, refusalCode: undefined })], 'passed'],
    [
      'a program that asks what is allowed',
      [asked('/api/rome', { method: 'OPTIONS' }), asked('/api/rome/', { method: 'OPTIONS' })],
      'not-exercised',
    ],
  ])
})
