import { describe, expect, test } from 'vitest'
import { MAX_KINDS } from '../../../src/domain/session/limits.ts'
import {
  lenientParty,
  mergedByRate,
  readChildren,
  readCount,
  readGuestTypes,
  readParty,
} from '../../../src/domain/session/party.ts'
import { partyPartsProblem } from '../../../src/domain/session/party-rules.ts'

const RATE = { id: 1, age_from: 0, age_to: 5, price: 10, model: 'per_stay', quantity: '2', label: '0 to 5' }
const CHILDREN = { rateId: 1, quantity: 2, label: '0 to 5', sentPrice: 1000, sentModel: 'per_stay' } as const
const HEADS = { rateId: 0, quantity: 3, label: '', sentPrice: 0, sentModel: 'per_night' }

describe('children of a party', () => {
  test.each([
    ['child rates with quantity and label', JSON.stringify([RATE]), [CHILDREN]],
    ['an object of them', JSON.stringify({ a: RATE }), [CHILDREN]],
    ['numbers as text', JSON.stringify([{ ...RATE, id: '1', price: '10.00', quantity: 2 }]), [CHILDREN]],
    ['a bare number', '3', [HEADS]],
    ['nothing', '', []],
    ['an empty list', '[]', []],
    ['text that is not JSON', 'two', []],
    ['a negative number', '-3', []],
    ['half a child', '1.5', []],
    ['more than anybody has', '1e99', []],
    ['null', 'null', []],
    ['a list of nonsense', '[1,"a",null]', []],
  ])('%s', (_, text, children) => {
    expect(readChildren(text, true)).toEqual(children)
  })

  test('a negative quantity is read as 0', () => {
    expect(readChildren(JSON.stringify([{ ...RATE, quantity: -2, price: -5 }]), true)).toEqual([
      { ...CHILDREN, quantity: 0, sentPrice: 0 },
    ])
  })

  test('the newest release ignores a plain number of children', () => {
    expect(readChildren('3', false)).toEqual([])
  })
})

describe('a sent party', () => {
  const SENT = { adults: '2', children: '[]', guestTypes: new Map<string, string>() }
  const types = (id: string, count: string) => ({ ...SENT, guestTypes: new Map([[id, count]]) })
  const child = (fields: object) => ({ ...SENT, children: JSON.stringify([{ ...RATE, ...fields }]) })
  const adultsWrong = (about: string): string => `The number of adults is wrong. : ${about}`
  const LIST = 'cannot be read; expected a number, or a JSON list such as [{"id":1,"quantity":2}]'
  const childrenWrong = (about: string): string => `The number of children is wrong. : ${about}`

  test.each([
    ['-1 adults', { ...SENT, adults: '-1' }, adultsWrong('"-1" is not a number of adults')],
    ['adults in words', { ...SENT, adults: 'abc' }, adultsWrong('"abc" is not a number of adults')],
    ['half an adult', { ...SENT, adults: '2.5' }, adultsWrong('"2.5" is not a number of adults')],
    ['a city of adults', { ...SENT, adults: '99999' }, adultsWrong('"99999" is not a number of adults')],
    ['guests of a type in words', types('4', 'abc'), adultsWrong('"abc" is not a number of guests')],
    ['guests of a type below none', types('3', '-3'), adultsWrong('"-3" is not a number of guests')],
    ['guests of a type that is no number', types('x', '1'), adultsWrong('there is no guest type "x"')],
    ['children below none', child({ quantity: -3 }), childrenWrong('"-3" is not a number of children')],
    ['half a child', child({ quantity: '1.5' }), childrenWrong('"1.5" is not a number of children')],
    ['children at a rate that is no number', child({ id: 'abc' }), childrenWrong('there is no child rate "abc"')],
    ['no children at all', { ...SENT, children: undefined }, childrenWrong('children was not supplied; send 0 for none')],
    ['children in words', { ...SENT, children: 'x' }, childrenWrong(`"x" ${LIST}`)],
    ['children as a number and more', { ...SENT, children: '2x' }, childrenWrong(`"2x" ${LIST}`)],
    ['broken JSON', { ...SENT, children: '{bad' }, childrenWrong(`"{bad" ${LIST}`)],
    ['a JSON value that is no list', { ...SENT, children: 'true' }, childrenWrong(`"true" ${LIST}`)],
    ['null', { ...SENT, children: 'null' }, childrenWrong(`"null" ${LIST}`)],
    ['a list of numbers', { ...SENT, children: '[1,2]' }, childrenWrong(`"[1,2]" ${LIST}`)],
    ['a list in a list', { ...SENT, children: '[[1]]' }, childrenWrong(`"[[1]]" ${LIST}`)],
    ['a long label', child({ label: 'x'.repeat(256) }), childrenWrong('label is longer than 255 characters')],
    ['half a bare child', { ...SENT, children: '1.5' }, childrenWrong('"1.5" is not a number of children')],
    ['bare children below none', { ...SENT, children: '-3' }, childrenWrong('"-3" is not a number of children')],
  ])('%s is refused with its name, and nothing is stored', (_, sent, problem) => {
    expect(readParty(sent, 'plain')).toEqual({ party: { adults: null, children: [], guestTypes: [] }, problem })
  })

  test.each([
    ['an empty text for children', { ...SENT, children: '' }, { adults: 2, children: [], guestTypes: [] }],
    ['nothing but adults', SENT, { adults: 2, children: [], guestTypes: [] }],
    ['no adults yet', { ...SENT, adults: '' }, { adults: null, children: [], guestTypes: [] }],
    [
      'a rate of which nobody comes',
      child({ quantity: '' }),
      { adults: 2, children: [{ ...CHILDREN, quantity: 0 }], guestTypes: [] },
    ],
    ['a type of which nobody comes', types('x', ''), { adults: 2, children: [], guestTypes: [] }],
    ['a bare number of children', { ...SENT, children: '3' }, { adults: 2, children: [HEADS], guestTypes: [] }],
  ])('%s is accepted', (_, sent, party) => {
    expect(readParty(sent, 'plain')).toEqual({ party, problem: undefined })
  })

  test('the newest release accepts any text', () => {
    expect(lenientParty({ ...types('x', '-3'), adults: 'abc', children: '3' })).toEqual({
      adults: 0,
      children: [],
      guestTypes: [],
    })
  })

  test('at most 100 child rates and guest types are kept', () => {
    const children = JSON.stringify(
      Array.from({ length: 30_000 }, (_, id) => ({ ...RATE, id, quantity: 0, label: 'x'.repeat(500) })),
    )
    const guestTypes = new Map(Array.from({ length: 30_000 }, (_, id) => [String(id), '1']))
    expect(readParty({ ...SENT, children }, 'plain').problem).toBe(
      childrenWrong('30000 kinds of children, where 100 are the most'),
    )
    expect(readParty({ ...SENT, guestTypes }, 'plain').problem).toBe(adultsWrong('30000 guest types, where 100 are the most'))
    const loose = lenientParty({ ...SENT, children, guestTypes })
    expect(loose.children).toHaveLength(MAX_KINDS)
    expect(loose.guestTypes).toHaveLength(MAX_KINDS)
    expect(loose.children[0]?.label).toHaveLength(256)
  })
})

