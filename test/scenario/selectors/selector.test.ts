import { describe, expect, test } from 'vitest'
import type { Selector, WantedValue } from '../../../src/scenario/selectors/selector-schema.ts'
import '../../../src/scenario/selectors/regular-expression.ts'
import {
  differences,
  isSelected,
  meetsCondition,
  type RequestFacts,
  wantedText,
} from '../../../src/scenario/selectors/selector.ts'

const CALL: RequestFacts = {
  ...{ operation: 'listBookings', tag: 'bookings', method: 'GET', property: 1, client: 'desk', session: 'visitor', token: 't' },
  path: { property_id: '1' },
  form: (name) => ({ colour: 'red' })[name],
  header: (name) => ({ 'user-agent': 'sync/2' })[name],
}

describe('a selector', () => {
  test.each<[Selector, ...string[]]>([
    [{}],
    [{ operation: 'listBookings', tag: 'bookings', method: 'GET', property: 1, client: 'desk', session: 'visitor' }],
    [{ operation: ['listGuests', 'listBookings'], method: ['POST', 'GET'] }],
    [{ where: { path: { property_id: 1 }, form: { colour: 'red' }, header: { 'User-Agent': { matches: '^sync' } } } }],
    [{ operation: 'listGuests' }, 'operation is listBookings, not listGuests'],
    [{ operation: ['listGuests', 'getPrices'] }, 'operation is listBookings, not listGuests or getPrices'],
    [{ method: 'POST' }, 'method is GET, not POST'],
    [{ method: ['POST', 'PUT'] }, 'method is GET, not POST or PUT'],
    [{ tag: 'guests' }, 'tag is bookings, not guests'],
    [{ property: 2 }, 'property is 1, not 2'],
    [{ client: 'line' }, 'client is desk, not line'],
    [{ session: 'other' }, 'session is visitor, not other'],
    [{ property: 2, client: 'line' }, 'property is 1, not 2', 'client is desk, not line'],
    [{ where: { path: { property_id: 2 } } }, 'path.property_id is 1, not 2'],
    [{ where: { path: { room_id: 2 } } }, 'path.room_id is not there, not 2'],
    [{ where: { form: { colour: { matches: 'blue' } } } }, 'form.colour is red, not like /blue/'],
    [{ where: { form: { colour: { present: false } } } }, 'form.colour is red, not absent'],
    [{ where: { header: { Accept: { present: true } } } }, 'header.Accept is not there, not there'],
  ])('%j differs in what is said: %s', (selector, ...expected) => {
    expect([...differences(selector, CALL)]).toEqual(expected)
    expect(isSelected(selector, CALL)).toBe(expected.length === 0)
  })

  test.each(['start', 'start_date', 'date'])('finds the first day of a path that calls it %s', (name) => {
    const call = { ...CALL, path: { property_id: '1', [name]: '2027-01-31' } }
    expect(isSelected({ where: { path: { start: '2027-01-31' } } }, call)).toBe(true)
    expect(isSelected({ where: { path: { start: '2027-02-01' } } }, call)).toBe(false)
    expect(isSelected({ where: { path: { end: { present: true } } } }, call)).toBe(false)
  })

  test('means no call without an operation where it names some', () => {
    expect([...differences({ operation: 'listBookings' }, { ...CALL, operation: undefined })]).toEqual([
      'operation is not there, not listBookings',
    ])
  })
})

describe('a condition for a value', () => {
  test.each<[WantedValue, string | undefined, boolean, string]>([
    ['red', 'red', true, 'red'],
    ['red', 'reddish', false, 'red'],
    [1, '1', true, '1'],
    [1, undefined, false, '1'],
    [{ present: true }, '', true, 'there'],
    [{ present: true }, undefined, false, 'there'],
    [{ present: false }, undefined, true, 'absent'],
    [{ present: false }, '', false, 'absent'],
    [{ matches: 'e' }, 'red', true, 'like /e/'],
    [{ matches: '^e' }, 'red', false, 'like /^e/'],
    [{ matches: '.*' }, undefined, false, 'like /.*/'],
  ])('%j and %j: %s', (wanted, value, expected, text) => {
    expect([meetsCondition(wanted, value), wantedText(wanted)]).toEqual([expected, text])
  })
})
