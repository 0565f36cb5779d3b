/**
 * Seeds bookings and black bookings, with their nights, notes and extras.
 *
 * @module
 */
import { addDays, daysUntil } from '../base/day.ts'
import { startOfDay } from '../base/instant.ts'
import { fromNumber } from '../base/money.ts'
import { type Booking, type BookingExtra, COSTS_NOTHING, NOTHING_HAPPENED, nightKey, type RoomChoice } from '../domain/booking.ts'
import type { Guest } from '../domain/guest.ts'
import type { Path } from './fixture-error.ts'
import type { BlackBookingRow, BookingRow } from './fixture-schema-booking.ts'
import type { Sourced } from './fixture-set.ts'
import { bookingCourse, stayDays } from './seed-booking-course.ts'
import { bookingMoney } from './seed-booking-money.ts'
import { seedBookingInvoice } from './seed-invoices.ts'
import type { RateBook } from './seed-rates.ts'
import type { Seeding } from './seeding.ts'

/** What all bookings of a world are made with. */
export interface Desk {
  readonly seeding: Seeding
  readonly rates: RateBook
  /** Booking numbers that are taken, those that the fixtures name included. */
  readonly tags: Set<string>
  /** Numbers that the fixtures name, as far as their bookings are seeded. */
  readonly named: Set<string>
  /** The manager who books for a property, by property. */
  readonly managers: ReadonlyMap<number, string>
}

/** Seeds a booking with all that belongs to it. */
export function seedBooking(desk: Desk, at: Sourced<BookingRow>): void {
  const { seeding } = desk
  const { row } = at
  const days = stayDays(seeding, at)
  const property = seeding.need('properties', row.property, at, ['property'])
  if (!property || !days) return
  const guest = guestOf(seeding, at)
  const rooms = roomsOf(desk, at, days.arrival)
  const people = rooms.reduce((sum, { roomId }) => sum + (seeding.find('rooms', roomId)?.maxPeople ?? 0), 0)
  const { kind = 'reception', adults = kind === 'black' ? 0 : Math.min(2, Math.max(1, people)), children = 0 } = row
  const booking: Booking = {
    id: row.id,
    propertyId: property.id,
    guestId: row.guest || (row.former_guest ?? 0),
    kind,
    tag: tagOf(desk, at),
    ...days,
    rooms,
    adults,
    children,
    ...bookingMoney(seeding, desk.rates, at, { property, rooms, ...days, people: adults + children }),
    currency: row.currency ?? property.currency,
    depositPaid: row.deposit_paid ?? false,
    depositReference: row.deposit_reference ?? null,
    specialRequests: row.special_requests ?? '',
    ...bookingCourse(seeding, at, days),
    invoiceId: invoiceIdOf(seeding, row, kind),
    couponId: couponOf(seeding, at),
    bookedBy: row.booked_by ?? (kind === 'internet' ? '' : (desk.managers.get(property.id) ?? '')),
  }
  seeding.add('bookings', booking, at)
  for (const [index, note] of (row.notes ?? []).entries()) seedNote(seeding, at, booking, { index, note })
  const extras = seedExtras(seeding, at)
  if (booking.approval === 'approved' && !booking.cancelled) takeNights(seeding, at, ['rooms'], booking)
  if (booking.invoiceId === 0) return
  seedBookingInvoice(seeding, at, row.invoice || {}, { booking, property, extras, userId: guest?.userId ?? 0 })
}

/** Seeds a black booking: one room, out of service for some nights. */
export function seedBlackBooking(desk: Desk, at: Sourced<BlackBookingRow>): void {
  const { seeding } = desk
  const { row } = at
  const property = seeding.need('properties', row.property, at, ['property'])
  const room = seeding.need('rooms', row.room, at, ['room'])
  const arrival = seeding.day(row.from, at, ['from'])
  if (room && room.propertyId !== row.property) {
    seeding.problem(at, ['room'], `room ${room.id} belongs to property ${room.propertyId}`)
  }
  if (!property || !room || !arrival) return
  const id = row.id ?? seeding.nextId('bookings')
  const bookedBy = row.booked_by ?? desk.managers.get(property.id) ?? ''
  const changedAt = Math.min(seeding.options.now, startOfDay(arrival))
  const departure = addDays(arrival, row.nights ?? 1)
  const rooms = [{ roomId: room.id, rateId: 0 }]
  const head = { id, propertyId: property.id, tag: freeTag(desk, id), arrival, departure, rooms }
  const booking: Booking = { ...EMPTY_BOOKING, ...head, specialRequests: row.reason ?? '', bookedBy, changedAt }
  seeding.add('bookings', booking, at)
  if (bookedBy !== '') {
    const note = { id: seeding.nextId('notes'), bookingId: id, propertyId: property.id }
    seeding.add('notes', { ...note, text: `${bookedBy} Entered black booking.`, at: changedAt }, at)
  }
  takeNights(seeding, at, ['room'], booking)
}

/** What black bookings have in common: nobody comes and nobody pays. */
const EMPTY_BOOKING = {
  guestId: 0,
  kind: 'black',
  adults: 0,
  children: 0,
  ...COSTS_NOTHING,
  currency: 'GBP',
  ...NOTHING_HAPPENED,
  approval: 'approved',
  invoiceId: 0,
  couponId: 0,
  createdAt: null,
} as const

