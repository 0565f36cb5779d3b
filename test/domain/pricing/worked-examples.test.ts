import { describe, expect, test } from 'vitest'
import { daysUntil } from '../../../src/base/day.ts'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import type { PriceInput } from '../../../src/domain/pricing/price-input.ts'
import { exactNumber } from '../../../src/domain/pricing/shown-sums.ts'
import { ARRIVAL, adults, couponOf, guestTypeOf, guestWith, PRICE_CHOICES, rate, room, settings, stayOf } from './stay.ts'

const CENTS = 0.005
const near = (value: number, expected: number) => expect(Math.abs(value - expected)).toBeLessThanOrEqual(CENTS)

/** Gross 120, 120, 144: nett 100, 100, 120. */
const nights = (perPerson = false) => [12_000, 12_000, 14_400].map((price) => rate(price, perPerson))
const flat = (id: number, supplement = 0) =>
  room(id, nights(), { room: { id, maxPeople: 2, singlePersonSupplement: supplement } })
const ONE = [room(1, nights())]
const ONE_PER_PERSON = [room(1, nights(true), { room: { id: 1, maxPeople: 4, singlePersonSupplement: 0 } })]
const TWO = [flat(1), flat(2, 1500)]
const free = (id: number, bookedOfType: number) => [room(id, nights(), { bookedOfType, roomsOfType: 4 })]
const half = guestTypeOf('Student', 5000, { adds: false })
const dearer = guestTypeOf('Skipper', 1200, { isPercentage: false })
const tenth = guestTypeOf('Patron', 1000)
const single = { singlePersonSuppliment: '1' } as const

describe('the classic engine', () => {
  test.each<[string, PriceInput, number, number, number, number, number]>([
    ['a room for two', stayOf(ONE), 320, 0, 64, 384, 76.8],
    ['a room for two, each paying', stayOf(ONE_PER_PERSON), 640, 0, 128, 768, 153.6],
    ['two rooms for three, one alone in a room with a supplement', stayOf(TWO, { party: adults(3) }), 640, 45, 137, 822, 164.4],
    [
      'one guest, the property takes 10 a night',
      stayOf(ONE, { party: adults(1), settings: settings(single) }),
      320,
      30,
      70,
      420,
      84,
    ],
    [
      'one guest, the property takes 10 percent',
      stayOf(ONE, { party: adults(1), settings: settings({ ...single, supplimentChargeIsPercentage: '1' }) }),
      320,
      32,
      70.4,
      422.4,
      84.48,
    ],
    ['a coupon of 10 percent for all nights', stayOf(ONE, { coupon: couponOf() }), 288, 0, 57.6, 345.6, 69.12],
    [
      'a coupon of 10 percent for one of three nights',
      stayOf(ONE, { coupon: couponOf({ bookingValidTo: ARRIVAL }) }),
      309.333,
      0,
      61.867,
      371.2,
      74.24,
    ],
    [
      'a coupon of 25 for one of three nights',
      stayOf(ONE, { coupon: couponOf({ amount: 2500, isPercentage: false, bookingValidTo: ARRIVAL }) }),
      295,
      0,
      59,
      354,
      70.8,
    ],
    [
      'last minute, arrival in ten days, within eleven',
      stayOf(ONE, { today: '2026-08-22', settings: settings({ lastminuteactive: '1', lastminutethreshold: '11' }, true) }),
      256,
      0,
      51.2,
      307.2,
      61.44,
    ],
    [
      'last minute, arrival in ten days, within ten',
      stayOf(ONE, { today: '2026-08-22', settings: settings({ lastminuteactive: '1', lastminutethreshold: '10' }, true) }),
      320,
      0,
      64,
      384,
      76.8,
    ],
    ['a wise price, no room taken', stayOf(free(1, 0), wise()), 224, 0, 44.8, 268.8, 53.76],
    ['a wise price, half of the rooms taken', stayOf(free(1, 2), wise()), 288, 0, 57.6, 345.6, 69.12],
    [
      'two rooms for three with city tax and cleaning',
      stayOf(TWO, {
        party: adults(3),
        settings: settings({ city_tax_value: '2', city_tax_models: 'perguestpernight', cleaning_fee: '30' }),
      }),
      640,
      45,
      137,
      900,
      180,
    ],
    ['a guest with 5 percent off', stayOf(ONE, { guest: guestWith(500) }), 304, 0, 60.8, 364.8, 72.96],
    [
      'three guests of whom one pays half',
      stayOf(ONE_PER_PERSON, { party: adults(3, [{ type: half, quantity: 1 }]) }),
      800,
      0,
      160,
      960,
      192,
    ],
    [
      'one guest pays 12 more (with tax), one a tenth more',
      stayOf(ONE_PER_PERSON, {
        party: adults(2, [
          { type: dearer, quantity: 1 },
          { type: tenth, quantity: 1 },
        ]),
      }),
      702,
      0,
      140.4,
      842.4,
      168.48,
    ],
    [
      'guest types where all tariffs are flat',
      stayOf(ONE, { ...byProperty('1'), party: adults(2, [{ type: half, quantity: 2 }]) }),
      320,
      0,
      64,
      384,
      76.8,
    ],
    ['seven nights with 10 percent off long stays', stayOf([long(7, 14_400, 1000, 0)]), 756, 0, 151.2, 907.2, 181.44],
  ])('%s', (_, input, roomTotal, supplement, tax, total, deposit) => {
    const quote = priceStay(input, 'classic')
    near(quote.roomTotal / 100, roomTotal)
    near(exactNumber(quote.roomTotalExact), roomTotal)
    near(quote.singlePersonSupplement / 100, supplement)
    near(quote.tax / 100, tax)
    near(quote.total / 100, total)
    near(exactNumber(quote.totalExact), total)
    near(quote.deposit / 100, deposit)
  })

  test.each([
    ['0', false, 384],
    ['0', true, 384],
    ['1', false, 768],
    ['1', true, 768],
  ])('under per_person=property_setting %s decides, independent of the tariff (per person: %s)', (on, perPerson, total) => {
    const input = stayOf([room(1, nights(perPerson))], byProperty(on))
    expect(priceStay(input, 'classic').total).toBe(total * 100)
  })

  test('under per_person=ignore_pppn the tariff alone decides', () => {
    const totalOf = (on: string, perPerson: boolean): number =>
      priceStay(stayOf([room(1, nights(perPerson))], { settings: settings({ perPersonPerNight: on }) }), 'classic').total
    expect([totalOf('1', false), totalOf('0', true)]).toEqual([38_400, 76_800])
  })

  test('one tariff per person makes all rooms of a booking with guest types per person under property_setting, and only its own room otherwise', () => {
    const rooms = [room(1, nights(true)), room(2, nights(false))]
    const party = adults(2, [{ type: tenth, quantity: 0 }])
    expect(priceStay(stayOf(rooms, { party: adults(4), ...byProperty('1') }), 'classic').roomTotal).toBe(4 * 32_000)
    expect(priceStay(stayOf(rooms, { party: { ...party, adults: 4 }, ...byProperty('1') }), 'classic').roomTotal).toBe(4 * 32_000)
    expect(priceStay(stayOf(rooms, { party: adults(4) }), 'classic').roomTotal).toBe(3 * 32_000)
  })
})

