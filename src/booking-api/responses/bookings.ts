/**
 * Bookings in lists, with colour and text of their status.
 * @source spec "Booking (list entry)"; facts "listbooking"
 */
import type { Day } from '../../base/day.ts'
import { toNumber } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Language, Translated } from '../../booking-contract/shared/language.ts'
import type { Approval, Booking } from '../../domain/booking/bookings.ts'
import type { GuestBooking } from '../../domain/booking/list.ts'
import { type BookingStatus, bookingStatus } from '../../domain/booking/status.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import { KeptByRow } from './shared/kept.ts'
import { slashDay, stamp, zeroOrOne } from './shared/text.ts'

export const STATUS_COLOURS: Readonly<Record<BookingStatus, string>> = {
  arrival_pending: 'grey',
  arrives_today: 'orange',
  departs_today: 'blue',
  not_arrived: 'red',
  resident: 'green',
  departure_overdue: 'purple',
  checked_out: 'teal',
  cancelled: 'black',
}

/** The text of every status, with the irregular characters and blanks of the service. */
export const STATUS_TEXTS: Readonly<Record<BookingStatus, Translated>> = {
  arrival_pending: { 'en-GB': 'Arrival Pending', 'fr-FR': 'Arrivée(s) en attente', 'de-DE': 'Ankunft steht aus' },
  arrives_today: { 'en-GB': 'Arrive today', 'fr-FR': 'Arrivée(s) du jour', 'de-DE': 'Reist heute an' },
  departs_today: { 'en-GB': 'Departs today', 'fr-FR': 'Départ(s) du jour)', 'de-DE': 'Reist heute ab' },
  not_arrived: { 'en-GB': 'Has not arrived', 'fr-FR': " n'est pas arrivé", 'de-DE': 'Ist nicht angekommen' },
  resident: { 'en-GB': 'Current Resident', 'fr-FR': 'Résident(s) actuel(s)', 'de-DE': 'Aktueller Gast, anwesend' },
  departure_overdue: { 'en-GB': 'Departure overdue', 'fr-FR': 'Séjour(s) prolongé(s)', 'de-DE': 'Abreise überfällig' },
  checked_out: { 'en-GB': 'Checked out', 'fr-FR': 'Parti', 'de-DE': 'Ausgecheckt' },
  cancelled: { 'en-GB': 'Cancelled', 'fr-FR': 'Annulé', 'de-DE': 'Abgesagt' },
}

/** The data of a list entry besides the booking. */
export interface ListManner {
  readonly today: Day
  readonly language: Language
  readonly choices: Pick<Choices, 'deposit_required_type' | 'rejected_enquiry'>
}

const entries = new KeptByRow<ReturnType<typeof makeEntry>>()

/** An entry of the booking lists; kept and frozen. */
export function bookingEntry({ booking, guest }: GuestBooking, manner: ListManner) {
  const { today, language, choices } = manner
  const status = bookingStatus(booking, today)
  return entries.of(booking, [guest, status, language, choices], () => makeEntry(booking, guest, status, manner))
}

function makeEntry(booking: Booking, guest: Guest | undefined, status: BookingStatus, { language, choices }: ListManner) {
  const deposit = toNumber(booking.depositRequired)
  return {
    contract_uid: booking.id,
    arrival: slashDay(booking.arrival),
    departure: slashDay(booking.departure),
    contract_total: toNumber(booking.total),
    tag: booking.tag,
    currency_code: booking.currency,
    booked_in: zeroOrOne(booking.bookedIn),
    bookedout: zeroOrOne(booking.bookedOut),
    deposit_required: choices.deposit_required_type === 'text' ? String(deposit) : deposit,
    deposit_paid: zeroOrOne(booking.depositPaid),
    special_reqs: booking.specialRequests,
    timestamp: stamp(booking.createdAt),
    cancelled: zeroOrOne(booking.cancelled),
    invoice_uid: booking.invoiceId,
    property_uid: booking.propertyId,
    approved: approvalNumber(booking.approval, choices.rejected_enquiry),
    last_changed: stamp(booking.changedAt),
    firstname: guest?.firstname ?? '',
    surname: guest?.surname ?? '',
    tel_landline: guest?.landline ?? '',
    tel_mobile: guest?.mobile ?? '',
    email: guest?.email ?? '',
    imgColor: STATUS_COLOURS[status],
    TxtStatus: STATUS_TEXTS[status][language],
  }
}

/** 1 when approved, 0 when not; a rejected one is 2 by choice. */
export function approvalNumber(approval: Approval, rejected: Choices['rejected_enquiry']): 0 | 1 | 2 {
  if (approval === 'approved') return 1
  return approval === 'rejected' && rejected === 'two' ? 2 : 0
}
