/** The steps of a booking session that set dates, guests, address and notes, and their checks. */

import { parseDay } from '../../base/day.ts'
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
} from '../../booking-contract/booking-session.ts'
import { Refusal } from '../../domain/refusal.ts'
import { readAddress } from '../../domain/session/address.ts'
import type { BookingSession } from '../../domain/session/booking-session.ts'
import { lenientDay, type Reason, recordedDatesProblem, trimmed } from '../../domain/session/checks.ts'
import { cutText, lengthProblem, noteProblem } from '../../domain/session/limits.ts'
import { sessionMessage } from '../../domain/session/messages.ts'
import { isUnpriced, lenientParty, mergedByRate, readParty, type SentParty } from '../../domain/session/party.ts'
import {
  afterRefusal,
  type Milestone,
  missingFor,
  missingReason,
  type SetStep,
  STEPS,
  type StepName,
  sessionAfterStep,
} from '../../domain/session/steps.ts'
import type { Ctx, On } from '../handler-context.ts'
import {
  isCareful,
  problemOfAddress,
  problemOfBooking,
  problemOfDates,
  problemOfGuestAddress,
  problemOfParty,
  problemOfRooms,
  problemOfStay,
  recordedRemarkOnDates,
} from '../session/checks.ts'
import { milestoneOf, nextRequest, refusedStep } from '../session/hints.ts'
import { placeHint } from '../session/place-hint.ts'

export function bookingSessionRoutes(on: On): void {
  on(setDates, (_, ctx) => storeDates(ctx))
  on(setGuestNumbers, (_, ctx) => (isCareful(ctx) ? storeParty(ctx) : storePartyAsRecorded(ctx)))
  on(setAddress, (_, ctx) => storeAddress(ctx))

  on(setNote, (_, ctx) => {
    const { session } = ctx
    const note = trimmed(ctx.form.get('note'))
    const problem = tooEarly('set_note', ctx) ?? noteProblem(note, session.notes.length, isCareful(ctx))
    if (problem !== undefined) return refusedStep(problem, ctx)
    accept('set_note', { notes: [...session.notes, note] }, ctx)
    return VALID
  })

  on(validateDates, (_, ctx) => {
    if (isCareful(ctx)) return verdict(problemOfStay(ctx.session, ctx), 'dates', ctx)
    const reason = recordedRemarkOnDates(ctx.session, ctx)
    return { valid: true, ...(reason !== undefined && { reason }) }
  })

  on(validateGuestNumbers, (_, ctx) => checkParty(ctx))
  on(validateAddress, (_, ctx) => verdict(problemOfGuestAddress(ctx.session, ctx), 'address', ctx))
  on(validateRooms, (_, ctx) => {
    if (isCareful(ctx)) return verdict(problemOfRooms(ctx.session, ctx), 'rooms', ctx)
    return verdict(ctx.session.rooms.length === 0 ? 'hatPairs not stored' : undefined, 'rooms', ctx)
  })

  on(validateBooking, (_, ctx) => {
    const { session } = ctx
    const problem = problemOfBooking(session, ctx)
    if (problem === undefined) {
      ctx.change((db) => db.sessions.put({ ...session, okToBook: true }))
      return VALID
    }
    if (isCareful(ctx)) ctx.change((db) => db.sessions.put({ ...session, okToBook: false }))
    return refusedStep(problem.reason, ctx, milestoneOf(problem))
  })

  on(getOkToBook, (_, ctx) => {
    const { okToBook } = ctx.session
    if (!okToBook) ctx.hint(nextRequest(ctx))
    return { response: okToBook }
  })
}

const VALID = { valid: true }

const verdict = (reason: Reason, of: Milestone, ctx: Ctx) => (reason === undefined ? VALID : refusedStep(reason, ctx, of))

/** Stores the values of a step, and invalidates the parts of the session that depend on them. */
function accept(step: StepName, changes: Partial<BookingSession>, ctx: Ctx): void {
  ctx.change((db) => db.sessions.put(sessionAfterStep(step, ctx.session, changes, ctx.choices.stale_prices)))
}

/** Refuses the values of a step: validators return the reason until the step is sent again. */
function refuse(step: SetStep, reason: string, ctx: Ctx) {
  ctx.change((db) => db.sessions.put(afterRefusal(step, ctx.session, reason, ctx.choices.stale_prices)))
  return refusedStep(reason, ctx, STEPS[step].sets)
}

/** The reason a step is too early; undefined when it is possible. */
function tooEarly(step: StepName, { session, choices }: Ctx): Reason {
  const missing = missingFor(step, session, choices.step_order)
  return missing === undefined ? undefined : missingReason(missing, session)
}

