/**
 * Events of a sandbox, with the event names of the service.
 * @source facts "Event catalogue"
 */
import type { Booking } from '../booking/bookings.ts'
import type { BookingNote } from '../booking/notes.ts'
import { collection, type Row } from '../collection/collection.ts'
import { id, instant, oneOf, value } from '../collection/fields.ts'

/** Events that operations or scenarios cause. */
export const EVENT_NAMES = [
  'booking_added',
  'booking_modified',
  'booking_cancelled',
  'booking_marked_noshow',
  'booking_note_saved',
  'deposit_saved',
  'guest_checkedin',
  'guest_checkedin_undone',
  'guest_checkedout',
  'guest_checkedout_undone',
  'blackbooking_added',
  'blackbooking_deleted',
  'guest_saved',
  'guest_updated',
  'guest_deleted',
  'guest_type_saved',
  'guest_type_deleted',
  'coupon_saved',
  'coupon_updated',
  'coupon_deleted',
  'tariffs_updated',
  'invoice_created',
  'invoice_updated',
  'invoice_cancelled',
  'property_unpublished',
  'property_state_change',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** Field names and values of the service's notifications. */
export type EventData = Readonly<Record<string, number | string>>

export const events = collection(
  'events',
  { id: id(), at: instant(), task: oneOf(EVENT_NAMES), data: value<EventData>('map') },
  { list: false },
)

export type WorldEvent = Row<typeof events>

/** Maximum number of kept events; the oldest are removed. */
const MAX_EVENTS = 10_000

/** The collections that events are written to, inside a change. */
export interface EventCollections {
  readonly events: { put(event: WorldEvent): WorldEvent; remove(id: number): void }
  nextId(collection: 'events'): number
}

export function recordEvent(log: EventCollections, event: Omit<WorldEvent, 'id'>): void {
  const { id } = log.events.put({ id: log.nextId('events'), ...event })
  log.events.remove(id - MAX_EVENTS)
}

/** The collections that notes are written to, inside a change. */
export interface NoteCollections extends EventCollections {
  readonly notes: { put(note: BookingNote): BookingNote }
  nextId(collection: 'events' | 'notes'): number
}

/** Adds a note to a booking, with its event. */
export function recordNote(
  log: NoteCollections,
  booking: Pick<Booking, 'id' | 'propertyId'>,
  { text, at }: Pick<BookingNote, 'text' | 'at'>,
): void {
  const { id: bookingId, propertyId } = booking
  const note = log.notes.put({ id: log.nextId('notes'), bookingId, propertyId, text, at })
  const data = { contract_uid: bookingId, property_uid: propertyId, note_id: note.id }
  recordEvent(log, { at, task: 'booking_note_saved', data })
}
