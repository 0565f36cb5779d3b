/**
 * The tariffs of a property for calendars: one set per tariff, with at most one rate per day.
 * @source spec "Tariff"; facts "Derived data"
 */
import { type Day, weekday } from '../../base/day.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { Property } from '../property/properties.ts'
import type { Room } from '../property/rooms.ts'
import { compareTexts } from '../text-order.ts'
import type { Rate } from './rates.ts'
import type { TariffType } from './tariff-types.ts'

/** One tariff for the rooms of one type. `type` is undefined for rates that belong to no tariff. */
export interface TariffSet {
  readonly tariffTypeId: number
  readonly roomTypeId: number
  readonly type: TariffType | undefined
  /** In order of rates uid; where two cover a day, the later one counts. */
  readonly rates: readonly Rate[]
}

/** Which tariffs a booking session includes. */
export interface SetsOptions {
  readonly today: Day
  /** `day_by_day`: only those of properties that save tariffs day by day. */
  readonly modes: 'all' | 'day_by_day'
}

/**
 * The tariffs of a property that are valid today or later, in order of their ids. Rates without a price are left out.
 *
 * @param rates all rates of the property
 */
export function tariffSets(
  property: Property,
  rates: readonly Rate[],
  typeOf: (id: number) => TariffType | undefined,
  { today, modes }: SetsOptions,
): readonly TariffSet[] {
  if (modes === 'day_by_day' && property.tariffMode !== 'micromanage' && property.tariffMode !== 'standard') return []
  const sets = new Map<string, TariffSet & { readonly rates: Rate[] }>()
  for (const rate of [...currentRates(rates, today)].sort((a, b) => a.tariffTypeId - b.tariffTypeId || a.id - b.id)) {
    if (rate.price <= 0) continue
    const { tariffTypeId, roomTypeId } = rate
    const key = `${tariffTypeId}/${roomTypeId}`
    getOrInsert(sets, key, () => ({ tariffTypeId, roomTypeId, type: typeOf(tariffTypeId), rates: [] })).rates.push(rate)
  }
  return [...sets.values()]
}

/** The rates that have not ended before today. */
export function currentRates(rates: readonly Rate[], today: Day): readonly Rate[] {
  return rates.filter((rate) => rate.to >= today)
}

export function rateOn({ rates }: TariffSet, day: Day): Rate | undefined {
  return rates.findLast((rate) => rate.from <= day && day <= rate.to)
}

/** A rate for each night of a stay, in order; at least one. */
export type NightRates = readonly [Rate, ...Rate[]]

/** The rate of every night; undefined when one has no price. */
export function nightRates(set: TariffSet, nights: readonly Day[]): NightRates | undefined {
  const [first, ...rest] = nights.flatMap((night) => rateOn(set, night) ?? [])
  return first && rest.length + 1 === nights.length ? [first, ...rest] : undefined
}

/** The tariff for a room with a rate. */
export const setWithRate = (sets: readonly TariffSet[], { roomTypeId }: Pick<Room, 'roomTypeId'>, rateId: number) =>
  sets.find((set) => set.roomTypeId === roomTypeId && set.rates.some(({ id }) => id === rateId))

export const pricedOn = (set: TariffSet, day: Day): boolean => rateOn(set, day) !== undefined

/** True where the tariff has a price on a day that is a weekday of its arrivals. */
export function beginsOn(set: TariffSet, day: Day): boolean {
  const { dayOfWeek } = rateOn(set, day) ?? {}
  return dayOfWeek === ANY_DAY || dayOfWeek === weekday(day)
}

/** The lowest minimum stay of the rates; 1 without rates. */
export function fewestNights(rates: readonly Rate[]): number {
  return rates.length === 0 ? 1 : Math.min(...rates.map(({ minDays }) => minDays))
}

/** Returns a test for possible arrival days: every day, unless all tariffs have a fixed weekday. */
export function weekdaysOfArrival(sets: readonly TariffSet[]): (day: Day) => boolean {
  const days = new Set(sets.flatMap(({ rates }) => rates.map(({ dayOfWeek }) => dayOfWeek)))
  if (days.size === 0 || days.has(ANY_DAY)) return () => true
  return (day) => days.has(weekday(day))
}

/** `dayOfWeek` of a tariff that begins on any day. */
export const ANY_DAY = 7

/** The rooms with a tariff, in display order. */
export function roomsWithTariff(rooms: readonly Room[], sets: readonly TariffSet[]): readonly Room[] {
  const types = new Set(sets.map(({ roomTypeId }) => roomTypeId))
  return rooms.filter(({ roomTypeId }) => types.has(roomTypeId)).sort(byNumber)
}

/** Compares room numbers by length, then text, then name: 2 before 10. */
function byNumber(one: Room, other: Room): number {
  return (
    one.number.length - other.number.length ||
    compareTexts(one.number, other.number) ||
    compareTexts(one.name, other.name) ||
    one.id - other.id
  )
}
