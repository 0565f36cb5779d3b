import { Fraction } from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../src/base/day.ts'
import type { Coupon } from '../../../src/domain/guest/coupons.ts'
import { couponDiscount, couponValidity } from '../../../src/domain/pricing/coupon-discount.ts'
import { guestDiscount } from '../../../src/domain/pricing/guest-discount.ts'
import { lastMinute } from '../../../src/domain/pricing/last-minute.ts'
import { lengthDiscount, lengthOfStay } from '../../../src/domain/pricing/length-of-stay.ts'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import { wisePercent } from '../../../src/domain/pricing/wise-price.ts'
import { ARRIVAL, couponOf, guestWith, rate, room, settings, stayOf, TODAY } from './stay.ts'

const money = (value: number) => new Fraction(value)
const sums = (value: number) => ({ room: money(value), supplement: money(0) })
const nights = [ARRIVAL, addDays(ARRIVAL, 1), addDays(ARRIVAL, 2)]
const three = room(1, [rate(12_000), rate(12_000), rate(12_000)])

describe('a coupon', () => {
  test.each<[string, Partial<Coupon>, ReturnType<typeof couponValidity>]>([
    ['holds for all nights', {}, { nights: 3 }],
    ['holds on its last day', { validTo: TODAY }, { nights: 3 }],
    ['is over', { validFrom: '2026-01-01', validTo: '2026-05-01' }, { reason: 'not valid today' }],
    ['is not yet valid', { validFrom: '2026-05-03', validTo: '2026-06-01' }, { reason: 'not valid today' }],
    ['holds for the first night only', { bookingValidTo: ARRIVAL }, { nights: 1 }],
    ['holds for the last night only', { bookingValidFrom: addDays(ARRIVAL, 2) }, { nights: 1 }],
    ['is for an earlier season', { bookingValidTo: addDays(ARRIVAL, -1) }, { reason: 'for none of the nights' }],
    ['does not hold for the day of departure', { bookingValidFrom: addDays(ARRIVAL, 3) }, { reason: 'for none of the nights' }],
    ['is the guest’s own', { guestId: 9 }, { nights: 3 }],
    ['is another guest’s', { guestId: 8 }, { reason: 'for another guest' }],
  ])('%s', (_, more, hold) => {
    expect(couponValidity(couponOf(more), TODAY, 9, nights)).toEqual(hold)
  })

  test.each<[Partial<Coupon>, number, string]>([
    [{ amount: 1000 }, 3, '32'],
    [{ amount: 1000 }, 1, '32/3'],
    [{ amount: 1250 }, 2, '80/3'],
    [{ amount: 2500, isPercentage: false }, 1, '25'],
    [{ amount: 2500, isPercentage: false }, 3, '25'],
  ])('%o for %i of three nights takes %s off 320', (more, held, off) => {
    expect(couponDiscount(couponOf(more), money(320), held, 3).toFraction()).toBe(off)
  })

  test('is limited to the price of the stay, and its id is stored', () => {
    const quote = priceStay(stayOf([three], { coupon: couponOf({ amount: 99_900, isPercentage: false }) }), 'classic')
    expect(quote).toMatchObject({ roomTotal: 0, total: 0, tax: 0, discount: 30_000, couponId: 5 })
  })

  test('that is not valid is explained, and its id is not stored', () => {
    const quote = priceStay(stayOf([three], { coupon: couponOf({ guestId: 8 }) }), 'classic')
    expect(quote.couponId).toBe(0)
    expect(quote.lines).toContainEqual({
      rule: 'coupon',
      text: 'AUTUMN: for one guest, known by the e-mail of the address',
      exact: '0',
      amount: 0,
    })
    expect(quote.total).toBe(36_000)
  })
})

