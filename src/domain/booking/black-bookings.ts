/**
 * Black bookings: rooms taken out of service.
 * @source spec "Black booking"; facts "Black bookings"
 */
import { addDays, type Day, parseDay, type SentDay } from '../../base/day.ts'
import { dayProblem } from '../day-window.ts'
import { type NoteCollections, recordEvent, recordNote } from '../event/events.ts'
import type { Room } from '../property/rooms.ts'
import { requireOwn } from '../record-ownership.ts'
import { Refusal, refuseIfAny } from '../refusal.ts'
import { rolledDay } from '../rolled-day.ts'
import { byText } from '../text-order.ts'
import { type Booking, NEW_BOOKING_STATUS, ZERO_AMOUNTS } from './bookings.ts'
import type { NewBooking } from './creation.ts'
import { type RoomNight, roomNightsOf } from './room-nights.ts'

export interface BlockedNight {
  readonly room: Room
  readonly day: Day
}

export interface NewBlackBooking extends Pick<NewBooking, 'id' | 'tag' | 'property' | 'now'> {
  readonly currency: 'property' | 'gbp'
  /** Display name of the user who enters it. */
  readonly user: string
}

/**
 * The day a black booking is for.
 *
 * @param values `cast` rolls over days that do not exist (2026-02-31 is 2026-03-03); a text that is not a date is always refused
 * @throws Refusal `values_invalid`
 * @source choice `input_values`
 */
export function blockedDay({ sent, day }: SentDay, values: 'checked' | 'cast'): Day {
  const meant = values === 'cast' ? (day ?? rolledDay(sent)) : day
  if (!meant) throw new Refusal('values_invalid', { problems: [dayProblem('date', sent)] })
  if (!hasDeparture(meant, 1)) throw new Refusal('values_invalid', { problems: [{ field: 'date', message: PAST_LAST_DAY }] })
  return meant
}

/** True when a stay that begins on this day ends on a day that can be written. */
export const hasDeparture = (day: Day, nights: number): boolean => parseDay(addDays(day, nights)) !== undefined

export const PAST_LAST_DAY = 'the last night is that of 9999-12-30: a departure has a year of four digits'

/**
 * The first day of the black booking list, as a text to compare days with.
 *
 * @param wrong how a day that does not exist is handled: refused, or (`as_recorded`) compared as text
 * @throws Refusal `values_invalid`
 * @source choice `date_ranges`
 */
export function firstListedDay({ sent, day }: SentDay, wrong: 'refuse' | 'as_recorded'): string {
  if (day) return day
  if (wrong === 'refuse') refuseIfAny([dayProblem('date', sent)])
  return sent
}

/** A black booking of one room for one night, without guest or costs. */
export function blackBooking({ room, day }: BlockedNight, data: NewBlackBooking): Booking {
  return {
    id: data.id,
    propertyId: data.property.id,
    guestId: 0,
    kind: 'black',
    tag: data.tag,
    arrival: day,
    departure: addDays(day, 1),
    rooms: [{ roomId: room.id, rateId: 0 }],
    adults: 0,
    children: 0,
    ...ZERO_AMOUNTS,
    currency: data.currency === 'gbp' ? 'GBP' : data.property.currency,
    specialRequests: '',
    ...NEW_BOOKING_STATUS,
    approval: 'approved',
    invoiceId: 0,
    couponId: 0,
    bookedBy: data.user,
    createdAt: null,
    changedAt: data.now,
  }
}

/** The collections that a black booking is written to, inside a change. */
export interface BlackBookingCollections extends NoteCollections {
  readonly bookings: { put(booking: Booking): Booking }
  readonly roomNights: { put(night: RoomNight): RoomNight }
}

/** Blocks a room for a night and records its note and event. The caller has checked that the night is free. */
export function recordBlackBooking(db: BlackBookingCollections, at: BlockedNight, input: NewBlackBooking): Booking {
  const { user, now } = input
  const booking = db.bookings.put(blackBooking(at, input))
  for (const night of roomNightsOf(booking)) db.roomNights.put(night)
  recordNote(db, booking, { text: `${user} Entered black booking.`, at: now })
  const data = { property_uid: String(booking.propertyId), contract_uid: booking.id }
  recordEvent(db, { at: now, task: 'blackbooking_added', data })
  return booking
}

/** @throws Refusal `black_booking_unknown`, also for a booking of a guest or of another property */
export const requireBlackBooking = (booking: Booking | undefined, propertyId: number): Booking =>
  requireOwn(booking?.kind === 'black' ? booking : undefined, propertyId, 'black_booking_unknown')

interface RowsOfBooking {
  by(index: 'booking', bookingId: number): readonly { readonly id: number }[]
  remove(id: number): void
}

export interface BookingRows extends Readonly<Record<'roomNights' | 'notes' | 'extras', RowsOfBooking>> {
  readonly bookings: Pick<RowsOfBooking, 'remove'>
}

export function eraseBlackBooking({ bookings, roomNights, notes, extras }: BookingRows, { id }: Pick<Booking, 'id'>): void {
  for (const rows of [roomNights, notes, extras]) for (const row of rows.by('booking', id)) rows.remove(row.id)
  bookings.remove(id)
}

export interface BlackNight {
  readonly room: Room
  readonly night: RoomNight
}

/**
 * The black nights of a property on or after a day, by room number, room name and day.
 *
 * @param nights in the order in which they were booked
 * @param rows every night, or (`rooms`) only the one booked last for each room
 * @source choice `black_booking_list`
 */
export function blackNights(
  nights: readonly RoomNight[],
  rooms: readonly Room[],
  rows: 'nights' | 'rooms',
): readonly BlackNight[] {
  const known = new Map(rooms.map((room) => [room.id, room]))
  const found = nights.flatMap((night) => {
    const room = known.get(night.roomId)
    return room ? [{ room, night }] : []
  })
  const shown = rows === 'nights' ? found : [...new Map(found.map((row) => [row.room.id, row])).values()]
  return [...shown].sort(byRoomThenDay)
}

function byRoomThenDay(a: BlackNight, b: BlackNight): number {
  return (
    byText(a.room.number, b.room.number) ||
    byText(a.room.name, b.room.name) ||
    a.room.id - b.room.id ||
    byText(a.night.day, b.night.day)
  )
}
