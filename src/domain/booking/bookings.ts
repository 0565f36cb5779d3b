/**
 * Bookings (contracts) and the nights they take. A black booking is a booking without a guest.
 *
 * @module
 * @source spec "Booking (list entry)", "States and transitions"
 */
import { type Day, dayNumber } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import type { Minor } from '../../base/money.ts'

/** `approved`: 0 pending enquiry, 1 approved, 2 rejected. */
export type Approval = 'waiting' | 'approved' | 'rejected'
/** Made by the front desk, made by a guest on the web, or a black booking. */
export type BookingKind = 'reception' | 'internet' | 'black'

/** A room and the rate it was booked at; rate 0 when it was booked without one. */
export interface RoomChoice {
  readonly roomId: number
  readonly rateId: number
}

/** `id` is the contract uid of the wire. */
export interface Booking {
  readonly id: number
  readonly propertyId: number
  /** 0 for a black booking. */
  readonly guestId: number
  readonly kind: BookingKind
  /** Booking number, 8 digits. */
  readonly tag: string
  readonly arrival: Day
  /** Not a night of the stay. */
  readonly departure: Day
  readonly rooms: readonly RoomChoice[]
  readonly adults: number
  readonly children: number
  readonly roomTotal: Minor
  readonly tax: Minor
  readonly extras: Minor
  readonly singlePersonSupplement: Minor
  readonly total: Minor
  readonly currency: string
  readonly depositRequired: Minor
  readonly depositPaid: boolean
  readonly depositReference: string | null
  readonly specialRequests: string
  readonly bookedIn: boolean
  /** The day of check-in; null before. */
  readonly bookedInOn: Day | null
  readonly bookedOut: boolean
  readonly bookedOutAt: Instant | null
  readonly cancelled: boolean
  readonly cancelledAt: Instant | null
  readonly cancelledReason: string
  readonly noShow: boolean
  readonly approval: Approval
  /** 0 when there is no invoice. */
  readonly invoiceId: number
  /** 0 when no coupon was used. */
  readonly couponId: number
  /** Login name of the user who booked; empty for the guest. */
  readonly bookedBy: string
  /** Creation time; null is rendered as the service's unset timestamp. */
  readonly createdAt: Instant | null
  readonly changedAt: Instant
}

/** The status fields of a new booking. */
export const NEW_BOOKING_STATUS = {
  bookedIn: false,
  bookedInOn: null,
  bookedOut: false,
  bookedOutAt: null,
  cancelled: false,
  cancelledAt: null,
  cancelledReason: '',
  noShow: false,
} as const satisfies Partial<Booking>

/** The amounts of a booking without costs. */
export const ZERO_AMOUNTS = {
  roomTotal: 0,
  tax: 0,
  extras: 0,
  singlePersonSupplement: 0,
  total: 0,
  depositRequired: 0,
  depositPaid: false,
  depositReference: null,
} as const satisfies Partial<Booking>

/** One room taken for one night. */
export interface RoomNight {
  /** {@link nightKey} of room and day: a room can be taken once a night. */
  readonly id: number
  readonly roomId: number
  readonly propertyId: number
  readonly bookingId: number
  readonly day: Day
}

/** Days from 1970 to 2149 get small keys, which maps look up several times as fast. */
const SMALL_KEY_DAYS = 65_536
/** More than the days from year 0 to 9999, and the number of those before 1970. */
const ALL_DAYS = 4_000_000
const DAYS_BEFORE_1970 = 719_528

/** The key of a room and the night of a day's number: positive for usual days, negative for all others. */
export function nightKeyAt(roomId: number, dayNumber: number): number {
  if (dayNumber >= 0 && dayNumber < SMALL_KEY_DAYS) return roomId * SMALL_KEY_DAYS + dayNumber
  return -(roomId * ALL_DAYS + DAYS_BEFORE_1970 + dayNumber)
}

/** The key of a room and a night: unique, so two bookings can never hold the same one. */
export const nightKey = (roomId: number, day: Day): number => nightKeyAt(roomId, dayNumber(day))

/** A remark on a booking, shown in its notes. */
export interface BookingNote {
  readonly id: number
  readonly bookingId: number
  readonly propertyId: number
  /** May hold markup. */
  readonly text: string
  readonly at: Instant
}

/** An extra service added to a booking. */
export interface BookingExtra {
  readonly id: number
  readonly bookingId: number
  readonly name: string
  readonly price: Minor
  readonly quantity: number
  /** Hundredths of a percent. */
  readonly taxRate: number
}