function wise(): Partial<PriceInput> {
  return { today: '2026-08-22', settings: settings({ wisepriceactive: '1' }) }
}

function byProperty(perPersonPerNight: string): Partial<PriceInput> {
  return { settings: settings({ perPersonPerNight }), choices: { ...PRICE_CHOICES, per_person: 'property_setting' } }
}

function long(count: number, price: number, sevenDays: number, thirtyDays: number) {
  return room(1, Array<ReturnType<typeof rate>>(count).fill(rate(price)), {
    lengthModifiers: { sevenDays, thirtyDays, isPercentage: true },
  })
}

describe('the nightly-average engine', () => {
  const modified = (count: number, longStay: 'exact' | 'truncated' = 'exact', adultCount = 2) =>
    stayOf([long(count, 10_000, 1000, 1500)], {
      choices: { ...PRICE_CHOICES, long_stay_prices: longStay },
      party: adults(adultCount),
      settings: settings({}, true),
    })
  const dates = [rate(10_000), rate(12_000)]

  test.each<[string, PriceInput, number, number, number]>([
    ['a room for two nights', stayOf([room(1, [rate(10_000), rate(10_000)])]), 333.333, 400, 66.667],
    ['one adult pays as two', stayOf([room(1, [rate(10_000), rate(10_000)])], { party: adults(1) }), 333.333, 400, 66.667],
    ['two rooms, three adults', stayOf([room(1, dates), room(2, dates)], { party: adults(3) }), 1100, 1320, 220],
    [
      'three adults and two children',
      stayOf([room(1, [rate(10_000), rate(10_000), rate(10_000)])], {
        settings: settings({}, true),
        party: {
          adults: 3,
          guestTypes: [],
          children: [{ rateId: 1, label: 'Children 0 - 5', quantity: 2, price: 1000, model: 'per_night' }],
        },
      }),
      750,
      960,
      150,
    ],
    ['6 nights', modified(6), 1000, 1200, 200],
    ['7 nights', modified(7), 1050, 1260, 210],
    ['30 nights', modified(30), 4500, 5400, 900],
    ['31 nights from whole units', modified(31, 'truncated'), 4371, 5245.2, 874.2],
    ['31 nights', modified(31), 4391.667, 5270, 878.333],
  ])('%s', (_, input, adultPrices, total, deposit) => {
    const quote = priceStay(input, 'nightly-average')
    near(exactNumber(quote.roomTotalExact), adultPrices)
    near(exactNumber(quote.totalExact), total)
    near(exactNumber(quote.depositExact), deposit)
  })

  test('city tax counts every child, the cleaning fee is charged once, and neither is part of the deposit', () => {
    const quote = priceStay(
      stayOf([room(1, dates), room(2, dates)], {
        settings: settings({ city_tax_value: '2.5', city_tax_models: 'perguestpernight', cleaning_fee: '30' }),
        party: {
          adults: 3,
          guestTypes: [],
          children: [{ rateId: 0, label: '', quantity: 2, price: 0, model: 'per_night' }],
        },
      }),
      'nightly-average',
    )
    expect(quote).toMatchObject({ cityTax: 2500, cleaningFee: 3000, deposit: 22_000, total: 132_000 + 2500 + 3000 })
  })

  test('coupons, guest types, discounts and supplements change nothing', () => {
    const rooms = [room(1, dates)]
    const rich = stayOf(rooms, {
      coupon: couponOf(),
      guest: guestWith(500),
      party: adults(2, [{ type: half, quantity: 1 }]),
      settings: settings({ singlePersonSuppliment: '1', wisepriceactive: '1' }),
    })
    expect(priceStay(rich, 'nightly-average')).toEqual(priceStay(stayOf(rooms), 'nightly-average'))
  })
})

test('the days of the examples are those of the stay', () => {
  expect(stayOf(ONE).nights).toEqual(daysUntil(ARRIVAL, '2026-09-04'))
})