describe('a long stay', () => {
  const percentage = { sevenDays: 1000, thirtyDays: 1500, isPercentage: true }
  const amounts = { sevenDays: 5000, thirtyDays: 20_000, isPercentage: false }

  test.each([
    [6, percentage, '0'],
    [7, percentage, '84'],
    [29, percentage, '84'],
    [30, percentage, '126'],
    [6, amounts, '0'],
    [7, amounts, '50'],
    [30, amounts, '200'],
    [30, { ...percentage, thirtyDays: 0 }, '0'],
  ])('of %i nights under %o has %s off 840', (count, modifiers, off) => {
    expect(lengthDiscount(modifiers, count, money(840)).toFraction()).toBe(off)
  })

  test('is discounted only in rooms whose tariff has length modifiers, by their share of the room total', () => {
    const week = (price: number) => Array.from({ length: 7 }, () => rate(price))
    const rooms = [room(1, week(12_000), { lengthModifiers: percentage }), room(2, week(24_000))]
    const steps = lengthOfStay(stayOf(rooms), sums(1050))
    expect(steps.map(({ exact }) => exact.toFraction())).toEqual(['-35'])
  })

  test('is discounted on what a room costs at its wise price', () => {
    const week = Array.from({ length: 7 }, () => rate(12_000))
    const rooms = [room(1, week, { lengthModifiers: percentage, bookedOfType: 0 }), room(2, week)]
    const wise = settings({ wisepriceactive: '1', wisepricethreshold: '1000' })
    // 700 less 30 %, and 700
    const steps = lengthOfStay(stayOf(rooms, { settings: wise }), sums(1190))
    expect(steps.map(({ exact }) => exact.toFraction())).toEqual(['-49'])
  })

  test('is limited to the price of both rooms', () => {
    const week = Array.from({ length: 7 }, () => rate(1000))
    const dear = { sevenDays: 5000, thirtyDays: 0, isPercentage: false }
    const rooms = [room(1, week, { lengthModifiers: dear }), room(2, week, { lengthModifiers: dear })]
    expect(priceStay(stayOf(rooms), 'classic').total).toBe(2000)
    expect(lengthOfStay(stayOf(rooms), sums(60)).map(({ exact }) => exact.toFraction())).toEqual(['-50', '-10'])
  })
})

test.each([
  [0, []],
  [-500, []],
  [500, ['-16']],
  [1250, ['-40']],
  [10_000, ['-320']],
])('a guest with %i hundredths of a percent off 320', (percent, off) => {
  expect(guestDiscount({ guest: guestWith(percent) }, sums(320)).map(({ exact }) => exact.toFraction())).toEqual(off)
})

test.each([
  [0, 10, '30'],
  [1, 10, '30'],
  [11, 100, '20'],
  [25, 100, '20'],
  [26, 100, '10'],
  [1, 2, '10'],
  [51, 100, '5'],
  [3, 4, '5'],
  [76, 100, '0'],
  [10, 10, '0'],
])('with %i of %i rooms taken the wise price is %s percent off', (booked, all, percent) => {
  const wise = settings({ wisepriceactive: '1' }).wisePrice
  expect(wise && wisePercent(wise, 60, booked, all).toFraction()).toBe(percent)
  expect(wise && wisePercent(wise, 61, booked, all).toFraction()).toBe('0')
})

describe('the last-minute discount', () => {
  const own = { lastminuteactive: '1', wisepriceactive: '1' } as const
  const input = (singleUnit: boolean, today: typeof TODAY) =>
    stayOf([room(1, [rate(12_000)], { bookedOfType: 0 })], { settings: settings(own, singleUnit), today })

  test.each<[string, boolean, typeof TODAY, number]>([
    ['a single unit within six days, today counted', true, '2026-08-27', 8000],
    ['a single unit a day earlier', true, '2026-08-26', 10_000],
    ['a hotel has wise prices instead', false, '2026-08-27', 7000],
  ])('%s', (_, singleUnit, today, roomTotal) => {
    expect(priceStay(input(singleUnit, today), 'classic').roomTotal).toBe(roomTotal)
  })

  test('the last-minute discount does not reduce the supplement', () => {
    expect(lastMinute(input(true, '2026-08-31'), { room: money(100), supplement: money(30) })).toMatchObject([
      { kind: 'discount', text: '20 % of 100.00, arrival in 1 day' },
    ])
  })
})

test('all rules apply in order, each to the sums of the rules before it', () => {
  const week = room(1, Array<ReturnType<typeof rate>>(7).fill(rate(14_400)), {
    lengthModifiers: { sevenDays: 1000, thirtyDays: 0, isPercentage: true },
  })
  const own = {
    singlePersonSuppliment: '1',
    supplimentChargeIsPercentage: '1',
    lastminuteactive: '1',
    city_tax_value: '2',
    city_tax_models: 'pernight',
    cleaning_fee: '30',
  } as const
  const quote = priceStay(
    stayOf([week], {
      today: '2026-08-31',
      settings: settings(own, true),
      party: { adults: 1, children: [], guestTypes: [] },
      coupon: couponOf({ amount: 4000, isPercentage: false, validTo: ARRIVAL }),
      guest: guestWith(500),
    }),
    'classic',
  )
  expect(quote.lines.map(({ rule, amount }) => [rule, amount])).toEqual([
    ['nightly_rates', 84_000],
    ['coupon', -4000],
    ['length_of_stay', -8000],
    ['guest_discount', -3600],
    ['single_person_supplement', 6840],
    ['last_minute', -13_680],
    ['tax', 12_312],
    ['city_tax', 1400],
    ['cleaning_fee', 3000],
  ])
  expect(quote).toMatchObject({ roomTotal: 54_720, discount: 29_280, total: 78_272, deposit: 15_654 })
})
