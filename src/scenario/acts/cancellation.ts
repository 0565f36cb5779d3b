import type { Booking } from '../../domain/booking/bookings.ts'
import { type Cancellation, recordCancellation, whyNotCancellable } from '../../domain/booking/cancellation.ts'
import { recordEvent, recordNote } from '../../domain/event/events.ts'
import type { WriteDb } from '../../store/db.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import { type BookingId, findBooking } from './lookup.ts'

export interface OfBooking {
  readonly booking: BookingId
}

/** The guest cancels: the rooms are free again, and the invoice is cancelled. */
export function cancelBooking(db: WriteDb, context: ScenarioContext, { booking: id }: OfBooking): Booking {
  const how = { reason: 'Cancelled by the guest', approval: 'approved', note: 'Booking cancelled' } as const
  return writeCancellation(db, context, cancellableBooking(db, id), how)
}

/** The guest did not come: the booking is cancelled and marked as a no-show. */
export function markNoShow(db: WriteDb, context: ScenarioContext, { booking: id }: OfBooking): Booking {
  const booking = cancellableBooking(db, id)
  const how = { reason: 'Guest did not arrive', approval: 'approved', note: 'Guest did not arrive' } as const
  const marked = writeCancellation(db, context, { ...booking, noShow: true }, how)
  const data = { property_uid: booking.propertyId, contract_uid: booking.id }
  recordEvent(db, { at: context.now, task: 'booking_marked_noshow', data })
  return marked
}

/** The booking, if it can still be cancelled. */
export function cancellableBooking(db: WriteDb, id: BookingId): Booking {
  const booking = findBooking(db, id)
  const why = whyNotCancellable(booking)
  if (why !== undefined) throw new Blocked(`booking: booking ${booking.id} ${why}`)
  return booking
}

/** Writes a cancellation: note, free rooms, booking, invoice and events. */
export function writeCancellation(
  db: WriteDb,
  { now }: ScenarioContext,
  booking: Booking,
  { note, ...how }: Omit<Cancellation, 'now'> & { readonly note: string },
): Booking {
  const off = recordCancellation(db, booking, db.invoices.by('booking', booking.id), { now, ...how })
  recordNote(db, booking, { text: note, at: now })
  for (const event of off.events) recordEvent(db, { at: now, ...event })
  return off.booking
}
