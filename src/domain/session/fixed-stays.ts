/**
 * Properties with fixed periods or a fixed arrival weekday.
 * @source facts 4.1, 7.1, "Settings used, with defaults"
 */
import { addDays, type Day, daysBetween, weekday } from '../../base/day.ts'
import { WEEKDAYS } from '../../base/long-date.ts'
import { leadingInteger } from '../leading-number.ts'
import type { Property } from '../property/properties.ts'
import { isOn, setting } from '../property/settings.ts'
import type { Reason } from './checks.ts'
import { type MessageStyle, sessionMessage } from './messages.ts'

/** The reason a stay does not match the property's fixed weekday or periods; undefined when it does. */
export function fixedStayProblem(property: Property, arrival: Day, departure: Day, style: MessageStyle): Reason {
  return weekdayProblem(property, arrival, style) ?? periodProblem(property, daysBetween(arrival, departure), style)
}

/**
 * The days on which a stay can begin or end, in ascending order. The bounds of tariffs depend on the party and are not applied.
 *
 * @param nights the nights with a price and a free room
 * @param last the last day of the booking window
 */
export function daysOfStays(nights: readonly Day[], last: Day, property: Property): readonly Day[] {
  const open = new Set(nights)
  const arrivals = new Set(nights.filter((day) => weekdayProblem(property, day, 'plain') === undefined))
  const ends = (day: Day): boolean => {
    for (let from = addDays(day, -1); open.has(from); from = addDays(from, -1))
      if (arrivals.has(from) && periodProblem(property, daysBetween(from, day), 'plain') === undefined) return true
    return false
  }
  const departures = nights.map((night) => addDays(night, 1)).filter((day) => day <= last && ends(day))
  return [...new Set([...arrivals, ...departures])].sort()
}

function weekdayProblem(property: Property, arrival: Day, style: MessageStyle): Reason {
  if (!isOn(property, 'fixedArrivalDateYesNo')) return undefined
  const wanted = leadingInteger(setting(property, 'fixedArrivalDay'))
  if (wanted === weekday(arrival)) return undefined
  return sessionMessage('008', style, `stays begin on a ${WEEKDAYS[wanted] ?? 'weekday that does not exist'}`)
}

function periodProblem(property: Property, nights: number, style: MessageStyle): Reason {
  if (!isOn(property, 'fixedPeriodBookings')) return undefined
  const period = Math.max(1, leadingInteger(setting(property, 'fixedPeriodBookingsNumberOfDays')))
  const most = Math.max(1, leadingInteger(setting(property, 'numberofFixedPeriods')))
  if (nights % period === 0 && nights <= period * most) return undefined
  const lengths = Array.from({ length: Math.min(most, 12) }, (_, index) => period * (index + 1)).join(', ')
  return sessionMessage('009', style, `stays last ${lengths} nights, not ${nights}`)
}
