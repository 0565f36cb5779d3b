/**
 * The booking session: the input of a visitor so far.
 * @source spec "Booking session"; facts "The session object"
 */
import type { Minor } from '../../base/money.ts'
import type { RoomChoice } from '../booking/bookings.ts'
import { collection, type Row } from '../collection/collection.ts'
import { count, day, flag, instant, nullable, ref, text, value } from '../collection/fields.ts'
import type { Quote } from '../pricing/quote.ts'

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

export const sessions = collection(
  'sessions',
  {
    /** Chosen by the client and sent in the session header. */
    id: text(),
    propertyId: ref('properties'),
    arrival: nullable(day()),
    departure: nullable(day()),
    /** Null until guest numbers were sent. */
    adults: nullable(count()),
    children: value<readonly ChildParty[]>('list'),
    guestTypes: value<readonly GuestTypeParty[]>('list'),
    couponCode: text(),
    address: value<SessionAddress | null>('map?'),
    rooms: value<readonly RoomChoice[]>('list'),
    notes: value<readonly string[]>('list'),
    /** The reason the last attempt to set a part was refused; no entry if it was accepted or never made. */
    refused: value<Readonly<Partial<Record<SessionPart, string>>>>('map'),
    /** The last calculated price; null when there is none or it is no longer valid. */
    quote: value<Quote | null>('map?'),
    okToBook: flag(),
    /** Id of its last booking; 0 without one. */
    bookingId: ref('bookings', { default: 0 }),
    /** The quote of that booking, to explain its price; null without one. */
    bookedQuote: value<Quote | null>('map?'),
    usedAt: instant(),
  },
  { list: false },
)

export type BookingSession = Row<typeof sessions>

/** A session expires after this time without requests, in milliseconds. */
export const SESSION_LIFE = 24 * 3_600_000
/** Only the first characters of the header identify a session. */
export const SESSION_ID_LENGTH = 50

/** The key of a session: the significant characters of the header. */
export const sessionKey = (sent: string): string =>
  sent.length <= SESSION_ID_LENGTH ? sent : [...sent].slice(0, SESSION_ID_LENGTH).join('')
