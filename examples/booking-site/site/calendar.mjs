import { addDays, daysFrom } from '../../channel-sync/days.mjs'

/**
 * The arrivals for a number of nights that the calendar of `initialise` allows, the earliest first.
 *
 * @param {{ allowed_dates: object, not_available_dates: string[] }} availability the dates are an array or an object
 * @param {string} earliest
 * @param {number} nights
 */
export function openArrivals({ allowed_dates, not_available_dates }, earliest, nights) {
  const taken = new Set(not_available_dates)
  const open = new Set(Object.values(allowed_dates))
  const canSleep = (day) => open.has(day) && !taken.has(day)
  return [...open].filter((day) => {
    const stay = daysFrom(day, nights)
    return day >= earliest && stay.every(canSleep) && open.has(addDays(day, nights))
  })
}
