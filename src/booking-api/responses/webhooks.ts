/**
 * Details of notifications in responses: the columns of the service's database, as texts.
 * @source facts 14.6 "Detail endpoints"
 */
import { daysThrough } from '../../base/day.ts'
import { type Minor, plainAmount } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Booking } from '../../domain/booking/bookings.ts'
import type { BookingExtra } from '../../domain/booking/extras.ts'
import type { GuestType } from '../../domain/guest/guest-types.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import type { Invoice } from '../../domain/invoice/invoices.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import { isOn } from '../../domain/property/settings.ts'
import { nettOf } from '../../domain/property/tax-rates.ts'
import { hatPairs } from '../../domain/session/room-selection.ts'
import type { Rate } from '../../domain/tariff/rates.ts'
import type { TariffType } from '../../domain/tariff/tariff-types.ts'
import { STATUS_NUMBERS } from './invoice-texts.ts'
import { keyedCollection } from './shared/keyed-collection.ts'
import { slashDay, stamp } from './shared/text.ts'

const zeroOrOneText = (value: boolean): string => (value ? '1' : '0')

export interface BookedRoomRows {
  readonly room: Room
  readonly rateTitle: string
}

/** The data of the details of a booking. */
export interface NotifiedBooking {
  readonly booking: Booking
  readonly guest: Guest | undefined
  readonly rooms: readonly BookedRoomRows[]
  readonly extras: readonly BookingExtra[]
  readonly image: string
}

export function notifiedBooking({ booking, guest, rooms, extras, image }: NotifiedBooking, empty: Choices['empty_map']) {
  return {
    arrival: slashDay(booking.arrival),
    departure: slashDay(booking.departure),
    guest_uid: `${booking.guestId}`,
    rooms_tariffs: hatPairs(booking.rooms),
    deposit_paid: zeroOrOneText(booking.depositPaid),
    contract_total: plainAmount(booking.total),
    special_reqs: booking.specialRequests,
    extras: extras.map(({ id }) => id).join(),
    cancelled: zeroOrOneText(booking.cancelled),
    coupon_id: `${booking.couponId}`,
    booked_in: zeroOrOneText(booking.bookedIn),
    bookedout: zeroOrOneText(booking.bookedOut),
    firstname: guest?.firstname ?? '',
    surname: guest?.surname ?? '',
    image,
    extradeets: keyedCollection(empty, extras, (extra) => [extra.id, bookedExtra(extra)]),
    roomdeets: keyedCollection(empty, rooms, (rows) => [rows.room.id, bookedRoom(booking, rows)]),
  }
}

const bookedExtra = ({ id, name, price, quantity, taxRate }: BookingExtra) => ({
  uid: `${id}`,
  name,
  price: plainAmount(price),
  tax_rate: plainAmount(taxRate),
  qty: `${quantity}`,
})

function bookedRoom({ kind }: Booking, { room, rateTitle }: BookedRoomRows) {
  const { propertys_uid: _, ...rest } = notifiedRoom(room)
  return {
    ...rest,
    black_booking: zeroOrOneText(kind === 'black'),
    reception_booking: zeroOrOneText(kind === 'reception'),
    internet_booking: zeroOrOneText(kind === 'internet'),
    rate_title: rateTitle,
  }
}

export const notifiedBlackBooking = ({ arrival, departure, specialRequests }: Booking) => ({
  arrival: slashDay(arrival),
  departure: slashDay(departure),
  special_reqs: specialRequests,
})

export const notifiedGuest = (guest: Guest) => ({
  firstname: guest.firstname,
  surname: guest.surname,
  house: guest.house,
  street: guest.street,
  town: guest.town,
  region: guest.region,
  country: guest.country,
  postcode: guest.postcode,
  tel_landline: guest.landline,
  tel_mobile: guest.mobile,
  discount: plainAmount(guest.discount),
  vat_number: '',
  vat_number_validated: '0',
})

export const notifiedGuestType = ({ type, notes, maximum, isPercentage, adds, variance, isChild }: GuestType) => ({
  type,
  notes,
  maximum: `${maximum}`,
  is_percentage: zeroOrOneText(isPercentage),
  posneg: zeroOrOneText(adds),
  variance: plainAmount(variance),
  is_child: zeroOrOneText(isChild),
})

/** @param open the open amount */
export const notifiedInvoice = (invoice: Invoice, open: Minor) => ({
  invoice: {
    id: `${invoice.id}`,
    status: `${STATUS_NUMBERS[invoice.status]}`,
    raised_date: stamp(invoice.raisedAt),
    due_date: stamp(invoice.dueAt),
    paid: stamp(invoice.paidAt),
    init_total: plainAmount(open),
    currencycode: invoice.currency,
    contract_id: `${invoice.bookingId}`,
    property_uid: `${invoice.propertyId}`,
  },
})

export const notifiedProperty = (property: Property) => ({
  property: {
    propertys_uid: `${property.id}`,
    property_name: property.name,
    property_street: property.street,
    property_town: property.town,
    property_postcode: property.postcode,
    property_region: `${property.regionId}`,
    property_country: property.countryCode,
    property_tel: property.tel,
    property_email: property.email,
    stars: `${property.stars}`,
    ptype_id: `${property.typeId}`,
    lat: property.latitude,
    long: property.longitude,
    published: zeroOrOneText(property.published),
  },
})

export const notifiedRoom = (room: Room) => ({
  room_uid: `${room.id}`,
  room_classes_uid: `${room.roomTypeId}`,
  propertys_uid: `${room.propertyId}`,
  max_people: `${room.maxPeople}`,
  room_name: room.name,
  room_number: room.number,
  room_floor: room.floor,
  singleperson_suppliment: plainAmount(room.singlePersonSupplement),
})

/** A rate without tax. @param tax the tax rate if prices include it, hundredths of a percent */
export function notifiedTariff(rate: Rate, type: TariffType | undefined, property: Property, tax: number) {
  return {
    rates_uid: `${rate.id}`,
    rate_title: type?.title ?? '',
    rate_description: type?.description ?? '',
    validfrom: slashDay(rate.from),
    validto: slashDay(rate.to),
    roomrateperday: plainAmount(isOn(property, 'prices_inclusive') ? nettOf(rate.price, tax) : rate.price),
    mindays: `${rate.minDays}`,
    maxdays: `${rate.maxDays}`,
    minpeople: `${rate.minPeople}`,
    maxpeople: `${rate.maxPeople}`,
    roomclass_uid: `${rate.roomTypeId}`,
    ignore_pppn: zeroOrOneText(rate.ignorePppn),
    tariff_dates: daysThrough(rate.from, rate.to).map(slashDay),
  }
}
