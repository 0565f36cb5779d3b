/**
 * A small world for tests of routes: two managers, five properties, one day (2026-05-02).
 *
 * @module
 */
import type { Client } from '../../src/auth/client.ts'
import type { User } from '../../src/auth/user.ts'
import { addDays, type Day, daysUntil } from '../../src/base/day.ts'
import { startOfDay } from '../../src/base/instant.ts'
import type { Booking } from '../../src/domain/booking/bookings.ts'
import { nightKey } from '../../src/domain/booking/room-nights.ts'
import type { Guest } from '../../src/domain/guest/guests.ts'
import type { Invoice } from '../../src/domain/invoice/invoices.ts'
import type { LineItem } from '../../src/domain/invoice/line-items.ts'
import type { Property } from '../../src/domain/property/properties.ts'
import type { Room } from '../../src/domain/property/rooms.ts'
import type { RoomType } from '../../src/domain/property/site-structure.ts'
import type { Rate } from '../../src/domain/tariff/rates.ts'
import type { TariffType } from '../../src/domain/tariff/tariff-types.ts'
import { COLLECTION_NAMES, type Counters, emptyRows, type RowLists } from '../../src/store/state.ts'

/** The day it is in every test world. */
export const TODAY: Day = '2026-05-02'
/** 09:00 UTC of that day. */
export const NOW = startOfDay(TODAY) + 9 * 3_600_000

export const aProperty = (with_: Partial<Property> = {}): Property => ({
  id: 1,
  name: 'Harbour Hotel',
  street: '3 Quay Lane',
  town: 'Falmouth',
  postcode: 'TR11 3XX',
  regionId: 0,
  countryCode: 'GB',
  tel: '01326 100200',
  email: 'desk@harbour.example',
  stars: 4,
  typeId: 1,
  categoryId: 1,
  featureIds: [],
  latitude: '50.1526',
  longitude: '-5.0663',
  published: true,
  tariffMode: 'micromanage',
  singleUnit: false,
  currency: 'EUR',
  timezone: null,
  texts: { description: '', checkinTimes: '', areaActivities: '', drivingDirections: '', policies: '', metaDescription: '' },
  pictures: { main: null, slideshow: [], rooms: {} },
  settings: {},
  ...with_,
})

export const aRoom = (with_: Partial<Room> = {}): Room => ({
  id: 1,
  propertyId: 1,
  roomTypeId: 1,
  name: 'Gull',
  number: '01',
  floor: '1',
  maxPeople: 2,
  featureIds: [],
  singlePersonSupplement: 0,
  ...with_,
})

export const aRoomType = (with_: Partial<RoomType> = {}): RoomType => ({
  id: 1,
  name: 'Double',
  description: '<p>One double bed</p>',
  image: 'double.png',
  propertyTypeIds: [1],
  propertyId: 0,
  ...with_,
})

export const aGuest = (with_: Partial<Guest> = {}): Guest => ({
  id: 1,
  propertyId: 1,
  firstname: 'Ada',
  surname: 'Brook',
  house: '7',
  street: 'Mill Lane',
  town: 'Westby',
  region: '',
  country: 'GB',
  postcode: 'WB1 2AB',
  landline: '0100 200',
  mobile: '0700 300',
  email: 'ada@example.test',
  discount: 0,
  userId: 0,
  ...with_,
})

export const aBooking = (with_: Partial<Booking> = {}): Booking => ({
  id: 1,
  propertyId: 1,
  guestId: 1,
  kind: 'reception',
  tag: String(40_000_000 + (with_.id ?? 1)),
  arrival: '2026-05-10',
  departure: '2026-05-13',
  rooms: [{ roomId: 1, rateId: 1 }],
  adults: 2,
  children: 0,
  roomTotal: 25_000,
  tax: 5000,
  extras: 0,
  singlePersonSupplement: 0,
  total: 30_000,
  currency: 'EUR',
  depositRequired: 6000,
  depositPaid: false,
  depositReference: null,
  specialRequests: '',
  bookedIn: false,
  bookedInOn: null,
  bookedOut: false,
  bookedOutAt: null,
  cancelled: false,
  cancelledAt: null,
  cancelledReason: '',
  noShow: false,
  approval: 'approved',
  invoiceId: 0,
  couponId: 0,
  bookedBy: 'frontdesk',
  createdAt: NOW - 30 * 86_400_000,
  changedAt: NOW - 30 * 86_400_000,
  ...with_,
})

export const aTariffType = (with_: Partial<TariffType> = {}): TariffType => ({
  id: 1,
  propertyId: 1,
  title: 'Standard',
  description: 'Room only',
  lengthModifiers: null,
  ...with_,
})

export const aRate = (with_: Partial<Rate> = {}): Rate => ({
  id: 1,
  tariffTypeId: 1,
  propertyId: 1,
  roomTypeId: 1,
  from: '2026-01-01',
  to: '2026-12-31',
  price: 10_000,
  minDays: 1,
  maxDays: 365,
  minPeople: 1,
  maxPeople: 10,
  dayOfWeek: 7,
  ignorePppn: false,
  allowWeekend: true,
  weekendOnly: false,
  minRoomsSelected: 0,
  maxRoomsSelected: 100,
  ...with_,
})

export const anInvoice = (with_: Partial<Invoice> = {}): Invoice => ({
  id: 1,
  propertyId: 1,
  bookingId: 1,
  userId: 0,
  status: 'pending',
  raisedAt: NOW - 30 * 86_400_000,
  dueAt: NOW - 30 * 86_400_000,
  paidAt: null,
  currency: 'EUR',
  subscription: false,
  commission: false,
  chargesTax: true,
  ...with_,
})

