import { describe, expect, test } from 'vitest'
import type { Day } from '../../../src/base/day.ts'
import {
  bookingOffer,
  countriesFilter,
  type Filter,
  featuresFilter,
  priceFilter,
  regionsFilter,
  type SearchInput,
  starsFilter,
  townsFilter,
} from '../../../src/domain/search/search.ts'
import { aProperty, aRate } from '../../support/small-world.ts'

const PROPERTIES = [
  aProperty({ id: 1, stars: 4, town: 'Birmingham', regionId: 7, countryCode: 'GB', featureIds: [1, 2] }),
  aProperty({ id: 2, stars: 0, town: 'Saint-Étienne', regionId: 8, countryCode: 'FR', featureIds: [2] }),
  aProperty({ id: 3, stars: 3, town: 'New-York City', regionId: 0, countryCode: 'US', featureIds: [] }),
]
const PRICES: Readonly<Record<number, number>> = { 1: 8010, 2: 9000, 3: 50 }

const found = (filter: Filter): number[] => PROPERTIES.filter(filter).map(({ id }) => id)
const invalid = (...problems: readonly [field: string, message: RegExp][]) =>
  expect.objectContaining({
    code: 'values_invalid',
    detail: { problems: problems.map(([field, message]) => ({ field, message: expect.stringMatching(message) })) },
  })

describe('a search by stars', () => {
  test.each<[string, string, SearchInput, number[]]>([
    ['one rating', '4', 'strict', [1]],
    ['unrated properties', '0', 'strict', [2]],
    ['several ratings', '3,4', 'strict', [1, 3]],
    ['a rating nobody has', '5', 'strict', []],
    ['a rating nobody can have', '-1', 'strict', []],
    ['a rating with a fraction', '3.5', 'strict', []],
    ['ratings with empty items between', '4,,3,', 'strict', [1, 3]],
    ['nothing but commas', ',,', 'strict', []],
    ['a text, as recorded', 'abc', 'as_recorded', []],
    ['a text beside a rating, as recorded', 'abc,4', 'as_recorded', [1]],
  ])('for %s', (_, sent, input, ids) => {
    expect(found(starsFilter(sent, input))).toEqual(ids)
  })

  test.each(['abc', '4,four', '4 ', '1e1', '__proto__', '0x4'])('for %j is refused with its name', (sent) => {
    expect(() => starsFilter(sent, 'strict')).toThrow(invalid(['stars', /is not a number/]))
  })

  test('names ten of many invalid texts and counts the others', () => {
    const sent = Array.from({ length: 3000 }, (_, index) => `text-${index}`).join(',')
    const named = Array.from({ length: 10 }, (_, index): [string, RegExp] => [
      'stars',
      new RegExp(`^"text-${index}" is not a number$`),
    ])
    expect(() => starsFilter(sent, 'strict')).toThrow(invalid(...named, ['stars', /^2990 more: not a number$/]))
  })
})

describe('a search by features', () => {
  test.each<[string, string, SearchInput, number[]]>([
    ['one feature', '2', 'strict', [1, 2]],
    ['two features finds who has both', '1,2', 'strict', [1]],
    ['a feature that does not exist', '99', 'strict', []],
    ['a known and an unknown feature', '2,99', 'strict', []],
    ['features with empty items between', ',2,', 'strict', [1, 2]],
    ['nothing but commas', ',', 'strict', []],
    ['a text, as recorded', 'abc', 'as_recorded', []],
    ['a text behind a number, as recorded', '2nd', 'as_recorded', [1, 2]],
    ['nothing but commas, as recorded', ',', 'as_recorded', []],
  ])('for %s', (_, sent, input, ids) => {
    expect(found(featuresFilter(sent, input))).toEqual(ids)
  })

  test('for a text is refused', () => {
    expect(() => featuresFilter('2,pool', 'strict')).toThrow(invalid(['feature_ids', /"pool" is not a number/]))
  })
})

