/** Reads that show which rooms are free or taken on a night. */
import { covers } from '../api/subject.ts'
import { type Exchange, isAnswered, isRead, subjectOfCall } from './exchange.ts'

/** Operations that show the bookings of a property. */
export const BOOKING_READS: ReadonlySet<string | undefined> = new Set(['listBookings', 'listBookingsBetween', 'getTimeline'])

/** Operations that show its nights. Lists of guests, prices, coupons or invoices do not. */
export const CALENDAR_OPERATIONS: ReadonlySet<string | undefined> = new Set([
  ...BOOKING_READS,
  'listAvailableRooms',
  'listBlackBookings',
])

export const isCalendarRead = (call: Exchange): boolean =>
  isRead(call) && CALENDAR_OPERATIONS.has(call.operation) && isAnswered(call)

/** True for a successful read that shows what became of a refused write: of a room and night, a read of the calendar. */
export function isReview(read: Exchange, refused: Exchange): boolean {
  const isOfRoom = refused.operation === 'createBlackBooking' || refused.refusalCode === 'room_taken'
  const isSuccess = isOfRoom ? isCalendarRead(read) : isRead(read) && isAnswered(read)
  return isSuccess && covers(subjectOfCall(read), subjectOfCall(refused))
}
