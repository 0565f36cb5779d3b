/**
 * How a booking session stands: looks up what its checks need, and runs them.
 *
 * @module
 */
import { daysUntil, parseDay } from '../base/day.ts'
import { nightKey } from '../domain/booking.ts'
import type { AddressField, BookingSession, SessionAddress } from '../domain/booking-session.ts'
import { bookingWindow } from '../domain/booking-window.ts'
import { type Capacity, capacityOn, propertyCapacity } from '../domain/capacity.ts'
import { setting } from '../domain/property-settings.ts'
import { selectionProblem, takenProblem } from '../domain/room-selection.ts'
import { addressProblem, demandsField, sentAddress } from '../domain/session-address.ts'
import {
  bookingProblem,
  datesProblem,
  isOpen,
  type NightCapacity,
  partyProblem,
  type Reason,
  type SentDates,
} from '../domain/session-checks.ts'
import { fixedStayProblem } from '../domain/session-fixed-stays.ts'
import { sessionMessage } from '../domain/session-messages.ts'
import { childCount } from '../domain/session-party.ts'
import { type PartyParts, partyPartsProblem } from '../domain/session-party-rules.ts'
import { recordedBookingProblem } from '../domain/session-recorded.ts'
import { MISSING, missingFor } from '../domain/session-steps.ts'
import type { Ctx } from '../http/context.ts'
import { stayOf } from './session-offers.ts'
import { priceProblem } from './session-pricing.ts'

/** True when a session is checked fully; see the choice `session_checks`. */
export const isCareful = ({ choices }: Ctx): boolean => choices.session_checks === 'checked'

const openDays = (ctx: Ctx) => bookingWindow(ctx.property, ctx.today(ctx.property))

/** What is wrong with dates, checked fully. */
export function problemOfDates(dates: SentDates, ctx: Ctx): Reason {
  const style = ctx.choices.session_messages
  const [arrival, departure] = [parseDay(dates.arrival), parseDay(dates.departure)]
  const problem = datesProblem(dates, openDays(ctx), style)
  if (problem !== undefined || !arrival || !departure) return problem
  return fixedStayProblem(ctx.property, arrival, departure, style)
}

/** What is wrong with the dates of a session, checked fully. */
export function problemOfStay({ arrival, departure }: BookingSession, ctx: Ctx): Reason {
  return problemOfDates({ arrival: arrival ?? '', departure: departure ?? '' }, ctx)
}

/** What the newest release says of the dates of a session: that they do, and sometimes that the departure does not. */
export function recordedRemarkOnDates({ arrival }: BookingSession, ctx: Ctx): Reason {
  return isOpen(arrival ?? '', openDays(ctx)) ? undefined : sessionMessage('015', ctx.choices.session_messages)
}

function capacityOf({ db, property }: Ctx): Capacity {
  return propertyCapacity(property, db.rooms.by('property', property.id))
}

/** What is wrong with the guest numbers of a session. */
export function problemOfParty(session: BookingSession, ctx: Ctx): Reason {
  const party = { adults: session.adults ?? 0, children: childCount(session.children) }
  const capacity = capacityOf(ctx)
  if (!isCareful(ctx)) return partyProblem(party, capacity, [])
  const parts = partyPartsProblem(partyParts(session, ctx), ctx.choices.session_messages)
  return parts ?? partyProblem(party, capacity, capacityByNight(session, capacity, ctx))
}

function partyParts(session: BookingSession, { db, property, choices }: Ctx): PartyParts {
  return {
    adults: session.adults ?? undefined,
    children: choices.child_prices === 'looked_up' ? session.children : [],
    guestTypes: session.guestTypes,
    childRates: db.childRates.by('property', property.id),
    types: db.guestTypes.by('property', property.id).filter(({ published }) => published),
  }
}

function capacityByNight(session: BookingSession, capacity: Capacity, { db, property }: Ctx): readonly NightCapacity[] {
  const { arrival, departure } = session
  if (arrival === null || departure === null) return []
  const there = db.bookings
    .by('property', property.id)
    .filter((booking) => booking.arrival < departure && booking.departure > arrival)
  const rooms = db.rooms.by('property', property.id)
  return daysUntil(arrival, departure).map((day) => {
    const full = rooms.every(({ id }) => db.roomNights.has(nightKey(id, day)))
    return { day, full, ...capacityOn(day, capacity, there) }
  })
}

/** What is wrong with an address; with none at all, what is wrong with an empty one. */
export function problemOfAddress(address: SessionAddress | null, ctx: Ctx): Reason {
  const { geography, property } = ctx
  const rules = {
    required: (field: AddressField) => demandsField(property, field),
    knowsCountry: (code: string) => code === code.toUpperCase() && geography.country(code) !== undefined,
    regionsOf: (code: string) => geography.regionsOf(code).map(({ id }) => String(id)),
  }
  return addressProblem(address ?? sentAddress(() => undefined), rules, isCareful(ctx))
}

/** What is wrong with the chosen rooms: none, one that somebody else has taken since, or a rate that does not suit the stay. */
export function problemOfRooms(session: BookingSession, ctx: Ctx): Reason {
  const { rooms } = session
  if (rooms.length === 0) return 'hatPairs not stored'
  const stay = stayOf(session, ctx)
  if (!stay) return undefined
  return takenSince(session, ctx) ?? (ctx.choices.selection_check === 'offered' ? selectionProblem(rooms, stay) : undefined)
}

function takenSince({ rooms, arrival, departure }: BookingSession, { db }: Ctx): Reason {
  if (arrival === null || departure === null) return undefined
  return takenProblem(rooms, daysUntil(arrival, departure), {
    isTaken: (roomId, day) => db.roomNights.has(nightKey(roomId, day)),
    nameOf: (roomId) => db.rooms.get(roomId)?.name,
  })
}

/**
 * Whether the session can become a booking as it stands: everything is looked at again.
 *
 * @source facts "GET /booking/validate/booking"; choices `session_checks`, `stale_prices`
 */
export function problemOfBooking(session: BookingSession, ctx: Ctx): Reason {
  return isCareful(ctx) ? fullProblem(session, ctx) : recordedProblem(session, ctx)
}

function fullProblem(session: BookingSession, ctx: Ctx): Reason {
  const missing = missingFor('validate', session, ctx.choices.step_order)
  return bookingProblem({
    address: () => problemOfAddress(session.address, ctx),
    dates: () => problemOfStay(session, ctx),
    guests: () => problemOfParty(session, ctx),
    rooms: () => problemOfRooms(session, ctx),
    nights: () => undefined,
    price: () => (missing === 'price' ? MISSING.price : problemOfPrice(session, ctx)),
  })
}

/** A price that is there is not reckoned anew where a stale one is as good. */
function problemOfPrice(session: BookingSession, ctx: Ctx): Reason {
  return ctx.choices.stale_prices === 'kept' && session.quote ? undefined : priceProblem(session, ctx)
}

function recordedProblem(session: BookingSession, ctx: Ctx): Reason {
  return recordedBookingProblem(session, {
    address: () => problemOfAddress(session.address, ctx),
    guests: () => problemOfParty(session, ctx),
    wantedDeposit: setting(ctx.property, 'depositValue'),
  })
}
