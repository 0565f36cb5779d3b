import fc from 'fast-check'
import { Fraction } from 'fraction.js'
import { expect, test } from 'vitest'
import { parseFraction, toMinor } from '../../../src/domain/pricing/amount.ts'
import { CITY_TAX_MODELS } from '../../../src/domain/pricing/city-tax-model.ts'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import type { Engine, PricedRoom, PriceInput } from '../../../src/domain/pricing/price-input.ts'
import type { SettingKey } from '../../../src/domain/property/settings.ts'
import { couponOf, guestTypeOf, guestWith, PRICE_CHOICES, rate, room, settings, stayOf } from './stay.ts'

const flag = fc.constantFrom('0', '1')
const price = fc.integer({ min: 1, max: 100_000 })
const hundredths = fc.integer({ min: 0, max: 10_000 })
const engines = fc.constantFrom<Engine>('classic', 'nightly-average')

const ownSettings: fc.Arbitrary<Partial<Record<SettingKey, string>>> = fc.record({
  prices_inclusive: flag,
  newTariffModels: fc.constantFrom('1', '2'),
  singlePersonSuppliment: flag,
  supplimentChargeIsPercentage: flag,
  lastminuteactive: flag,
  lastminutethreshold: fc.constantFrom('6', '1000'),
  wisepriceactive: flag,
  wisepricethreshold: fc.constantFrom('60', '1000'),
  city_tax_value: fc.constantFrom('0', '2.5', '3,33'),
  city_tax_models: fc.constantFrom(...CITY_TAX_MODELS),
  cleaning_fee: fc.constantFrom('0', '30', '9.99'),
})

const modifiers = fc.record({ sevenDays: hundredths, thirtyDays: hundredths, isPercentage: fc.boolean() })

const party: fc.Arbitrary<PriceInput['party']> = fc.record({
  adults: fc.integer({ min: 1, max: 6 }),
  children: fc.array(
    fc.record({
      rateId: fc.constant(1),
      label: fc.constant('Children'),
      quantity: fc.integer({ min: 0, max: 3 }),
      price,
      model: fc.constantFrom('per_night' as const, 'per_stay' as const),
    }),
    { maxLength: 2 },
  ),
  guestTypes: fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 3 }), hundredths, fc.boolean(), fc.boolean())
      .map(([quantity, variance, adds, isPercentage]) => ({
        quantity,
        type: guestTypeOf('Kind', variance, { adds, isPercentage }),
      })),
    { maxLength: 2 },
  ),
})

const roomOf = (id: number, prices: readonly number[]): fc.Arbitrary<PricedRoom> =>
  fc
    .tuple(fc.boolean(), fc.integer({ min: 1, max: 4 }), price, fc.integer({ min: 0, max: 10 }), fc.option(modifiers))
    .map(([perPerson, maxPeople, supplement, bookedOfType, lengthModifiers]) =>
      room(
        id,
        prices.map((one) => rate(one, perPerson)),
        { room: { id, maxPeople, singlePersonSupplement: supplement }, bookedOfType, lengthModifiers },
      ),
    )

const rooms = fc
  .array(price, { minLength: 1, maxLength: 35 })
  .chain((prices) => fc.tuple(roomOf(1, prices), roomOf(2, prices), roomOf(3, prices)))
  .chain((all) => fc.integer({ min: 1, max: 3 }).map((count) => all.slice(0, count)))

const input: fc.Arbitrary<PriceInput> = fc
  .tuple(rooms, ownSettings, fc.boolean(), party, hundredths, hundredths, fc.option(hundredths), fc.boolean(), fc.boolean())
  .map(([chosen, own, singleUnit, guests, discount, taxRate, amount, isPercentage, exact]) =>
    stayOf(chosen, {
      settings: settings(own, singleUnit),
      party: guests,
      guest: guestWith(discount),
      taxRate,
      coupon: amount === null ? null : couponOf({ amount, isPercentage }),
      choices: { ...PRICE_CHOICES, long_stay_prices: exact ? 'exact' : 'truncated' },
    }),
  )

