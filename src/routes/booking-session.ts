/**
 * The steps of a booking session in which a visitor says what is wanted, and the checks of what was said.
 *
 * @module
 */

import { parseDay } from '../base/day.ts'
import {
  getOkToBook,
  setAddress,
  setDates,
  setGuestNumbers,
  setNote,
  validateAddress,
  validateBooking,
  validateDates,
  validateGuestNumbers,
  validateRooms,
} from '../contract/booking-session.ts'
import type { BookingSession } from '../domain/booking-session.ts'
import { Refusal } from '../domain/refusal.ts'
import { sentAddress } from '../domain/session-address.ts'
import { filled, looseDay, type Reason, recordedDatesProblem } from '../domain/session-checks.ts'
import { cutText, noteProblem } from '../domain/session-limits.ts'
import { sessionMessage } from '../domain/session-messages.ts'
import { joinedByRate, looseParty, readParty, type SentParty } from '../domain/session-party.ts'
import { afterStep, MISSING, missingFor, type StepName } from '../domain/session-steps.ts'
import type { On } from '../http/binder.ts'
import type { Ctx } from '../http/context.ts'
import {
  isCareful,
  problemOfAddress,
  problemOfBooking,
  problemOfDates,
  problemOfParty,
  problemOfRooms,
  problemOfStay,
  recordedRemarkOnDates,
} from './session-standing.ts'

export function bookingSessionRoutes(on: On): void {
  on(setDates, (_, ctx) => verdict(takeDates(ctx)))
  on(setGuestNumbers, (_, ctx) => takeParty(ctx))

  on(setAddress, (_, ctx) => {
    const early = missingReason('set_address', ctx)
    if (early !== undefined) return verdict(early)
    const address = sentAddress((field) => ctx.form.get(field))
    keep('set_address', { address }, ctx)
    return verdict(problemOfAddress(address, ctx))
  })

  on(setNote, (_, ctx) => {
    const early = missingReason('set_note', ctx)
    if (early !== undefined) return verdict(early)
    const note = filled(ctx.form.get('note'))
    const problem = noteProblem(note, ctx.session.notes.length)
    if (problem !== undefined) return verdict(problem)
    keep('set_note', { notes: [...ctx.session.notes, note] }, ctx)
    return verdict(undefined)
  })

  on(validateDates, (_, ctx) => {
    if (isCareful(ctx)) return verdict(problemOfStay(ctx.session, ctx))
    const reason = recordedRemarkOnDates(ctx.session, ctx)
    return { valid: true, ...(reason !== undefined && { reason }) }
  })

  on(validateGuestNumbers, (_, ctx) => checkParty(ctx))
  on(validateAddress, (_, ctx) => verdict(problemOfAddress(ctx.session.address, ctx)))
  on(validateRooms, (_, ctx) => {
    if (isCareful(ctx)) return verdict(problemOfRooms(ctx.session, ctx))
    return verdict(ctx.session.rooms.length === 0 ? 'hatPairs not stored' : undefined)
  })

  on(validateBooking, (_, ctx) => {
    const problem = problemOfBooking(ctx.session, ctx)
    if (problem === undefined) ctx.change((db) => db.sessions.put({ ...ctx.session, okToBook: true }))
    else if (isCareful(ctx)) ctx.change((db) => db.sessions.put({ ...ctx.session, okToBook: false }))
    return verdict(problem)
  })

  on(getOkToBook, (_, ctx) => ({ response: ctx.session.okToBook }))
}

const verdict = (reason: Reason) => (reason === undefined ? { valid: true } : { valid: false, reason })

/** Stores what a step was told, and makes void what no longer holds after it. */
function keep(step: StepName, changes: Partial<BookingSession>, ctx: Ctx): void {
  ctx.change((db) => db.sessions.put(afterStep(step, ctx.session, changes, ctx.choices.stale_prices)))
}

/** Why a step is too early; undefined when it is not. */
function missingReason(step: StepName, ctx: Ctx): Reason {
  const missing = missingFor(step, ctx.session, ctx.choices.step_order)
  return missing === undefined ? undefined : MISSING[missing]
}

function takeDates(ctx: Ctx): Reason {
  const arrival = filled(ctx.form.get('arrivalDate'))
  const departure = filled(ctx.form.get('departureDate'))
  const careful = isCareful(ctx)
  const style = ctx.choices.session_messages
  const problem = careful ? problemOfDates({ arrival, departure }, ctx) : recordedDatesProblem({ arrival, departure }, style)
  if (problem !== undefined) return problem
  const read = careful ? (text: string) => parseDay(text) ?? null : looseDay
  keep('set_dates', { arrival: read(arrival), departure: read(departure) }, ctx)
  return undefined
}

function takeParty(ctx: Ctx) {
  const { choices, form } = ctx
  const early = missingFor('set_guests', ctx.session, choices.step_order)
  if (early !== undefined) return verdict(sessionMessage('006', choices.session_messages))
  const careful = isCareful(ctx)
  const style = choices.session_messages
  const sent = sentParty(ctx)
  const { party, problem: unreadable } = careful ? readParty(sent, style) : { party: looseParty(sent), problem: undefined }
  const children = choices.child_prices === 'looked_up' ? joinedByRate(party.children) : party.children
  const couponCode = choices.session_extras === 'accept' ? cutText(filled(form.get('coupon_code'))) : ''
  keep('set_guests', { ...party, children, couponCode }, ctx)
  if (unreadable !== undefined) return verdict(unreadable)
  if (ctx.session.arrival === null) return { valid: false, reason: careful ? sessionMessage('006', style) : null }
  const problem = problemOfParty(ctx.session, ctx)
  if (problem === undefined) return verdict(undefined)
  return { valid: false, reason: careful ? problem : null }
}

function sentParty({ form, choices }: Ctx): SentParty {
  const guestTypes = choices.session_extras === 'accept' ? form.map('guesttypes') : new Map<string, string>()
  return { adults: filled(form.get('adults')), children: filled(form.get('children')), guestTypes }
}

function checkParty(ctx: Ctx) {
  const { session } = ctx
  const careful = isCareful(ctx)
  if (session.arrival === null && !careful) throw new Refusal('session_step_missing', { what: 'Period start not set' })
  if (session.arrival === null) return verdict(sessionMessage('006', ctx.choices.session_messages))
  const problem = problemOfParty(session, ctx)
  return problem === undefined || careful ? verdict(problem) : { valid: false }
}
