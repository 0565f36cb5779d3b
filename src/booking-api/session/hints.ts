/** Hints on the next request of a booking session. */

import { isFullyBooked, type PartProblem } from '../../domain/session/checks.ts'
import { type Milestone, nextStep, type StepName } from '../../domain/session/steps.ts'
import type { Ctx } from '../handler-context.ts'

/** The request of each step, relative to the path of the interface. */
const REQUESTS: Readonly<Record<StepName, string>> = {
  set_dates: 'POST {api}/booking/set/dates with arrivalDate and departureDate as YYYY-MM-DD',
  set_guests: 'POST {api}/booking/set/guest/numbers with adults and children',
  set_address: 'POST {api}/booking/set/address with the ten fields of the guest',
  list_rooms: 'GET {api}/booking/rooms',
  choose_rooms: 'POST {api}/booking/set/property/booking with selectedRooms, a list of the pairs of GET {api}/booking/rooms',
  price: 'GET {api}/booking/prices',
  set_note: 'POST {api}/booking/set/note with note',
  validate: 'GET {api}/booking/validate/booking',
  create: 'POST {api}/booking/create',
}
const SINGLE_UNIT = 'POST {api}/booking/set/property/booking, which picks the room of this property by itself'

/**
 * The next request towards a booking.
 *
 * @param failed the milestone that is missing or invalid
 */
export function nextRequest({ db, session, property, choices, product }: Ctx, failed?: Milestone): string {
  const step = nextStep(session, choices.step_order, failed)
  const request = step === 'choose_rooms' && property.singleUnit ? SINGLE_UNIT : REQUESTS[step]
  const { id, propertyId, arrival } = db.bookings.get(session.bookingId) ?? {}
  // A client that lost the response to its create must not choose rooms again; the visitor may book another stay.
  const isBooked = session.rooms.length === 0 && propertyId === property.id && arrival === session.arrival
  return `next: ${request.replaceAll('{api}', product.apiPath)}${isBooked ? `; the session has booked contract ${id}` : ''}`
}

export const milestoneOf = ({ part }: PartProblem): Milestone => (part === 'nights' ? 'dates' : part)

/** Suggests the request that corrects a refused step; when every room is taken, other dates. */
export function hintAfter(reason: string | null, ctx: Ctx, failed?: Milestone): void {
  ctx.hint(nextRequest(ctx, reason !== null && isFullyBooked(reason) ? 'dates' : failed))
}

/** The response to a refused step, with the next request as hint. */
export function refusedStep(reason: string | null, ctx: Ctx, failed?: Milestone) {
  hintAfter(reason, ctx, failed)
  return { valid: false, reason }
}