describe('a search by price', () => {
  const search = (
    low: string,
    high: string,
    input: SearchInput,
    night: Day = '2026-05-03',
    nights: 'any' | 'tomorrow' = 'tomorrow',
  ): number[] => {
    const ratesOf = ({ id }: { id: number }) => [aRate({ price: PRICES[id] ?? 0, from: '2026-05-03', to: '2026-05-04' })]
    return found(priceFilter({ low, high }, input, { ratesOf, nightFor: () => night, nights }))
  }

  test('looks at one night, or at all from it on by choice', () => {
    expect(search('60', '90', 'strict', '2026-05-02')).toEqual([])
    expect(search('60', '85', 'strict', '2026-05-02', 'any')).toEqual([1])
    expect(search('60', '90', 'strict', '2026-05-05', 'any')).toEqual([])
  })

  test('finds no rate without a price', () => {
    const rates = { ratesOf: () => [aRate({ price: 0 })], nightFor: (): Day => '2026-05-03', nights: 'tomorrow' } as const
    expect(found(priceFilter({ low: '0', high: '90' }, 'strict', rates))).toEqual([])
  })

  test('takes a decimal comma', () => {
    expect(search('79,5', '80,10', 'strict')).toEqual([1])
  })

  test.each<[string, string, string, SearchInput, number[]]>([
    ['a band', '60', '85', 'strict', [1]],
    ['a band whose ends are the price to the cent', '80.10', '80.10', 'strict', [1]],
    ['a band just above the price', '80.11', '89.99', 'strict', []],
    ['a band from nothing', '0', '90', 'strict', [1, 2, 3]],
    ['a band from below nothing', '-10', '90', 'strict', [1, 2, 3]],
    ['a band whose ends changed places', '90', '60', 'strict', []],
    ['a high end of nothing', '0', '0', 'strict', []],
    ['a high end below nothing', '-20', '-10', 'strict', []],
    ['whole units, as recorded', '80.9', '80.1', 'as_recorded', []],
    ['decimals that are cut, as recorded', '80.9', '81.9', 'as_recorded', [1]],
    ['a low end of nothing, as recorded raised to 1', '0', '90', 'as_recorded', [1, 2]],
    ['a high end of nothing, as recorded switched off', '5', '0', 'as_recorded', [1, 2, 3]],
    ['texts, as recorded switched off', 'a', 'b', 'as_recorded', [1, 2, 3]],
  ])('with %s', (_, low, high, input, ids) => {
    expect(search(low, high, input)).toEqual(ids)
  })

  test.each<[night: Day, ids: number[]]>([
    ['2026-05-02', []],
    ['2026-05-03', [1]],
    ['2026-05-04', [1]],
    ['2026-05-05', []],
  ])('for the night of %s uses the tariffs valid then', (night, ids) => {
    expect(search('60', '85', 'strict', night)).toEqual(ids)
  })

  test('with two invalid bounds is refused with the names of both', () => {
    expect(() => search('cheap', '1,500', 'strict')).toThrow(invalid(['price_low', /"cheap"/], ['price_high', /"1,500"/]))
  })
})

describe('a search by towns', () => {
  test.each<[string, string, SearchInput, number[]]>([
    ['a name in lower case', 'birmingham', 'strict', [1]],
    ['a part of a name', 'ham', 'strict', [1]],
    ['a name without its accent and hyphen', 'saint etienne', 'strict', [2]],
    ['two names', 'birmingham,new york', 'strict', [1, 3]],
    ['a name nobody has', 'Nowhere', 'strict', []],
    ['an empty item between, which is ignored', 'ham,,york', 'strict', [1, 3]],
    ['an empty item between, which as recorded is everything', 'ham,,york', 'as_recorded', [1, 2, 3]],
    ['nothing but commas', ',,', 'strict', []],
    ['nothing but punctuation', '-,*,%', 'strict', []],
    ['the name of a method', 'constructor,__proto__', 'strict', []],
  ])('for %s', (_, sent, input, ids) => {
    expect(found(townsFilter(sent, input))).toEqual(ids)
  })
})

describe('a search by regions', () => {
  const names = new Map([
    [7, 'West Midlands'],
    [8, 'Loire'],
    [0, 'Nothing'],
  ])
  test.each<[string, string, number[]]>([
    ['an id', '7', [1]],
    ['a full name, whatever its case', 'west midlands', [1]],
    ['an id and a name', '8,West Midlands', [1, 2]],
    ['a part of a name', 'Midlands', []],
    ['an id that does not exist', '99999', []],
    ['the id that stands for no region', '0,Nothing', []],
    ['a negative, a fraction and a huge id', '-7,7.0,99999999999999999999', []],
    ['empty items', ',7,,', [1]],
    ['nothing but commas', ',', []],
  ])('for %s', (_, sent, ids) => {
    expect(found(regionsFilter(sent, (id) => names.get(id)))).toEqual(ids)
  })
})

describe('a search by countries', () => {
  const isKnown = (code: string): boolean => ['GB', 'FR', 'US', 'PT'].includes(code)
  test.each<[string, string, SearchInput, number[]]>([
    ['one code', 'GB', 'strict', [1]],
    ['two codes', 'GB,FR', 'strict', [1, 2]],
    ['a code in lower case', 'gb', 'strict', [1]],
    ['a code that does not exist', 'ZZ', 'strict', []],
    ['a country without properties', 'PT', 'strict', []],
    ['empty items', ',GB,', 'strict', [1]],
    ['nothing but commas', ',', 'strict', []],
    ['a known and an unknown code, as recorded', 'GB,ZZ', 'as_recorded', [1]],
    ['a code in lower case, as recorded switched off', 'gb', 'as_recorded', [1, 2, 3]],
    ['a code that does not exist, as recorded switched off', 'ZZ', 'as_recorded', [1, 2, 3]],
  ])('for %s', (_, sent, input, ids) => {
    expect(found(countriesFilter(sent, input, isKnown))).toEqual(ids)
  })
})

describe('a visitor', () => {
  test.each<[string, Parameters<typeof aProperty>[0], string]>([
    ['books a property', {}, 'book_now'],
    ['asks for a booking that wants approval', { settings: { requireApproval: '1' } }, 'request_booking'],
    [
      'contacts a property that visitors cannot book',
      { settings: { visitors_can_book: '0', requireApproval: '1' } },
      'contact_us',
    ],
    ['contacts a property for registered users', { settings: { registeredUsersOnlyCanBook: '1' } }, 'contact_us'],
    [
      'contacts the agent of a property for sale before all else',
      { settings: { is_real_estate_listing: '1', visitors_can_book: '0' } },
      'contact_agent',
    ],
  ])('%s', (_, with_, offer) => {
    expect(bookingOffer(aProperty(with_))).toBe(offer)
  })
})
