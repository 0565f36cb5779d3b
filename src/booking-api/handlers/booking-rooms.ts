/** The start of a booking session, and its rooms. */

import { initialiseSession, listSessionRooms, setPropertyBooking } from '../../booking-contract/booking-rooms.ts'
import type { RoomChoice } from '../../domain/booking/bookings.ts'
import { hatPairs, selectRooms } from '../../domain/session/room-selection.ts'
import { afterRefusal, bindToProperty, missingFor, missingReason, sessionAfterStep } from '../../domain/session/steps.ts'
import type { Ctx, On } from '../handler-context.ts'
import { offeredRooms } from '../responses/booking-rooms.ts'
import { SETTING_MEANINGS } from '../responses/booking-session-setting-meanings.ts'
import { initialSettings } from '../responses/booking-session-settings.ts'
import { isCareful } from '../session/checks.ts'
import { hintAfter, refusedStep } from '../session/hints.ts'
import { stayOf } from '../session/offers.ts'
import { initialData, offeredData } from '../session/room-data.ts'

export function bookingRoomRoutes(on: On): void {
  on(initialiseSession, ({ language }, ctx) => {
    const { property } = ctx
    ctx.change((db) => db.sessions.put(bindToProperty(property.id, db.sessions.get(ctx.sessionId), ctx.sessionId, ctx.now)))
    return { response: { data: initialSettings(initialData(language, ctx)), info: SETTING_MEANINGS } }
  })

  on(listSessionRooms, (_, ctx) => {
    const { session, choices } = ctx
    const missing = missingFor('list_rooms', session, choices.step_order)
    if (missing && missing !== 'dates') return noRooms(missingReason(missing, session), ctx)
    const { arrival, departure, refused } = session
    if (refused.dates !== undefined) return noRooms(missingReason('dates', session), ctx)
    if (arrival === null) return noRooms('Arrival date not set', ctx)
    if (departure === null) return noRooms('Departure date not set', ctx)
    if (arrival === departure) return noRooms('Dates are the same day', ctx, 'dates')
    return offeredRooms(offeredData(ctx))
  })

  on(setPropertyBooking, (_, ctx) => {
    const { session, choices, property } = ctx
    const missing = missingFor('choose_rooms', session, choices.step_order)
    if (missing && choices.step_order !== 'free') return refused(missingReason(missing, session), ctx)
    const sent = ctx.form.get('selectedRooms') ?? ''
    const stay = stayOf(session, ctx)
    const chosen = selectRooms({ sent, singleUnit: property.singleUnit, stay, check: choices.selection_check })
    if (!chosen.rooms) return refused(chosen.reason, ctx, chosen.stored)
    const rooms = chosen.rooms
    ctx.change((db) => db.sessions.put(sessionAfterStep('choose_rooms', session, { rooms }, choices.stale_prices)))
    const isFirst = choices.selection_answer === 'second_call' && session.rooms.length === 0
    return isFirst ? refusedStep(null, ctx, 'rooms') : { valid: true, hatPair: hatPairs(rooms) }
  })
}

/** Refuses a selection of rooms with its reason, under the key of the choice `selection_key`. */
function refused(reason: string, ctx: Ctx, rooms: readonly RoomChoice[] = ctx.session.rooms) {
  const { session, choices } = ctx
  const after = isCareful(ctx)
    ? afterRefusal('choose_rooms', session, reason, choices.stale_prices)
    : { ...session, rooms, okToBook: false, ...(rooms !== session.rooms && { quote: null }) }
  ctx.change((db) => db.sessions.put(after))
  if (choices.selection_key === 'set_rooms') ctx.setResponseKey('set_rooms')
  return refusedStep(reason, ctx, 'rooms')
}

function noRooms(reason: string, ctx: Ctx, failed?: 'dates') {
  hintAfter(reason, ctx, failed)
  return { success: false as const, reason }
}
