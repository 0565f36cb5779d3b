/**
 * What must always be true of the state, looked at after every change.
 *
 * @module
 */
import { daysUntil } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import type { Choices } from '../../booking-api/choices/choices.ts'
import { nightKey } from '../../domain/booking/bookings.ts'
import type { Commit } from '../../store/commit.ts'
import type { Db } from '../../store/db.ts'
import type { ChannelSale } from '../acts/channel-sales.ts'

/** One breach. */
export interface Violation {
  readonly what: string
}

/** The state after the change. */
export interface InvariantFacts {
  readonly db: Pick<Db, 'bookings' | 'roomNights' | 'lineItems' | 'invoices'>
  readonly choices: Pick<Choices, 'contract_total' | 'invoice_accommodation'>
}

/** Rooms that guests booked although another channel had sold them, longer ago than the client has to close them. */
export function overbookings(
  commit: Commit,
  { db }: Pick<InvariantFacts, 'db'>,
  soldBefore: (nightKey: number, at: Instant) => ChannelSale | undefined,
): readonly Violation[] {
  return commit.rowsOf('roomNights').flatMap(({ before, after }) => {
    if (!after || before?.bookingId === after.bookingId) return []
    const booking = db.bookings.get(after.bookingId)
    if (!booking || booking.kind === 'black') return []
    const sale = soldBefore(after.id, booking.changedAt)
    if (!sale) return []
    return [{ what: `room ${after.roomId} on ${after.day}: sold by sale ${sale.id}, then booked by booking ${after.bookingId}` }]
  })
}

/** Bookings of guests that are gone, and approved ones that do not hold their rooms. */
export function lostBookings(commit: Commit, { db }: Pick<InvariantFacts, 'db'>): readonly Violation[] {
  return commit.rowsOf('bookings').flatMap(({ before, after }) => {
    if (!after) return before && before.kind !== 'black' ? [{ what: `booking ${before.id} is gone` }] : []
    if (after.cancelled || after.approval !== 'approved') return []
    const open = after.rooms
      .flatMap(({ roomId }) => daysUntil(after.arrival, after.departure).map((day) => ({ roomId, day })))
      .find(({ roomId, day }) => db.roomNights.get(nightKey(roomId, day))?.bookingId !== after.id)
    return open ? [{ what: `booking ${after.id} does not hold room ${open.roomId} on ${open.day}` }] : []
  })
}

/** Bookings whose invoice does not come to their total. Under choices by which they differ on purpose, none. */
export function brokenTotals(commit: Commit, { db, choices }: InvariantFacts, own: ReadonlySet<number>): readonly Violation[] {
  if (choices.contract_total !== 'all' || choices.invoice_accommodation !== 'nett') return []
  const touched = new Set([
    ...commit.rowsOf('bookings').flatMap(({ after }) => (after ? [after.id] : [])),
    ...commit.rowsOf('lineItems').flatMap(({ after }) => (after ? [db.invoices.get(after.invoiceId)?.bookingId ?? 0] : [])),
  ])
  return [...touched].flatMap((id) => {
    const booking = own.has(id) ? db.bookings.get(id) : undefined
    if (!booking || booking.invoiceId === 0) return []
    const lines = db.lineItems.by('invoice', booking.invoiceId).filter(({ payment }) => !payment)
    const billed = lines.reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)
    return billed === booking.total ? [] : [{ what: `booking ${id}: total ${booking.total}, invoice ${billed} (cents)` }]
  })
}
