/** Reads that show which rooms are free or taken on a night. */
import { covers } from '../api/subject.ts'
import { type Exchange, isAnswered, isRead, subjectOfCall } from './exchange.ts'

/** Operations that show the nights of a property. Lists of guests, prices, coupons or invoices do not. */
export const CALENDAR_OPERATIONS: ReadonlySet<string> = new Set([
  'listAvailableRooms',
  'getTimeline',
  'listBlackBookings',
  'listBookings',
  'listBookingsBetween',
])

/** True for a successful read of a calendar. */
export const isCalendarRead = (call: Exchange): boolean =>
  isRead(call) && CALENDAR_OPERATIONS.has(call.operation ?? '') && isAnswered(call)

/** True for a successful read that shows the property, rooms and nights of a call. */
const isReadOf = (read: Exchange, of: Exchange): boolean => isCalendarRead(read) && covers(subjectOfCall(read), subjectOfCall(of))

/** True for a successful read that shows what became of a refused write: of a room and night, a read of the calendar. */
export function isReview(read: Exchange, refused: Exchange): boolean {
  if (refused.operation === 'createBlackBooking' || refused.refusalCode === 'room_taken') return isReadOf(read, refused)
  return isRead(read) && isAnswered(read) && covers(subjectOfCall(read), subjectOfCall(refused))
}
