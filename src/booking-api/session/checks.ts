/** Runs the checks of a booking session with the rows they need. */

import { daysUntil, parseDay } from '../../base/day.ts'
import { type Capacity, capacityOn, propertyCapacity } from '../../domain/booking/capacity.ts'
import { headCount } from '../../domain/booking/party.ts'
import { nightKey } from '../../domain/booking/room-nights.ts'
import { bookingWindow } from '../../domain/booking/window.ts'
import { setting } from '../../domain/property/settings.ts'
import { addressProblem, readAddress, requiresField } from '../../domain/session/address.ts'
import type { AddressField, BookingSession, SessionAddress } from '../../domain/session/booking-session.ts'
import {
  bookingProblem,
  datesProblem,
  isOpenDay,
  type NightCapacity,
  type PartProblem,
  partyProblem,
  type Reason,
  type SentDates,
} from '../../domain/session/checks.ts'
import { fixedStayProblem } from '../../domain/session/fixed-stays.ts'
import { sessionMessage } from '../../domain/session/messages.ts'
import { type PartyParts, partyPartsProblem } from '../../domain/session/party-rules.ts'
import { priceChange } from '../../domain/session/price-changes.ts'
import { recordedBookingProblem } from '../../domain/session/recorded-checks.ts'
import { selectionProblem, takenProblem } from '../../domain/session/room-selection.ts'
import { MISSING_REASONS } from '../../domain/session/steps.ts'
import type { Ctx } from '../handler-context.ts'
import { stayOf } from './offers.ts'
import { priceOf } from './price.ts'

/** True when a session is checked fully; see the choice `session_checks`. */
export const isCareful = ({ choices }: Ctx): boolean => choices.session_checks === 'checked'

const openDays = (ctx: Ctx) => bookingWindow(ctx.property, ctx.today(ctx.property))

/** The problem of dates, fully checked. */
export function problemOfDates(dates: SentDates, ctx: Ctx): Reason {
  const style = ctx.choices.session_messages
  const [arrival, departure] = [parseDay(dates.arrival), parseDay(dates.departure)]
  const problem = datesProblem(dates, openDays(ctx), style)
  if (problem !== undefined || !arrival || !departure) return problem
  return fixedStayProblem(ctx.property, arrival, departure, style)
}

/** The problem of the dates of a session, fully checked; the reason of the last refusal, if they were refused. */
export function problemOfStay({ arrival, departure, refused }: BookingSession, ctx: Ctx): Reason {
  return refused.dates ?? problemOfDates({ arrival: arrival ?? '', departure: departure ?? '' }, ctx)
}

/** The remark of the newest release on valid dates: sometimes that the departure is wrong. */
export function recordedRemarkOnDates({ arrival }: BookingSession, ctx: Ctx): Reason {
  return isOpenDay(arrival ?? '', openDays(ctx)) ? undefined : sessionMessage('015', ctx.choices.session_messages)
}

type Party = Pick<BookingSession, 'arrival' | 'departure' | 'adults' | 'children' | 'guestTypes'>

/** The problem of guest numbers. */
export function problemOfParty(session: Party, ctx: Ctx): Reason {
  const party = { adults: session.adults ?? 0, children: headCount(session.children) }
  const capacity = propertyCapacity(ctx.property, ctx.db.rooms.by('property', ctx.property.id))
  if (!isCareful(ctx)) return partyProblem(party, capacity, [])
  const parts = partyPartsProblem(partyParts(session, ctx), ctx.choices.session_messages)
  return parts ?? partyProblem(party, capacity, capacityByNight(session, capacity, ctx))
}

function partyParts(session: Party, { db, property, choices }: Ctx): PartyParts {
  return {
    adults: session.adults ?? undefined,
    children: choices.child_prices === 'looked_up' ? session.children : [],
    guestTypes: session.guestTypes,
    childRates: db.childRates.by('property', property.id),
    types: db.guestTypes.by('property', property.id).filter(({ published }) => published),
  }
}

function capacityByNight(session: Party, capacity: Capacity, { db, property }: Ctx): readonly NightCapacity[] {
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

/** The problem of an address; a missing one is checked as an empty one. */
export function problemOfAddress(address: SessionAddress | null, ctx: Ctx): Reason {
  const { geography, property } = ctx
  const rules = {
    required: (field: AddressField) => requiresField(property, field),
    knowsCountry: (code: string) => code === code.toUpperCase() && geography.country(code) !== undefined,
    regionsOf: (code: string) => geography.regionsOf(code).map(({ id }) => String(id)),
  }
  return addressProblem(address ?? readAddress(() => undefined), rules, isCareful(ctx))
}

/** The problem of the address of a session; the reason of the last refusal, if it was refused. */
export function problemOfGuestAddress({ refused, address }: BookingSession, ctx: Ctx): Reason {
  return refused.address ?? problemOfAddress(address, ctx)
}

/**
 * The problem of the selected rooms: refused, none, one taken by another booking since, or a rate that does not match
 * the stay.
 */
export function problemOfRooms(session: BookingSession, ctx: Ctx): Reason {
  const { rooms, refused } = session
  if (refused.rooms !== undefined) return refused.rooms
  if (rooms.length === 0) return 'hatPairs not stored'
  const stay = stayOf(session, ctx)
  if (!stay) return undefined
  const taken = takenProblem(rooms, stay, (roomId) => ctx.db.rooms.get(roomId)?.name)
  return taken ?? (ctx.choices.selection_check === 'offered' ? selectionProblem(rooms, stay) : undefined)
}

/**
 * Checks again whether the session can be booked.
 *
 * @source facts "GET /booking/validate/booking"; choices `session_checks`, `stale_prices`
 */
export function problemOfBooking(session: BookingSession, ctx: Ctx): PartProblem | undefined {
  return isCareful(ctx) ? fullProblem(session, ctx) : recordedProblem(session, ctx)
}

function fullProblem(session: BookingSession, ctx: Ctx): PartProblem | undefined {
  return bookingProblem({
    address: () => problemOfGuestAddress(session, ctx),
    dates: () => problemOfStay(session, ctx),
    guests: () => session.refused.guests ?? problemOfParty(session, ctx),
    rooms: () => problemOfRooms(session, ctx),
    nights: () => (session.needsDates ? 'until dates are set again, for another booking' : undefined),
    price: () => {
      if (session.quote === null) return MISSING_REASONS.price
      return ctx.choices.stale_prices === 'kept' ? undefined : priceChange(session.quote, () => priceOf(session, ctx))
    },
  })
}

function recordedProblem(session: BookingSession, ctx: Ctx): PartProblem | undefined {
  return recordedBookingProblem(session, {
    address: () => problemOfAddress(session.address, ctx),
    guests: () => problemOfParty(session, ctx),
    wantedDeposit: setting(ctx.property, 'depositValue'),
  })
}
