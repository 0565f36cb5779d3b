/**
 * The conditions of a tariff, one rule each.
 * @source spec "Tariff"; facts "Eligibility of a (room, tariff) combination"; choice `weekday_rules`
 */
import { type Day, weekday } from '../../base/day.ts'
import type { Property } from '../property/properties.ts'
import { setting } from '../property/settings.ts'
import type { TariffBounds } from '../tariff/bounds.ts'
import { ANY_DAY, type NightRates } from '../tariff/tariff-set.ts'
import type { Reason } from './checks.ts'

/** The stay that a tariff is checked for. */
export interface RequestedStay {
  readonly nights: readonly Day[]
  /** Adults and children; 0 when not known yet. */
  readonly people: number
  /** The number of other selected rooms. */
  readonly otherRooms: number
  /** Weekdays whose nights are weekend nights, 0 Sunday. */
  readonly weekend: ReadonlySet<number>
}

/** Requires the minimum stay of every night, and the maximum stay of the tariff. */
export function lengthProblem(rates: NightRates, { nights }: RequestedStay): Reason {
  const fewest = Math.max(1, ...rates.map(({ minDays }) => minDays))
  const most = Math.min(...rates.map(({ maxDays }) => maxDays))
  if (nights.length < fewest) return `nights: at least ${fewest}`
  if (nights.length > most) return `nights: at most ${most}`
  return undefined
}

/** Requires a party within the limits of the tariff. */
function peopleProblem([{ minPeople, maxPeople }]: NightRates, { people }: RequestedStay): Reason {
  if (people === 0 || (minPeople <= people && people <= maxPeople)) return undefined
  return `people: ${minPeople} to ${maxPeople}`
}

/** Requires a number of other rooms within the limits of the tariff. */
function roomsProblem(
  [{ minRoomsSelected, maxRoomsSelected }]: NightRates,
  { otherRooms }: RequestedStay,
  bound: OfferRules['rooms_selected_bound'],
): Reason {
  if (otherRooms < minRoomsSelected) return `other rooms selected: at least ${minRoomsSelected}`
  if (bound === 'exclusive' && otherRooms >= maxRoomsSelected) return `other rooms selected: fewer than ${maxRoomsSelected}`
  if (otherRooms > maxRoomsSelected) return `other rooms selected: at most ${maxRoomsSelected}`
  return undefined
}

/** Requires arrival on the weekday of the tariff. */
function arrivalProblem({ dayOfWeek }: TariffBounds, { nights }: RequestedStay): Reason {
  const [arrival] = nights
  return dayOfWeek === ANY_DAY || (arrival !== undefined && weekday(arrival) === dayOfWeek)
    ? undefined
    : 'begins on another weekday'
}

/** Requires weekend nights only, for weekend tariffs. */
function weekendOnlyProblem({ weekendOnly }: TariffBounds, { nights, weekend }: RequestedStay): Reason {
  return weekendOnly && nights.some((night) => !weekend.has(weekday(night))) ? 'weekend nights only' : undefined
}

/** Requires a stay without weekend nights, for tariffs that exclude them. */
function weekendProblem({ allowWeekend }: TariffBounds, { nights, weekend }: RequestedStay): Reason {
  return !allowWeekend && nights.some((night) => weekend.has(weekday(night))) ? 'no weekend nights' : undefined
}

/** The choices that decide how the bounds of a tariff are applied. */
export interface OfferRules {
  readonly weekday_rules: WeekdayRules
  readonly rooms_selected_bound: 'inclusive' | 'exclusive'
}

/**
 * `all`: all three rules apply; `override`: only the first that the tariff has, in the order weekday of arrival, weekend only,
 * no weekend.
 */
export type WeekdayRules = 'all' | 'override'

export function weekdayProblem([bounds]: NightRates, stay: RequestedStay, rules: WeekdayRules): Reason {
  if (rules === 'all') {
    return arrivalProblem(bounds, stay) ?? weekendOnlyProblem(bounds, stay) ?? weekendProblem(bounds, stay)
  }
  if (bounds.dayOfWeek !== ANY_DAY) return arrivalProblem(bounds, stay)
  if (bounds.weekendOnly) return weekendOnlyProblem(bounds, stay)
  return weekendProblem(bounds, stay)
}

/** The first rule of a tariff that a stay does not meet; undefined when all are met. */
export function offerProblem(rates: NightRates, stay: RequestedStay, rules: OfferRules): Reason {
  return (
    lengthProblem(rates, stay) ??
    roomsProblem(rates, stay, rules.rooms_selected_bound) ??
    peopleProblem(rates, stay) ??
    weekdayProblem(rates, stay, rules.weekday_rules)
  )
}

/** The weekdays of a property's weekend nights: by default Friday and Saturday. */
export function weekendDays(property: Property): ReadonlySet<number> {
  const days = setting(property, 'weekenddays').split(',')
  return new Set(days.filter((day) => /^\s*[0-6]\s*$/.test(day)).map(Number))
}
