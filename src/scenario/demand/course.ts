/** What happens to a booking of demand: deposit, changes, cancellation or stay. */
import { addDays, daysBetween } from '../../base/day.ts'
import { DAY_MS, HOUR_MS } from '../../base/duration.ts'
import { startOfDay } from '../../base/instant.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { Stream } from '../../simulation/randomness.ts'
import { pick } from '../traffic/drawing.ts'
import { type DecidedFollowUp, onDay } from '../traffic/follow-ups.ts'
import type { Demand } from './demand.ts'

interface DemandBooking {
  readonly booking: Booking
  /** Days until the arrival when it was made. */
  readonly lead: number
  /** The ages of its children. */
  readonly children: readonly number[]
}

/** Managers approve a booking within this time. */
const APPROVED_WITHIN_MS = 2 * HOUR_MS
/** Guests pay the deposit within this time. */
const DEPOSIT_WITHIN_MS = 2 * DAY_MS
/** The part of cancellations that come soon, and what is soon: a part of the time until the arrival. */
const [SOON, SOON_PART] = [0.35, 0.08]

/** Draws what happens to a booking. */
export function courseOf(demand: Demand, stream: Stream, { booking, lead, children }: DemandBooking): readonly DecidedFollowUp[] {
  const { deposits, modifies, no_shows: noShows } = demand.parts
  const left = Math.max(HOUR_MS, startOfDay(booking.arrival) - (booking.createdAt ?? 0))
  const cancels = stream.share() < demand.cancelled(lead)
  const ends = left * (stream.share() < SOON ? SOON_PART : 1) * stream.share()
  const waits = booking.approval === 'waiting'
  const approvedAfter = waits && lead > 0 ? Math.min(left, APPROVED_WITHIN_MS) * stream.share() : 0
  const after = (part: DecidedFollowUp['do'], span: number, values = {}): DecidedFollowUp[] => {
    const until = Math.max(approvedAfter, span)
    return cancels && until >= ends ? [] : [{ do: part, on: undefined, after: Math.floor(until), ofDay: 0, with: values }]
  }
  const approved = waits ? after('manager_approves', approvedAfter) : []
  const isPaid = stream.happens(deposits) && booking.depositRequired > 0
  const paidAfter = Math.min(left, DEPOSIT_WITHIN_MS) * stream.share()
  const changes = [
    ...(stream.happens(modifies.dates) ? [datesChange(booking, stream)] : []),
    ...(stream.happens(modifies.rooms) ? [{ rooms: 'other' }] : []),
    ...(stream.happens(modifies.party) ? [{ adults: booking.adults === 1 ? 2 : booking.adults - 1 }] : []),
  ].flatMap((change) =>
    after('guest_modifies', left * 0.8 * stream.share(), { ...change, ...(children.length > 0 && { children }) }),
  )
  // Who books for the same day pays at the desk and comes.
  const paid = isPaid ? after('deposit_paid', paidAfter) : []
  const before = [...approved, ...(lead === 0 ? [] : [...paid, ...changes])]
  if (cancels) return [...before, { do: 'guest_cancels', on: undefined, after: Math.floor(ends), ofDay: 0, with: {} }]
  const [arrives, leaves] = [onDay('arrival', stream), onDay('departure', stream)]
  if (stream.happens(noShows) && lead > 0) return [...before, { do: 'no_show', ...arrives }]
  return [
    ...before,
    { do: 'guest_checks_in', ...arrives },
    { do: 'invoice_paid', ...leaves },
    { do: 'guest_checks_out', ...leaves },
  ]
}

/** Other nights: one more or less, or a later arrival, in other rooms if the same are not free. */
function datesChange({ arrival, departure }: Booking, stream: Stream): object {
  const less = daysBetween(arrival, departure) > 1 ? -1 : 1
  const by = pick([1, 1, less, undefined, undefined], stream)
  const days = by === undefined ? { arrival: addDays(arrival, pick([1, 2, 7], stream) ?? 1) } : { nights: { by } }
  return { ...days, rooms: 'any' }
}
