/** A manager approves or rejects a booking that waits for approval. */
import { daysUntil } from '../../base/day.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { roomNightsOf } from '../../domain/booking/room-nights.ts'
import { recordEvent, recordNote } from '../../domain/event/events.ts'
import type { WriteDb } from '../../store/db.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import { cancellableBooking, type OfBooking, writeCancellation } from './cancellation.ts'
import { takenRoom } from './rooms.ts'

const REJECTION_TEXT = 'Booking enquiry rejected'

/** The booking is approved and takes its rooms, all of which must still be free. */
export function approveBooking(db: WriteDb, { now }: ScenarioContext, wanted: OfBooking): Booking {
  const enquiry = requireEnquiry(db, wanted)
  const rooms = enquiry.rooms.flatMap(({ roomId }) => db.rooms.get(roomId) ?? [])
  const taken = takenRoom(db, rooms, daysUntil(enquiry.arrival, enquiry.departure))
  if (taken !== undefined) throw new Blocked(`booking: booking ${enquiry.id} cannot be approved: ${taken}`)
  const booking = db.bookings.put({ ...enquiry, approval: 'approved', changedAt: now })
  for (const night of roomNightsOf(booking)) db.roomNights.put(night)
  recordNote(db, booking, { text: 'Booking enquiry approved', at: now })
  const data = { property_uid: booking.propertyId, contract_uid: booking.id }
  recordEvent(db, { at: now, task: 'booking_added', data })
  return booking
}

/** The booking is rejected: cancelled, and its invoice with it. */
export function rejectBooking(db: WriteDb, context: ScenarioContext, wanted: OfBooking): Booking {
  const enquiry = requireEnquiry(db, wanted)
  return writeCancellation(db, context, enquiry, { reason: REJECTION_TEXT, approval: 'rejected', note: REJECTION_TEXT })
}

function requireEnquiry(db: WriteDb, { booking: id }: OfBooking): Booking {
  const booking = cancellableBooking(db, id)
  if (booking.approval === 'waiting') return booking
  throw new Blocked(`booking: booking ${booking.id} does not wait for approval: it is ${booking.approval}`)
}
