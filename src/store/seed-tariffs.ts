/**
 * Seeds tariffs and their dated rates.
 *
 * @module
 */
import type { Day } from '../base/day.ts'
import type { LengthModifiers, Rate, TariffBounds } from '../domain/tariff.ts'
import type { ChildRateRow, TariffRow } from './fixture-schema-property.ts'
import type { Sourced } from './fixture-set.ts'
import type { Seeding } from './seeding.ts'

/** Seeds a tariff: its type, and a rate for each run of days. */
export function seedTariff(seeding: Seeding, at: Sourced<TariffRow>): void {
  const { id, property: propertyId, room_type, title, description = '', rates = [] } = at.row
  seeding.need('properties', propertyId, at, ['property'])
  seeding.need('roomTypes', room_type, at, ['room_type'])
  const bounds = boundsOf(at.row)
  if (bounds.minPeople > bounds.maxPeople) {
    seeding.problem(at, ['min_people'], `is more than max_people (${bounds.maxPeople})`)
  }
  seeding.add('tariffTypes', { id, propertyId, title, description, lengthModifiers: lengthModifiersOf(seeding, at) }, at)
  const runs: Rate[] = []
  for (const [index, row] of rates.entries()) {
    const field = ['rates', index]
    const from = seeding.day(row.from, at, [...field, 'from'])
    const to = seeding.day(row.to, at, [...field, 'to'])
    if (!from || !to) continue
    checkRun(seeding, at, { index, from, to, runs })
    const price = seeding.money(row.price, at, [...field, 'price'])
    const rate = { ...bounds, id: row.id ?? seeding.nextId('rates'), tariffTypeId: id, propertyId, from, to, price }
    runs.push({ ...rate, minDays: row.min_days ?? 1 })
    seeding.add('rates', { ...rate, minDays: row.min_days ?? 1 }, at, [...field, 'id'])
  }
}

/** What long stays cost less; nothing when the fixture does not say. */
function lengthModifiersOf(seeding: Seeding, at: Sourced<TariffRow>): LengthModifiers | null {
  const { length_modifiers: off } = at.row
  if (!off) return null
  const { percentage = true } = off
  const read = (name: 'seven_days' | 'thirty_days'): number => {
    const value = off[name] ?? 0
    const field = ['length_modifiers', name]
    if (percentage && value > 100) seeding.problem(at, field, `expected a percentage up to 100, got ${value}`)
    return seeding.money(value, at, field)
  }
  return { sevenDays: read('seven_days'), thirtyDays: read('thirty_days'), isPercentage: percentage }
}

/** Seeds the price of children of some ages; by default a night's. */
export function seedChildRate(seeding: Seeding, at: Sourced<ChildRateRow>): void {
  const { id, property: propertyId, age_from: ageFrom, age_to: ageTo, price, model = 'per_night' } = at.row
  seeding.need('properties', propertyId, at, ['property'])
  if (ageTo < ageFrom) seeding.problem(at, ['age_to'], `${ageTo} is less than age_from (${ageFrom})`)
  const other = seeding.rows.childRates.find(
    (rate) => rate.propertyId === propertyId && rate.ageFrom <= ageTo && rate.ageTo >= ageFrom,
  )
  if (other) seeding.problem(at, ['age_from'], `child rate ${other.id} has ages of this one`)
  seeding.add('childRates', { id, propertyId, ageFrom, ageTo, price: seeding.money(price, at, ['price']), model }, at)
}

function boundsOf(row: TariffRow): TariffBounds {
  return {
    roomTypeId: row.room_type,
    maxDays: row.max_days ?? 365,
    minPeople: row.min_people ?? 1,
    maxPeople: row.max_people ?? 100,
    dayOfWeek: row.day_of_week ?? 7,
    ignorePppn: row.ignore_pppn ?? false,
    allowWeekend: row.allow_weekend ?? true,
    weekendOnly: row.weekend_only ?? false,
    minRoomsSelected: row.min_rooms_selected ?? 0,
    maxRoomsSelected: row.max_rooms_selected ?? 100,
  }
}

/** A run must not end before it starts, nor share a day with another of its tariff. */
function checkRun(
  seeding: Seeding,
  at: Sourced<TariffRow>,
  { index, from, to, runs }: { readonly index: number; readonly from: Day; readonly to: Day; readonly runs: readonly Rate[] },
): void {
  if (to < from) seeding.problem(at, ['rates', index, 'to'], `${to} is before ${from}, the first day of the rate`)
  const other = runs.find((run) => run.from <= to && run.to >= from)
  if (other) {
    seeding.problem(at, ['rates', index, 'from'], `the rate of ${other.from} to ${other.to} has days of this one`)
  }
}
