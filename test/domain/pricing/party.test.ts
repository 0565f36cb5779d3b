import { Fraction } from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { variance } from '../../../src/domain/pricing/guest-type-variance.ts'
import { guestsOf, guestsPerRoom } from '../../../src/domain/pricing/party.ts'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import { supplementOf } from '../../../src/domain/pricing/single-person.ts'
import { adults, guestTypeOf, rate, room, settings, stayOf } from './stay.ts'

const half = guestTypeOf('Student', 5000, { adds: false })

test.each([
  [2, [2], [2]],
  [3, [2, 2], [2, 1]],
  [2, [2, 2], [1, 1]],
  [5, [1, 4], [1, 4]],
  [4, [3, 1, 2], [2, 1, 1]],
  [1, [2, 2], [1, 0]],
  [0, [2], [0]],
  [5, [1, 2], [2, 3]],
  [3, [0], [3]],
])('%i guests in rooms for %o are distributed as %o', (guests, holds, placed) => {
  expect(guestsPerRoom(guests, holds)).toEqual(placed)
})

test.each([
  [2, 0, 2],
  [2, 1, 2],
  [2, 3, 3],
  [0, 2, 2],
])('%i adults, of whom %i are of a guest type, are %i guests', (count, quantity, guests) => {
  expect(guestsOf(adults(count, [{ type: half, quantity }]))).toBe(guests)
})

test.each([
  [true, true, 1000, '10'],
  [true, false, 5000, '-50'],
  [false, true, 1200, '10'],
  [false, false, 1200, '-10'],
])('a variance (percentage %s, adds %s) of %i on 100 nett is %s', (isPercentage, adds, hundredths, exact) => {
  const type = guestTypeOf('Any', hundredths, { isPercentage, adds })
  expect(variance(type, new Fraction(100), true, 2000).toFraction()).toBe(exact)
})

test('an amount is unchanged if prices include no tax', () => {
  const type = guestTypeOf('Any', 1200, { isPercentage: false })
  expect(variance(type, new Fraction(100), false, 2000).toFraction()).toBe('12')
})

describe('guest types', () => {
  const two = (perPerson: readonly boolean[]) => perPerson.map((each, index) => room(index + 1, [rate(12_000, each)]))
  const roomTotal = (rooms: ReturnType<typeof two>, quantity: number, type = half) =>
    priceStay(stayOf(rooms, { party: adults(2, [{ type, quantity }]) }), 'classic').roomTotal

  test('count only in rooms priced per person, in proportion', () => {
    expect(roomTotal(two([true, true]), 1)).toBe(15_000)
    expect(roomTotal(two([true, false]), 1)).toBe(17_500)
    expect(roomTotal(two([false, false]), 1)).toBe(20_000)
  })

  test('never make a price negative', () => {
    const generous = guestTypeOf('Friend', 30_000, { adds: false, isPercentage: false })
    expect(roomTotal(two([true, true]), 2, generous)).toBe(0)
  })

  test('are calculated from the rate after the wise price', () => {
    const wise = { today: '2026-08-22', settings: settings({ wisepriceactive: '1' }) } as const
    const rooms = [room(1, [rate(12_000, true)], { bookedOfType: 0 })]
    const quote = priceStay(stayOf(rooms, { ...wise, party: adults(2, [{ type: half, quantity: 1 }]) }), 'classic')
    expect(quote.roomTotal).toBe(10_500)
    expect(quote.lines.map(({ rule }) => rule)).toEqual(['nightly_rates', 'wise_price', 'guest_types', 'tax'])
  })
})

describe('a single person', () => {
  test.each([
    [{}, '45'],
    [{ singlePersonSuppliment: '1' }, '30'],
    [{ singlePersonSuppliment: '1', singlePersonSupplimentCost: '12.50' }, '75/2'],
    [{ singlePersonSuppliment: '1', supplimentChargeIsPercentage: '1' }, '32'],
  ])('pays under %o for three nights of a stay of 320 %s', (own, exact) => {
    const alone = { own: new Fraction(15), nights: 3, part: new Fraction(320) }
    expect(supplementOf(settings(own).singlePerson, alone).toFraction()).toBe(exact)
  })

  test.each([
    ['alone in a room for two', 1, 2, 1500],
    ['alone in a room for one', 1, 1, 0],
    ['two in a room for two', 2, 2, 0],
    ['nobody', 0, 2, 0],
  ])('%s', (_, count, maxPeople, supplement) => {
    const single = { id: 1, maxPeople, singlePersonSupplement: 1500 }
    const input = stayOf([room(1, [rate(12_000)], { room: single })], { party: adults(count) })
    expect(priceStay(input, 'classic').singlePersonSupplement).toBe(supplement)
  })
})
