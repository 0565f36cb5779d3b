import type { SentId } from '../../api/path-values.ts'
import {
  getBookingDates,
  getBookingGuest,
  getBookingNotes,
  getBookingPayment,
  getBookingRooms,
} from '../../booking-contract/booking-views.ts'
import { listBookings, listBookingsBetween } from '../../booking-contract/bookings.ts'
import { balance } from '../../domain/booking/balance.ts'
import type { Booking, RoomChoice } from '../../domain/booking/bookings.ts'
import { allBookings, bookingsBetween, type FindGuest, shownNotes } from '../../domain/booking/list.ts'
import { dayWindow } from '../../domain/day-window.ts'
import { requireOwn } from '../../domain/record-ownership.ts'
import type { Ctx, On } from '../handler-context.ts'
import { type BookedRoom, datesView, guestView, noteView, paymentView, roomView } from '../responses/booking-views.ts'
import { bookingEntry, type ListManner } from '../responses/bookings.ts'
import { KeptByRow } from '../responses/shared/kept.ts'

/** The list of a property, for as long as its bookings and guests, and the day, stay the same. */
const lists = new KeptByRow<ReturnType<typeof bookingEntry>[]>()

export function bookingRoutes(on: On): void {
  on(listBookings, ({ property_id }, ctx) => {
    const manner = listManner(ctx)
    const { choices, db } = ctx
    const bookings = db.bookings.by('property', property_id)
    const parts = [db.guests.by('property', property_id), manner.today, manner.language, choices]
    return lists.of(bookings, parts, () =>
      allBookings(bookings, guests(ctx), choices.deleted_guest_bookings).map((one) => bookingEntry(one, manner)),
    )
  })

  on(listBookingsBetween, ({ property_id, start_date, end_date }, ctx) => {
    const window = dayWindow(start_date, end_date, ctx.choices.date_ranges)
    if (!window) return []
    const manner = listManner(ctx)
    const rule = { window, shows: ctx.choices.booking_window, deleted: ctx.choices.deleted_guest_bookings }
    return bookingsBetween(ctx.db.bookings.by('property', property_id), guests(ctx), rule).map((one) => bookingEntry(one, manner))
  })

  on(getBookingDates, ({ contract_id }, ctx) => {
    const booking = bookingIn(ctx, contract_id)
    return [datesView(booking, guestOf(ctx, booking), ctx)]
  })

  on(getBookingGuest, ({ contract_id }, ctx) => {
    const booking = bookingIn(ctx, contract_id)
    return [guestView(booking, guestOf(ctx, booking), ctx)]
  })

  on(getBookingRooms, ({ contract_id }, ctx) => {
    const booking = bookingIn(ctx, contract_id)
    if (booking.cancelled && ctx.choices.cancelled_rooms === 'empty') return []
    const known = booking.rooms.filter(({ roomId }) => ctx.db.rooms.has(roomId))
    return known.map((choice) => roomView(bookedRoom(ctx, booking, choice), ctx))
  })

  on(getBookingPayment, ({ contract_id }, ctx) => {
    const booking = bookingIn(ctx, contract_id)
    const extras = ctx.db.extras.by('booking', booking.id)
    const invoice = ctx.db.invoices.get(booking.invoiceId)
    const bill = invoice && { invoice, lines: ctx.db.lineItems.by('invoice', invoice.id) }
    return [paymentView(booking, balance({ booking, extras, bill }), ctx)]
  })

  on(getBookingNotes, ({ contract_id }, ctx) => {
    const booking = bookingIn(ctx, contract_id)
    return shownNotes(ctx.db.notes.by('booking', booking.id), booking).map((note) => noteView(note, ctx))
  })
}

const guests =
  ({ db }: Ctx): FindGuest =>
  (id) =>
    db.guests.get(id)

const listManner = (ctx: Ctx): ListManner => ({ today: ctx.today(ctx.property), language: ctx.language, choices: ctx.choices })

/** @throws Refusal `contract_incorrect` */
const bookingIn = (ctx: Ctx, { id }: SentId): Booking =>
  requireOwn(ctx.db.bookings.get(id), ctx.property.id, 'contract_incorrect')

const guestOf = ({ db }: Ctx, { guestId }: Booking) => db.guests.get(guestId)

function bookedRoom({ db, choices }: Ctx, { cancelled, kind }: Booking, { roomId, rateId }: RoomChoice): BookedRoom {
  const untitled = kind === 'black' && choices.black_booking_tariff === 'null' ? null : ''
  const room = cancelled ? undefined : db.rooms.get(roomId)
  const rate = db.rates.get(rateId)
  return {
    room,
    tariffTitle: (rate && db.tariffTypes.get(rate.tariffTypeId)?.title) ?? untitled,
    roomType: (room && db.roomTypes.get(room.roomTypeId)?.name) ?? '',
  }
}