test('the total is exactly the sum of the lines, and of the parts', () => {
  fc.assert(
    fc.property(input, engines, (given, engine) => {
      const quote = priceStay(given, engine)
      const all = quote.lines.reduce((sum, { exact }) => sum.add(exact), new Fraction(0))
      expect(all.toFraction()).toBe(quote.totalExact)
      expect(quote.total).toBe(toMinor(all))
    }),
  )
})

test('in minor units, lines and parts add up to the total to the cent', () => {
  fc.assert(
    fc.property(input, engines, (given, engine) => {
      const quote = priceStay(given, engine)
      expect(quote.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.total)
      const { roomTotal, singlePersonSupplement, tax, childrenTotal, cityTax, cleaningFee } = quote
      expect(roomTotal + singlePersonSupplement + tax + childrenTotal + cityTax + cleaningFee).toBe(quote.total)
      const before = quote.lines.filter(({ rule, amount }) => amount > 0 && ['nightly_rates', 'guest_types'].includes(rule))
      const less = quote.lines.filter(({ rule, amount }) => amount < 0 && rule === 'guest_types')
      const rooms = [...before, ...less].reduce((sum, { amount }) => sum + amount, 0)
      expect(rooms - quote.discount).toBe(roomTotal)
      expect(roomTotal).toBe(toMinor(parseFraction(quote.roomTotalExact)))
      const taxed = quote.lines.filter(({ rule }) => !['city_tax', 'cleaning_fee', 'children'].includes(rule))
      const accommodation = taxed.reduce((sum, { exact }) => sum.add(exact), new Fraction(0))
      expect(roomTotal + singlePersonSupplement + tax).toBe(toMinor(accommodation))
    }),
  )
})

test('no line differs from its exact amount by a whole minor unit or in sign', () => {
  fc.assert(
    fc.property(input, engines, (given, engine) => {
      for (const { exact, amount } of priceStay(given, engine).lines) {
        expect(parseFraction(exact).mul(100).sub(amount).abs().lt(1)).toBe(true)
        expect(amount === 0 || Math.sign(amount) === Number(parseFraction(exact).s)).toBe(true)
      }
    }),
  )
})

test('no sum is negative, and every sum is in whole minor units', () => {
  fc.assert(
    fc.property(input, engines, (given, engine) => {
      const { roomTotal, total, tax, deposit, discount } = priceStay(given, engine)
      for (const amount of [roomTotal, total, tax, deposit, discount]) {
        expect(Number.isInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('more nights never cost less under equal rates without length modifiers and coupons', () => {
  fc.assert(
    fc.property(input, price, fc.integer({ min: 1, max: 40 }), engines, (given, each, count, engine) => {
      const { settings: own, party: guests, guest, taxRate } = given
      const of = (nights: number): number => {
        const equal = given.rooms.map((one) => {
          const perPerson = one.rates.some(({ ignorePppn }) => !ignorePppn)
          const rates = Array.from({ length: nights }, () => rate(each, perPerson))
          return { ...one, rates, lengthModifiers: null }
        })
        return priceStay(stayOf(equal, { settings: own, party: guests, guest, taxRate }), engine).total
      }
      expect(of(count + 1)).toBeGreaterThanOrEqual(of(count))
    }),
  )
})

// A length modifier applies to a room's part of the total, after discounts that may differ from room to room.
test('one more guest never costs less without single person supplement, reducing guest types, and length modifiers of single rooms', () => {
  fc.assert(
    fc.property(input, fc.option(hundredths), engines, (given, sevenDays, engine) => {
      const lengthModifiers = sevenDays === null ? null : { sevenDays, thirtyDays: sevenDays, isPercentage: true }
      const without = {
        ...given,
        rooms: given.rooms.map((one) => ({ ...one, lengthModifiers, room: { ...one.room, maxPeople: 1 } })),
      }
      const of = (adults: number) => priceStay({ ...without, party: { ...given.party, adults, guestTypes: [] } }, engine).total
      expect(of(given.party.adults + 1)).toBeGreaterThanOrEqual(of(given.party.adults))
    }),
  )
})
