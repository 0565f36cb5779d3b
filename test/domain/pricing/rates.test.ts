import { Fraction } from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { amountText, settingNumber, toMinor } from '../../../src/domain/pricing/amount.ts'
import { type NightContext, nightPrice } from '../../../src/domain/pricing/night-price.ts'
import { nightsText } from '../../../src/domain/pricing/nightly-rates.ts'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import { dailyRate, shownSums } from '../../../src/domain/pricing/shown-sums.ts'
import { adults, guestWith, PRICE_CHOICES, rate, room, settings, stayOf } from './stay.ts'

test.each([
  ['1/3', 33],
  ['2/3', 67],
  ['0.005', 1],
  ['-0.005', -1],
  ['0.00499999', 0],
  ['-0.004', 0],
  ['1.005', 101],
  ['90071992547409.91', 9_007_199_254_740_991],
])('%s rounds to %i minor units', (exact, minor) => {
  expect(toMinor(new Fraction(exact))).toBe(minor)
})

test.each([
  ['12.5', '25/2'],
  ['12,5', '25/2'],
  [' 3 ', '3'],
  ['', '0'],
  ['-3', '0'],
  ['1e3', '0'],
  ['abc', '0'],
])('a setting of %j is %s', (text, exact) => {
  expect(settingNumber(text).toFraction()).toBe(exact)
})

test('equal nights are explained together', () => {
  const rates = [100, 100, 120, 100].map((rate) => new Fraction(rate))
  expect(nightsText(rates)).toBe('2 nights x 100.00 + 1 night x 120.00 + 1 night x 100.00')
  expect(amountText(new Fraction(1, 3))).toBe('0.33')
})

describe('the price of a night', () => {
  const modifiers = { sevenDays: 1000, thirtyDays: 1500, isPercentage: true }
  const context: NightContext = { inclusive: true, taxRate: 2000, lengthModifiers: null, longStay: 'exact' }

  test.each<[string, Partial<NightContext>, number, number, number]>([
    ['without modifiers', {}, 83.333, 83.333, 83.333],
    ['before tax', { inclusive: false }, 100, 100, 100],
    ['with percentages', { lengthModifiers: modifiers }, 83.333, 75, 70.833],
    ['with amounts', { lengthModifiers: { sevenDays: 500, thirtyDays: 10_000, isPercentage: false } }, 83.333, 78.333, 0],
    ['from whole units', { longStay: 'truncated' }, 83.333, 83.333, 83],
    ['from whole units, with percentages', { longStay: 'truncated', lengthModifiers: modifiers }, 83.333, 75, 70.5],
    [
      'from whole units, where thirty days have no modifier',
      { longStay: 'truncated', lengthModifiers: { ...modifiers, thirtyDays: 0 } },
      83.333,
      75,
      74.667,
    ],
    ['where thirty days have no modifier', { lengthModifiers: { ...modifiers, thirtyDays: 0 } }, 83.333, 75, 83.333],
  ])('%s', (_, more, adult, sevenDay, thirtyDay) => {
    const price = nightPrice(10_000, { ...context, ...more })
    expect(price.adult).toBeCloseTo(adult, 3)
    expect(price.sevenDay).toBeCloseTo(sevenDay, 3)
    expect(price.thirtyDay).toBeCloseTo(thirtyDay, 3)
  })
})

test('the rate of the first night applies to all nights by setting', () => {
  const input = stayOf([room(1, [rate(12_000), rate(24_000)])], { settings: settings({ newTariffModels: '1' }) })
  expect(priceStay(input, 'classic').roomTotal).toBe(20_000)
})

test.each([
  ['one_adult', 20_000],
  ['free', 10_000],
] as const)('a room without guests is charged by choice (%s)', (answer, total) => {
  const rooms = [room(1, [rate(12_000, true)]), room(2, [rate(12_000, true)])]
  const choices = { ...PRICE_CHOICES, empty_room: answer }
  expect(priceStay(stayOf(rooms, { party: adults(1), choices }), 'classic').roomTotal).toBe(total)
})

test('tax is added to prices without tax, and not without a tax rate', () => {
  const rooms = [room(1, [rate(12_000)])]
  expect(priceStay(stayOf(rooms, { settings: settings({ prices_inclusive: '0' }) }), 'classic').total).toBe(14_400)
  expect(priceStay(stayOf(rooms, { taxRate: 0 }), 'classic')).toMatchObject({ tax: 0, total: 12_000 })
})

test('a quote is explained line by line', () => {
  const rooms = [room(11, [rate(12_000), rate(12_000), rate(14_400)])]
  const quote = priceStay(stayOf(rooms, { guest: guestWith(500) }), 'classic')
  expect(quote.lines).toEqual([
    { rule: 'nightly_rates', text: 'room 11: 2 nights x 100.00 + 1 night x 120.00, flat', exact: '320', amount: 32_000 },
    { rule: 'guest_discount', text: '5 % of 320.00', exact: '-16', amount: -1600 },
    { rule: 'tax', text: '20 % of 304.00', exact: '304/5', amount: 6080 },
  ])
  expect(quote.depositText).toBe('20 % of 364.80')
  expect(shownSums(quote)).toEqual({ adults: 304, children: 0, withoutTax: 304, withTax: 364.8, cityTax: 0 })
})

test('a price per night is divided before it is rounded, and not rounded by the nightly-average engine', () => {
  const quote = { roomTotalExact: '100009/1000', nights: 2 }
  expect(dailyRate({ ...quote, engine: 'classic' })).toBe(50)
  expect(dailyRate({ ...quote, engine: 'nightly-average' })).toBe(50.0045)
  expect(dailyRate({ ...quote, engine: 'classic', nights: 0 })).toBe(0)
})

test.each([
  ['no night', stayOf([room(1, [])])],
  ['no room', { ...stayOf([room(1, [rate(100)])]), rooms: [] }],
  ['a night without a rate', { ...stayOf([room(1, [rate(100)])]), rooms: [room(1, [])] }],
])('%s has no price', (_, input) => {
  expect(() => priceStay(input, 'classic')).toThrow(RangeError)
})
