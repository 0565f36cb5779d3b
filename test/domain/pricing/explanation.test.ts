import { describe, expect, test } from 'vitest'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import type { Engine, PriceInput } from '../../../src/domain/pricing/price-input.ts'
import { adults, couponOf, guestTypeOf, rate, room, settings, stayOf } from './stay.ts'

const nights = (count: number, perPerson = false) => Array.from({ length: count }, () => rate(12_000, perPerson))
const wide = { id: 1, maxPeople: 2, singlePersonSupplement: 1500 }
const child = { rateId: 1, label: 'Small', quantity: 1, price: 1000, model: 'per_night' as const }
const less = (quantity: number) => [{ type: guestTypeOf('Minus', 1200, { adds: false, isPercentage: false }), quantity }]

/** Text and amount of the first line of a rule. */
function told(rule: string, input: PriceInput, engine: Engine = 'classic') {
  const line = priceStay(input, engine).lines.find((one) => one.rule === rule)
  return line && [line.text, line.amount]
}

describe('an explanation names every factor', () => {
  test('of guest types: before tax, nights, and the share priced per person', () => {
    const all = stayOf([room(1, nights(3, true))], { party: adults(2, less(2)) })
    expect(told('guest_types', all)).toEqual(['2 x Minus: -12.00, which is -10.00 before tax, x 3 nights', -6000])
    const part = stayOf([room(1, nights(3, true)), room(2, nights(3))], { party: adults(3, less(2)) })
    const text = '2 x Minus: -12.00, which is -10.00 before tax, x 3 nights x 2 of 3 guests, the others pay a flat rate'
    expect(told('guest_types', part)).toEqual([text, -4000])
    const nett = stayOf([room(1, nights(1, true))], { party: adults(2, less(1)), settings: settings({ prices_inclusive: '0' }) })
    expect(told('guest_types', nett)).toEqual(['1 x Minus: -12.00 x 1 night', -1200])
    const percent = [{ type: guestTypeOf('Member', 1000), quantity: 1 }]
    expect(told('guest_types', stayOf([room(1, nights(3, true))], { party: adults(2, percent) }))).toEqual([
      '1 x Member: +10 % of 100.00 x 3 nights',
      3000,
    ])
  })

  test('of guest types limited to the price of the stay, and without effect at flat rates', () => {
    const much = [{ type: guestTypeOf('Minus', 900_000, { adds: false, isPercentage: false }), quantity: 1 }]
    expect(told('guest_types', stayOf([room(1, nights(1, true))], { party: adults(2, much) }))).toEqual([
      '1 x Minus: -9000.00, which is -7500.00 before tax, x 1 night, limited to the price of the stay',
      -20_000,
    ])
    const flat = stayOf([room(1, nights(3))], { party: adults(2, less(2)) })
    expect(told('guest_types', flat)).toEqual(['2 x Minus: nothing, the rate is flat', 0])
  })

  test('of the supplement: an adult may share the room with a child', () => {
    const party = { ...adults(1), children: [child] }
    const own = stayOf([room(1, nights(3), { room: wide })], { party })
    expect(told('single_person_supplement', own)).toEqual(['room 1: one adult, 15.00 x 3 nights', 4500])
    const percent = settings({ singlePersonSuppliment: '1', supplimentChargeIsPercentage: '1' })
    expect(told('single_person_supplement', { ...own, settings: percent })).toEqual([
      'room 1: one adult, 10 % of 300.00 / 1 guest',
      3000,
    ])
  })

  test('of nights: a room without guests is charged for one, in the singular', () => {
    const input = stayOf([room(1, nights(1, true))], { party: adults(0) })
    expect(told('nightly_rates', input)).toEqual([
      'room 1: 1 night x 100.00, x 1, the minimum charge of a room without guests',
      10_000,
    ])
    const one = stayOf([room(1, nights(1, true))], { party: adults(1) })
    expect(told('nightly_rates', one)).toEqual(['room 1: 1 night x 100.00, x 1 guest', 10_000])
    expect(told('nightly_rates', one, 'nightly-average')).toEqual([
      'room 1: 1 night x 100.00, x 2 adults, the minimum charge',
      20_000,
    ])
  })

  test.each([
    ['single', '2.50 once', 250],
    ['pernight', '2.50 x 2 nights', 500],
    ['perguest', '2.50 x 2 guests', 500],
    ['perguestpernight', '2.50 x 2 nights x 2 guests', 1000],
  ])('of a city tax %s', (model, text, amount) => {
    const own = settings({ city_tax_value: '2.5', city_tax_models: model })
    expect(told('city_tax', stayOf([room(1, nights(2))], { settings: own }))).toEqual([text, amount])
  })

  test('of city tax and children, in the singular', () => {
    const own = settings({ city_tax_value: '2.5', city_tax_models: 'perguestpernight' })
    const input = stayOf([room(1, nights(1, true))], { settings: own, party: { ...adults(1), children: [child] } })
    expect(told('city_tax', input)).toEqual(['2.50 x 1 night x 2 guests', 500])
    expect(told('children', input)).toEqual(['1 x Small: 10.00 x 1 night', 1000])
  })

  test('of coupons, unknown ones included', () => {
    const input = stayOf([room(1, nights(2))])
    expect(told('coupon', { ...input, coupon: couponOf() })).toEqual(['AUTUMN: 10 % of 200.00, for 2 of 2 nights', -2000])
    expect(told('coupon', { ...input, couponCode: 'NOPE' })).toEqual(['NOPE: no coupon of this property', 0])
    expect(told('coupon', { ...input, couponCode: 'x'.repeat(500) })).toEqual([
      `${'x'.repeat(40)}: no coupon of this property`,
      0,
    ])
    expect(told('coupon', input)).toBeUndefined()
  })

  test('of wise prices and long stays', () => {
    const wise = stayOf([room(1, nights(1), { bookedOfType: 0 })], {
      settings: settings({ wisepriceactive: '1', wisepricethreshold: '900' }),
    })
    expect(told('wise_price', wise)).toEqual(['room 1: 30 % of 100.00, 0 of 10 such rooms taken', -3000])
    const lengthModifiers = { sevenDays: 1000, thirtyDays: 0, isPercentage: true }
    const week = stayOf([room(1, nights(7), { lengthModifiers })])
    expect(told('length_of_stay', week)).toEqual(['room 1: 10 % of 700.00 off for 7 nights', -7000])
    expect(told('length_of_stay', week, 'nightly-average')).toEqual([
      'room 1: a night costs 90.00 instead of 100.00, x 7 nights x 2 adults',
      -14_000,
    ])
  })
})
