/** Creates the booking of a session, atomically. */

import { afterBooking, approvalOf, type BookableSession, isBookable } from '../../domain/booking/creation.ts'
import { bookingNumber } from '../../domain/booking/number.ts'
import { recordBooking } from '../../domain/booking/record.ts'
import { accommodationTax } from '../../domain/property/tax-rates.ts'
import { SESSION_PARTS } from '../../domain/session/booking-session.ts'
import type { PartProblem } from '../../domain/session/checks.ts'
import { MISSING_REASONS, missingFor, missingReason } from '../../domain/session/steps.ts'
import type { WriteDb } from '../../world/world.ts'
import type { Ctx } from '../handler-context.ts'
import { isCareful, problemOfBooking, problemOfRooms } from './checks.ts'
import { milestoneOf, refusedStep } from './hints.ts'
import { guestOf } from './price.ts'

/** The reason the newest release gives for every session that cannot be booked. */
const RECORDED_REASON = 'This property has active payment gateways: send the guest to the confirmation address.'

/**
 * Books the selection of a session. Rooms and price are checked again, so that the last room is booked once.
 *
 * @source facts "POST /booking/create"; choice `create_check`
 */
export function createFromSession(ctx: Ctx) {
  const { session, choices } = ctx
  const recorded = choices.create_check === 'as_recorded'
  const missing = missingFor('create', session, choices.step_order)
  if (missing !== undefined || !isBookable(session)) return recorded ? refusedStep(RECORDED_REASON, ctx) : notReady(ctx)
  const problem = recorded ? recordedProblem(ctx) : problemOfBooking(session, ctx)
  if (problem === undefined) return ctx.change((db) => book(session, db, ctx))
  ctx.change((db) => db.sessions.put(recorded ? afterBooking(session, session.bookingId) : { ...session, okToBook: false }))
  return recorded ? { valid: true } : refusedStep(problem.reason, ctx, milestoneOf(problem))
}

/** Refuses a session that is not validated, or was changed since: with what was refused, or does not fit any more. */
function notReady(ctx: Ctx) {
  const { session } = ctx
  const part = SESSION_PARTS.find((one) => session.refused[one] !== undefined)
  if (part !== undefined) return refusedStep(`${MISSING_REASONS.consent}: ${missingReason(part, session)}`, ctx)
  const problem = isCareful(ctx) && session.quote ? problemOfBooking(session, ctx) : undefined
  if (problem && problem.part !== 'price')
    return refusedStep(`${MISSING_REASONS.consent}: ${problem.reason}`, ctx, milestoneOf(problem))
  return refusedStep(session.okToBook ? MISSING_REASONS.price : MISSING_REASONS.consent, ctx)
}

/** The check of the newest release: only whether the rooms are free. */
function recordedProblem(ctx: Ctx): PartProblem | undefined {
  const reason = problemOfRooms(ctx.session, ctx)
  return reason === undefined ? undefined : { part: 'rooms', reason }
}

function book(session: BookableSession, db: WriteDb, ctx: Ctx) {
  const { property, choices, now, sandbox } = ctx
  const id = db.nextId('bookings')
  const tag = bookingNumber(sandbox.randomness.stream('tag', id), db)
  const tax = accommodationTax(property, ctx.db.taxRates)
  const done = approvalOf(property) === 'waiting' ? 'enquired, and waits for approval,' : 'booked'
  ctx.hint(
    `${done} as contract ${id} with the number ${tag}; GET ${ctx.product.apiPath}/listbooking/${property.id}/${id}/arr-dep shows it`,
  )
  recordBooking(db, session, { id, tag, property, known: guestOf(session, ctx), tax, now, choices })
  db.sessions.put(afterBooking(session, id))
  return { valid: true }
}
