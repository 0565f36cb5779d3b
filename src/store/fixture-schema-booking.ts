/**
 * Fixtures of the front desk: guests, bookings, invoices.
 *
 * @module
 */
import Type, { type Static } from 'typebox'
import {
  Count,
  Currency,
  closed,
  DayOrNull,
  DayText,
  Flag,
  Id,
  IdOrNone,
  InstantOrNull,
  InstantText,
  Money,
  Name,
  oneOf,
  opt,
  Percent,
  PlaceId,
  Price,
  Text,
} from './fixture-words.ts'

const InvoiceStatusWord = oneOf('unpaid', 'paid', 'cancelled', 'pending')

export const GuestTypeRow = closed({
  id: Id,
  property: Id,
  type: Name,
  notes: opt(Text),
  maximum: opt(Count),
  is_percentage: opt(Flag),
  adds: opt(Flag),
  variance: opt(Price),
  published: opt(Flag),
  order: opt(Type.Integer({ description: 'a whole number' })),
  is_child: opt(Flag),
})

export const GuestRow = closed({
  id: Id,
  property: Id,
  firstname: Text,
  surname: Text,
  house: opt(Text),
  street: opt(Text),
  town: opt(Text),
  region: opt(PlaceId),
  country: opt(Text),
  postcode: opt(Text),
  landline: opt(Text),
  mobile: opt(Text),
  email: opt(Text),
  discount: opt(Percent),
  user: opt(IdOrNone),
})

export const CouponRow = closed({
  id: Id,
  property: Id,
  code: opt(Name),
  valid_from: DayText,
  valid_to: DayText,
  amount: Price,
  is_percentage: opt(Flag),
  room_only: opt(Flag),
  booking_valid_from: opt(DayText),
  booking_valid_to: opt(DayText),
  guest: opt(IdOrNone),
})

const LineTax = Type.Union([Id, Type.Literal('none'), closed({ code: Text, description: Text, rate: Percent })], {
  description: 'a tax rate (an id, or code, description and rate), or none',
})

export const LineRow = closed({
  id: opt(Id),
  kind: opt(oneOf('accommodation', 'deposit', 'balance_payment', 'supplement', 'city_tax', 'cleaning_fee', 'text')),
  name: opt(Text),
  description: opt(Text),
  price: Money,
  quantity: opt(Type.Number({ minimum: 0, maximum: 1e6, description: 'a quantity such as 1 or 2.5' })),
  discount: opt(Type.Number({ minimum: -1e9, maximum: 0, description: 'a discount (0 or a negative amount)' })),
  tax: opt(LineTax),
  total: opt(Money),
  total_inclusive: opt(Money),
  payment: opt(Flag),
})

const invoiceKeys = {
  status: opt(InvoiceStatusWord),
  raised: opt(InstantText),
  due: opt(InstantText),
  paid: opt(InstantOrNull),
  user: opt(IdOrNone),
  currency: opt(Currency),
  charges_tax: opt(Flag),
}

const BookingInvoice = closed({
  id: opt(Id),
  ...invoiceKeys,
  lines: opt(Type.Array(LineRow, { description: 'a list of lines' })),
})

const NoteRow = closed({ id: opt(Id), text: Name, at: opt(InstantText) })
const ExtraRow = closed({ id: opt(Id), name: Name, price: Price, quantity: opt(Count), tax_rate: opt(Percent) })
const RoomChoiceRow = closed({ room: Id, rate: opt(IdOrNone) })

export const BookingRow = closed({
  id: Id,
  property: Id,
  guest: opt(IdOrNone),
  /** The id of a guest who has been deleted since. */
  former_guest: opt(Id),
  kind: opt(oneOf('reception', 'internet', 'black')),
  rooms: Type.Array(Type.Union([Id, RoomChoiceRow], { description: 'a room (its id, or room and rate)' }), {
    description: 'a list of rooms',
  }),
  arrival: DayText,
  departure: DayText,
  adults: opt(Count),
  children: opt(Count),
  total: opt(Price),
  room_total: opt(Price),
  tax: opt(Price),
  extras_value: opt(Price),
  single_person_supplement: opt(Price),
  extras: opt(Type.Array(ExtraRow, { description: 'a list of extras' })),
  currency: opt(Currency),
  deposit_required: opt(Price),
  deposit_paid: opt(Flag),
  deposit_reference: opt(Type.Union([Text, Type.Null()], { description: 'text or null' })),
  special_requests: opt(Text),
  booked_in: opt(Flag),
  booked_in_on: opt(DayOrNull),
  booked_out: opt(Flag),
  booked_out_at: opt(InstantOrNull),
  cancelled: opt(Flag),
  cancelled_at: opt(InstantOrNull),
  cancelled_reason: opt(Text),
  no_show: opt(Flag),
  approval: opt(oneOf('waiting', 'approved', 'rejected')),
  coupon: opt(IdOrNone),
  booked_by: opt(Text),
  tag: opt(Name),
  created: opt(InstantOrNull),
  changed: opt(InstantText),
  notes: opt(
    Type.Array(Type.Union([Name, NoteRow], { description: 'a note (its text, or text and at)' }), {
      description: 'a list of notes',
    }),
  ),
  invoice: opt(Type.Union([BookingInvoice, Type.Literal(false)], { description: 'an invoice, or false for none' })),
})

export const BlackBookingRow = closed({
  id: opt(Id),
  property: Id,
  room: Id,
  from: DayText,
  nights: opt(Type.Integer({ minimum: 1, maximum: 5000, description: 'a number of nights (1 to 5000)' })),
  reason: opt(Text),
  booked_by: opt(Text),
})

export const InvoiceRow = closed({
  id: Id,
  property: Id,
  ...invoiceKeys,
  /** One that stands beside the booking's own. */
  booking: opt(IdOrNone),
  subscription: opt(Flag),
  commission: opt(Flag),
  lines: Type.Array(LineRow, { description: 'a list of lines' }),
})

export const FavouriteRow = closed({ user: Id, property: Id })

export type GuestTypeRow = Static<typeof GuestTypeRow>
export type GuestRow = Static<typeof GuestRow>
export type CouponRow = Static<typeof CouponRow>
export type LineRow = Static<typeof LineRow>
export type BookingInvoice = Static<typeof BookingInvoice>
export type BookingRow = Static<typeof BookingRow>
export type BlackBookingRow = Static<typeof BlackBookingRow>
export type InvoiceRow = Static<typeof InvoiceRow>
