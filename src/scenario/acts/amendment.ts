/** A guest changes a booking: other days, more or fewer people. */
import { addDays, type Day, daysBetween, daysUntil } from '../../base/day.ts'
import { multiplyDivide } from '../../base/money.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { whyNotCancellable } from '../../domain/booking/cancellation.ts'
import { amountsOf } from '../../domain/booking/creation.ts'
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
import { readDay } from '../written-days.ts'
import { type BookingId, findBooking, findProperty } from './lookup.ts'
import { MAX_NIGHTS, takenRoom, tooManyPeople, wantedRooms } from './rooms.ts'
import type { Stay } from './stay.ts'
import { childrenByAge, pricedStay, type StayToPrice, stayTariffs } from './stay-price.ts'
import { type ClosedTariff, noTariff, tariffRules } from './tariff-rules.ts'

/** The fields to change; absent ones stay. */
type Amendment = EventWith<'guest_modifies'>

/** Line items that result from the price of a stay; payments and manually added lines stay on the invoice. */
const PRICE_LINES: readonly LineItem['kind'][] = ['accommodation', 'supplement', 'city_tax', 'cleaning_fee']

/**
 * The guest changes a booking. The rooms must be free on the new nights, and the rules of a tariff allow the stay, if it was booked on
 * the site; price and invoice change accordingly.
 */
export function modifyBooking(db: WriteDb, context: ScenarioContext, wanted: Amendment): Booking {
  const before = changeableBooking(db, wanted.booking)
  const booking = { ...before, children: wanted.children?.length ?? before.children }
  const property = findProperty(db, booking.propertyId)
  const stay = newStay(booking, wanted, dayAt(context.now, property, context.choices.today))
  const booked = booking.rooms.flatMap(({ roomId }) => db.rooms.get(roomId) ?? [])
  const adults = wanted.adults ?? booking.adults
  const people = adults + booking.children
  const closed: ClosedTariff[] = []
  const ofSite = booking.kind === 'internet'
  const rules = ofSite ? tariffRules(property, context.choices, { ...stay, count: booked.length }, closed) : undefined
  const tariffs = stayTariffs(db, context, { property, ...stay, rules })
  const hasTariffs = booking.rooms.every(({ rateId }) => rateId !== 0)
  const other = {
    rooms: 'any',
    ...stay,
    count: booked.length,
    people,
    fit: 'best',
    unsold: (room: Room) => (tariffs(room) ? undefined : noTariff(room, stay, closed)),
  } as const
  const nights = daysUntil(stay.arrival, stay.departure)
  const isTaken = takenRoom(db, booked, nights, booking.id) !== undefined
  const moves = wanted.rooms === 'other' || (wanted.rooms === 'any' && isTaken)
  const rooms = moves ? wantedRooms(db, property, other) : booked
  const places = rooms.reduce((sum, { maxPeople }) => sum + maxPeople, 0)
  if (people > Math.max(places, before.adults + before.children)) throw tooManyPeople(people, booking.children, places)
  const taken = takenRoom(db, rooms, nights, booking.id)
  if (taken !== undefined) throw new Blocked(taken)
  const unpriced = hasTariffs ? rooms.find((room) => !tariffs(room)) : undefined
  if (unpriced) throw noTariff(unpriced, stay, closed)
  const children = childrenByAge(db, property.id, wanted.children ?? [])
  return writeChange(db, context, { booking, property, rooms, party: { adults, children, guestTypes: [] }, ...stay, tariffs })
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

interface AgreedChange extends Omit<StayToPrice, 'coupon' | 'guest' | 'total' | 'tax'> {
  readonly booking: Booking
}

/** Writes the change: nights, price, lines of the invoice, note and events. */
function writeChange(db: WriteDb, context: ScenarioContext, agreement: AgreedChange): Booking {
  const { booking, property } = agreement
  const { now, choices } = context
  const tax = accommodationTax(property, db.taxRates)
  const guest = db.guests.get(booking.guestId)
  const { quote, rooms } = pricedStay(db, context, { ...agreement, guest, total: agreedTotal(agreement), tax })
  const amounts = amountsOf(quote, choices)
  const kept = db.lineItems
    .by('invoice', booking.invoiceId)
    .filter(({ payment, kind }) => !payment && !PRICE_LINES.includes(kind))
  const { arrival, departure, party } = agreement
  const others = kept.reduce((sum, { totalInclusive }) => sum + totalInclusive, 0)
  const money = { ...amounts, total: amounts.total + others }
  const deposit = booking.depositPaid ? {} : { depositRequired: quote.deposit }
  for (const night of db.roomNights.by('booking', booking.id)) db.roomNights.remove(night.id)
  const after = db.bookings.put({
    ...booking,
    arrival,
    departure,
    adults: party.adults,
    rooms,
    ...money,
    ...deposit,
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

/** The total of a stay that no tariff prices: the same per night as before; undefined when tariffs price it. */
function agreedTotal({ booking, arrival, departure }: AgreedChange): number | undefined {
  if (booking.rooms.every(({ rateId }) => rateId !== 0)) return undefined
  return multiplyDivide(booking.total, daysBetween(arrival, departure), daysBetween(booking.arrival, booking.departure))
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
