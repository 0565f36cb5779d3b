/**
 * Stores a new booking: guest, booking, nights, invoice, first notes and their events.
 *
 * @module
 * @source facts "POST /booking/create"
 */
import type { Instant } from '../../base/instant.ts'
import { type LongDateStyle, longDate } from '../../base/long-date.ts'
import { type EventData, type EventName, type NoteLog, recordEvent, recordNote } from '../event/events.ts'
import type { Guest } from '../guest/guests.ts'
import { type Billed, invoiceLines, invoiceOf } from '../invoice/booking-invoice.ts'
import type { Invoice, LineItem } from '../invoice/invoices.ts'
import type { Property, Room } from '../property/properties.ts'
import type { TaxRate } from '../property/site-structure.ts'
import type { Approval, Booking, RoomNight } from './bookings.ts'
import { type BookableSession, bookingOf, type CreationChoices, firstNotes, guestWhoBooks, nightsTaken } from './creation.ts'

interface Keeps<R> {
  put(row: R): R
}

/** The collections that a booking is written to, inside a change. */
export interface BookingBooks extends NoteLog {
  readonly guests: Keeps<Guest>
  readonly bookings: Keeps<Booking>
  readonly roomNights: Keeps<RoomNight>
  readonly invoices: Keeps<Invoice>
  readonly lineItems: Keeps<LineItem>
  readonly rooms: { get(id: number): Room | undefined }
  nextId(collection: 'events' | 'notes' | 'guests' | 'invoices' | 'lineItems'): number
}

/** The choices that decide how bookings are stored. */
export interface RecordChoices extends CreationChoices {
  readonly long_date: LongDateStyle
  readonly session_notes: 'as_sent' | 'numbered'
  readonly management_events: 'recorded' | 'silent'
  readonly invoice_accommodation: Billed['choices']['invoice_accommodation']
}

/** The data that turns a session into a booking. */
export interface BookingToRecord {
  readonly id: number
  readonly tag: string
  readonly property: Property
  /** The existing guest of the property with this e-mail address. */
  readonly known: Guest | undefined
  /** The tax on accommodation; undefined when there is none. */
  readonly tax: TaxRate | undefined
  /** By default, as the property requires. */
  readonly approval?: Approval | undefined
  readonly now: Instant
  readonly choices: RecordChoices
}

/** Books the selection of a session. The caller has checked that the rooms are free. */
export function recordBooking(books: BookingBooks, session: BookableSession, made: BookingToRecord): Booking {
  const { now, property } = made
  const tell = (task: EventName, data: EventData): void =>
    recordEvent(books, { at: now, task, data: { property_uid: property.id, ...data } })
  const guest = keepGuest(books, session, made, tell)
  const invoiceId = books.nextId('invoices')
  const booking = books.bookings.put(bookingOf(session, { ...made, guestId: guest.id, invoiceId }))
  for (const night of nightsTaken(booking)) books.roomNights.put(night)
  bill(books, { session, booking, userId: guest.userId }, made)
  tell('invoice_created', { invoice_uid: invoiceId })
  const rooms = booking.rooms.flatMap(({ roomId }) => books.rooms.get(roomId) ?? [])
  for (const text of firstNotes(session, booking.approval, rooms, made.choices.session_notes))
    recordNote(books, booking, { text, at: now })
  if (booking.approval === 'approved') tell('booking_added', { contract_uid: booking.id })
  tell('property_state_change', {})
  return booking
}

type Tell = (task: EventName, data: EventData) => void

/** Updates the existing guest with this e-mail address, or creates one. */
function keepGuest(books: BookingBooks, { address }: BookableSession, made: BookingToRecord, tell: Tell): Guest {
  const { known, property, choices } = made
  const id = known?.id ?? books.nextId('guests')
  const guest = books.guests.put(guestWhoBooks(address, known, { id, propertyId: property.id }))
  if (choices.management_events === 'recorded') tell(known ? 'guest_updated' : 'guest_saved', { guest_uid: id })
  return guest
}

interface ToBill {
  readonly session: BookableSession
  readonly booking: Booking
  /** The site user of the guest. */
  readonly userId: number
}

function bill(books: BookingBooks, { session, booking, userId }: ToBill, { tax, now, choices }: BookingToRecord): void {
  const { arrival, departure, total } = booking
  const invoice = books.invoices.put(invoiceOf(booking, userId, now))
  const stay = `(${longDate(arrival, choices.long_date)} - ${longDate(departure, choices.long_date)})`
  for (const line of invoiceLines({ quote: session.quote, total, tax, stay, choices })) {
    books.lineItems.put({ id: books.nextId('lineItems'), invoiceId: invoice.id, ...line })
  }
}
