/**
 * Creates the rows of a booking from a session: guest, booking, nights.
 * @source spec "Booking session"; facts "POST /booking/create"
 */
import type { Day } from '../../base/day.ts'
import type { Instant } from '../../base/instant.ts'
import { plainAmount } from '../../base/money.ts'
import type { Guest } from '../guest/guests.ts'
import type { Quote } from '../pricing/quote.ts'
import type { Property } from '../property/properties.ts'
import type { Room } from '../property/rooms.ts'
import { isOn } from '../property/settings.ts'
import type { BookingSession, SessionAddress } from '../session/booking-session.ts'
import { unpricedChildren } from '../session/party.ts'
import { type Approval, type Booking, NEW_BOOKING_STATUS } from './bookings.ts'
import { headCount, type Party } from './party.ts'

/** A session with everything that a booking needs. */
export interface BookableSession extends BookingSession {
  readonly arrival: Day
  readonly departure: Day
  readonly address: SessionAddress
  readonly quote: Quote
}

/** True for a session with dates in order, an address, rooms and a price. */
export function isBookable(session: BookingSession): session is BookableSession {
  const { arrival, departure, address, rooms, quote } = session
  return arrival !== null && departure !== null && arrival < departure && address !== null && rooms.length > 0 && quote !== null
}

/** The choices that decide how bookings are stored. */
export interface CreationChoices {
  readonly booking_party: 'apart' | 'together'
  readonly contract_total: 'all' | 'adults'
  readonly booking_tax: 'stored' | 'zero'
}

/** The data of a new booking besides its session. */
export interface NewBooking {
  readonly id: number
  readonly tag: string
  readonly guestId: number
  readonly invoiceId: number
  readonly property: Property
  /** By default, as the property requires. */
  readonly approval?: Approval | undefined
  readonly now: Instant
  readonly choices: CreationChoices
}

/** The approval of a new booking. One that awaits approval takes no nights. */
export const approvalOf = (property: Property): Approval => (isOn(property, 'requireApproval') ? 'waiting' : 'approved')

export const amountsOf = (quote: Quote, { booking_tax, contract_total }: Omit<CreationChoices, 'booking_party'>) => ({
  roomTotal: quote.roomTotal,
  tax: booking_tax === 'zero' ? 0 : quote.tax,
  singlePersonSupplement: quote.singlePersonSupplement,
  total: contract_total === 'adults' ? quote.total - quote.childrenTotal : quote.total,
})

/** The people of a booking, as it stores them. */
export function peopleOf(party: Party, { booking_party }: Pick<CreationChoices, 'booking_party'>) {
  const children = headCount(party.children)
  const hasKinds = children > 0 || party.guestTypes.length > 0
  const numbers =
    booking_party === 'together' ? { adults: party.adults + children, children: 0 } : { adults: party.adults, children }
  return { ...numbers, party: hasKinds ? party : undefined }
}

/** The people of a booking, as a price needs them. Children of whom only the number is known are free. */
export const partyOf = ({ adults, children, party }: Pick<Booking, 'adults' | 'children' | 'party'>): Party =>
  party ?? { adults, children: children > 0 ? [unpricedChildren(children)] : [], guestTypes: [] }

export function bookingOf(session: BookableSession, data: NewBooking): Booking {
  const { quote, adults, children, guestTypes } = session
  return {
    id: data.id,
    propertyId: data.property.id,
    guestId: data.guestId,
    kind: 'internet',
    tag: data.tag,
    arrival: session.arrival,
    departure: session.departure,
    rooms: session.rooms,
    ...peopleOf({ adults: adults ?? 0, children, guestTypes }, data.choices),
    ...amountsOf(quote, data.choices),
    extras: 0,
    currency: data.property.currency,
    depositRequired: quote.deposit,
    depositPaid: false,
    depositReference: null,
    specialRequests: '',
    ...NEW_BOOKING_STATUS,
    approval: data.approval ?? approvalOf(data.property),
    invoiceId: data.invoiceId,
    couponId: quote.couponId,
    bookedBy: '',
    createdAt: data.now,
    changedAt: data.now,
  }
}

/**
 * The guest row. An existing guest keeps id, discount and fields that a session does not have.
 *
 * @param known the guest of the property with this e-mail address
 * @param newIds the ids of the row when there is no such guest
 */
export function bookingGuest(address: SessionAddress, known: Guest | undefined, newIds: Pick<Guest, 'id' | 'propertyId'>): Guest {
  const { tel_mobile: mobile, ...rest } = address
  return { ...(known ?? { ...newIds, landline: '', discount: 0, userId: 0 }), ...rest, mobile }
}

/**
 * The first notes of a new booking: those of the session, its discounts and, while it awaits approval, its rooms.
 *
 * @param form `as_sent` keeps the notes of the session unchanged; `numbered` formats them as HTML, as the newest release does
 */
export function firstNotes(
  session: BookableSession,
  approval: Approval,
  rooms: readonly Pick<Room, 'name' | 'number'>[],
  form: 'as_sent' | 'numbered',
): readonly string[] {
  const notes = session.notes.map((note, index) => (form === 'as_sent' ? note : ` ${index} ${withoutMarkup(note)}<br/>`))
  const discounts = session.quote.lines
    .filter(({ amount }) => amount < 0)
    .map(({ text, amount }) => `${withoutMarkup(text)} (${plainAmount(amount)})`)
  const roomNames = rooms.map(({ name, number }) => `${name} (${number})`.trim()).join(', ')
  return [...notes, ...discounts, ...(approval === 'waiting' ? [`Waits for approval. Rooms: ${withoutMarkup(roomNames)}`] : [])]
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes HTML tags and escapes the remaining special characters. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/<[/!]?[a-z][^<>]*>/gi, '').replaceAll(/[&<>"]/g, (mark) => HTML_ENTITIES[mark] ?? mark)
}

/**
 * The session after its booking: dates and guests stay, but the number of nights does not, so that another one needs dates again. The
 * quote is kept with the booking.
 * @source facts "The session object"
 */
export function afterBooking(session: BookingSession, bookingId: number): BookingSession {
  const bookedQuote = bookingId === session.bookingId ? session.bookedQuote : session.quote
  return { ...session, needsDates: true, rooms: [], notes: [], quote: null, okToBook: false, bookingId, bookedQuote }
}
