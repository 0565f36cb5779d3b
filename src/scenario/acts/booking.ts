/**
 * A generated guest books.
 *
 * @module
 */
import type { Day } from '../../base/day.ts'
import type { Minor } from '../../base/money.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { BookableSession } from '../../domain/booking/creation.ts'
import { bookingNumber } from '../../domain/booking/number.ts'
import { recordBooking } from '../../domain/booking/record.ts'
import type { Property, Room } from '../../domain/property/properties.ts'
import { setting } from '../../domain/property/settings.ts'
import { existingGuest } from '../../domain/session/priced-party.ts'
import type { WriteDb } from '../../store/db.ts'
import type { BlockedReason, ScenarioContext } from '../scenario-context.ts'
import { type GuestDetails, generatedGuest } from './generated-guest.ts'
import { findProperty } from './lookup.ts'
import { wantedRooms } from './rooms.ts'
import { pricedStay } from './stay-price.ts'

/** The fields of a generated guest's booking. */
export interface GeneratedBooking {
  readonly property: number
  /** Ids, or `any`: the first room that is free all the time. */
  readonly rooms: readonly number[] | 'any'
  readonly arrival: Day
  /** Not a night of the stay. */
  readonly departure: Day
  readonly guest?: GuestDetails | undefined
  /** Default: two, or the capacity of the rooms. */
  readonly adults?: number | undefined
  /** With tax; default: the price by the tariffs. */
  readonly total?: Minor | undefined
  /** Default: approved, so that the rooms are taken. */
  readonly approval?: 'approved' | 'waiting' | undefined
}

/** A generated guest books free rooms, with the same result as a booking session. */
export function bookRooms(db: WriteDb, context: ScenarioContext, wanted: GeneratedBooking): Booking | BlockedReason {
  const property = findProperty(db, wanted.property)
  if (typeof property === 'string') return property
  const rooms = wantedRooms(db, property, { ...wanted, people: wanted.adults ?? 1 })
  if (typeof rooms === 'string') return rooms
  const places = rooms.reduce((sum, { maxPeople }) => sum + maxPeople, 0)
  const adults = wanted.adults ?? Math.max(1, Math.min(2, places))
  if (adults > Math.max(1, places)) return `adults: ${adults} are more than the ${places} that the rooms take`
  return writeBooking(db, context, { ...wanted, property, rooms, adults })
}

interface AgreedBooking extends Omit<GeneratedBooking, 'property' | 'rooms'> {
  readonly property: Property
  readonly rooms: readonly Room[]
  readonly adults: number
}

function writeBooking(db: WriteDb, context: ScenarioContext, agreement: AgreedBooking): Booking {
  const { property, guest, approval = 'approved', total } = agreement
  const { randomness, choices, now } = context
  const tax = db.taxRates.get(Number(setting(property, 'accommodation_tax_code')))
  const stay = pricedStay(db, context, { ...agreement, total, tax })
  const id = db.nextId('bookings')
  const key = context.key ?? id
  const tag = bookingNumber(randomness.stream('tag', key), db)
  const session: BookableSession = { ...sessionOf(agreement, now), ...stay, address: generatedGuest(randomness, key, guest) }
  const email = session.address.email.toLowerCase()
  const known = existingGuest(session, db.guests.by('email', `${property.id}/${email}`))
  return recordBooking(db, session, { id, tag, property, known, tax, approval, now, choices })
}

/** The booking session that the guest would have used; it is not stored. */
function sessionOf({ property, arrival, departure, adults }: AgreedBooking, now: number) {
  const nothing = { children: [], guestTypes: [], couponCode: '', notes: [], refused: {}, bookingId: 0, bookedQuote: null }
  return { id: '', propertyId: property.id, arrival, departure, adults, okToBook: true, usedAt: now, ...nothing }
}