export const aLine = (with_: Partial<LineItem> = {}): LineItem => ({
  id: 1,
  invoiceId: 1,
  kind: 'accommodation',
  name: 'Accommodation',
  description: '',
  price: 25_000,
  quantity: 100,
  discount: 0,
  total: 25_000,
  totalInclusive: 30_000,
  taxCode: '01',
  taxDescription: 'VAT',
  taxRate: 2000,
  payment: false,
  ...with_,
})

const USERS: readonly User[] = [
  { id: 1, name: 'root', level: 'super', propertyIds: [] },
  { id: 2, name: 'frontdesk', level: 'manager', propertyIds: [1, 2, 4, 5] },
  { id: 3, name: 'neighbour', level: 'manager', propertyIds: [3] },
  { id: 4, name: 'traveller', level: 'user', propertyIds: [] },
]

const client = (id: string, userId: number, scopes: readonly string[], tokens: Client['tokens'] = 'normal'): Client => ({
  id,
  secret: `${id}-secret`,
  label: id,
  userId,
  scopes,
  tokens,
})

const ALL = ['properties_get', 'properties_set', 'favourites_get', 'favourites_set', 'webhooks_get'] as const

/** The clients of every test world: the secret of each is its id followed by `-secret`. */
export const CLIENTS: readonly Client[] = [
  client('desk', 2, ALL),
  client('reader', 2, ['properties_get']),
  client('writer', 2, ['properties_set']),
  client('no-delete', 2, ['read', 'write']),
  client('fan', 4, ['favourites_get', 'favourites_set']),
  client('neighbour', 3, ALL),
  client('super', 1, ['*']),
  client('no-manager', 4, ['properties_get']),
  client('late', 2, ALL, 'expired'),
]

/** The rows of the small world; lists given replace its own, lists in `more` are added. */
export function smallRows(more: Partial<RowLists> = {}): { readonly counters: Counters; readonly collections: RowLists } {
  const rows = emptyRows()
  rows.users = [...USERS]
  rows.clients = [...CLIENTS]
  rows.taxRates = [{ id: 1, code: '01', description: 'VAT', rate: 2000 }]
  rows.roomTypes = [aRoomType(), aRoomType({ id: 2, name: 'Twin', image: 'twin.png' })]
  rows.categories = [{ id: 1, title: 'By the sea', description: 'Within sight of the sea' }]
  rows.propertyTypes = [
    { id: 1, name: 'Hotel' },
    { id: 2, name: 'Yacht' },
  ]
  rows.properties = [
    aProperty(),
    aProperty({ id: 2, name: 'Normal Inn', tariffMode: 'normal', currency: 'GBP', town: 'Bristol', stars: 3 }),
    aProperty({ id: 3, name: 'Neighbour Lodge', town: 'Paris', countryCode: 'FR', stars: 5 }),
    aProperty({ id: 4, name: 'Solo Yacht', typeId: 2, singleUnit: true, stars: 2 }),
    aProperty({ id: 5, name: 'Hidden House', published: false }),
  ]
  rows.rooms = [
    aRoom(),
    aRoom({ id: 2, name: 'Tern', number: '02' }),
    aRoom({ id: 3, name: 'Heron', number: '03', roomTypeId: 2, maxPeople: 3 }),
    aRoom({ id: 4, name: 'Egret', number: '04', roomTypeId: 2, maxPeople: 3 }),
    aRoom({ id: 5, propertyId: 2, name: 'Inn', number: '11' }),
    aRoom({ id: 6, propertyId: 3, name: 'Lodge', number: '21' }),
    aRoom({ id: 7, propertyId: 4, name: 'Yacht', number: '1', maxPeople: 6 }),
    aRoom({ id: 8, propertyId: 5, name: 'Attic', number: '1' }),
  ]
  rows.tariffTypes = [
    aTariffType(),
    aTariffType({ id: 2, title: 'Twin' }),
    aTariffType({ id: 3, propertyId: 3 }),
    aTariffType({ id: 4, propertyId: 4 }),
  ]
  rows.rates = [
    aRate(),
    aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, price: 8000 }),
    aRate({ id: 3, tariffTypeId: 3, propertyId: 3, price: 6000 }),
    aRate({ id: 4, tariffTypeId: 4, propertyId: 4, price: 20_000 }),
  ]
  rows.guests = [aGuest(), aGuest({ id: 2, firstname: 'Ilse', surname: 'Marant', country: 'DE', email: 'ilse@example.test' })]
  const collections: RowLists = { ...rows, ...more }
  const nights = more.roomNights ?? nightsOf(collections.bookings)
  const full = { ...collections, roomNights: nights }
  return { counters: countersOf(full), collections: full }
}

/** The nights that bookings take which are neither cancelled nor waiting. */
export function nightsOf(bookings: readonly Booking[]): RowLists['roomNights'] {
  return bookings
    .filter(({ cancelled, approval }) => !cancelled && approval === 'approved')
    .flatMap((booking) =>
      booking.rooms.flatMap(({ roomId }) =>
        daysUntil(booking.arrival, booking.departure).map((day) => ({
          id: nightKey(roomId, day),
          roomId,
          propertyId: booking.propertyId,
          bookingId: booking.id,
          day,
        })),
      ),
    )
}

function countersOf(rows: RowLists): Counters {
  return Object.fromEntries(
    COLLECTION_NAMES.map((name) => [
      name,
      Math.max(0, ...rows[name].map(({ id }) => (typeof id === 'number' && name !== 'roomNights' ? id : 0))),
    ]),
  )
}

/** A day relative to {@link TODAY}. */
export const dayFrom = (offset: number): Day => addDays(TODAY, offset)
