import { describe, expect, test } from 'vitest'
import type { Day } from '../../../src/base/day.ts'
import type { Rate } from '../../../src/domain/tariff/rates.ts'
import {
  currentRates,
  fewestNights,
  pricedOn,
  rateOn,
  roomsWithTariff,
  type SetsOptions,
  tariffSets,
  weekdaysOfArrival,
} from '../../../src/domain/tariff/tariff-set.ts'
import { aProperty, aRate, aRoom, aTariffType, TODAY } from '../../support/small-world.ts'

const setsOf = (
  rates: readonly Rate[],
  { modes = 'all', tariffMode = 'micromanage' }: { modes?: SetsOptions['modes']; tariffMode?: string } = {},
) =>
  tariffSets(
    aProperty({ tariffMode } as Parameters<typeof aProperty>[0]),
    rates,
    (id) => (id === 9 ? undefined : aTariffType({ id })),
    {
      today: TODAY,
      modes,
    },
  )
const shown = (rates: readonly Rate[], more?: Parameters<typeof setsOf>[1]) =>
  setsOf(rates, more).map((set) => [set.tariffTypeId, set.roomTypeId, set.rates.map(({ id }) => id)])

describe('the tariffs of a property', () => {
  test('are sets of the rates of one tariff and one type of rooms, in order of their ids', () => {
    const rates = [
      aRate({ id: 5, tariffTypeId: 2, roomTypeId: 1 }),
      aRate({ id: 4, tariffTypeId: 1, roomTypeId: 2 }),
      aRate({ id: 3, tariffTypeId: 2, roomTypeId: 1 }),
      aRate({ id: 2, tariffTypeId: 1, roomTypeId: 1 }),
    ]
    expect(shown(rates)).toEqual([
      [1, 1, [2]],
      [1, 2, [4]],
      [2, 1, [3, 5]],
    ])
  })

  test('have the tariff of their id, where there is one', () => {
    expect(setsOf([aRate({ tariffTypeId: 3 }), aRate({ id: 2, tariffTypeId: 9 })]).map(({ type }) => type?.id)).toEqual([
      3,
      undefined,
    ])
  })

  test('have no rates that have ended, and none without a price', () => {
    const ended = aRate({ id: 1, to: '2020-01-01' })
    const today = aRate({ id: 2, to: TODAY })
    expect(currentRates([ended, today], TODAY)).toEqual([today])
    expect(shown([ended, today, aRate({ id: 3, price: 0 }), aRate({ id: 4, price: 1 }), aRate({ id: 5, price: -1 })])).toEqual([
      [today.tariffTypeId, today.roomTypeId, [2, 4]],
    ])
  })

  test.each([
    ['all', 'normal', true],
    ['day_by_day', 'normal', false],
    ['day_by_day', 'micromanage', true],
    ['day_by_day', 'standard', true],
  ] as const)('for %s properties of a property that saves them %s: %s', (modes, tariffMode, isThere) => {
    expect(shown([aRate()], { modes, tariffMode })).toHaveLength(isThere ? 1 : 0)
  })
})

describe('the rate of a day', () => {
  const [set] = setsOf([
    aRate({ id: 1, from: '2026-06-01', to: '2026-06-10' }),
    aRate({ id: 2, from: '2026-06-05', to: '2026-06-05' }),
    aRate({ id: 3, from: '2026-06-12', to: '2026-06-12' }),
  ])

  test.each<readonly [day: Day, rate: number | undefined]>([
    ['2026-05-31', undefined],
    ['2026-06-01', 1],
    ['2026-06-04', 1],
    ['2026-06-05', 2],
    ['2026-06-06', 1],
    ['2026-06-10', 1],
    ['2026-06-11', undefined],
    ['2026-06-12', 3],
  ])('%s: %s', (day, rate) => {
    expect(set && rateOn(set, day)?.id).toBe(rate)
    expect(set && pricedOn(set, day)).toBe(rate !== undefined)
  })
})

test('the fewest nights are those of the shortest minimum stay', () => {
  expect(fewestNights([])).toBe(1)
  expect(fewestNights([aRate({ minDays: 3 }), aRate({ minDays: 2 }), aRate({ minDays: 5 })])).toBe(2)
})

test('guests arrive on any day, unless every tariff has its weekday', () => {
  // from a Sunday on
  const week: readonly Day[] = ['2026-05-31', '2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06']
  const days = (...ofRates: readonly number[]) => {
    const isOne = weekdaysOfArrival(setsOf(ofRates.map((dayOfWeek, index) => aRate({ id: index + 1, dayOfWeek }))))
    return week.flatMap((day, index) => (isOne(day) ? [index] : []))
  }
  expect(days()).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(days(7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(days(5, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(days(5)).toEqual([5])
  expect(days(5, 0)).toEqual([0, 5])
})

test('rooms with a tariff are in the order of their numbers, then names, then ids', () => {
  const rooms = [
    aRoom({ id: 1, number: '10', name: 'A' }),
    aRoom({ id: 2, number: '2', name: 'B' }),
    aRoom({ id: 3, number: '2', name: 'A' }),
    aRoom({ id: 5, number: '1', name: 'Z' }),
    aRoom({ id: 4, number: '1', name: 'Z' }),
    aRoom({ id: 6, number: '0', roomTypeId: 77 }),
  ]
  expect(roomsWithTariff(rooms, setsOf([aRate()])).map(({ id }) => id)).toEqual([4, 5, 3, 2, 1])
  expect(roomsWithTariff(rooms, [])).toEqual([])
})
