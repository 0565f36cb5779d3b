/**
 * Guests of a property.
 *
 * @module
 */
import { createGuest, deleteGuest, listGuests, updateGuest } from '../contract/guests.ts'
import type { Booking } from '../domain/booking.ts'
import type { Guest } from '../domain/guest.ts'
import { bookingsThatFall, fallOf } from '../domain/guest-deletion.ts'
import { readGuestForm } from '../domain/guest-form.ts'
import { ownRecord } from '../domain/own-record.ts'
import type { On } from '../http/binder.ts'
import type { Ctx } from '../http/context.ts'
import { guestDeleted, guestEntry } from '../present/guests.ts'
import type { WriteDb } from '../world.ts'
import { managementEvent } from './management-events.ts'

export function guestRoutes(on: On): void {
  on(listGuests, (_, ctx) => {
    const guests = [...ctx.db.guests.by('property', ctx.property.id)].sort((one, other) => one.id - other.id)
    return guests.map((guest) => guestEntry(guest, ctx.choices.guest_property_uid))
  })

  on(createGuest, (input, ctx) => {
    const data = readGuestForm(input, ctx.geography, ctx.choices.input_values)
    warnOfVat(input.vat_number, ctx)
    const propertyId = ctx.property.id
    const guest = ctx.change((db) => {
      const added = db.guests.put({ id: db.nextId('guests'), propertyId, ...data, userId: 0 })
      managementEvent(ctx, db, 'guest_saved', { property_uid: propertyId, guest_uid: added.id })
      return added
    })
    return [{ guest_uid: String(guest.id) }]
  })

  on(updateGuest, (input, ctx) => {
    const guest = ownGuest(input.guest_id.id, ctx)
    const data = readGuestForm(input, ctx.geography, ctx.choices.input_values)
    warnOfVat(input.vat_number, ctx)
    if (guest)
      ctx.change((db) => {
        db.guests.put({ ...guest, ...data })
        managementEvent(ctx, db, 'guest_updated', { property_uid: guest.propertyId, guest_uid: guest.id })
      })
    return [{ property_uid: String(ctx.property.id), guests_uid: input.guest_id.sent }]
  })

  on(deleteGuest, ({ guest_id }, ctx) => {
    const guest = ownGuest(guest_id.id, ctx)
    const falling = bookingsThatFall(bookingsOf(guest_id.id, ctx), ctx.property.id)
    if (guest)
      ctx.change((db) => {
        for (const booking of falling) cancelStay(db, booking, ctx)
        db.guests.remove(guest.id)
        managementEvent(ctx, db, 'guest_deleted', { property_uid: guest.propertyId, guest_uid: guest.id })
      })
    const message = guestDeleted(ctx.language, ctx.choices.guest_deleted_message, ctx.product.word)
    return [{ message, property_uid: String(ctx.property.id), guests_uid: guest_id.sent }]
  })
}

/**
 * The guest of this property with this id; undefined when there is none and that is no matter.
 *
 * @throws Refusal `guest_unknown`
 */
function ownGuest(id: number, ctx: Ctx): Guest | undefined {
  const rule = { unknown: ctx.choices.unknown_record, refusal: 'guest_unknown' } as const
  return ownRecord(ctx.db.guests.get(id), ctx.property.id, rule)
}

/** None for the id 0, which black bookings have for a guest. */
const bookingsOf = (guestId: number, { db }: Ctx): readonly Booking[] => (guestId === 0 ? [] : db.bookings.by('guest', guestId))

/** Cancels a booking whose guest goes, gives its rooms back and does to its invoices what is chosen. */
function cancelStay(db: WriteDb, booking: Booking, ctx: Ctx): void {
  const { now, choices } = ctx
  const fall = fallOf(booking, db.invoices.by('booking', booking.id), { now, invoices: choices.guest_deleted_invoices })
  db.bookings.put(fall.booking)
  for (const night of db.roomNights.by('booking', booking.id)) db.roomNights.remove(night.id)
  for (const invoice of fall.invoices) db.invoices.put(invoice)
  for (const { task, data } of fall.events) managementEvent(ctx, db, task, data)
}

function warnOfVat(vatNumber: string, ctx: Ctx): void {
  if (vatNumber.trim() !== '') ctx.warn('vat_number is accepted but not stored')
}
