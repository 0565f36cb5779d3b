/**
 * Arrivals, departures and residents of a day.
 * @source spec "Overview entries"; facts "Overview"; choice `overview_lists`
 */
import type { Day } from '../../base/day.ts'
import type { Booking } from '../booking/bookings.ts'
import { compareTexts } from '../text-order.ts'

/** Which contracts count: stays of guests, or every contract that is not cancelled. */
export type CountedContracts = 'guests' | 'contracts'

/** The three lists of a front desk; a booking can be in several. */
export type Overview = Readonly<Record<'arrivals' | 'departures' | 'residents', readonly Booking[]>>

/** The sizes of the lists, and how many of them have checked in or out. */
export type Statistic = ReturnType<typeof statistic>

/** Whether a booking belongs in the overview. */
export function isCounted({ cancelled, kind, approval }: Booking, counted: CountedContracts): boolean {
  return !cancelled && (counted === 'contracts' || (kind !== 'black' && approval === 'approved'))
}

/**
 * Arrivals, departures and residents of a day, the latest arrival first. Residents are those who checked in and not out,
 * whatever the dates.
 */
export function overview(bookings: readonly Booking[], today: Day, counted: CountedContracts): Overview {
  const own = bookings.filter((booking) => isCounted(booking, counted)).sort((a, b) => compareTexts(b.arrival, a.arrival))
  return {
    arrivals: own.filter(({ arrival }) => arrival === today),
    departures: own.filter(({ departure }) => departure === today),
    residents: own.filter(({ bookedIn, bookedOut }) => bookedIn && !bookedOut),
  }
}

/**
 * Counts the lists of {@link overview}.
 *
 * @param hasGuest whether the guest of a booking is known; among `contracts` the arrivals of others are not counted, although
 *   they are listed
 */
export function statistic(
  { arrivals, departures, residents }: Overview,
  counted: CountedContracts,
  hasGuest: (booking: Booking) => boolean,
) {
  return {
    arrivals: counted === 'guests' ? arrivals.length : arrivals.filter(hasGuest).length,
    arrived: arrivals.filter(({ bookedIn }) => bookedIn).length,
    departures: departures.length,
    departed: departures.filter(({ bookedOut }) => bookedOut).length,
    residents: residents.length,
  }
}
