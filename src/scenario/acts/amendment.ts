/** A guest changes a booking: other days, more or fewer people. */
import { addDays, type Day, daysBetween, daysUntil } from '../../base/day.ts'
import { multiplyDivide } from '../../base/money.ts'
import { readDay } from '../../base/relative-day.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { whyNotCancellable } from '../../domain/booking/cancellation.ts'
import { amountsOf, partyOf, peopleOf } from '../../domain/booking/creation.ts'
import { headCount, type Party } from '../../domain/booking/party.ts'
import { roomNightsOf } from '../../domain/booking/room-nights.ts'
import { recordEvent, recordNote } from '../../domain/event/events.ts'
import { invoiceLines, stayText } from '../../domain/invoice/booking-invoice.ts'
import type { LineItem } from '../../domain/invoice/line-items.ts'
import { invoiceTotals } from '../../domain/invoice/totals.ts'
import { dayAt } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import { accommodationTax } from '../../domain/property/tax-rates.ts'
import type { WriteDb } from '../../store/db.ts'
import type { EventWith } from '../events/event-schema.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import { type BookingId, findBooking, findProperty } from './lookup.ts'
import { leastPlaces, MAX_NIGHTS, requirePlaces, takenRoom, wantedRooms } from './rooms.ts'
import type { Stay } from './stay.ts'
import { childrenByAge, pricedStay, type StayToPrice, stayTariffs } from './stay-price.ts'
import { type ClosedTariff, noTariff, tariffRules } from './tariff-rules.ts'

/** The fields to change; absent ones stay. */
type Amendment = EventWith<'guest_modifies'>

/** Line items that result from the price of a stay; payments and manually added lines stay on the invoice. */
const PRICE_LINES: readonly LineItem['kind'][] = ['accommodation', 'supplement', 'city_tax', 'cleaning_fee', 'children']

/**
 * The guest changes a booking. The rooms must be free on the new nights, and the rules of a tariff allow the stay, if it was booked on
 * the site. It costs what a new booking of the stay would, with the coupon if it is valid still; one at an agreed total, the same per
 * night as before.
 */
export function modifyBooking(db: WriteDb, context: ScenarioContext, wanted: Amendment): Booking {
  const booking = changeableBooking(db, wanted.booking)
  const { choices } = context
  const property = findProperty(db, booking.propertyId)
  const stay = newStay(booking, wanted, dayAt(context.now, property, choices.today))
  const party = newParty(db, booking, wanted)
  const people = party.adults + headCount(party.children)
  const booked = booking.rooms.flatMap(({ roomId }) => db.rooms.get(roomId) ?? [])
  const closed: ClosedTariff[] = []
  const total = agreedTotal(booking, stay)
  const ofSite = booking.kind === 'internet' && total === undefined
  const rules = ofSite ? tariffRules(property, choices, { ...stay, count: booked.length }, closed) : undefined
  const tariffs = stayTariffs(db, context, { property, ...stay, rules, own: booking.id })
  const unsold = (room: Room) => (total !== undefined || tariffs(room) ? undefined : noTariff(room, stay, closed))
  const places = booked.reduce((sum, { maxPeople }) => sum + maxPeople, 0)
  const least = Math.max(leastPlaces(party.adults, choices), Math.min(people, places))
  const other = { rooms: 'any', ...stay, count: booked.length, people, least, fit: 'best', unsold } as const
  const nights = daysUntil(stay.arrival, stay.departure)
  const isTaken = takenRoom(db, booked, nights, booking.id) !== undefined
  const moves = wanted.rooms === 'other' || (wanted.rooms === 'any' && isTaken)
  const rooms = moves ? wantedRooms(db, property, other) : booked
  if (wanted.adults !== undefined || wanted.children) requirePlaces(rooms, { adults: party.adults, people, choices })
  const taken = takenRoom(db, rooms, nights, booking.id)
  if (taken !== undefined) throw new Blocked(taken)
  for (const room of rooms) {
    const why = unsold(room)
    if (why) throw why
  }
  return writeChange(db, context, { booking, property, rooms, party, ...stay, tariffs, total })
}

/** The people of the changed stay; other adults are of no guest type. */
function newParty(db: WriteDb, booking: Booking, { adults, children }: Amendment): Party {
  const before = partyOf(booking)
  return {
    adults: adults ?? before.adults,
    children: children ? childrenByAge(db, booking.propertyId, children) : before.children,
    guestTypes: adults === undefined ? before.guestTypes : [],
  }
}

