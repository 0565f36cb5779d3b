/** Payments of deposits and invoices. */
import { longDate } from '../../base/long-date.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { recordEvent, recordNote } from '../../domain/event/events.ts'
import type { Invoice } from '../../domain/invoice/invoices.ts'
import { addDeposit, makePending, pay, type Transition } from '../../domain/invoice/transitions.ts'
import { dayAt } from '../../domain/property/properties.ts'
import type { WriteDb } from '../../store/db.ts'
import type { EventWith } from '../events/event-schema.ts'
import { Blocked, blocked, type ScenarioContext } from '../scenario-context.ts'
import type { OfBooking } from './cancellation.ts'
import { findBooking, findInvoice } from './lookup.ts'

/** An invoice by its id or by its booking. */
type OfInvoice = EventWith<'invoice_paid'>

/** Adds the payment of the deposit of a booking to its invoice; the status does not change. */
export function payDeposit(db: WriteDb, { randomness, now, key }: ScenarioContext, { booking: id }: OfBooking): Booking {
  const booking = findBooking(db, id)
  if (booking.cancelled) throw new Blocked(`booking: booking ${booking.id} is cancelled: no deposit is due`)
  if (booking.depositPaid) throw new Blocked(`booking: the deposit of booking ${booking.id} is paid already`)
  if (booking.depositRequired <= 0) throw new Blocked(`booking: booking ${booking.id} asks for no deposit`)
  const depositReference = String(randomness.stream('deposit', key ?? booking.id).integer(100_000_000, 999_999_999))
  const invoice = db.invoices.get(booking.invoiceId)
  if (invoice) write(db, now, addDeposit(invoice, { amount: booking.depositRequired, lineId: db.nextId('lineItems') }))
  const data = { contract_uid: booking.id, property_uid: booking.propertyId, depositref: depositReference }
  recordEvent(db, { at: now, task: 'deposit_saved', data })
  return db.bookings.put({ ...booking, depositPaid: true, depositReference, changedAt: now })
}

/** Marks an invoice as paid, with a payment of the open amount. One that is cancelled, or of an enquiry, is not due. */
export function payInvoice(db: WriteDb, { choices, now }: ScenarioContext, wanted: OfInvoice): Invoice {
  const invoice = wantedInvoice(db, wanted)
  if (invoice.status === 'cancelled') throw new Blocked(`invoice: invoice ${invoice.id} is cancelled: nothing is due`)
  if (invoice.status === 'paid') throw new Blocked(`invoice: invoice ${invoice.id} is paid already`)
  if (db.bookings.get(invoice.bookingId)?.approval === 'waiting')
    throw new Blocked(`invoice: booking ${invoice.bookingId} waits for approval: nothing is due`)
  const today = dayAt(now, db.properties.get(invoice.propertyId), choices.today)
  const description = `(${longDate(today, choices.long_date)})`
  const paid = pay(invoice, db.lineItems.by('invoice', invoice.id), { now, lineId: db.nextId('lineItems'), description })
  return write(db, now, paid, 'Invoice marked as paid')
}

/** Marks an invoice as pending; payments stay on it. */
export function makeInvoicePending(db: WriteDb, { now }: ScenarioContext, wanted: OfInvoice): Invoice {
  const invoice = wantedInvoice(db, wanted)
  if (invoice.status === 'pending') throw new Blocked(`invoice: invoice ${invoice.id} is pending already`)
  return write(db, now, makePending(invoice), 'Invoice marked as pending')
}

function wantedInvoice(db: WriteDb, { invoice: id, booking: bookingId }: OfInvoice): Invoice {
  if ((id === undefined) === (bookingId === undefined)) throw new Blocked('invoice: name either an invoice or a booking')
  if (id !== undefined) return findInvoice(db, id)
  const booking = findBooking(db, bookingId ?? 'latest')
  return db.invoices.get(booking.invoiceId) ?? blocked(`booking: booking ${booking.id} has no invoice`)
}

/** Writes the transition of an invoice, with a note on its booking. */
function write(db: WriteDb, now: number, { invoice, added, events }: Transition, note?: string): Invoice {
  for (const line of added) db.lineItems.put(line)
  const data = { property_uid: invoice.propertyId, invoice_uid: invoice.id }
  for (const task of events) recordEvent(db, { at: now, task, data })
  const booking = db.bookings.get(invoice.bookingId)
  if (note !== undefined && booking) recordNote(db, booking, { text: note, at: now })
  return db.invoices.put(invoice)
}
