/**
 * Makes a booking of a session: everything at once, or nothing.
 *
 * @module
 */
import { afterBooking, type BookableSession, isBookable } from '../domain/booking-creation.ts'
import { bookingNumber } from '../domain/booking-number.ts'
import { recordBooking } from '../domain/booking-record.ts'
import { MISSING, missingFor } from '../domain/session-steps.ts'
import type { Ctx } from '../http/context.ts'
import type { WriteDb } from '../world.ts'
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
  const { property, choices, now, sandbox } = ctx
  const id = db.nextId('bookings')
  const tag = bookingNumber(sandbox.chance.stream('tag', id), db)
  const tax = accommodationTax(property, ctx)
  recordBooking(db, session, { id, tag, property, known: guestOf(session, ctx), tax, now, choices })
  db.sessions.put(afterBooking(session, id))
  return { valid: true }
}