function guestOf(seeding: Seeding, at: Sourced<BookingRow>): Guest | undefined {
  const { guest: id, former_guest: former, kind, property } = at.row
  if (former !== undefined && (id || seeding.find('guests', former)))
    seeding.problem(at, ['former_guest'], id ? 'does not go with guest' : `guest ${former} has not been deleted`)
  if (id === undefined && kind !== 'black') seeding.problem(at, ['guest'], 'is missing: only a black booking has no guest')
  if (!id) return undefined
  const guest = seeding.need('guests', id, at, ['guest'])
  if (guest && guest.propertyId !== property)
    seeding.problem(at, ['guest'], `guest ${id} belongs to property ${guest.propertyId}`)
  return guest
}

/** The rooms of a booking; one without a rate gets the one that is offered on the day of arrival. */
function roomsOf({ seeding, rates }: Desk, at: Sourced<BookingRow>, arrival: Booking['arrival']): RoomChoice[] {
  const { rooms: rows, property } = at.row
  const seen = new Set<number>()
  return rows.flatMap((row, index) => {
    const { room: roomId, rate: rateId } = typeof row === 'number' ? { room: row } : row
    const field: Path = typeof row === 'number' ? ['rooms', index] : ['rooms', index, 'room']
    const room = seeding.need('rooms', roomId, at, field)
    const twice = seen.has(roomId)
    const elsewhere = room && room.propertyId !== property
    seen.add(roomId)
    if (elsewhere) seeding.problem(at, field, `room ${roomId} belongs to property ${room.propertyId}`)
    if (twice) seeding.problem(at, field, `room ${roomId} is named twice`)
    if (rateId) seeding.need('rates', rateId, at, ['rooms', index, 'rate'])
    if (!room || elsewhere || twice) return []
    return [{ roomId, rateId: rateId ?? rates.offered(room.propertyId, room.roomTypeId, arrival)?.id ?? 0 }]
  })
}

function tagOf(desk: Desk, at: Sourced<BookingRow>): string {
  const { tag, id } = at.row
  if (tag === undefined) return freeTag(desk, id)
  if (desk.named.has(tag)) desk.seeding.problem(at, ['tag'], `another booking has the number ${tag}`)
  desk.named.add(tag)
  return tag
}

/** A booking number of eight digits that no other booking has. */
function freeTag({ seeding, tags }: Desk, id: number): string {
  const stream = seeding.options.chance.stream('tag', id)
  let tag = ''
  do tag = String(stream.integer(10_000_000, 99_999_999))
  while (tags.has(tag))
  tags.add(tag)
  return tag
}

function invoiceIdOf(seeding: Seeding, { invoice }: BookingRow, kind: Booking['kind']): number {
  if (invoice === false || (kind === 'black' && !invoice)) return 0
  return invoice?.id ?? seeding.nextId('invoices')
}

function couponOf(seeding: Seeding, at: Sourced<BookingRow>): number {
  const { coupon: id = 0, property } = at.row
  const coupon = id > 0 ? seeding.need('coupons', id, at, ['coupon']) : undefined
  if (coupon && coupon.propertyId !== property)
    seeding.problem(at, ['coupon'], `coupon ${id} belongs to property ${coupon.propertyId}`)
  return id
}

type NoteRow = NonNullable<BookingRow['notes']>[number]

function seedNote(
  seeding: Seeding,
  at: Sourced<BookingRow>,
  { id, propertyId, createdAt }: Booking,
  { index, note }: { readonly index: number; readonly note: NoteRow },
): void {
  const { id: noteId = seeding.nextId('notes'), text, at: written } = typeof note === 'string' ? { text: note } : note
  const given = written === undefined ? undefined : seeding.instant(written, at, ['notes', index, 'at'])
  const row = { id: noteId, bookingId: id, propertyId, text }
  seeding.add('notes', { ...row, at: given ?? createdAt ?? seeding.options.now }, at)
}

function seedExtras(seeding: Seeding, at: Sourced<BookingRow>): BookingExtra[] {
  return (at.row.extras ?? []).map(({ id = seeding.nextId('extras'), name, price, quantity = 1, tax_rate = 0 }, index) => {
    const amount = seeding.money(price, at, ['extras', index, 'price'])
    const extra = { id, bookingId: at.row.id, name, price: amount, quantity, taxRate: fromNumber(tax_rate) }
    seeding.add('extras', extra, at)
    return extra
  })
}

/** Takes the nights of a booking; a night that another one has is a problem, told once for each room and other booking. */
function takeNights(seeding: Seeding, at: Sourced<unknown>, field: Path, booking: Booking): void {
  const { id: bookingId, propertyId, arrival, departure } = booking
  const nights = daysUntil(arrival, departure)
  for (const { roomId } of booking.rooms) {
    const first = nightKey(roomId, arrival)
    const others = new Set<number>()
    for (const [index, day] of nights.entries()) {
      const other = seeding.take({ id: first + index, roomId, propertyId, bookingId, day })
      if (other === undefined || others.has(other)) continue
      others.add(other)
      seeding.problem(at, field, `room ${roomId} is taken on the night of ${day} by booking ${other}`)
    }
  }
}
