/** A generated guest books. */
import { addDays, daysBetween, daysUntil } from '../../base/day.ts'
import type { Minor } from '../../base/money.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { BookableSession } from '../../domain/booking/creation.ts'
import { bookingNumber } from '../../domain/booking/number.ts'
import { recordBooking } from '../../domain/booking/record.ts'
import type { Coupon } from '../../domain/guest/coupons.ts'
import { couponValidity } from '../../domain/pricing/coupon-discount.ts'
import { dayAt, type Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import { accommodationTax } from '../../domain/property/tax-rates.ts'
import { existingGuest } from '../../domain/session/priced-party.ts'
import type { WriteDb } from '../../store/db.ts'
import type { EventWith } from '../events/event-schema.ts'
import { Blocked, type ScenarioContext, unlessBlocked } from '../scenario-context.ts'
import { managerOf } from './black-booking.ts'
import { generatedGuest } from './generated-guest.ts'
import { findCoupon, findProperty } from './lookup.ts'
import { leastPlaces, MAX_NIGHTS, requirePlaces, type WantedRooms, wantedRooms } from './rooms.ts'
import type { Stay } from './stay.ts'
import { childrenByAge, pricedStay, type StayTariffs, stayTariffs } from './stay-price.ts'
import { type ClosedTariff, noTariff, type TariffRules, tariffRules } from './tariff-rules.ts'

/**
 * What the event `guest_books` says, with the days and rooms that it means. By default there are two adults, or as many as there are
 * rooms or as they take, and the booking is approved, so that the rooms are taken.
 */
export interface GeneratedBooking
  extends Omit<EventWith<'guest_books'>, keyof WantedRooms | 'room' | 'nights' | 'total'>,
    Pick<WantedRooms, keyof Stay | 'rooms' | 'count' | 'fit'> {
  /** With tax; default: the price by the tariffs. */
  readonly total?: Minor | undefined
  /** True to book at no price where no tariff has one for every night, as a fault does that takes a room. */
  readonly unpriced?: boolean
}

/**
 * A generated guest books free rooms, with the same result as a booking session; the desk may book what the site does not sell.
 * Random nights that are too few become as many as the tariff of a free room asks for at least.
 */
export function bookRooms(db: WriteDb, context: ScenarioContext, wanted: GeneratedBooking): Booking {
  const closed: ClosedTariff[] = []
  const agreement = unlessBlocked(() => agreementOf(db, context, wanted, closed))
  if (typeof agreement !== 'string') return writeBooking(db, context, agreement)
  const { arrival, departure } = wanted
  const nights = Math.min(...closed.map(({ minimum }) => minimum).filter((minimum) => minimum > daysBetween(arrival, departure)))
  if (!context.nightsDrawn || nights > MAX_NIGHTS) throw new Blocked(agreement)
  return bookRooms(db, context, { ...wanted, departure: addDays(arrival, nights) })
}

/** The rooms and tariffs of a booking. @param closed receives the tariffs of free rooms that are not sold for the stay */
function agreementOf(db: WriteDb, context: ScenarioContext, wanted: GeneratedBooking, closed: ClosedTariff[]): AgreedBooking {
  const property = findProperty(db, wanted.property)
  const { children = [], total } = wanted
  const rules = wanted.by === 'desk' || wanted.unpriced ? undefined : siteRules(property, context, wanted, closed)
  const tariffs = stayTariffs(db, context, { ...wanted, property, rules })
  const isAgreed = total !== undefined || wanted.unpriced === true
  const unsold = (room: Room) => (isAgreed || tariffs(room) ? undefined : noTariff(room, wanted, closed))
  const { choices } = context
  const named = wanted.adults ?? 1
  const people = named + children.length
  const least = wanted.fit === 'best' ? people : leastPlaces(named, choices)
  const rooms = wantedRooms(db, property, { ...wanted, people, least, unsold })
  const places = rooms.reduce((sum, { maxPeople }) => sum + maxPeople, 0)
  const adults = wanted.adults ?? Math.max(rooms.length, Math.min(2, places))
  requirePlaces(rooms, { adults, people: adults + children.length, choices })
  for (const room of rooms) {
    const why = unsold(room)
    if (why) throw why
  }
  return { ...wanted, property, rooms, adults, tariffs }
}

/** The rules of tariffs, where the site applies them. @throws Blocked for a stay that the site does not sell at any tariff */
function siteRules(
  property: Property,
  { now, choices }: ScenarioContext,
  { arrival, departure, rooms, count = 1, total }: GeneratedBooking,
  closed: ClosedTariff[],
): TariffRules | undefined {
  const today = dayAt(now, property, choices.today)
  if (!property.published)
    throw new Blocked(`property: property ${property.id} is not published, so no guest books it on the site`)
  if (arrival < today) throw new Blocked(`arrival: ${arrival} is before today, ${today}; only the desk books the past (by: desk)`)
  if (total !== undefined) return undefined
  return tariffRules(property, choices, { arrival, departure, count: rooms === 'any' ? count : rooms.length }, closed)
}

interface AgreedBooking extends Omit<GeneratedBooking, 'property' | 'rooms'> {
  readonly property: Property
  readonly rooms: readonly Room[]
  readonly adults: number
  readonly tariffs: StayTariffs
}

function writeBooking(db: WriteDb, context: ScenarioContext, agreement: AgreedBooking): Booking {
  const { property, guest, approval = 'approved', total } = agreement
  const { randomness, choices, now } = context
  const tax = accommodationTax(property, db.taxRates)
  const id = db.nextId('bookings')
  const key = context.key ?? id
  const tag = bookingNumber(randomness.stream('tag', key), db)
  const address = generatedGuest(randomness, context.guestKey ?? key, guest)
  const known = existingGuest({ address }, property.id, db.guests)
  const party = { adults: agreement.adults, children: childrenByAge(db, property.id, agreement.children ?? []), guestTypes: [] }
  const coupon = couponOf(db, context, agreement, known?.id)
  const stay = pricedStay(db, context, { ...agreement, party, coupon, guest: known, total, tax })
  const session: BookableSession = { ...sessionOf(agreement, now), ...party, ...stay, address, couponCode: coupon?.code ?? '' }
  const booking = recordBooking(db, session, { id, tag, property, known, tax, approval, now, choices })
  if (agreement.by !== 'desk' && total === undefined) return booking
  const ofDesk = agreement.by === 'desk' && ({ kind: 'reception', bookedBy: managerOf(db, property) } as const)
  return db.bookings.put({ ...booking, ...ofDesk, ...(total !== undefined && { agreed: true }) })
}

/** The booking session that the guest would have used; it is not stored. */
function sessionOf({ property, arrival, departure, request }: AgreedBooking, now: number) {
  const notes = request === undefined ? [] : [request]
  const nothing = { refused: {}, bookingId: 0, bookedQuote: null }
  return { id: '', propertyId: property.id, arrival, departure, okToBook: true, usedAt: now, notes, ...nothing }
}

/** The named coupon, or `any` that is valid. @throws Blocked for a code that is unknown or not valid */
function couponOf(
  db: WriteDb,
  { now, choices }: ScenarioContext,
  { property, coupon: code, arrival, departure }: AgreedBooking,
  guestId = 0,
): Coupon | undefined {
  if (code === undefined) return undefined
  const [today, nights] = [dayAt(now, property, choices.today), daysUntil(arrival, departure)]
  const coupons = db.coupons.by('property', property.id)
  const validityOf = (coupon: Coupon) => couponValidity(coupon, today, guestId, nights)
  if (code === 'any') return coupons.find((coupon) => 'nights' in validityOf(coupon))
  const named = findCoupon(property.id, code, coupons)
  const validity = validityOf(named)
  if ('reason' in validity) throw new Blocked(`coupon: ${named.code} of property ${property.id} is ${validity.reason}`)
  return named
}
