/**
 * The booking session: what a visitor has sent so far.
 *
 * @module
 * @source spec "Booking session"; facts "The session object"
 */
import type { Day } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import type { Minor } from '../../base/money.ts'
import type { RoomChoice } from '../booking/bookings.ts'
import type { Quote } from '../pricing/quote.ts'

/** A price for children of some ages at a property. */
export interface ChildRate {
  readonly id: number
  readonly propertyId: number
  readonly ageFrom: number
  readonly ageTo: number
  readonly price: Minor
  readonly model: 'per_night' | 'per_stay'
}

/** Children of one kind in a party. */
export interface ChildParty {
  /** Id of the child rate; 0 for a bare head count. */
  readonly rateId: number
  readonly quantity: number
  readonly label: string
  /** Price and model as the client sent them; used under `child_prices=as_sent` only. */
  readonly sentPrice: Minor
  readonly sentModel: 'per_night' | 'per_stay'
}

/** Guests of one guest type in a party. */
export interface GuestTypeParty {
  readonly guestTypeId: number
  readonly quantity: number
}

export const ADDRESS_FIELDS = [
  'firstname',
  'surname',
  'house',
  'street',
  'town',
  'postcode',
  'country',
  'region',
  'tel_mobile',
  'email',
] as const
export type AddressField = (typeof ADDRESS_FIELDS)[number]
export type SessionAddress = Readonly<Record<AddressField, string>>

/** What a session is sent in steps of their own, in the order of the interface document. */
export const SESSION_PARTS = ['dates', 'guests', 'address', 'rooms'] as const
export type SessionPart = (typeof SESSION_PARTS)[number]

/** `id` is what the client invented and sends in the session header. */
export interface BookingSession {
  readonly id: string
  readonly propertyId: number
  readonly arrival: Day | null
  readonly departure: Day | null
  /** Null until guest numbers were sent. */
  readonly adults: number | null
  readonly children: readonly ChildParty[]
  readonly guestTypes: readonly GuestTypeParty[]
  readonly couponCode: string
  readonly address: SessionAddress | null
  readonly rooms: readonly RoomChoice[]
  readonly notes: readonly string[]
  /** Why the last attempt to set a part was refused; without an entry it was accepted, or never made. */
  readonly refused: Readonly<Partial<Record<SessionPart, string>>>
  /** The price as last calculated; null when there is none, or it no longer holds. */
  readonly quote: Quote | null
  readonly okToBook: boolean
  /** The booking made of it last; 0 when none. */
  readonly bookingId: number
  /** The price of that booking, so that it can still be explained; null when there is none. */
  readonly bookedQuote: Quote | null
  readonly usedAt: Instant
}

/** Silence that ends a session, milliseconds. */
export const SESSION_LIFE = 24 * 3_600_000
/** Only so much of the header identifies a session. */
export const SESSION_ID_LENGTH = 50

/** The key of a session: the beginning of what the header holds. */
export const sessionKey = (sent: string): string => [...sent].slice(0, SESSION_ID_LENGTH).join('')
