/** Details of notifications. */
import { readId, type SentId } from '../../api/path-values.ts'
import { getNotifiedGuest, getNotifiedGuestType } from '../../booking-contract/webhook-guests.ts'
import {
  getNotifiedProperty,
  getNotifiedRoom,
  getNotifiedRooms,
  getNotifiedSettings,
  getNotifiedTariffs,
} from '../../booking-contract/webhook-properties.ts'
import {
  getNotifiedBlackBooking,
  getNotifiedBooking,
  getNotifiedInvoice,
  getNotifiedNote,
} from '../../booking-contract/webhooks.ts'
import type { Booking, RoomChoice } from '../../domain/booking/bookings.ts'
import { invoiceTotals } from '../../domain/invoice/totals.ts'
import { requireOwn } from '../../domain/record-ownership.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { currentRates } from '../../domain/tariff/tariff-set.ts'
import type { Ctx, On } from '../handler-context.ts'
import { settingTexts } from '../responses/properties.ts'
import { keyedCollection } from '../responses/shared/keyed-collection.ts'
import {
  type BookedRoomRows,
  notifiedBlackBooking,
  notifiedBooking,
  notifiedGuest,
  notifiedGuestType,
  notifiedInvoice,
  notifiedProperty,
  notifiedRoom,
  notifiedTariff,
} from '../responses/webhooks.ts'
import { taxRateOf } from '../session/price.ts'

export function webhookRoutes(on: On): void {
  on(getNotifiedBooking, ({ contract_id }, ctx) => {
    const booking = bookingIn(ctx, contract_id)
    const rooms = booking.rooms.flatMap((choice) => roomRows(ctx, choice))
    const image = ctx.links.file('assets/images/noimage.svg')
    return notifiedBooking(
      { booking, guest: ctx.db.guests.get(booking.guestId), rooms, extras: ctx.db.extras.by('booking', booking.id), image },
      ctx.choices.empty_map,
    )
  })
  on(getNotifiedBlackBooking, ({ contract_id }, ctx) => notifiedBlackBooking(bookingIn(ctx, contract_id)))
  on(getNotifiedNote, ({ note_id }, ctx) => {
    const note = ctx.db.notes.get(readId(note_id))
    return { note_content: own(ctx, note, 'invalid_note_uid').text }
  })
  on(getNotifiedGuest, ({ guest_id: { id } }, ctx) => notifiedGuest(own(ctx, ctx.db.guests.get(id), 'invalid_guest_uid')))
  on(getNotifiedGuestType, ({ guest_type_id: { id } }, ctx) =>
    notifiedGuestType(own(ctx, ctx.db.guestTypes.get(id), 'invalid_guest_type_uid')),
  )
  on(getNotifiedInvoice, ({ invoice_id: { id } }, ctx) => {
    const invoice = own(ctx, ctx.db.invoices.get(id), 'invalid_invoice_uid', 'webhook_record_foreign')
    return notifiedInvoice(invoice, invoiceTotals(invoice, ctx.db.lineItems.by('invoice', invoice.id)).open)
  })
  on(getNotifiedProperty, (_, { property }) => notifiedProperty(property))
  on(getNotifiedSettings, (_, { property }) => settingTexts(property))
  on(getNotifiedRoom, ({ room_id: { id } }, ctx) =>
    notifiedRoom(own(ctx, ctx.db.rooms.get(id), 'invalid_room_uid', 'webhook_record_foreign')),
  )
  on(getNotifiedRooms, (_, ctx) => {
    const rooms = ctx.db.rooms.by('property', ctx.property.id)
    const types = [...new Set(rooms.map(({ roomTypeId }) => roomTypeId))]
    const roomsOf = (type: number): string[] => rooms.filter(({ roomTypeId }) => roomTypeId === type).map(({ id }) => `${id}`)
    const { empty_map } = ctx.choices
    return {
      property_rooms: keyedCollection(empty_map, types, (type) => [type, roomsOf(type)]),
      room_types: keyedCollection(empty_map, types, (type) => [type, ctx.db.roomTypes.get(type)?.name ?? '']),
    }
  })
  on(getNotifiedTariffs, (_, ctx) => {
    const rates = currentRates(ctx.db.rates.by('property', ctx.property.id), ctx.today(ctx.property))
    const tax = taxRateOf(ctx.property, ctx)
    const shown = rates.map((rate) => notifiedTariff(rate, ctx.db.tariffTypes.get(rate.tariffTypeId), ctx.property, tax))
    return { tariffs: keyedCollection(ctx.choices.empty_map, shown, (one) => [one.rates_uid, one]) }
  })
}

/** @throws Refusal `webhook_record_unknown`, or the one of a record of another property */
const own = <R extends { readonly propertyId: number }>(
  { property }: Ctx,
  record: R | undefined,
  word: string,
  foreign: RefusalCode = 'webhook_record_unknown',
): R => requireOwn(record, property.id, record ? foreign : 'webhook_record_unknown', word)

/** @throws Refusal `webhook_record_unknown` */
const bookingIn = (ctx: Ctx, { id }: SentId): Booking => own(ctx, ctx.db.bookings.get(id), 'invalid_contract_uid')

function roomRows({ db }: Ctx, { roomId, rateId }: RoomChoice): readonly BookedRoomRows[] {
  const room = db.rooms.get(roomId)
  const rate = db.rates.get(rateId)
  return room ? [{ room, rateTitle: (rate && db.tariffTypes.get(rate.tariffTypeId)?.title) ?? '' }] : []
}
