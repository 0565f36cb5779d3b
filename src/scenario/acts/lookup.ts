/** Looks up the rows that an event or cause names; the error lists those that exist. */
import { firstOf } from '../../base/short-text.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { type Coupon, couponWithCode } from '../../domain/guest/coupons.ts'
import type { Invoice } from '../../domain/invoice/invoices.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import type { Db } from '../../store/db.ts'
import { Blocked, blocked } from '../scenario-context.ts'

/** Maximum number of ids listed in an error. */
const MAX_LISTED = 12

export function findProperty(db: Pick<Db, 'properties'>, id: number): Property {
  return db.properties.get(id) ?? blocked(`property: there is no property ${id}; there are ${idList(db.properties.all())}`)
}

export function findRoom(db: Pick<Db, 'rooms'>, property: Property, id: number): Room {
  const room = db.rooms.get(id)
  if (room?.propertyId === property.id) return room
  const there = `property ${property.id} has ${idList(db.rooms.by('property', property.id))}`
  if (!room) throw new Blocked(`room: there is no room ${id}; ${there}`)
  throw new Blocked(`room: room ${id} belongs to property ${room.propertyId}; ${there}`)
}

/** The coupon of a property with a code. */
export function findCoupon(propertyId: number, code: string, coupons: readonly Coupon[]): Coupon {
  const there =
    firstOf(
      coupons.map((coupon) => coupon.code),
      MAX_LISTED,
    ) || 'none'
  return couponWithCode(coupons, code) ?? blocked(`coupon: property ${propertyId} has no coupon ${code}; there are ${there}`)
}

/** A contract uid, or the newest booking that is not black. */
export type BookingId = number | 'latest'

export function findBooking(db: Pick<Db, 'bookings'>, id: BookingId): Booking {
  if (id !== 'latest')
    return db.bookings.get(id) ?? blocked(`booking: there is no booking ${id}; the latest are ${idList(latestOf(db))}`)
  return latestOf(db)[0] ?? blocked('booking: there is no booking yet that could be the latest')
}

export function findInvoice(db: Pick<Db, 'invoices'>, id: number): Invoice {
  const latest = () => idList(db.invoices.all().toSorted((a, b) => b.id - a.id))
  return db.invoices.get(id) ?? blocked(`invoice: there is no invoice ${id}; the latest are ${latest()}`)
}

/** The bookings that are not black, newest first. */
function latestOf({ bookings }: Pick<Db, 'bookings'>): readonly Booking[] {
  return bookings
    .all()
    .filter(({ kind }) => kind !== 'black')
    .toSorted((a, b) => b.id - a.id)
}

function idList(rows: readonly { readonly id: number }[]): string {
  const ids = rows.map(({ id }) => id)
  return firstOf(ids, MAX_LISTED) || 'none'
}
