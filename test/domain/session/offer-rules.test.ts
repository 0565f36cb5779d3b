import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysUntil } from '../../../src/base/day.ts'
import { type OfferRules, offerProblem, type RequestedStay, weekendDays } from '../../../src/domain/session/offer-rules.ts'
import type { Rate } from '../../../src/domain/tariff/rates.ts'
import { aProperty, aRate } from '../../support/small-world.ts'

const MONDAY: Day = '2026-05-11'
const FRIDAY: Day = '2026-05-15'
const WEEKEND = new Set([5, 6])

const stay = (arrival: Day, nights: number, more: Partial<RequestedStay> = {}): RequestedStay => ({
  nights: daysUntil(arrival, addDays(arrival, nights)),
  people: 2,
  otherRooms: 0,
  weekend: WEEKEND,
  ...more,
})
const rates = (count: number, with_: Partial<Rate> = {}): [Rate, ...Rate[]] => {
  const rate = aRate(with_)
  return [rate, ...Array.from({ length: count - 1 }, () => rate)]
}

const ALL: OfferRules = { weekday_rules: 'all', rooms_selected_bound: 'inclusive' }
const OVERRIDE: OfferRules = { ...ALL, weekday_rules: 'override' }
const EXCLUSIVE: OfferRules = { ...ALL, rooms_selected_bound: 'exclusive' }

describe('a tariff is offered for stays of the right length', () => {
  test.each([
    [2, { minDays: 3 }, 'nights: at least 3'],
    [3, { minDays: 3 }, undefined],
    [7, { maxDays: 7 }, undefined],
    [8, { maxDays: 7 }, 'nights: at most 7'],
    [1, { minDays: 0 }, undefined],
  ])('%i nights against %o', (nights, bounds, expected) => {
    expect(offerProblem(rates(nights, bounds), stay(MONDAY, nights), ALL)).toBe(expected)
  })

  test('the longest minimum stay of all nights applies', () => {
    const mixed: [Rate, ...Rate[]] = [aRate({ minDays: 1 }), aRate({ id: 2, minDays: 3 })]
    expect(offerProblem(mixed, stay(MONDAY, 2), ALL)).toBe('nights: at least 3')
  })
})

test.each([
  [1, { minPeople: 2 }, 'people: 2 to 10'],
  [2, { minPeople: 2, maxPeople: 4 }, undefined],
  [4, { minPeople: 2, maxPeople: 4 }, undefined],
  [5, { maxPeople: 4 }, 'people: 1 to 4'],
  [0, { minPeople: 2 }, undefined],
])('a party of %i against %o', (people, bounds, expected) => {
  expect(offerProblem(rates(1, bounds), stay(MONDAY, 1, { people }), ALL)).toBe(expected)
})

test.each([
  [0, {}, undefined, undefined],
  [100, {}, undefined, 'other rooms selected: fewer than 100'],
  [101, {}, 'other rooms selected: at most 100', 'other rooms selected: fewer than 100'],
  [0, { maxRoomsSelected: 0 }, undefined, 'other rooms selected: fewer than 0'],
  [0, { minRoomsSelected: 1 }, 'other rooms selected: at least 1', 'other rooms selected: at least 1'],
  [1, { minRoomsSelected: 1, maxRoomsSelected: 1 }, undefined, 'other rooms selected: fewer than 1'],
  [2, { minRoomsSelected: 1, maxRoomsSelected: 2 }, undefined, 'other rooms selected: fewer than 2'],
  [3, { minRoomsSelected: 1, maxRoomsSelected: 2 }, 'other rooms selected: at most 2', 'other rooms selected: fewer than 2'],
])('%i other selected rooms against %o', (otherRooms, bounds, inclusive, exclusive) => {
  expect(offerProblem(rates(1, bounds), stay(MONDAY, 1, { otherRooms }), ALL)).toBe(inclusive)
  expect(offerProblem(rates(1, bounds), stay(MONDAY, 1, { otherRooms }), EXCLUSIVE)).toBe(exclusive)
})

const ANY = undefined
const NO_WEEKEND = 'no weekend nights'
const ONLY_WEEKEND = 'weekend nights only'
const OTHER_DAY = 'begins on another weekday'

describe('weekday rules: all apply, or the first overrides the others', () => {
  test.each([
    ['Monday', MONDAY, 4, { allowWeekend: false }, ANY, ANY],
    ['Monday', MONDAY, 5, { allowWeekend: false }, NO_WEEKEND, NO_WEEKEND],
    ['Friday', FRIDAY, 1, { allowWeekend: false }, NO_WEEKEND, NO_WEEKEND],
    ['Friday', FRIDAY, 2, { weekendOnly: true }, ANY, ANY],
    ['Friday', FRIDAY, 3, { weekendOnly: true }, ONLY_WEEKEND, ONLY_WEEKEND],
    ['Friday', FRIDAY, 2, { allowWeekend: false, weekendOnly: true }, NO_WEEKEND, ANY],
    ['Friday', FRIDAY, 2, { allowWeekend: false, dayOfWeek: 5 }, NO_WEEKEND, ANY],
    ['Monday', MONDAY, 2, { weekendOnly: true, dayOfWeek: 1 }, ONLY_WEEKEND, ANY],
    ['Friday', FRIDAY, 2, { dayOfWeek: 6 }, OTHER_DAY, OTHER_DAY],
    ['Friday', FRIDAY, 9, { dayOfWeek: 5 }, ANY, ANY],
  ])('%s %s for %i nights against %o', (_, arrival, nights, bounds, all, override) => {
    expect(offerProblem(rates(nights, bounds), stay(arrival, nights), ALL)).toBe(all)
    expect(offerProblem(rates(nights, bounds), stay(arrival, nights), OVERRIDE)).toBe(override)
  })

  test('the settings of a property decide its weekend nights', () => {
    expect([...weekendDays(aProperty())]).toEqual([5, 6])
    expect([...weekendDays(aProperty({ settings: { weekenddays: '0, 6,x,7,' } }))]).toEqual([0, 6])
  })
})
