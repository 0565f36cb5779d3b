/** Check-in, check-out and walk-in guests. */
import { addDays, type Day } from '../../base/day.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { checkIn, checkOut, type FrontDeskAction } from '../../domain/booking/check-in.ts'
import { type EventName, recordEvent, recordNote } from '../../domain/event/events.ts'
import { dayAt } from '../../domain/property/properties.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { WriteDb } from '../../store/db.ts'
import type { EventWith } from '../events/event-schema.ts'
import { Blocked, type ScenarioContext, unlessBlocked } from '../scenario-context.ts'
import { bookRooms } from './booking.ts'
import type { OfBooking } from './cancellation.ts'
import { findBooking, findProperty } from './lookup.ts'
import type { OfProperty } from './property.ts'

/** What the front desk records: the rule, the note and the event. */
interface DeskEntry {
  /** In messages. */
  readonly name: string
  readonly rule: FrontDeskAction
  readonly note: string
  readonly task: EventName
  /** Of all guests of a property, those for whom it is recorded together. */
  readonly isDue: (booking: Booking, today: Day) => boolean
}

const CHECK_IN: DeskEntry = {
  name: 'check in',
  rule: checkIn,
  note: 'Booked guest in',
  task: 'guest_checkedin',
  isDue: ({ bookedIn, arrival, departure }, today) => !bookedIn && arrival <= today && today < departure,
}
const CHECK_OUT: DeskEntry = {
  name: 'check out',
  rule: checkOut,
  note: 'Guest booked out.',
  task: 'guest_checkedout',
  isDue: ({ bookedIn, bookedOut, departure }, today) => bookedIn && !bookedOut && departure <= today,
}

type DeskAct<Of, Made> = (db: WriteDb, context: ScenarioContext, wanted: Of) => Made

export const checkInGuest: DeskAct<OfBooking, Booking> = (...given) => recordAtDesk(CHECK_IN, ...given)
export const checkOutGuest: DeskAct<OfBooking, Booking> = (...given) => recordAtDesk(CHECK_OUT, ...given)
export const checkInGuests: DeskAct<OfProperty, readonly Booking[]> = (...given) => recordAllAtDesk(CHECK_IN, ...given)
export const checkOutGuests: DeskAct<OfProperty, readonly Booking[]> = (...given) => recordAllAtDesk(CHECK_OUT, ...given)

function recordAllAtDesk(
  entry: DeskEntry,
  db: WriteDb,
  context: ScenarioContext,
  { property: id }: OfProperty,
): readonly Booking[] {
  const property = findProperty(db, id)
  const today = dayAt(context.now, property, context.choices.today)
  const due = db.bookings.by('property', property.id).filter((booking) => entry.isDue(booking, today))
  const done = due.flatMap((booking) => {
    const after = unlessBlocked(() => recordAtDesk(entry, db, context, { booking: booking.id }))
    return typeof after === 'string' ? [] : [after]
  })
  if (done.length === 0) throw new Blocked(`property ${property.id}: no guest is due to ${entry.name} on ${today}`)
  return done
}

/** Requires the usual order of check-in and check-out, which the interface does not require of its callers. */
function recordAtDesk(
  { rule, note, task }: DeskEntry,
  db: WriteDb,
  { now, choices }: ScenarioContext,
  { booking: id }: OfBooking,
): Booking {
  const booking = findBooking(db, id)
  const today = dayAt(now, db.properties.get(booking.propertyId), choices.today)
  const after = blockedIfRefused(booking, () => rule(booking, { today, now, order: 'strict' }))
  recordNote(db, booking, { text: note, at: now })
  recordEvent(db, { at: now, task, data: { contract_uid: booking.id, property_uid: booking.propertyId } })
  return db.bookings.put(after)
}

function blockedIfRefused({ id }: Booking, act: () => Booking): Booking {
  try {
    return act()
  } catch (error) {
    throw error instanceof Refusal ? new Blocked(`booking: booking ${id}: ${error.detail.what ?? error.code}`) : error
  }
}

/**
 * A guest arrives without a booking: the front desk books a room from today and checks the guest in. Default: one night in the
 * first room that is free all the time.
 */
export function walkIn(db: WriteDb, context: ScenarioContext, wanted: EventWith<'guest_walks_in'>): Booking {
  const property = findProperty(db, wanted.property)
  const { property: _, room, nights = 1, ...details } = wanted
  const arrival = dayAt(context.now, property, context.choices.today)
  const rooms = room === undefined ? ('any' as const) : [room]
  const stay = { arrival, departure: addDays(arrival, nights) }
  const made = bookRooms(db, context, { ...details, property: property.id, rooms, ...stay, by: 'desk' })
  return checkInGuest(db, context, { booking: made.id })
}
