/**
 * The booking session: the input of a visitor so far.
 * @source spec "Booking session"; facts "The session object"
 */
import { roomChoice } from '../booking/bookings.ts'
import { partyFields } from '../booking/party.ts'
import { collection, type Row } from '../collection/collection.ts'
import { absent, day, flag, instant, nullable, ref, rows, text, value } from '../collection/fields.ts'
import { TEXT } from '../collection/schemas.ts'
import type { Quote } from '../pricing/quote.ts'

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
const addressSchema = {
  type: 'object',
  required: ADDRESS_FIELDS,
  properties: Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, TEXT])),
}

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
    /** True after a booking, until dates are set again: the next one is refused before. */
    needsDates: absent(flag()),
    /** Null until guest numbers were sent. */
    adults: nullable(partyFields.adults),
    children: partyFields.children,
    guestTypes: partyFields.guestTypes,
    couponCode: text(),
    address: value<SessionAddress | null>('map?', addressSchema),
    rooms: rows(roomChoice, 'a list of rooms'),
    notes: value<readonly string[]>('list', { type: 'array', items: TEXT }),
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
