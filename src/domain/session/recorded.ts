/**
 * Whether a session can become a booking, as the newest release checks it: it does not name most reasons.
 *
 * @module
 * @source facts "GET /booking/validate/booking"; choice `session_checks`
 */
import type { BookingSession } from './booking-session.ts'
import { bookingProblem, type PartChecks, type PartProblem, type Reason } from './checks.ts'

/** The checks of other files, and the deposit that the property asks for (`depositValue`). */
export interface RecordedChecks extends Pick<PartChecks, 'address' | 'guests'> {
  readonly wantedDeposit: string
}

/** The first part that fails: nights are counted, a total must be there, a deposit where the property asks for one. */
export function recordedBookingProblem(
  session: BookingSession,
  { address, guests, wantedDeposit }: RecordedChecks,
): PartProblem | undefined {
  const { quote, arrival, departure, rooms } = session
  const unnamed = (fails: boolean): Reason => (fails ? '' : undefined)
  const problem = bookingProblem({
    address,
    dates: () => undefined,
    guests: () => unnamed(arrival === null || guests() !== undefined),
    rooms: () => unnamed(rooms.length === 0),
    nights: () => unnamed((departure ?? '') <= (arrival ?? '')),
    price: () => unnamed(quote === null || quote.roomTotal === 0),
  })
  if (problem !== undefined || !(Number(wantedDeposit) > 0) || quote?.deposit !== 0) return problem
  const reason = `Deposit does not validate, current setting ${wantedDeposit} but stored value is 0`
  return { part: 'price', reason }
}