function storeDates(ctx: Ctx) {
  const arrival = trimmed(ctx.form.get('arrivalDate'))
  const departure = trimmed(ctx.form.get('departureDate'))
  if (isCareful(ctx)) {
    const problem = problemOfDates({ arrival, departure }, ctx)
    if (problem !== undefined) return refuse('set_dates', problem, ctx)
    accept('set_dates', { arrival: parseDay(arrival) ?? null, departure: parseDay(departure) ?? null, needsDates: false }, ctx)
    return VALID
  }
  const problem = recordedDatesProblem({ arrival, departure }, ctx.choices.session_messages)
  if (problem === undefined) {
    accept('set_dates', { arrival: lenientDay(arrival), departure: lenientDay(departure), needsDates: false }, ctx)
    return VALID
  }
  ctx.change((db) => db.sessions.put({ ...ctx.session, okToBook: false }))
  return refusedStep(problem, ctx, 'dates')
}

function storeAddress(ctx: Ctx) {
  const early = tooEarly('set_address', ctx)
  if (early !== undefined) return refuse('set_address', early, ctx)
  const address = readAddress((field) => ctx.form.get(field))
  const problem = problemOfAddress(address, ctx)
  const place = problem === undefined ? undefined : placeHint(address, ctx)
  if (place !== undefined) ctx.hint(place)
  if (problem !== undefined && isCareful(ctx)) return refuse('set_address', problem, ctx)
  accept('set_address', { address }, ctx)
  return verdict(problem, 'address', ctx)
}

/** Sets guest numbers under full checks: refused values are not stored. */
function storeParty(ctx: Ctx) {
  const { session, choices } = ctx
  const early = missingFor('set_guests', session, choices.step_order)
  if (early !== undefined) return refuse('set_guests', guestsTooEarly(ctx), ctx)
  const sent = sentParty(ctx)
  const { party, problem } = readParty(sent, choices.session_messages)
  if (problem !== undefined) return refuse('set_guests', problem, ctx)
  const stored = { ...party, ...partyExtras(party, ctx) }
  const tooMany = lengthProblem('coupon_code', stored.couponCode) ?? problemOfParty({ ...session, ...stored }, ctx)
  if (tooMany !== undefined) return refuse('set_guests', tooMany, ctx)
  accept('set_guests', stored, ctx)
  if (session.arrival === null) return refusedStep(guestsTooEarly(ctx), ctx)
  const [rate] = ctx.db.childRates.by('property', ctx.property.id)
  const unpriced = party.children.find(isUnpriced)
  if (unpriced && rate)
    ctx.hint(
      `a plain number of children costs nothing; for child rates send children as JSON, [{"id":${rate.id},"quantity":${unpriced.quantity}}], with ids of child_rates of initialise`,
    )
  return VALID
}

/** Sets guest numbers as the newest release does: stored even if refused, and without a reason. */
function storePartyAsRecorded(ctx: Ctx) {
  const early = missingFor('set_guests', ctx.session, ctx.choices.step_order)
  if (early !== undefined) return refusedStep(guestsTooEarly(ctx), ctx)
  const party = lenientParty(sentParty(ctx))
  accept('set_guests', { ...party, ...partyExtras(party, ctx) }, ctx)
  const { session } = ctx
  const problem = session.arrival === null || problemOfParty(session, ctx) !== undefined
  return problem ? refusedStep(null, ctx, 'guests') : VALID
}

/** The reason that dates are missing: not sent, or refused. */
function guestsTooEarly({ session, choices }: Ctx): string {
  return session.refused.dates === undefined ? sessionMessage('006', choices.session_messages) : missingReason('dates', session)
}

function partyExtras({ children }: Pick<BookingSession, 'children'>, { choices, form }: Ctx) {
  const couponCode = choices.session_extras === 'accept' ? cutText(trimmed(form.get('coupon_code'))) : ''
  return { children: choices.child_prices === 'looked_up' ? mergedByRate(children) : children, couponCode }
}

function sentParty({ form, choices }: Ctx): SentParty {
  const guestTypes = choices.session_extras === 'accept' ? form.map('guesttypes') : new Map<string, string>()
  const sent = form.get('children')
  const children = choices.session_checks === 'checked' ? sent?.trim() : sent && trimmed(sent)
  return { adults: trimmed(form.get('adults')), children, guestTypes }
}

function checkParty(ctx: Ctx) {
  const { session, choices } = ctx
  if (isCareful(ctx)) {
    const unset = session.arrival === null ? sessionMessage('006', choices.session_messages) : undefined
    return verdict(session.refused.guests ?? unset ?? problemOfParty(session, ctx), 'guests', ctx)
  }
  if (session.arrival === null)
    throw new Refusal('session_step_missing', { what: 'Period start not set', hint: nextRequest(ctx) })
  const problem = problemOfParty(session, ctx)
  if (problem === undefined) return VALID
  ctx.hint(nextRequest(ctx, 'guests'))
  return { valid: false }
}
