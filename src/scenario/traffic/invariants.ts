/** Invariants of the state, checked after every change. */
import { type Day, daysUntil } from '../../base/day.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { nightKey } from '../../domain/booking/room-nights.ts'
import { listedInvoices } from '../../domain/invoice/list.ts'
import { type GrandTotalRule, invoiceTotals } from '../../domain/invoice/totals.ts'
import { incomeByMonth } from '../../domain/overview/charts.ts'
import type { Quote } from '../../domain/pricing/quote.ts'
import type { Commit } from '../../store/commit.ts'
import type { Db } from '../../store/db.ts'
import type { ChannelSale } from '../acts/channel-sales.ts'

export interface Violation {
  readonly what: string
  /** A night that was sold elsewhere when a guest booked it. */
  readonly twice?: { readonly sale: ChannelSale; readonly booking: Booking; readonly night: Day }
}

/** The state after the change. */
export interface InvariantFacts {
  readonly db: Pick<Db, 'bookings' | 'roomNights' | 'lineItems' | 'invoices'>
  readonly choices: Pick<Choices, 'contract_total' | 'invoice_accommodation' | 'invoice_totals'>
}

/** Nights that guests booked although another channel had sold them. */
export function overbookings(
  commit: Commit,
  { db }: Pick<InvariantFacts, 'db'>,
  saleOf: (nightKey: number) => ChannelSale | undefined,
): readonly Violation[] {
  return commit.rowsOf('roomNights').flatMap(({ before, after }) => {
    if (!after || before?.bookingId === after.bookingId) return []
    const booking = db.bookings.get(after.bookingId)
    if (!booking || booking.kind === 'black') return []
    const sale = saleOf(after.id)
    if (!sale) return []
    const what = `room ${after.roomId} on ${after.day}: sold by sale ${sale.id}, then booked by booking ${after.bookingId}`
    return [{ what, twice: { sale, booking, night: after.day } }]
  })
}

/** Removed bookings of guests, and approved bookings that do not hold their rooms. */
export function lostBookings(commit: Commit, { db }: Pick<InvariantFacts, 'db'>): readonly Violation[] {
  const gone = commit.rowsOf('bookings').filter(({ before, after }) => !after && before && before.kind !== 'black')
  const changed = new Set([
    ...commit.rowsOf('bookings').map(({ id }) => Number(id)),
    ...commit.rowsOf('roomNights').flatMap(({ before }) => (before ? [before.bookingId] : [])),
  ])
  const open = [...changed].flatMap((id) => {
    const booking = db.bookings.get(id)
    if (!booking || booking.cancelled || booking.approval !== 'approved') return []
    const free = booking.rooms
      .flatMap(({ roomId }) => daysUntil(booking.arrival, booking.departure).map((day) => ({ roomId, day })))
      .find(({ roomId, day }) => db.roomNights.get(nightKey(roomId, day))?.bookingId !== id)
    return free ? [{ what: `booking ${id} does not hold room ${free.roomId} on ${free.day}` }] : []
  })
  return [...gone.map(({ id }) => ({ what: `booking ${id} is gone` })), ...open]
}

/**
 * Bookings whose amounts differ: the total in lists, the line items of the invoice, its grand total in lists and charts, and the
 * explanation of the price. No amounts are compared under choices by which they differ on purpose. A cancelled booking that is paid is
 * one as well.
 *
 * @param own the bookings that were made since the watch started
 */
export function brokenTotals(commit: Commit, { db, choices }: InvariantFacts, own: ReadonlySet<number>): readonly Violation[] {
  const bookings = bookingsOfMoney(commit, db).flatMap((id) => (own.has(id) ? (db.bookings.get(id) ?? []) : []))
  const notDue = bookings.filter(({ cancelled, invoiceId }) => cancelled && db.invoices.get(invoiceId)?.status === 'paid')
  const paid = notDue.map(({ id, invoiceId }) => ({ what: `booking ${id} is cancelled, and its invoice ${invoiceId} is paid` }))
  if (choices.contract_total !== 'all' || choices.invoice_accommodation !== 'nett') return paid
  return [
    ...paid,
    ...bookings.flatMap((booking) => violationsOf(booking, amountsOf(booking, db, choices.invoice_totals))),
    ...commit.rowsOf('sessions').flatMap(({ after }) => {
      const booking = after?.bookedQuote ? db.bookings.get(after.bookingId) : undefined
      const isNew = booking && commit.rowsOf('bookings').some(({ id, before }) => id === booking.id && !before)
      return isNew && after?.bookedQuote ? violationsOf(booking, explainedAmounts(after.bookedQuote)) : []
    }),
  ]
}

/** The bookings whose amounts a change touched. */
function bookingsOfMoney(commit: Commit, db: InvariantFacts['db']): readonly number[] {
  const ofInvoice = (id: number): number => db.invoices.get(id)?.bookingId ?? 0
  return [
    ...new Set([
      ...commit.rowsOf('bookings').map(({ id }) => Number(id)),
      ...commit.rowsOf('invoices').flatMap(({ before, after }) => [before?.bookingId ?? 0, after?.bookingId ?? 0]),
      ...commit
        .rowsOf('lineItems')
        .flatMap(({ before, after }) => [before, after].map((line) => ofInvoice(line?.invoiceId ?? 0))),
    ]),
  ]
}

type Amounts = readonly (readonly [where: string, amount: number])[]

const violationsOf = ({ id, total }: Booking, amounts: Amounts): readonly Violation[] =>
  amounts
    .filter(([, amount]) => amount !== total)
    .map(([where, amount]) => ({ what: `booking ${id}: total ${total}, ${where} ${amount} (cents)` }))

/** The amounts of a booking wherever it is shown. */
function amountsOf({ id, invoiceId }: Booking, db: InvariantFacts['db'], rule: GrandTotalRule): Amounts {
  if (invoiceId === 0) return []
  const invoice = db.invoices.get(invoiceId)
  const lines = db.lineItems.by('invoice', invoiceId)
  const billed = lines.filter(({ payment }) => !payment).reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)
  const ofInvoice: Amounts = [['lines of the invoice', billed]]
  if (!invoice || rule !== 'same') return ofInvoice
  const listed = listedInvoices([invoice], () => lines).map((bill) => invoiceTotals(bill.invoice, bill.lines).withTax)
  const charted = incomeByMonth([{ invoice, lines }], () => '2000-01-01', rule)
  const income = charted.flatMap(({ months }) => months).reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...ofInvoice,
    ['invoice in the lists', invoice.bookingId === id ? (listed[0] ?? 0) : 0],
    ...(invoice.status === 'paid' ? ([['invoice in the charts', income]] as const) : []),
  ]
}

/** The amounts of the explanation of a price: its total and the sum of its lines. */
const explainedAmounts = ({ total, lines }: Quote): Amounts => [
  ['explained', total],
  ['lines of the explanation', lines.reduce((sum, { amount }) => sum + amount, 0)],
]
