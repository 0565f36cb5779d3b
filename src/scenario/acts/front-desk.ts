/**
 * Guests arrive at the front desk, leave, and come in without a booking.
 *
 * @module
 */
import { addDays } from '../../base/day.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { checkIn, checkOut, type DeskAction } from '../../domain/booking/check-in.ts'
import { type EventName, recordEvent, recordNote } from '../../domain/event/events.ts'
import { dayAt } from '../../domain/property/properties.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { WriteDb } from '../../store/db.ts'
import type { BlockedReason, ScenarioContext } from '../scenario-context.ts'
import { managerOf } from './black-booking.ts'
import { bookRooms } from './booking.ts'
import type { OfBooking } from './cancellation.ts'
import type { GuestDetails } from './generated-guest.ts'
import { knownBooking, knownProperty } from './lookup.ts'

/** What the front desk records: the rule, the note and the event. */
interface DeskEntry {
  readonly rule: DeskAction
  readonly note: string
  readonly task: EventName
}

const CHECK_IN: DeskEntry = { rule: checkIn, note: 'Booked guest in', task: 'guest_checkedin' }
const CHECK_OUT: DeskEntry = { rule: checkOut, note: 'Guest booked out.', task: 'guest_checkedout' }

/** The guest arrives: on the day of arrival or later, while the stay lasts. */
export const checkInGuest = (db: WriteDb, context: ScenarioContext, wanted: OfBooking): Booking | BlockedReason =>
  atDesk(db, context, wanted, CHECK_IN)

/** The guest, who has checked in, leaves. */
export const checkOutGuest = (db: WriteDb, context: ScenarioContext, wanted: OfBooking): Booking | BlockedReason =>
  atDesk(db, context, wanted, CHECK_OUT)

/** A desk that keeps the order of things, whatever the interface allows its callers. */
function atDesk(
  db: WriteDb,
  { now, choices }: ScenarioContext,
  { booking: id }: OfBooking,
  { rule, note, task }: DeskEntry,
): Booking | BlockedReason {
  const booking = knownBooking(db, id)
  if (typeof booking === 'string') return booking
  const today = dayAt(now, db.properties.get(booking.propertyId), choices.today)
  const after = inOrder(() => rule(booking, { today, now, order: 'strict' }))
  if (typeof after === 'string') return `booking: booking ${booking.id}: ${after}`
  recordNote(db, booking, { text: note, at: now })
  recordEvent(db, { at: now, task, data: { contract_uid: booking.id, property_uid: booking.propertyId } })
  return db.bookings.put(after)
}

function inOrder(act: () => Booking): Booking | BlockedReason {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return error.detail.what ?? error.code
    throw error
  }
}

/** What a guest without a booking takes. */
export interface WalkIn {
  readonly property: number
  /** Default: the first room that is free all the time. */
  readonly room?: number | undefined
  /** Default: one. */
  readonly nights?: number | undefined
  readonly adults?: number | undefined
  readonly guest?: GuestDetails | undefined
}

/** A guest comes in without a booking: the front desk books a room from today and checks the guest in. */
export function walkIn(db: WriteDb, context: ScenarioContext, wanted: WalkIn): Booking | BlockedReason {
  const property = knownProperty(db, wanted.property)
  if (typeof property === 'string') return property
  const { room, nights = 1, adults, guest } = wanted
  const arrival = dayAt(context.now, property, context.choices.today)
  const rooms = room === undefined ? ('any' as const) : [room]
  const stay = { arrival, departure: addDays(arrival, nights) }
  const made = bookRooms(db, context, { property: property.id, rooms, ...stay, adults, guest, approval: 'approved' })
  if (typeof made === 'string') return made
  db.bookings.put({ ...made, kind: 'reception', bookedBy: managerOf(db, property) })
  return checkInGuest(db, context, { booking: made.id })
}
