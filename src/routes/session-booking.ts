/**
 * Makes a booking of a session: everything at once, or nothing.
 *
 * @module
 */
import { freeTag } from '../domain/black-booking.ts'
import type { Booking } from '../domain/booking.ts'
import {
  afterBooking,
  approvalOf,
  type BookableSession,
  bookingOf,
  firstNotes,
  guestWhoBooks,
  isBookable,
  nightsTaken,
} from '../domain/booking-creation.ts'
import { invoiceLines, invoiceOf } from '../domain/booking-invoice.ts'
import type { Guest } from '../domain/guest.ts'
import { MISSING, missingFor } from '../domain/session-steps.ts'
import type { Ctx } from '../http/context.ts'
import { longDate } from '../present/text.ts'
import type { WriteDb } from '../world.ts'
import { managementEvent } from './management-events.ts'
import { accommodationTax, guestOf } from './session-pricing.ts'
import { problemOfBooking, problemOfRooms } from './session-standing.ts'

/** What the newest release says of every session that cannot be booked. */
const PAY_FIRST = 'This property has active payment gateways: send the guest to the confirmation address.'

/**
 * Books what a session has chosen. Rooms and price are looked at again, so of two sessions for the last room one books.
 *
 * @source facts "POST /booking/create"; choice `create_check`
 */
export function createFromSession(ctx: Ctx) {
  const { session, choices } = ctx
  const recorded = choices.create_check === 'as_recorded'
  const missing = missingFor('create', session, choices.step_order)
  if (missing !== undefined || !isBookable(session)) return refused(recorded ? PAY_FIRST : MISSING[missing ?? 'price'])
  const problem = (recorded ? undefined : problemOfBooking(session, ctx)) ?? problemOfRooms(session, ctx)
  if (problem === undefined) return ctx.change((db) => book(session, db, ctx))
  ctx.change((db) => db.sessions.put(recorded ? afterBooking(session, session.bookingId) : { ...session, okToBook: false }))
  return recorded ? { valid: true } : refused(problem)
}

const refused = (reason: string) => ({ valid: false, reason })

function book(session: BookableSession, db: WriteDb, ctx: Ctx) {
  const { property, choices, now } = ctx
  const guest = keepGuest(session, db, ctx)
  const id = db.nextId('bookings')
  const invoiceId = db.nextId('invoices')
  const made = { id, invoiceId, guestId: guest.id, tag: tagFor(id, db, ctx), property, now, choices }
  const booking = db.bookings.put(bookingOf(session, made))
  for (const night of nightsTaken(booking)) db.roomNights.put(night)
  bill(session, { booking, guest }, db, ctx)
  const rooms = booking.rooms.flatMap(({ roomId }) => db.rooms.get(roomId) ?? [])
  for (const note of firstNotes(session, booking.approval, rooms)) ctx.addNote(db, booking, note)
  if (approvalOf(property) === 'approved') ctx.event(db, 'booking_added', { property_uid: property.id, contract_uid: id })
  ctx.event(db, 'property_state_change', { property_uid: property.id })
  db.sessions.put(afterBooking(session, id))
  return { valid: true }
}

/** The guest of the booking: the one of this property with the e-mail address, else a new one. */
function keepGuest(session: BookableSession, db: WriteDb, ctx: Ctx): Guest {
  const known = guestOf(session, ctx)
  const id = known?.id ?? db.nextId('guests')
  const guest = db.guests.put(guestWhoBooks(session.address, known, { id, propertyId: ctx.property.id }))
  managementEvent(ctx, db, known ? 'guest_updated' : 'guest_saved', { property_uid: guest.propertyId, guest_uid: id })
  return guest
}

interface Billed {
  readonly booking: Booking
  readonly guest: Guest
}

function bill(session: BookableSession, { booking, guest }: Billed, db: WriteDb, ctx: Ctx): void {
  const { choices, now } = ctx
  const invoice = db.invoices.put(invoiceOf(booking, guest.userId, now))
  const stay = `(${longDate(booking.arrival, choices.long_date)} - ${longDate(booking.departure, choices.long_date)})`
  const billed = { quote: session.quote, total: booking.total, tax: accommodationTax(ctx.property, ctx), stay, choices }
  for (const line of invoiceLines(billed)) db.lineItems.put({ id: db.nextId('lineItems'), invoiceId: invoice.id, ...line })
  ctx.event(db, 'invoice_created', { property_uid: booking.propertyId, invoice_uid: invoice.id })
}

/** A booking number of eight digits that no other booking has. */
function tagFor(id: number, db: WriteDb, { sandbox }: Ctx): string {
  const stream = sandbox.chance.stream('tag', id)
  return freeTag(
    () => stream.integer(10_000_000, 99_999_999),
    (tag) => db.bookings.by('tag', tag).length > 0,
  )
}
