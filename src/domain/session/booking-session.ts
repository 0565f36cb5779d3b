/**
 * The booking session: the input of a visitor so far.
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

/** Children of the same rate in a party. */
export interface ChildParty {
  /** Id of the child rate; 0 for children without a rate. */
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

/** The parts of a session that have their own steps, in the order of the interface document. */
export const SESSION_PARTS = ['dates', 'guests', 'address', 'rooms'] as const
export type SessionPart = (typeof SESSION_PARTS)[number]

/** `id` is chosen by the client and sent in the session header. */
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
  /** The reason the last attempt to set a part was refused; no entry if it was accepted or never made. */
  readonly refused: Readonly<Partial<Record<SessionPart, string>>>
  /** The last calculated price; null when there is none or it is no longer valid. */
  readonly quote: Quote | null
  readonly okToBook: boolean
  /** Id of its last booking; 0 without one. */
  readonly bookingId: number
  /** The quote of that booking, to explain its price; null without one. */
  readonly bookedQuote: Quote | null
  readonly usedAt: Instant
}

/** A session expires after this time without requests, in milliseconds. */
export const SESSION_LIFE = 24 * 3_600_000
/** Only the first characters of the header identify a session. */
export const SESSION_ID_LENGTH = 50

/** The key of a session: the significant characters of the header. */
export const sessionKey = (sent: string): string =>
  sent.length <= SESSION_ID_LENGTH ? sent : [...sent].slice(0, SESSION_ID_LENGTH).join('')