describe('children of one rate', () => {
  test('are merged, with their labels joined', () => {
    const [first, second] = [
      { ...CHILDREN, label: 'A' },
      { ...CHILDREN, quantity: 1, label: 'B' },
    ] as const
    const other = { ...CHILDREN, rateId: 2 }
    expect(mergedByRate([first, other, second])).toEqual([{ ...CHILDREN, quantity: 3, label: 'A, B' }, other])
    expect(mergedByRate([first, first])).toEqual([{ ...first, quantity: 4 }])
    expect(mergedByRate([{ ...first, label: '' }, first])).toEqual([{ ...first, quantity: 4 }])
  })
})

test.each([
  ['2', 2],
  ['0', 0],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['two', undefined],
  ['99999', undefined],
])('parses the number of adults "%s"', (text, count) => {
  expect(readCount(text)).toBe(count)
})

test('guest types without guests are left out', () => {
  const sent = new Map([
    ['3', '2'],
    ['4', '0'],
    ['x', '1'],
  ])
  expect(readGuestTypes(sent)).toEqual([
    { guestTypeId: 3, quantity: 2 },
    { guestTypeId: 0, quantity: 1 },
  ])
})

test('different spellings of a guest type id are merged', () => {
  const sent = new Map([
    ['3', '2'],
    ['03', '1'],
  ])
  expect(readGuestTypes(sent)).toEqual([{ guestTypeId: 3, quantity: 3 }])
})

describe('the parts of a party', () => {
  const FINE = {
    adults: 2,
    children: [],
    guestTypes: [],
    childRates: [{ id: 1 }],
    types: [{ id: 3, type: 'Member', maximum: 2 }],
  }

  test.each([
    ['two adults', FINE, undefined],
    ['children of a rate there is', { ...FINE, children: readChildren(JSON.stringify([RATE]), true) }, undefined],
    ['heads without a rate', { ...FINE, children: readChildren('3', true) }, undefined],
    ['no number of adults', { ...FINE, adults: undefined }, 'The number of adults was not supplied.'],
    ['no adult', { ...FINE, adults: 0 }, 'The number of adults is wrong. : at least one adult must come'],
    [
      'children of a rate there is not',
      { ...FINE, children: readChildren(JSON.stringify([{ ...RATE, id: 9 }]), true) },
      'The number of children is wrong. : there is no child rate 9',
    ],
    [
      'guests of a type there is not',
      { ...FINE, guestTypes: [{ guestTypeId: 4, quantity: 1 }] },
      'The number of adults is wrong. : there is no guest type 4',
    ],
    ['as many of a type as can be', { ...FINE, guestTypes: [{ guestTypeId: 3, quantity: 2 }] }, undefined],
    [
      'more guests of a type than can be chosen',
      { ...FINE, adults: 8, guestTypes: [{ guestTypeId: 3, quantity: 3 }] },
      'The number of adults is wrong. : 3 guests of type Member, where 2 are the most',
    ],
    [
      'more guests by type than adults',
      { ...FINE, adults: 1, guestTypes: [{ guestTypeId: 3, quantity: 2 }] },
      'The number of adults is wrong. : 2 guests by type, but 1 adults',
    ],
  ])('%s', (_, party, reason) => {
    expect(partyPartsProblem(party, 'plain')).toBe(reason)
  })
})
