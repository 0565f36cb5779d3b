/**
 * Checks whether a session can be booked, as the newest release does: it leaves out most reasons.
 * @source facts "GET /booking/validate/booking"; choice `session_checks`
 */
import type { BookingSession } from './booking-session.ts'
import { bookingProblem, type PartChecks, type PartProblem, type Reason } from './checks.ts'

/** The checks of the parts, and the deposit setting of the property (`depositValue`). */
export interface RecordedChecks extends Pick<PartChecks, 'address' | 'guests'> {
  readonly wantedDeposit: string
}

/** The first failing part. Also requires nights, a total, and a deposit if the property has one. */
export function recordedBookingProblem(
  session: BookingSession,
  { address, guests, wantedDeposit }: RecordedChecks,
): PartProblem | undefined {
  const { quote, arrival, departure, needsDates, rooms } = session
  const unnamed = (fails: boolean): Reason => (fails ? '' : undefined)
  const problem = bookingProblem({
    address,
    dates: () => undefined,
    guests: () => unnamed(arrival === null || guests() !== undefined),
    rooms: () => unnamed(rooms.length === 0),
    nights: () => unnamed(needsDates || (departure ?? '') <= (arrival ?? '')),
    price: () => unnamed(quote === null || quote.roomTotal === 0),
  })
  if (problem !== undefined || !(Number(wantedDeposit) > 0) || quote?.deposit !== 0) return problem
  const reason = `Deposit does not validate, current setting ${wantedDeposit} but stored value is 0`
  return { part: 'price', reason }
}
