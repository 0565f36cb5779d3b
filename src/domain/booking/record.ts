/**
 * Stores a new booking: guest, booking, nights, invoice, first notes and their events.
 * @source facts "POST /booking/create"
 */
import type { LongDateStyle } from '../../base/long-date.ts'
import { type EventData, type EventName, type NoteCollections, recordEvent, recordNote } from '../event/events.ts'
import type { Guest } from '../guest/guests.ts'
import { type InvoiceChoices, invoiceLines, newInvoice, stayText } from '../invoice/booking-invoice.ts'
import type { Invoice } from '../invoice/invoices.ts'
import type { LineItem } from '../invoice/line-items.ts'
import type { Quote } from '../pricing/quote.ts'
import type { Room } from '../property/rooms.ts'
import type { TaxRate } from '../property/tax-rates.ts'
import type { Booking } from './bookings.ts'
import { type BookableSession, bookingGuest, bookingOf, type CreationChoices, firstNotes, type NewBooking } from './creation.ts'
import { type RoomNight, roomNightsOf } from './room-nights.ts'

interface CollectionOf<R> {
  put(row: R): R
}

/** The collections that a booking is written to, inside a change. */
export interface BookingCollections extends NoteCollections {
  readonly guests: CollectionOf<Guest>
  readonly bookings: CollectionOf<Booking>
  readonly roomNights: CollectionOf<RoomNight>
  readonly invoices: CollectionOf<Invoice>
  readonly lineItems: CollectionOf<LineItem>
  readonly rooms: { get(id: number): Room | undefined }
  nextId(collection: 'events' | 'notes' | 'guests' | 'invoices' | 'lineItems'): number
}

/** The choices that decide how bookings are stored. */
export interface RecordChoices extends CreationChoices, InvoiceChoices {
  readonly long_date: LongDateStyle
  readonly session_notes: 'as_sent' | 'numbered'
  readonly management_events: 'recorded' | 'silent'
}

/** The data that turns a session into a booking. */
export interface BookingToRecord extends Omit<NewBooking, 'guestId' | 'invoiceId' | 'choices'> {
  /** The existing guest of the property with this e-mail address. */
  readonly known: Guest | undefined
  /** The tax on accommodation; undefined when there is none. */
  readonly tax: TaxRate | undefined
  readonly choices: RecordChoices
}

/** Books the selection of a session. The caller has checked that the rooms are free. */
export function recordBooking(db: BookingCollections, session: BookableSession, input: BookingToRecord): Booking {
  const { now, property } = input
  const record = (task: EventName, data: EventData): void =>
    recordEvent(db, { at: now, task, data: { property_uid: property.id, ...data } })
  const guest = saveGuest(db, session, input, record)
  const invoiceId = db.nextId('invoices')
  const booking = db.bookings.put(bookingOf(session, { ...input, guestId: guest.id, invoiceId }))
  for (const night of roomNightsOf(booking)) db.roomNights.put(night)
  db.invoices.put(newInvoice(booking, guest.userId, now))
  recordLines(db, booking, session.quote, input)
  record('invoice_created', { invoice_uid: invoiceId })
  const rooms = booking.rooms.flatMap(({ roomId }) => db.rooms.get(roomId) ?? [])
  for (const text of firstNotes(session, booking.approval, rooms, input.choices.session_notes))
    recordNote(db, booking, { text, at: now })
  if (booking.approval === 'approved') record('booking_added', { contract_uid: booking.id })
  record('property_state_change', {})
  return booking
}

type RecordEvent = (task: EventName, data: EventData) => void

/** Updates the existing guest with this e-mail address, or creates one. */
function saveGuest(db: BookingCollections, { address }: BookableSession, input: BookingToRecord, record: RecordEvent): Guest {
  const { known, property, choices } = input
  const id = known?.id ?? db.nextId('guests')
  const guest = db.guests.put(bookingGuest(address, known, { id, propertyId: property.id }))
  if (choices.management_events === 'recorded') record(known ? 'guest_updated' : 'guest_saved', { guest_uid: id })
  return guest
}

function recordLines(db: BookingCollections, booking: Booking, quote: Quote, { tax, choices }: BookingToRecord): void {
  const { total, invoiceId } = booking
  const stay = stayText(booking, choices.long_date)
  for (const line of invoiceLines({ quote, total, tax, stay, choices }))
    db.lineItems.put({ id: db.nextId('lineItems'), invoiceId, ...line })
}
