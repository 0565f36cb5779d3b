import { expect, test } from 'vitest'
import { differences, isShape } from './compare.ts'

const answer = (body: unknown, status = 200, type: string | null = 'application/json') => ({ status, type, body })

test.each<[string, unknown, unknown, readonly string[]]>([
  ['the same answer', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['another value', { a: 1 }, { a: 2 }, ['value a']],
  ['another type', { a: 1 }, { a: '1' }, ['shape a']],
  ['null for a text', { a: 'x' }, { a: null }, ['shape a']],
  ['a key too few', { a: 1, b: 2 }, { a: 1 }, ['shape b']],
  ['a key too many', { a: { b: 1 } }, { a: { b: 1, c: 1 } }, ['shape a.c']],
  ['a text for an object', { a: 1 }, 'x', ['shape .']],
  ['items of a list, each kind once', { a: [1, 2, 3] }, { a: [0, 2, '3', 4] }, ['value a.length', 'value a[]', 'shape a[]']],
  [
    'rows with numbers, by their numbers',
    [
      { id: 1, n: 'x' },
      { id: 2, n: 'y' },
    ],
    [{ id: 2, n: 'z' }],
    ['value .rows', 'value [].n'],
  ],
  ['rows in another order', [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], ['value .rows']],
  [
    'a keyed collection with other rows',
    { a: { 1: { b: 1 }, 2: { b: 1 } } },
    { a: { 2: { b: 2 } } },
    ['value a.keys', 'value a{}.b'],
  ],
  ['no rows, which is an empty list, against some', { a: [] }, { a: { 7: {} } }, ['value a.keys']],
  ['no rows on either side', { a: [] }, { a: [] }, []],
  ['a shortened text', { a: '<text of 12 characters>' }, { a: 'whatever' }, []],
  ['a shortened text against a number', { a: '<text of 12 characters>' }, { a: 12 }, ['shape a']],
  ['a text that is not on record', { a: '<text>' }, { a: 'whatever' }, []],
  ['a text that is not on record, and none', { a: '<text>' }, { a: null }, ['shape a']],
  ['a label in our own words', { address_form_fields: [{ label: 'x' }] }, { address_form_fields: [{ label: 'y' }] }, []],
  ['another label', { label: 'x' }, { label: 'y' }, ['value label']],
  ['doubles added up in another order', { a: 333.33333333333337 }, { a: 333.3333333333333 }, []],
  ['an amount that is not the same', { a: 333.33 }, { a: 333.34 }, ['value a']],
  ['a shortened list', { a: [1, '<3 items in all>'] }, { a: [1, 5, 6] }, []],
  ['a shortened list of another length', { a: [1, '<3 items in all>'] }, { a: [1, 5] }, ['value a.length']],
  ['a shortened map', { a: { GB: 1, '<and so on>': '9 entries in all' } }, { a: { GB: 1, FR: 2 } }, []],
  [
    'a shortened map without what is shown',
    { a: { GB: 1, '<and so on>': '9 entries in all' } },
    { a: { FR: 2 } },
    ['shape a.GB'],
  ],
  ['a token', { access_token: 'a'.repeat(40) }, { access_token: 'b'.repeat(40) }, []],
  ['a token of another form', { access_token: 'a'.repeat(40) }, { access_token: 'b'.repeat(39) }, ['value access_token']],
  ['the code of a coupon', { coupon_code: 'abcdfghijklmnop' }, { coupon_code: 'ponmlkjihgfdcba' }, []],
  ['a code that was sent', { coupon_code: 'NEWCODE' }, { coupon_code: 'ABCDFGHIJKLMNOP' }, ['value coupon_code']],
  ['the time of the recording', { at: '2026-11-20 15:19:32' }, { at: '2026-11-20 15:04:00' }, []],
  ['another time', { at: '2026-11-20 14:19:32' }, { at: '2026-11-20 15:04:00' }, ['value at']],
  ['a colour', { c: 'rgba(1,2,3,0.2)' }, { c: 'rgba(255,0,255,0.2)' }, []],
  ['a colour of another strength', { c: 'rgba(1,2,3,0.2)' }, { c: 'rgba(1,2,3,1)' }, ['value c']],
  ['a drawn booking number', { tag: '90327634' }, { tag: '12345678' }, []],
  ['a booking number of the fixture', { tag: '35275442' }, { tag: '12345678' }, ['value tag']],
])('%s', (_, recorded, given, found) => {
  expect(differences(answer(recorded), answer(given))).toEqual(found)
})

test('status and content type are compared as shape', () => {
  const found = differences(answer('', 200, 'text/html'), answer('', 204, null))
  expect(found).toEqual(['status', 'type'])
  expect(found.every(isShape)).toBe(true)
  expect(isShape('value a')).toBe(false)
})
