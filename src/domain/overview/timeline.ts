/**
 * The entries of a property's calendar: one for each booking and room.
 * @source spec "Availability", timeline; facts "Properties"
 */
import type { Day, SentDay } from '../../base/day.ts'
import type { Booking } from '../booking/bookings.ts'
import { type BookingStatus, bookingStatus } from '../booking/status.ts'
import { type DayWindow, dayWindow, type EndNames } from '../day-window.ts'
import { rolledDay } from '../rolled-day.ts'

/** Cancelled bookings are not shown; rooms out of service have a colour of their own. */
export type TimelineStatus = Exclude<BookingStatus, 'cancelled'> | 'black'

export interface TimelineEntry {
  readonly booking: Booking
  readonly roomId: number
  /** Every room the booking has taken. */
  readonly roomIds: readonly number[]
  readonly status: TimelineStatus
  /** The day of departure; today for an overdue departure. */
  readonly until: Day
}

/**
 * The period a calendar shows, both ends included.
 *
 * @param wrong how invalid or reversed days are handled: refused, or (`as_recorded`) rolled over or matching nothing
 * @returns undefined when there is nothing to show
 * @throws Refusal `values_invalid`, naming every wrong end
 * @source choice `date_ranges`
 */
export function timelinePeriod(
  start: SentDay,
  end: SentDay,
  wrong: 'refuse' | 'as_recorded',
  names: EndNames,
): DayWindow | undefined {
  if (wrong === 'refuse') return dayWindow(start, end, wrong, names)
  const roll = ({ sent }: SentDay): SentDay => ({ sent, day: rolledDay(sent) })
  return dayWindow(roll(start), roll(end), wrong, names)
}

/**
 * The entries of a period, by booking and room. A booking is shown when it touches the period, the day of departure included;
 * one without rooms (a pending enquiry) is not.
 *
 * @param roomsOf the rooms of which a booking has nights, in any order, repeated or not
 */
export function timelineEntries(
  bookings: readonly Booking[],
  { from, to }: DayWindow,
  today: Day,
  roomsOf: (booking: Booking) => readonly number[],
): TimelineEntry[] {
  return bookings
    .filter(({ arrival, departure }) => arrival <= to && departure >= from)
    .sort((a, b) => a.id - b.id)
    .flatMap((booking) => {
      const status = timelineStatus(booking, today)
      if (!status) return []
      const roomIds = [...new Set(roomsOf(booking))].sort((a, b) => a - b)
      const until = status === 'departure_overdue' ? today : booking.departure
      return roomIds.map((roomId) => ({ booking, roomId, roomIds, status, until }))
    })
}

function timelineStatus(booking: Booking, today: Day): TimelineStatus | undefined {
  const status = bookingStatus(booking, today)
  if (status === 'cancelled') return undefined
  return booking.kind === 'black' ? 'black' : status
}
