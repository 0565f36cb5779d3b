/**
 * Properties with fixed periods or a fixed arrival weekday.
 * @source facts 4.1, 7.1, "Settings used, with defaults"
 */
import { type Day, dayNumber, dayOfNumber, daysBetween, weekday } from '../../base/day.ts'
import { WEEKDAYS } from '../../base/long-date.ts'
import { leadingInteger } from '../leading-number.ts'
import type { Property } from '../property/properties.ts'
import { isOn, setting } from '../property/settings.ts'
import { beginsOn, pricedOn, type TariffSet } from '../tariff/tariff-set.ts'
import type { Reason } from './checks.ts'
import { type MessageStyle, sessionMessage } from './messages.ts'

/** A stay lasts a year at most. */
const MAX_PERIODS = 366

/** The reason a stay does not match the property's fixed weekday or periods; undefined when it does. */
export function fixedStayProblem(property: Property, arrival: Day, departure: Day, style: MessageStyle): Reason {
  return weekdayProblem(property, arrival, style) ?? periodProblem(property, daysBetween(arrival, departure), style)
}

/**
 * The days on which a stay can begin or end, in ascending order. A stay has one tariff. The bounds that depend on the party are
 * not applied.
 *
 * @param nightsOf the nights on which a room of a type is free
 * @param last the last day of the booking window
 */
export function daysOfStays(
  sets: readonly TariffSet[],
  nightsOf: (roomTypeId: number) => readonly Day[],
  last: Day,
  property: Property,
): readonly Day[] {
  return [...new Set(sets.flatMap((set) => daysOfTariff(set, nightsOf(set.roomTypeId), last, property)))].sort()
}

function daysOfTariff(set: TariffSet, nights: readonly Day[], last: Day, property: Property): readonly Day[] {
  const periods = periodsOf(property)
  const days: Day[] = []
  /** For each night without a gap before this one: whether a stay can begin. */
  let begins: boolean[] = []
  const ends = (): boolean => (periods ? periods.some((length) => begins.at(-length)) : begins.includes(true))
  const priced = nights.filter((night) => pricedOn(set, night))
  const numbers = priced.map(dayNumber)
  for (const [index, night] of priced.entries()) {
    const isArrival = beginsOn(set, night) && weekdayProblem(property, night, 'plain') === undefined
    if (isArrival || ends()) days.push(night)
    begins.push(isArrival)
    const next = (numbers[index] ?? 0) + 1
    if (numbers[index + 1] === next) continue
    const departure = dayOfNumber(next)
    if (departure <= last && ends()) days.push(departure)
    begins = []
  }
  return days
}

function weekdayProblem(property: Property, arrival: Day, style: MessageStyle): Reason {
  if (!isOn(property, 'fixedArrivalDateYesNo')) return undefined
  const wanted = leadingInteger(setting(property, 'fixedArrivalDay'))
  if (wanted === weekday(arrival)) return undefined
  return sessionMessage('008', style, `stays begin on a ${WEEKDAYS[wanted] ?? 'weekday that does not exist'}`)
}

function periodProblem(property: Property, nights: number, style: MessageStyle): Reason {
  const lengths = periodsOf(property)
  if (!lengths || lengths.includes(nights)) return undefined
  return sessionMessage('009', style, `stays last ${lengths.slice(0, 12).join(', ')} nights, not ${nights}`)
}

/** The lengths of stays in fixed periods, in nights; undefined where any length is accepted. */
function periodsOf(property: Property): readonly number[] | undefined {
  if (!isOn(property, 'fixedPeriodBookings')) return undefined
  const period = Math.max(1, leadingInteger(setting(property, 'fixedPeriodBookingsNumberOfDays')))
  const most = Math.max(1, leadingInteger(setting(property, 'numberofFixedPeriods')))
  return Array.from({ length: Math.min(most, MAX_PERIODS) }, (_, index) => period * (index + 1))
}
