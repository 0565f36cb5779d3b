/**
 * The conditions of a tariff: one small rule each.
 *
 * @module
 * @source spec "Tariff"; facts "Eligibility of a (room, tariff) combination"; choice `weekday_rules`
 */
import { type Day, weekday } from '../../base/day.ts'
import type { Property } from '../property/properties.ts'
import { setting } from '../property/settings.ts'
import type { TariffBounds } from '../tariff/bounds.ts'
import { ANY_DAY } from '../tariff/tariff-set.ts'
import type { Rate } from '../tariff/tariffs.ts'

/** The stay that a tariff is asked for. */
export interface AskedStay {
  readonly nights: readonly Day[]
  /** Adults and children; 0 when not known yet. */
  readonly people: number
  /** How many other rooms have been chosen. */
  readonly otherRooms: number
  /** Weekdays whose nights are weekend nights, 0 Sunday. */
  readonly weekend: ReadonlySet<number>
}

/** A rate for each night of a stay, in order; at least one. */
export type NightRates = readonly [Rate, ...Rate[]]

/** Why a tariff is not offered, in words; undefined when the rule holds. */
export type Objection = string | undefined

/** At least as many nights as any night of the stay asks for, and no more than the tariff takes. */
export function lengthObjection(rates: NightRates, { nights }: AskedStay): Objection {
  const fewest = Math.max(1, ...rates.map(({ minDays }) => minDays))
  const most = Math.min(...rates.map(({ maxDays }) => maxDays))
  if (nights.length < fewest) return `nights: at least ${fewest}`
  if (nights.length > most) return `nights: at most ${most}`
  return undefined
}

/** A party of the right size. */
export function peopleObjection([{ minPeople, maxPeople }]: NightRates, { people }: AskedStay): Objection {
  if (people === 0 || (minPeople <= people && people <= maxPeople)) return undefined
  return `people: ${minPeople} to ${maxPeople}`
}

/** As many other rooms as the tariff asks for. */
export function roomsObjection(
  [{ minRoomsSelected, maxRoomsSelected }]: NightRates,
  { otherRooms }: AskedStay,
  bound: OfferRules['rooms_selected_bound'],
): Objection {
  if (otherRooms < minRoomsSelected) return `other rooms selected: at least ${minRoomsSelected}`
  if (bound === 'exclusive' && otherRooms >= maxRoomsSelected) return `other rooms selected: fewer than ${maxRoomsSelected}`
  if (otherRooms > maxRoomsSelected) return `other rooms selected: at most ${maxRoomsSelected}`
  return undefined
}

/** Begins on the weekday of the tariff. */
export function arrivalObjection({ dayOfWeek }: TariffBounds, { nights }: AskedStay): Objection {
  const [arrival] = nights
  return dayOfWeek === ANY_DAY || (arrival !== undefined && weekday(arrival) === dayOfWeek)
    ? undefined
    : 'begins on another weekday'
}

/** Lies in weekends as a whole, where the tariff is for weekends only. */
export function weekendOnlyObjection({ weekendOnly }: TariffBounds, { nights, weekend }: AskedStay): Objection {
  return weekendOnly && nights.some((night) => !weekend.has(weekday(night))) ? 'weekend nights only' : undefined
}

/** Spans no weekend night, where the tariff does not allow them. */
export function weekendObjection({ allowWeekend }: TariffBounds, { nights, weekend }: AskedStay): Objection {
  return !allowWeekend && nights.some((night) => weekend.has(weekday(night))) ? 'no weekend nights' : undefined
}

/** How the bounds of a tariff are read; see the choices of the same names. */
export interface OfferRules {
  readonly weekday_rules: WeekdayRules
  readonly rooms_selected_bound: 'inclusive' | 'exclusive'
}

/** All three must hold, or (`override`) only the strongest that the tariff has: weekday of arrival, weekend only, no weekend. */
export type WeekdayRules = 'all' | 'override'

export function weekdayObjection([bounds]: NightRates, stay: AskedStay, rules: WeekdayRules): Objection {
  if (rules === 'all') {
    return arrivalObjection(bounds, stay) ?? weekendOnlyObjection(bounds, stay) ?? weekendObjection(bounds, stay)
  }
  if (bounds.dayOfWeek !== ANY_DAY) return arrivalObjection(bounds, stay)
  if (bounds.weekendOnly) return weekendOnlyObjection(bounds, stay)
  return weekendObjection(bounds, stay)
}

/** Everything that a tariff asks of a stay: the first rule that does not hold. */
export function objection(rates: NightRates, stay: AskedStay, rules: OfferRules): Objection {
  return (
    lengthObjection(rates, stay) ??
    roomsObjection(rates, stay, rules.rooms_selected_bound) ??
    peopleObjection(rates, stay) ??
    weekdayObjection(rates, stay, rules.weekday_rules)
  )
}

/** The weekdays of a property's weekend nights: by default Friday and Saturday. */
export function weekendDays(property: Property): ReadonlySet<number> {
  const days = setting(property, 'weekenddays').split(',')
  return new Set(days.filter((day) => /^\s*[0-6]\s*$/.test(day)).map(Number))
}
