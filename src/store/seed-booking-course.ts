/**
 * The course of a booking: its days, how far it has come, and when what happened.
 *
 * @module
 */
import type { Day } from '../base/day.ts'
import { dayOfInstant, type Instant, startOfDay } from '../base/instant.ts'
import type { Booking } from '../domain/booking.ts'
import type { BookingRow } from './fixture-schema-booking.ts'
import type { Sourced } from './fixture-set.ts'
import type { Seeding } from './seeding.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type At = Sourced<BookingRow>
type Days = Pick<Booking, 'arrival' | 'departure'>

type Course = Pick<
  Booking,
  | 'bookedIn'
  | 'bookedInOn'
  | 'bookedOut'
  | 'bookedOutAt'
  | 'cancelled'
  | 'cancelledAt'
  | 'cancelledReason'
  | 'noShow'
  | 'approval'
  | 'createdAt'
  | 'changedAt'
>

/** Arrival and departure; undefined when they are not a stay. */
export function stayDays(seeding: Seeding, at: At): Days | undefined {
  const arrival = seeding.day(at.row.arrival, at, ['arrival'])
  const departure = seeding.day(at.row.departure, at, ['departure'])
  if (!arrival || !departure) return undefined
  if (departure > arrival) return { arrival, departure }
  seeding.problem(at, ['departure'], `${departure} is not after the arrival, ${arrival}`)
  return undefined
}

/** The flags of a booking and their times; what the fixture leaves out follows from what it says. */
export function bookingCourse(seeding: Seeding, at: At, days: Days): Course {
  const { row } = at
  const { approval = 'approved', no_show: noShow = false, booked_out: bookedOut = false } = row
  const { booked_in: bookedIn = bookedOut, cancelled = noShow || approval === 'rejected' } = row
  const { cancelled_reason = cancelled ? reasonFor(approval, noShow) : '' } = row
  const createdAt = given(seeding, at, 'created') ?? (row.created === null ? null : madeAt(seeding, row.id, days.arrival))
  const bookedInOn = bookedInDay(seeding, at, bookedIn, days.arrival)
  const { now } = seeding.options
  const leftAt = bookedOut && row.booked_out_at !== null ? Math.min(now, startOfDay(days.departure) + 10 * HOUR_MS) : null
  const bookedOutAt = given(seeding, at, 'booked_out_at') ?? leftAt
  const endedAt =
    cancelled && row.cancelled_at !== null ? halfWay(createdAt ?? now, Math.min(now, startOfDay(days.arrival))) : null
  const cancelledAt = given(seeding, at, 'cancelled_at') ?? endedAt
  const cameAt = bookedInOn === null ? null : Math.min(now, startOfDay(bookedInOn) + 15 * HOUR_MS)
  const last = Math.max(createdAt ?? 0, cameAt ?? 0, bookedOutAt ?? 0, cancelledAt ?? 0)
  const changedAt = given(seeding, at, 'changed') ?? (last === 0 ? now : last)
  const came = { bookedIn, bookedInOn, bookedOut, bookedOutAt }
  return { ...came, cancelled, cancelledAt, cancelledReason: cancelled_reason, noShow, approval, createdAt, changedAt }
}

function reasonFor(approval: Booking['approval'], noShow: boolean): string {
  if (approval === 'rejected') return 'Booking enquiry rejected'
  return noShow ? 'Guest did not arrive' : ''
}

function given(seeding: Seeding, at: At, key: 'created' | 'changed' | 'booked_out_at' | 'cancelled_at'): Instant | undefined {
  const text = at.row[key]
  return typeof text === 'string' ? seeding.instant(text, at, [key]) : undefined
}

/** The true arrival: as given, else the planned one, but never in the future. */
function bookedInDay(seeding: Seeding, at: At, bookedIn: boolean, arrival: Day): Day | null {
  const text = at.row.booked_in_on
  if (typeof text === 'string') return seeding.day(text, at, ['booked_in_on']) ?? null
  if (!bookedIn || text === null) return null
  const { today } = seeding.options
  return arrival > today ? today : arrival
}

/** Two to sixty days before the arrival or now, whichever is earlier, between 08:00 and 20:00; the id decides which. */
function madeAt(seeding: Seeding, id: number, arrival: Day): Instant {
  const spread = Math.imul(id, 2_654_435_761) >>> 0
  const latest = Math.min(startOfDay(arrival), seeding.options.now)
  const day = dayOfInstant(latest - (2 + (spread % 59)) * DAY_MS)
  return startOfDay(day) + 8 * HOUR_MS + (spread % 43_200) * 1000
}

/** Between two instants, on a full second. */
function halfWay(from: Instant, to: Instant): Instant {
  return Math.floor((from + Math.max(from, to)) / 2000) * 1000
}
