import { describe, expect, test } from 'vitest'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import {
  callRange,
  callsText,
  callText,
  listText,
  rangeOf,
  rangeText,
  rowsText,
  sharedFields,
} from '../../../src/scenario/expectations/text.ts'
import { listBookingsCall, pastCallOf } from './past-calls.ts'

describe('a count', () => {
  test.each<readonly [count: Expectation['count'], min: number, max: number, text: string]>([
    [undefined, 1, Infinity, 'at least 1 row'],
    [0, 0, 0, 'no row'],
    [1, 1, 1, 'exactly 1 row'],
    [2, 2, 2, 'exactly 2 rows'],
    [{ min: 3 }, 3, Infinity, 'at least 3 rows'],
    [{ max: 1 }, 0, 1, 'at most 1 row'],
    [{ max: 2 }, 0, 2, 'at most 2 rows'],
    [{ max: 0 }, 0, 0, 'no row'],
    [{ min: 1, max: 2 }, 1, 2, '1 to 2 rows'],
    [{ min: 4, max: 4 }, 4, 4, 'exactly 4 rows'],
  ])('%j', (count, min, max, text) => {
    expect(rangeOf(count)).toEqual({ min, max })
    expect(callRange({ ...(count !== undefined && { count }) })).toEqual({ min, max })
    expect(rangeText({ min, max }, 'row')).toBe(text)
  })

  test('of what never happens is none', () => {
    expect(callRange({ never: true })).toEqual({ min: 0, max: 0 })
  })
})

describe('the calls that are expected', () => {
  test.each<readonly [expectation: Expectation, text: string]>([
    [{}, 'at least 1 call'],
    [{ operation: 'listGuests', never: true }, 'no call of listGuests'],
    [{ operation: ['listGuests', 'listBookings'] }, 'at least 1 call of listGuests or listBookings'],
    [{ operation: 'listGuests', count: { max: 2, per: 'client' } }, 'at most 2 calls for each client of listGuests'],
    [{ tag: 'guests', method: ['GET', 'POST'] }, 'at least 1 call tagged guests with method GET or POST'],
    [{ property: 0, client: 'desk', session: 'v' }, 'at least 1 call about property 0 by client desk in session v'],
    [{ refused: true, status: 204 }, 'at least 1 call refused answered 204'],
    [{ refused: false, status: 0 }, 'at least 1 call not refused never answered'],
    [{ operation: 'listGuests', fault: 'outage' }, 'at least 1 call of listGuests affected by fault outage'],
    [{ operation: 'listGuests', not_before: '+2h' }, 'at least 1 call of listGuests from +2h on'],
    [
      { operation: 'listGuests', after: 'first', same: 'property' },
      'at least 1 call of listGuests after first about the same property',
    ],
    [
      { operation: 'listGuests', after: 'first', same: ['property', 'night'] },
      'at least 1 call of listGuests after first about the same property, night',
    ],
    [
      { where: { path: { id: 1 }, form: { name: '', town: { matches: '^W' } }, header: { accept: { present: false } } } },
      'at least 1 call with path.id 1 and with form.name empty and with form.town like /^W/ and without header.accept',
    ],
    [{ where: { header: { accept: { present: true } } } }, 'at least 1 call with header.accept'],
  ])('%j', (expectation, text) => {
    expect(callsText(expectation)).toBe(text)
  })

  test('have things in common', () => {
    expect([sharedFields({}), sharedFields({ same: 'room' }), sharedFields({ same: ['room', 'night'] })]).toEqual([
      [],
      ['room'],
      ['room', 'night'],
    ])
  })
})

test('the rows that are expected', () => {
  expect(rowsText('bookings', {})).toBe('at least 1 row of bookings')
  expect(rowsText('bookings', { where: { kind: 'internet', tag: { present: true } }, count: 2 })).toBe(
    'exactly 2 rows of bookings with kind internet and with tag',
  )
})

test('a call is shown with its response and time; a long URL is shortened', () => {
  expect(callText(listBookingsCall(12))).toBe('#12 GET /property/bookings/1 200 at 09:00:12')
  expect(callText(pastCallOf(1, { status: 0 }))).toBe('#1 POST /oauth/token without an answer at 09:00:01')
  const torn = pastCallOf(1, { networkFault: 'truncated' })
  expect(callText(torn)).toBe('#1 POST /oauth/token 200 with an unusable body at 09:00:01')
  const address = (length: number) => callText(pastCallOf(1, { target: 'x'.repeat(length) }))
  expect(address(100)).toBe(`#1 POST ${'x'.repeat(100)} 200 at 09:00:01`)
  expect(address(101)).toBe(`#1 POST ${'x'.repeat(100)}... 200 at 09:00:01`)
})

test('a long list is shortened, with the number of further entries', () => {
  expect(listText([], 2)).toBe('')
  expect(listText(['a', 'b'], 2)).toBe('a, b')
  expect(listText(['a', 'b', 'c'], 2)).toBe('a, b, and 1 more')
  expect(listText(['a', 'b', 'c', 'd'], 2)).toBe('a, b, and 2 more')
})
