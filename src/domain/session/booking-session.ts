/**
 * The booking session: the input of a visitor so far.
 * @source spec "Booking session"; facts "The session object"
 */
import { roomChoice } from '../booking/bookings.ts'
import { collection, type Row } from '../collection/collection.ts'
import {
  absentFlag,
  count,
  day,
  flag,
  instant,
  money,
  nullable,
  oneOf,
  type RowOf,
  ref,
  rows,
  text,
  value,
} from '../collection/fields.ts'
import { TEXT } from '../collection/schemas.ts'
import type { Quote } from '../pricing/quote.ts'

const childParty = {
  /** Id of the child rate; 0 for children without a rate. */
  rateId: ref('childRates', { default: 0 }),
  quantity: count(),
  label: text(),
  /** Price and model as the client sent them; used under `child_prices=as_sent` only. */
  sentPrice: money(),
  sentModel: oneOf(['per_night', 'per_stay']),
}
/** Children of the same rate in a party. */
export type ChildParty = RowOf<typeof childParty>

const guestTypeParty = { guestTypeId: ref('guestTypes'), quantity: count() }
export type GuestTypeParty = RowOf<typeof guestTypeParty>

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
    needsDates: absentFlag(),
    /** Null until guest numbers were sent. */
    adults: nullable(count()),
    children: rows(childParty, 'a list of children'),
    guestTypes: rows(guestTypeParty, 'a list of guest types'),
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
