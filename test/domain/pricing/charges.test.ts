import { Fraction } from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { childrenPrice, childrenSteps, freeChildren } from '../../../src/domain/pricing/children.ts'
import { cityTaxOf, cityTaxSteps } from '../../../src/domain/pricing/city-tax.ts'
import type { CityTaxModel } from '../../../src/domain/pricing/city-tax-model.ts'
import { cleaningFeeSteps } from '../../../src/domain/pricing/cleaning-fee.ts'
import { taxedGuests } from '../../../src/domain/pricing/party.ts'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import type { PriceChoices, PricedChildren } from '../../../src/domain/pricing/price-input.ts'
import { tax } from '../../../src/domain/pricing/tax.ts'
import { PRICE_CHOICES, rate, room, settings, stayOf } from './stay.ts'

const money = (value: string) => new Fraction(value)
const small: PricedChildren = { rateId: 1, label: 'Children 0 - 5', quantity: 2, price: 1000, model: 'per_night' }

describe('city tax', () => {
  const basis = { nights: 3, guests: 5, stay: money('750') }

  test.each<[CityTaxModel, string]>([
    ['single', '5/2'],
    ['pernight', '15/2'],
    ['perguest', '25/2'],
    ['perguestpernight', '75/2'],
    ['percentbookingtotal', '75/4'],
  ])('of 2.5 by %s is %s', (model, exact) => {
    expect(cityTaxOf({ value: money('2.5'), model }, basis).toFraction()).toBe(exact)
  })

  test.each<[PriceChoices['city_tax_guests'], readonly number[], number]>([
    ['all', [], 3],
    ['all', [2, 1], 6],
    ['all', [0], 3],
    ['one_for_children', [], 3],
    ['one_for_children', [2, 1], 4],
    ['one_for_children', [0], 4],
  ])('counting %s, three adults and children %o are %i guests', (counted, quantities, guests) => {
    const children = quantities.map((quantity) => ({ ...small, quantity }))
    expect(taxedGuests(3, children, counted)).toBe(guests)
    const own = settings({ city_tax_value: '2', city_tax_models: 'perguest' })
    const input = stayOf([room(1, [rate(12_000)])], {
      settings: own,
      choices: { ...PRICE_CHOICES, city_tax_guests: counted },
      party: { adults: 3, children, guestTypes: [] },
    })
    expect(priceStay(input, 'classic').cityTax).toBe(guests * 200)
    expect(priceStay(input, 'nightly-average').cityTax).toBe(guests * 200)
  })

  test('is explained, unless there is none', () => {
    expect(cityTaxSteps({ value: money('2.5'), model: 'perguestpernight' }, basis)[0]?.text).toBe('2.50 x 3 nights x 5 guests')
    expect(cityTaxSteps({ value: money('0'), model: 'single' }, basis)).toEqual([])
  })

  test('as a percentage is calculated from room total and supplement before tax', () => {
    const own = { city_tax_value: '10', city_tax_models: 'percentbookingtotal', singlePersonSuppliment: '1' } as const
    const one = stayOf([room(1, [rate(12_000)])], { settings: settings(own), party: { adults: 1, children: [], guestTypes: [] } })
    expect(priceStay(one, 'classic').cityTax).toBe(1100)
    expect(priceStay(one, 'nightly-average').cityTax).toBe(2000)
  })
})

test.each([
  ['0', 2, undefined],
  ['30', 1, '30'],
  ['30', 2, '60'],
])('a cleaning fee of %s for %i rooms is %s', (fee, rooms, exact) => {
  expect(cleaningFeeSteps(money(fee), rooms)[0]?.exact.toFraction()).toBe(exact)
})

test.each([
  [2000, '320', '45', '73'],
  [750, '100', '0', '15/2'],
  [0, '320', '45', undefined],
])('tax of %i on %s and a supplement of %s is %s', (taxRate, room, supplement, exact) => {
  expect(tax({ taxRate }, { room: money(room), supplement: money(supplement) })[0]?.exact.toFraction()).toBe(exact)
})

describe('children', () => {
  test.each<[PricedChildren['model'], number, number, string]>([
    ['per_night', 2, 1000, '60'],
    ['per_stay', 2, 1000, '20'],
    ['per_night', 0, 1000, '0'],
    ['per_stay', 3, 1250, '75/2'],
  ])('%s: %i at %i for three nights', (model, quantity, price, exact) => {
    expect(childrenPrice({ ...small, model, quantity, price }, 3).toFraction()).toBe(exact)
  })

  test('without a price or a quantity are not explained', () => {
    expect(
      childrenSteps(
        [
          { ...small, price: 0 },
          { ...small, quantity: 0 },
        ],
        3,
      ),
    ).toEqual([])
    expect(freeChildren([{ ...small, price: 0 }])).toEqual([])
  })

  test('are charged at rates per person, free at flat rates, and always charged in the nightly-average engine', () => {
    const input = (perPerson: boolean) =>
      stayOf([room(1, [rate(12_000, perPerson)])], { party: { adults: 2, children: [small], guestTypes: [] } })
    expect(priceStay(input(true), 'classic').childrenTotal).toBe(2000)
    expect(priceStay(input(false), 'classic')).toMatchObject({ childrenTotal: 0, total: 12_000 })
    expect(priceStay(input(false), 'classic').lines.at(-1)).toMatchObject({ rule: 'children', amount: 0 })
    expect(priceStay(input(false), 'nightly-average').childrenTotal).toBe(2000)
  })
})
