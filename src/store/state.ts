/**
 * The state of a sandbox: collections of plain rows, with their indexes.
 *
 * @module
 */
import type { Client, User } from '../auth/client.ts'
import type { Token } from '../auth/token.ts'
import type { Booking, BookingExtra, BookingNote, RoomNight } from '../domain/booking/bookings.ts'
import type { WorldEvent } from '../domain/event/events.ts'
import type { Webhook } from '../domain/event/webhook.ts'
import type { Coupon } from '../domain/guest/coupons.ts'
import type { GuestType } from '../domain/guest/guest-types.ts'
import type { Guest } from '../domain/guest/guests.ts'
import type { Invoice, LineItem } from '../domain/invoice/invoices.ts'
import type { Favourite } from '../domain/property/favourites.ts'
import type { Property, Room } from '../domain/property/properties.ts'
import type {
  Category,
  Country,
  Feature,
  FeatureCategory,
  PropertyType,
  Region,
  RoomType,
  TaxRate,
} from '../domain/property/site-structure.ts'
import type { BookingSession, ChildRate } from '../domain/session/booking-session.ts'
import type { Rate, TariffType } from '../domain/tariff/tariffs.ts'
import type { ClockState } from '../simulation/clock.ts'
import type { ProgressValues } from './progress.ts'

/** The row type of each collection. */
export interface Rows {
  readonly users: User
  readonly clients: Client
  readonly tokens: Token
  readonly propertyTypes: PropertyType
  readonly roomTypes: RoomType
  readonly featureCategories: FeatureCategory
  readonly features: Feature
  readonly categories: Category
  readonly taxRates: TaxRate
  readonly countries: Country
  readonly regions: Region
  readonly properties: Property
  readonly rooms: Room
  readonly tariffTypes: TariffType
  readonly rates: Rate
  readonly guestTypes: GuestType
  readonly childRates: ChildRate
  readonly guests: Guest
  readonly coupons: Coupon
  readonly bookings: Booking
  readonly roomNights: RoomNight
  readonly notes: BookingNote
  readonly extras: BookingExtra
  readonly invoices: Invoice
  readonly lineItems: LineItem
  readonly favourites: Favourite
  readonly sessions: BookingSession
  readonly events: WorldEvent
  readonly webhooks: Webhook
}

export type CollectionName = keyof Rows
export type Id = number | string

type IndexesOf = {
  readonly [K in CollectionName]: Readonly<Record<string, (row: Rows[K]) => Id | undefined>>
}

/** The indexes of each collection: name, and the bucket of a row; undefined for a row outside the index. */
export const INDEXES = {
  users: {},
  clients: {},
  tokens: { client: (row) => row.clientId },
  propertyTypes: {},
  roomTypes: {},
  featureCategories: {},
  features: {},
  categories: {},
  taxRates: {},
  countries: { code: (row) => row.code },
  regions: { country: (row) => row.countryCode },
  properties: {},
  rooms: { property: (row) => row.propertyId },
  tariffTypes: { property: (row) => row.propertyId },
  rates: { property: (row) => row.propertyId, tariffType: (row) => row.tariffTypeId },
  guestTypes: { property: (row) => row.propertyId },
  childRates: { property: (row) => row.propertyId },
  guests: { property: (row) => row.propertyId, email: (row) => `${row.propertyId}/${row.email.toLowerCase()}` },
  coupons: { property: (row) => row.propertyId },
  bookings: {
    property: (row) => row.propertyId,
    guest: (row) => (row.guestId === 0 ? undefined : row.guestId),
    tag: (row) => row.tag,
    arrival: (row) => `${row.propertyId}/${row.arrival}`,
    departure: (row) => `${row.propertyId}/${row.departure}`,
  },
  roomNights: { booking: (row) => row.bookingId, property: (row) => row.propertyId },
  notes: { booking: (row) => row.bookingId },
  extras: { booking: (row) => row.bookingId },
  invoices: { property: (row) => row.propertyId, booking: (row) => (row.bookingId === 0 ? undefined : row.bookingId) },
  lineItems: { invoice: (row) => row.invoiceId },
  favourites: { user: (row) => row.userId },
  sessions: {},
  events: {},
  webhooks: {},
} as const satisfies IndexesOf

export type IndexName<K extends CollectionName> = Extract<keyof (typeof INDEXES)[K], string>

export const COLLECTION_NAMES = Object.keys(INDEXES) as readonly CollectionName[]

/** Creates a value for every collection. `make` must return the type that T has for the name; the compiler cannot check that. */
export function byCollection<T extends Readonly<Record<CollectionName, unknown>>>(make: (name: CollectionName) => unknown): T {
  const made: Partial<Record<CollectionName, unknown>> = {}
  for (const name of COLLECTION_NAMES) made[name] = make(name)
  return made as T
}

/** The last assigned id by collection. */
export type Counters = Readonly<Partial<Record<CollectionName, number>>>

/** All rows of a state by collection, each list in order. */
export type RowLists = { readonly [K in CollectionName]: readonly Rows[K][] }

/** A complete state, as fixtures create it and state files contain it. */
export interface WorldState {
  readonly seed: number
  readonly clock: ClockState
  readonly counters: Counters
  readonly collections: RowLists
  /** The data besides the rows; it is never exported. */
  readonly progress?: ProgressValues | undefined
}

/** Empty lists for all collections. */
export function emptyRows(): { [K in CollectionName]: Rows[K][] } {
  return {
    users: [],
    clients: [],
    tokens: [],
    propertyTypes: [],
    roomTypes: [],
    featureCategories: [],
    features: [],
    categories: [],
    taxRates: [],
    countries: [],
    regions: [],
    properties: [],
    rooms: [],
    tariffTypes: [],
    rates: [],
    guestTypes: [],
    childRates: [],
    guests: [],
    coupons: [],
    bookings: [],
    roomNights: [],
    notes: [],
    extras: [],
    invoices: [],
    lineItems: [],
    favourites: [],
    sessions: [],
    events: [],
    webhooks: [],
  }
}
