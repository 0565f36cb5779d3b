/** Check-in and check-out of guests. */

import type { SentId } from '../../api/path-values.ts'
import { checkInGuest, checkOutGuest, getCheckInStatus, undoCheckIn, undoCheckOut } from '../../booking-contract/check-in.ts'
import * as desk from '../../domain/booking/check-in.ts'
import { type EventName, recordNote } from '../../domain/event/events.ts'
import type { Ctx, On } from '../handler-context.ts'
import { checkInStatus, FRONT_DESK_TEXTS, type FrontDeskTexts } from '../responses/check-in.ts'
import { writtenId } from '../responses/shared/write-types.ts'

interface Action {
  readonly act: desk.FrontDeskAction
  readonly event: EventName
  readonly words: FrontDeskTexts
}

const ARRIVAL: Action = { act: desk.checkIn, event: 'guest_checkedin', words: FRONT_DESK_TEXTS.checkIn }
const ARRIVAL_UNDONE: Action = { act: desk.undoCheckIn, event: 'guest_checkedin_undone', words: FRONT_DESK_TEXTS.undoCheckIn }
const DEPARTURE: Action = { act: desk.checkOut, event: 'guest_checkedout', words: FRONT_DESK_TEXTS.checkOut }
const DEPARTURE_UNDONE: Action = {
  act: desk.undoCheckOut,
  event: 'guest_checkedout_undone',
  words: FRONT_DESK_TEXTS.undoCheckOut,
}

export function checkInRoutes(on: On): void {
  on(getCheckInStatus, ({ contract_id }, ctx) => {
    const booking = desk.requireFrontDeskBooking(requestedBooking(contract_id, ctx))
    return checkInStatus(booking, (at) => ctx.dayOf(at, ctx.property))
  })
  on(checkInGuest, (input, ctx) => [{ ...applyAction(ARRIVAL, input, ctx), booked_in: 1 }])
  on(undoCheckIn, (input, ctx) => [{ ...applyAction(ARRIVAL_UNDONE, input, ctx), booked_in: 0 }])
  on(checkOutGuest, (input, ctx) => [{ ...applyAction(DEPARTURE, input, ctx), bookedout: 1 }])
  on(undoCheckOut, (input, ctx) => [{ ...applyAction(DEPARTURE_UNDONE, input, ctx), bookedout: 0 }])
}

/**
 * Applies an action to a booking, with its note and events, and returns the common part of the response.
 *
 * @throws Refusal `contract_not_sent`, `contract_not_found`, `front_desk_objects`
 */
function applyAction(
  { act, event, words }: Action,
  { property_id, contract_id }: Readonly<Record<'property_id' | 'contract_id', SentId>>,
  ctx: Ctx,
) {
  const answer = {
    contract_uid: writtenId(ctx.choices, contract_id.id, contract_id.sent),
    property_uid: writtenId(ctx.choices, property_id.id, property_id.sent),
    note: words.answer[ctx.language],
  }
  if (ctx.language === 'de-DE' && words.answer[ctx.language] === words.answer['en-GB'])
    ctx.hint(`the service has no text in ${ctx.language} for this note: it is English`)
  const asked = requestedBooking(contract_id, ctx)
  if (ctx.choices.unknown_record === 'echo' && desk.isUnknownNumber(asked)) {
    const unknown = { contract_uid: contract_id.id, property_uid: property_id.id }
    ctx.change((db) => {
      ctx.event(db, 'booking_note_saved', { ...unknown, note_id: db.nextId('notes') })
      ctx.event(db, event, unknown)
    })
    return answer
  }
  const booking = desk.requireFrontDeskBooking(asked)
  const at = { today: ctx.today(ctx.property), now: ctx.now, order: ctx.choices.check_in_order }
  ctx.change((db) => {
    db.bookings.put(act(booking, at))
    recordNote(db, booking, { text: words.note[ctx.language], at: ctx.now })
    ctx.event(db, event, { contract_uid: booking.id, property_uid: booking.propertyId })
  })
  return answer
}

function requestedBooking({ id, sent }: SentId, { db, property }: Ctx): desk.FrontDeskBooking {
  return { sent, booking: db.bookings.get(id), propertyId: property.id }
}
