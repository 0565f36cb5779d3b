/**
 * Reads that show which rooms are free or taken on a night.
 *
 * @module
 */
import { covers } from '../api/subject.ts'
import { comparable, type Exchange, isAnswered, isRead } from './exchange.ts'

/** Operations that show the nights of a property. Lists of guests, prices, coupons or invoices do not. */
export const CALENDARS: ReadonlySet<string> = new Set([
  'listAvailableRooms',
  'getTimeline',
  'listBlackBookings',
  'listBookings',
  'listBookingsBetween',
])

/** True for a successful read that shows the property, rooms and nights of a call. */
export function isLook(read: Exchange, of: Exchange): boolean {
  const { operation = '' } = read
  return isRead(read) && CALENDARS.has(operation) && isAnswered(read) && covers(comparable(read), comparable(of))
}

/** True for a successful read that shows what became of a refused write: of a room and night, a read of the calendar. */
export function isReview(read: Exchange, refused: Exchange): boolean {
  if (refused.operation === 'createBlackBooking' || refused.refusalCode === 'room_taken') return isLook(read, refused)
  return isRead(read) && isAnswered(read) && covers(comparable(read), comparable(refused))
}