function changeableBooking(db: WriteDb, id: BookingId): Booking {
  const booking = findBooking(db, id)
  const { approval } = booking
  const over = whyNotCancellable({ ...booking, bookedIn: false })
  if (over !== undefined) throw new Blocked(`booking: booking ${booking.id} ${over}`)
  if (approval !== 'approved') throw new Blocked(`booking: booking ${booking.id} is not approved: it is ${approval}`)
  return booking
}

function newStay(booking: Booking, { arrival: to, nights }: Amendment, today: Day): Stay {
  const arrival = to === undefined ? booking.arrival : readDay(to, today)
  if (!arrival) throw new Blocked(`arrival: there is no day ${to}`)
  const isMoved = arrival !== booking.arrival
  if (isMoved && booking.bookedIn) throw new Blocked(`arrival: booking ${booking.id} has begun: the guest has checked in`)
  if (isMoved && arrival < today && booking.kind === 'internet')
    throw new Blocked(`arrival: ${arrival} is before today, ${today}`)
  const before = daysBetween(booking.arrival, booking.departure)
  const count = typeof nights === 'object' ? before + nights.by : (nights ?? before)
  if (count < 1 || count > MAX_NIGHTS)
    throw new Blocked(`nights: booking ${booking.id} would have ${count} nights; 1 to ${MAX_NIGHTS} are possible`)
  const departure = addDays(arrival, count)
  if (booking.bookedIn && departure < today)
    throw new Blocked(`nights: booking ${booking.id} would end on ${departure}, before today`)
  return { arrival, departure }
}

interface AgreedChange extends Omit<StayToPrice, 'coupon' | 'guest' | 'tax'> {
  readonly booking: Booking
}

/** Writes the change: nights, price, lines of the invoice, note and events. */
function writeChange(db: WriteDb, context: ScenarioContext, agreement: AgreedChange): Booking {
  const { booking, property, arrival, departure, party } = agreement
  const { now, choices } = context
  const tax = accommodationTax(property, db.taxRates)
  const guest = db.guests.get(booking.guestId)
  const coupon = db.coupons.get(booking.couponId)
  const { quote, rooms } = pricedStay(db, context, { ...agreement, guest, coupon, tax })
  const amounts = amountsOf(quote, choices)
  const deposit = booking.depositPaid ? {} : { depositRequired: quote.deposit }
  for (const night of db.roomNights.by('booking', booking.id)) db.roomNights.remove(night.id)
  const after = db.bookings.put({
    ...booking,
    arrival,
    departure,
    ...peopleOf(party, choices),
    rooms,
    ...amounts,
    total: amounts.total + booking.extras,
    ...deposit,
    couponId: quote.couponId,
    ...(agreement.total !== undefined && { agreed: true }),
    changedAt: now,
  })
  for (const night of roomNightsOf(after)) db.roomNights.put(night)
  const stay = stayText(after, choices.long_date)
  replacePriceLines(db, after, invoiceLines({ quote, total: amounts.total, tax, stay, choices }), now)
  recordNote(db, after, { text: 'Booking amended', at: now })
  const data = { property_uid: after.propertyId, contract_uid: after.id }
  recordEvent(db, { at: now, task: 'booking_modified', data })
  return after
}

/** The agreed total, or that of a stay that no tariff prices: the same per night as before; undefined when tariffs price it. */
function agreedTotal({ agreed, rooms, total, extras, ...before }: Booking, { arrival, departure }: Stay): number | undefined {
  if (!agreed && rooms.every(({ rateId }) => rateId !== 0)) return undefined
  return multiplyDivide(total - extras, daysBetween(arrival, departure), daysBetween(before.arrival, before.departure))
}

/** Replaces the line items of the price. A paid invoice with an open amount becomes pending. */
function replacePriceLines(
  db: WriteDb,
  { invoiceId, propertyId }: Booking,
  lines: ReturnType<typeof invoiceLines>,
  now: number,
): void {
  const invoice = db.invoices.get(invoiceId)
  if (!invoice) return
  for (const line of db.lineItems.by('invoice', invoiceId))
    if (!line.payment && PRICE_LINES.includes(line.kind)) db.lineItems.remove(line.id)
  for (const line of lines) db.lineItems.put({ id: db.nextId('lineItems'), invoiceId, ...line })
  const { open } = invoiceTotals(invoice, db.lineItems.by('invoice', invoiceId))
  if (invoice.status === 'paid' && open > 0) db.invoices.put({ ...invoice, status: 'pending', paidAt: null })
  recordEvent(db, { at: now, task: 'invoice_updated', data: { property_uid: propertyId, invoice_uid: invoiceId } })
}
