/**
 * Bookings (contracts). A black booking is a booking without a guest.
 * @source spec "Booking (list entry)", "States and transitions"
 */
import type { Day } from '../../base/day.ts'
import { collection, type Row } from '../collection/collection.ts'
import {
  absent,
  count,
  currency,
  day,
  flag,
  id,
  instant,
  internal,
  map,
  name,
  nullable,
  oneOf,
  opt,
  orFalse,
  price,
  type RowOf,
  ref,
  rows,
  text,
  value,
} from '../collection/fields.ts'
import { AGES } from '../collection/schemas.ts'
import { invoices } from '../invoice/invoices.ts'
import { extras } from './extras.ts'
import { notes } from './notes.ts'
import { partyFields } from './party.ts'

/** A room and the rate it was booked at; rate 0 when it was booked without one. */
export const roomChoice = { roomId: ref('rooms', { ownProperty: true }), rateId: opt(ref('rates', { default: 0 })) }
export type RoomChoice = RowOf<typeof roomChoice>

/** The problem of the departure of a booking, which has one night at least. */
export const departureProblem = ({ arrival, departure }: Readonly<Record<'arrival' | 'departure', Day>>): string | undefined =>
  departure > arrival ? undefined : `${departure} is not after the arrival, ${arrival}`

const { propertyId: _property, bookingId: _booking, subscription: _sub, commission: _com, ...invoiceFields } = invoices.fields

export const bookings = collection(
  'bookings',
  {
    /** The contract uid of the wire. */
    id: id(),
    propertyId: ref('properties'),
    /** 0 for a black booking. */
    guestId: opt(ref('guests', { default: 0, ownProperty: true })),
    kind: oneOf(['reception', 'internet', 'black'], { default: 'reception' }),
    /** Booking number, 8 digits. */
    tag: opt(name()),
    arrival: day(),
    /** Not a night of the stay. */
    departure: day(),
    rooms: rows(roomChoice, 'a list of rooms', { short: 'roomId', one: 'a room (its id, or room and rate)' }),
    adults: opt(count()),
    children: opt(count()),
    /** Its people with the rates of children and the types of guests, where it has some; else their numbers tell. */
    party: internal(absent(map(partyFields))),
    roomTotal: opt(price({ asSent: true })),
    tax: opt(price({ asSent: true })),
    extras: price({ as: 'extras_value', default: 0 }),
    singlePersonSupplement: opt(price()),
    total: opt(price({ asSent: true })),
    /** True for a total that tariffs did not set: it stays the same per night when the stay changes. */
    agreed: opt(absent(flag())),
    currency: opt(currency()),
    depositRequired: opt(price({ asSent: true })),
    depositPaid: flag({ default: false }),
    depositReference: nullable(text(), { default: null }),
    specialRequests: text({ default: '' }),
    bookedIn: opt(flag()),
    /** The day of check-in; null before. */
    bookedInOn: opt(nullable(day())),
    bookedOut: flag({ default: false }),
    bookedOutAt: opt(nullable(instant())),
    cancelled: opt(flag()),
    cancelledAt: opt(nullable(instant())),
    cancelledReason: opt(text()),
    noShow: flag({ default: false }),
    approval: oneOf(['waiting', 'approved', 'rejected'], { default: 'approved' }),
    /** 0 when there is no invoice. */
    invoiceId: internal(ref('invoices', { default: 0 })),
    /** 0 when no coupon was used. */
    couponId: ref('coupons', { default: 0, ownProperty: true }),
    /** Login name of the user who booked; empty for the guest. */
    bookedBy: opt(text()),
    /** Creation time; null is rendered as the service's unset timestamp. */
    createdAt: opt(nullable(instant(), { as: 'created' })),
    changedAt: opt(instant({ as: 'changed' })),
  },
  {
    also: {
      childAges: value<readonly number[]>('list', AGES, { default: [] }),
      /** The id of a guest who has been deleted since. */
      formerGuest: opt(id()),
      notes: {
        ...rows(notes.fields, 'a list of notes', { of: 'notes', short: 'text', one: 'a note (its text, or text and at)' }),
        default: [],
      },
      extraRows: { ...rows(extras.fields, 'a list of extras', { of: 'extras' }), as: 'extras', default: [] },
      invoice: opt(
        orFalse(
          map({ ...invoiceFields, id: opt(id()), lines: opt(invoices.also.lines) }, { of: 'invoices' }),
          'an invoice, or false for none',
        ),
      ),
    },
    indexes: {
      property: (row) => row.propertyId,
      guest: (row) => (row.guestId === 0 ? undefined : row.guestId),
      tag: (row) => row.tag,
    },
  },
)

export type Booking = Row<typeof bookings>
/** `approved`: 0 pending enquiry, 1 approved, 2 rejected. */
export type Approval = Booking['approval']

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
