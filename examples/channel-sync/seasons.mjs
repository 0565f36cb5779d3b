/** The price list: price of a night and minimum stay. */
import { daysFrom, weekdayOf } from './days.mjs'

const SEASONS = [
  { name: 'Christmas', from: '12-20', to: '12-31', factor: 1.6, nights: 4 },
  { name: 'summer', from: '06-15', to: '09-05', factor: 1.4, nights: 3 },
  { name: 'spring', from: '03-15', to: '06-14', factor: 1.1, nights: 2 },
  { name: 'autumn', from: '09-06', to: '10-31', factor: 1.05, nights: 2 },
]
const QUIET = { name: 'winter', factor: 0.85, nights: 1 }

const FRIDAY = 5
const SATURDAY = 6
const WEEKEND_SURCHARGE = 12.5

/**
 * @typedef {object} Offer of one night
 * @property {string} day `YYYY-MM-DD`
 * @property {number} cents
 * @property {number} nights minimum stay
 */

/**
 * The offers of a year.
 *
 * @param {string} firstDay
 * @param {number} basePrice price before the factor of the season
 * @returns {Offer[]} 365 of them
 */
export function yearOfOffers(firstDay, basePrice) {
  return daysFrom(firstDay, 365).map((day) => {
    const { factor, nights } = seasonOf(day)
    const weekend = [FRIDAY, SATURDAY].includes(weekdayOf(day)) ? WEEKEND_SURCHARGE : 0
    return { day, cents: Math.round((basePrice * factor + weekend) * 100), nights }
  })
}

function seasonOf(day) {
  const date = day.slice(5)
  return SEASONS.find(({ from, to }) => from <= date && date <= to) ?? QUIET
}
