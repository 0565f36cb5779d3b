/** The acts that events and traffic perform, with their fields. */
import type { Static } from 'typebox'
import { Type } from '../../api/schema.ts'
import { keysOf } from '../../base/keys-of.ts'
import { NAMED_COUNTRIES } from '../demand/demand-schema.ts'
import { closed, DayText, Id, mapOf, Name, oneOf, opt, optional, Percentage, PositiveCount } from '../vocabulary.ts'

const Nights = Type.Integer({ minimum: 1, maximum: 1000, description: 'a number of nights, from 1' })
const OtherNights = closed({ by: Type.Integer({ minimum: -1000, maximum: 1000, description: 'a whole number' }) })
const Stay = { arrival: opt(DayText), departure: opt(DayText), nights: opt(Nights) }
const GuestOf = {
  guest: opt(mapOf({ firstname: opt(Name), surname: opt(Name), email: opt(Name), country: opt(oneOf(...NAMED_COUNTRIES)) })),
}
const Children = Type.Array(Type.Integer({ minimum: 0, maximum: 17, description: 'an age from 0 to 17' }), {
  maxItems: 50,
  description: 'a list of ages such as [4, 7]',
})
const Fit = oneOf('first', 'best')
const BookingId = Type.Union([Id, oneOf('latest')], { description: 'the contract uid of a booking, or latest' })
const BookingOf = { booking: BookingId }
const PropertyOf = { property: Id }
const InvoiceOf = { invoice: opt(Id), booking: opt(BookingId) }

/** All acts, with the schema of their fields. */
export const EVENTS = {
  guest_books: closed(
    {
      property: Id,
      room: opt(Id),
      ...Stay,
      ...GuestOf,
      adults: opt(PositiveCount),
      rooms: optional(PositiveCount, 'The number of rooms, where no room is named. Default: 1.'),
      fit: optional(Fit, 'Which of the free rooms. `best`: the smallest, with the shortest gaps.'),
      children: optional(Children, 'The ages of the children.'),
      request: optional(Name, 'A wish, for the notes.'),
      coupon: optional(Name, 'A code, or any: the first that is valid.'),
      by: optional(oneOf('site', 'desk'), 'Who enters it: the guest, or the front desk. Default: site.'),
      total: opt(Type.Number({ minimum: 0, description: 'an amount such as 120.50' })),
      approval: opt(oneOf('approved', 'waiting')),
    },
    'a map with property, and perhaps room or rooms, arrival, departure or nights, guest, adults, children, total, approval',
  ),
  guest_cancels: mapOf(BookingOf),
  guest_modifies: closed(
    {
      ...BookingOf,
      arrival: opt(DayText),
      nights: opt(Type.Union([Nights, OtherNights], { description: 'a number of nights, or { by: 1 }' })),
      adults: opt(PositiveCount),
      children: opt(Children),
      rooms: optional(oneOf('other', 'any'), 'As many other rooms; any: only if the same are not free.'),
    },
    'a map with booking, and arrival, nights, adults or rooms',
  ),
  guest_checks_in: mapOf(BookingOf),
  guest_checks_out: mapOf(BookingOf),
  guests_check_in: mapOf(PropertyOf),
  guests_check_out: mapOf(PropertyOf),
  guest_walks_in: closed(
    {
      property: Id,
      room: optional(Id, 'Default: the first room that is free all the time.'),
      nights: optional(Nights, 'Default: 1.'),
      adults: opt(PositiveCount),
      ...GuestOf,
    },
    'a map with property, and perhaps room, nights, adults, guest',
  ),
  manager_approves: mapOf(BookingOf),
  manager_rejects: mapOf(BookingOf),
  deposit_paid: mapOf(BookingOf),
  invoice_paid: closed(InvoiceOf, 'a map with invoice or booking'),
  invoice_pending: closed(InvoiceOf, 'a map with invoice or booking'),
  no_show: mapOf(BookingOf),
  room_blocked: closed(
    { property: Id, room: opt(Id), ...Stay },
    'a map with property, and perhaps room, arrival, departure or nights',
  ),
  channel_sells: closed(
    { property: Id, room: opt(Id), fit: opt(Fit), ...Stay },
    'a map with property, and perhaps room, arrival, departure or nights',
  ),
  price_changes: closed({ property: Id, by: Percentage }, 'a map with property and by'),
  property_unpublished: mapOf(PropertyOf),
} as const
export type EventWord = keyof typeof EVENTS
export const EVENT_WORDS = keysOf(EVENTS)

/** The fields of each act. */
export const EventFields = Type.Object(EVENTS)
export type EventWith<W extends EventWord> = Static<typeof EventFields>[W]
