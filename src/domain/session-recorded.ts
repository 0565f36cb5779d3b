/**
 * Whether a session can become a booking, as the newest release looks at it: most reasons it keeps to itself.
 *
 * @module
 * @source facts "GET /booking/validate/booking"; choice `session_checks`
 */
import type { BookingSession } from './booking-session.ts'
import { bookingProblem, type PartChecks, type Reason } from './session-checks.ts'

/** What is looked at elsewhere, and the deposit that the property asks for (`depositValue`). */
export interface RecordedChecks extends Pick<PartChecks, 'address' | 'guests'> {
  readonly wantedDeposit: string
}

/** The first part that does not do: nights are counted, a total must be there, a deposit where the property wants one. */
export function recordedBookingProblem(session: BookingSession, { address, guests, wantedDeposit }: RecordedChecks): Reason {
  const { quote, arrival, departure, rooms } = session
  const untold = (is: boolean): Reason => (is ? '' : undefined)
  const problem = bookingProblem({
    address,
    dates: () => undefined,
    guests: () => untold(arrival === null || guests() !== undefined),
    rooms: () => untold(rooms.length === 0),
    nights: () => untold((departure ?? '') <= (arrival ?? '')),
    price: () => untold(quote === null || quote.roomTotal === 0),
  })
  if (problem !== undefined || !(Number(wantedDeposit) > 0) || quote?.deposit !== 0) return problem
  return `Deposit does not validate, current setting ${wantedDeposit} but stored value is 0`
}
