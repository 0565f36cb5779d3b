import { expect, test } from 'vitest'
import { daysUntil } from '../../../src/base/day.ts'
import { chosenRates } from '../../../src/domain/tariff/chosen-rates.ts'
import { setWithRate, type TariffSet } from '../../../src/domain/tariff/tariff-set.ts'
import { aRate, aTariffType } from '../../support/small-world.ts'

const set = (id: number, rates: TariffSet['rates'], roomTypeId = 1): TariffSet => ({
  tariffTypeId: id,
  roomTypeId,
  type: aTariffType({ id }),
  rates,
})
const SETS = [
  set(1, [aRate({ id: 11, to: '2026-06-01' }), aRate({ id: 12, from: '2026-06-02', price: 12_000 })]),
  set(2, [aRate({ id: 21, price: 5000 })]),
  set(3, [aRate({ id: 31 })], 2),
]
const chosen = (
  rateId: number,
  arrival: '2026-06-01' | '2026-12-31',
  departure: '2026-06-04' | '2027-01-02',
  roomTypeId = 1,
) => ({
  room: { roomTypeId },
  rateId,
  nights: daysUntil(arrival, departure),
})

test.each([
  ['apart', 11, [11, 12, 12]],
  ['apart', 12, [11, 12, 12]],
  ['apart', 21, [21, 21, 21]],
  ['merged', 11, [21, 21, 21]],
  ['merged', 999, [21, 21, 21]],
] as const)('%s: a stay chosen at rate %i is priced at %o', (which, rateId, ids) => {
  const found = chosenRates(SETS, chosen(rateId, '2026-06-01', '2026-06-04'), which)
  expect(found.rates?.map(({ id }) => id)).toEqual(ids)
})

test.each([
  [999, 'tariff invalid for room id'],
  [31, 'tariff invalid for room id'],
])('rate %i does not belong to the room', (rateId, reason) => {
  expect(chosenRates(SETS, chosen(rateId, '2026-06-01', '2026-06-04'), 'apart')).toEqual({ reason })
})

test('a night without a price is reported', () => {
  const found = chosenRates(SETS, chosen(21, '2026-12-31', '2027-01-02'), 'apart')
  expect(found).toEqual({ reason: 'no price on 2027-01-01', open: '2027-01-01' })
})

test('a room type without a tariff has no rates', () => {
  expect(chosenRates(SETS, chosen(11, '2026-06-01', '2026-06-04', 9), 'merged')).toEqual({ reason: 'tariff invalid for room id' })
})

test('a rate belongs to the rooms of its type', () => {
  expect([
    setWithRate(SETS, { roomTypeId: 1 }, 12),
    setWithRate(SETS, { roomTypeId: 2 }, 12),
    setWithRate(SETS, { roomTypeId: 1 }, 0),
  ]).toEqual([SETS[0], undefined, undefined])
})
