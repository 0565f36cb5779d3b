/**
 * What a visitor does next in a booking session.
 *
 * @module
 */

import type { PartProblem } from '../../domain/session/checks.ts'
import { type Milestone, nextStep, type StepName } from '../../domain/session/steps.ts'
import type { Ctx } from '../context.ts'

/** Each step as a request, its path below that of the interface. */
const REQUESTS: Readonly<Record<StepName, string>> = {
  set_dates: 'POST {api}/booking/set/dates with arrivalDate and departureDate',
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
 * The request that comes next on the way to a booking.
 *
 * @param failed what does not hold
 */
export function nextRequest({ session, property, choices, product }: Ctx, failed?: Milestone): string {
  const step = nextStep(session, choices.step_order, failed)
  const request = step === 'choose_rooms' && property.singleUnit ? SINGLE_UNIT : REQUESTS[step]
  return `next: ${request.replaceAll('{api}', product.apiPath)}`
}

/** The milestone that a part of the session belongs to. */
export const milestoneOf = ({ part }: PartProblem): Milestone => (part === 'nights' ? 'dates' : part)

/** Answers a step that is refused, with the request that comes next as the hint. */
export function refusedStep(reason: string | null, ctx: Ctx, failed?: Milestone) {
  ctx.hint(nextRequest(ctx, failed))
  return { valid: false, reason }
}
