/**
 * Check-in and check-out of a booking, and undoing them.
 * @source spec "States and transitions", "Check-in and check-out"; choice `check_in_order`
 */
import type { Day } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import { requireOwn } from '../record-ownership.ts'
import { Refusal } from '../refusal.ts'
import type { Booking } from './bookings.ts'

/** The time of an action, and whether its order is enforced. */
export interface FrontDeskContext {
  readonly today: Day
  readonly now: Instant
  readonly order: 'lenient' | 'strict'
}

export type FrontDeskAction = (booking: Booking, at: FrontDeskContext) => Booking

/**
 * Checks a guest in today; replaces an earlier check-in.
 *
 * @throws Refusal `front_desk_objects`, only in strict order
 */
export function checkIn(booking: Booking, at: FrontDeskContext): Booking {
  if (at.order === 'strict') {
    requireGuestStay(booking)
    requireState(!booking.bookedIn, 'The guest has checked in already')
    requireState(at.today >= booking.arrival, `The guest is not due before ${booking.arrival}`)
    requireState(at.today <= booking.departure, `The stay ended on ${booking.departure}`)
  }
  return { ...booking, bookedIn: true, bookedInOn: at.today, changedAt: at.now }
}

/**
 * Undoes a check-in.
 *
 * @throws Refusal `front_desk_objects`, only in strict order
 */
export function undoCheckIn(booking: Booking, at: FrontDeskContext): Booking {
  if (at.order === 'strict') {
    requireState(booking.bookedIn, 'The guest has not checked in')
    requireState(!booking.bookedOut, 'The guest has checked out: that must be undone first')
  }
  return { ...booking, bookedIn: false, bookedInOn: null, changedAt: at.now }
}

/**
 * Checks a guest out now; replaces an earlier check-out. Early and late departures are allowed.
 *
 * @throws Refusal `front_desk_objects`, only in strict order
 */
export function checkOut(booking: Booking, at: FrontDeskContext): Booking {
  if (at.order === 'strict') {
    requireGuestStay(booking)
    requireState(booking.bookedIn, 'The guest has not checked in')
    requireState(!booking.bookedOut, 'The guest has checked out already')
  }
  return { ...booking, bookedOut: true, bookedOutAt: at.now, changedAt: at.now }
}

/**
 * Undoes a check-out.
 *
 * @throws Refusal `front_desk_objects`, only in strict order
 */
export function undoCheckOut(booking: Booking, at: FrontDeskContext): Booking {
  if (at.order === 'strict') requireState(booking.bookedOut, 'The guest has not checked out')
  return { ...booking, bookedOut: false, bookedOutAt: null, changedAt: at.now }
}

/** @throws Refusal `front_desk_objects` */
function requireGuestStay(booking: Booking): void {
  requireState(booking.kind !== 'black', 'A black booking has no guest')
  requireState(!booking.cancelled, 'The booking is cancelled')
  requireState(booking.approval === 'approved', 'The booking is not approved')
}

/** @throws Refusal `front_desk_objects` */
function requireState(condition: boolean, what: string): void {
  if (!condition) throw new Refusal('front_desk_objects', { what })
}

export interface FrontDeskBooking {
  /** The contract uid as it was sent. */
  readonly sent: string
  readonly booking: Booking | undefined
  readonly propertyId: number
}

/**
 * The booking of a front desk request; bookings of other properties are not found.
 *
 * @throws Refusal `contract_not_sent` for 0, `contract_not_found`
 */
export function requireFrontDeskBooking({ sent, booking, propertyId }: FrontDeskBooking): Booking {
  if (isZero(sent)) throw new Refusal('contract_not_sent')
  return requireOwn(booking, propertyId, 'contract_not_found')
}

/** True for a number that no booking of the property has. The newest release ignores such a request. */
export function isUnknownNumber({ sent, booking, propertyId }: FrontDeskBooking): boolean {
  return booking?.propertyId !== propertyId && /^\d+$/.test(sent) && !isZero(sent)
}

const isZero = (sent: string): boolean => /^0+$/.test(sent)
