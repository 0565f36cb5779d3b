import { createGuest, deleteGuest, listGuests, updateGuest } from '../../booking-contract/guests.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import { bookingsToCancel, cancelWithGuest } from '../../domain/guest/deletion.ts'
import { type GuestForm, readGuestForm } from '../../domain/guest/form.ts'
import { roundingWarnings } from '../../domain/guest/guest-type-form.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import { ownRecord } from '../../domain/record-ownership.ts'
import type { WriteDb } from '../../world/world.ts'
import type { Ctx, On } from '../handler-context.ts'
import { guestDeletedMessage, guestEntry } from '../responses/guests.ts'
import { writtenId } from '../responses/shared/write-types.ts'
import { hintAtComma } from './decimal-comma.ts'
import { managementEvent } from './management-events.ts'

export function guestRoutes(on: On): void {
  on(listGuests, (_, ctx) => {
    const guests = [...ctx.db.guests.by('property', ctx.property.id)].sort((one, other) => one.id - other.id)
    return guests.map((guest) => guestEntry(guest, ctx.choices.guest_property_uid))
  })

  on(createGuest, (input, ctx) => {
    const data = formData(input, ctx)
    const propertyId = ctx.property.id
    const guest = ctx.change((db) => {
      const added = db.guests.put({ id: db.nextId('guests'), propertyId, ...data, userId: 0 })
      managementEvent(ctx, db, 'guest_saved', { property_uid: propertyId, guest_uid: added.id })
      return added
    })
    return [{ guest_uid: writtenId(ctx.choices, guest.id) }]
  })

  on(updateGuest, (input, ctx) => {
    const guest = ownRecord(ctx.db.guests.get(input.guest_id.id), ctx, 'guest_unknown')
    const data = formData(input, ctx)
    if (guest)
      ctx.change((db) => {
        db.guests.put({ ...guest, ...data })
        managementEvent(ctx, db, 'guest_updated', { property_uid: guest.propertyId, guest_uid: guest.id })
      })
    const { id, sent } = input.guest_id
    return [{ property_uid: String(ctx.property.id), guests_uid: writtenId(ctx.choices, id, sent) }]
  })

  on(deleteGuest, ({ guest_id }, ctx) => {
    const guest = ownRecord(ctx.db.guests.get(guest_id.id), ctx, 'guest_unknown')
    const open = bookingsToCancel(bookingsOf(guest_id.id, ctx), ctx.property.id)
    if (guest)
      ctx.change((db) => {
        const rules = { now: ctx.now, invoices: ctx.choices.guest_deleted_invoices }
        const caused = open.flatMap((booking) => cancelWithGuest(db, booking, rules))
        for (const { task, data } of caused) managementEvent(ctx, db, task, data)
        if (ctx.choices.guest_deleted_coupons === 'removed') removeCoupons(guest, db, ctx)
        db.guests.remove(guest.id)
        managementEvent(ctx, db, 'guest_deleted', { property_uid: guest.propertyId, guest_uid: guest.id })
      })
    const message = guestDeletedMessage(ctx.language, ctx.choices.guest_deleted_message, ctx.product.word)
    const uid = writtenId(ctx.choices, guest_id.id, guest_id.sent)
    return [{ message, property_uid: String(ctx.property.id), guests_uid: uid }]
  })
}

/** The bookings of a guest; none for id 0, which black bookings have. */
const bookingsOf = (guestId: number, { db }: Ctx): readonly Booking[] => (guestId === 0 ? [] : db.bookings.by('guest', guestId))

function removeCoupons({ id: guestId, propertyId }: Guest, db: WriteDb, ctx: Ctx): void {
  for (const { id } of db.coupons.by('property', propertyId).filter((coupon) => coupon.guestId === guestId)) {
    db.coupons.remove(id)
    managementEvent(ctx, db, 'coupon_deleted', { property_uid: propertyId, coupon_id: id })
  }
}

/** The sent data of a guest, with hints at values that are read otherwise than sent. */
function formData(sent: GuestForm & { readonly vat_number: string }, ctx: Ctx) {
  const data = readGuestForm(sent, ctx.geography, ctx.choices.input_values)
  for (const warning of roundingWarnings('discount', sent.discount, data.discount)) ctx.warn(warning)
  hintAtComma('discount', sent.discount, data.discount, ctx)
  if (sent.vat_number.trim() !== '') ctx.warn('vat_number is accepted but not stored')
  return data
}
