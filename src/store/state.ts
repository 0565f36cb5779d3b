/** The state of a sandbox: collections of plain rows, with their indexes. */
import { clients } from '../auth/client.ts'
import { tokens } from '../auth/token.ts'
import { users } from '../auth/user.ts'
import { keysOf } from '../base/keys-of.ts'
import { bookings } from '../domain/booking/bookings.ts'
import { extras } from '../domain/booking/extras.ts'
import { notes } from '../domain/booking/notes.ts'
import { roomNights } from '../domain/booking/room-nights.ts'
import type { Row } from '../domain/collection/collection.ts'
import { events } from '../domain/event/events.ts'
import { webhooks } from '../domain/event/webhook.ts'
import { coupons } from '../domain/guest/coupons.ts'
import { guestTypes } from '../domain/guest/guest-types.ts'
import { guests } from '../domain/guest/guests.ts'
import { invoices } from '../domain/invoice/invoices.ts'
import { lineItems } from '../domain/invoice/line-items.ts'
import { favourites } from '../domain/property/favourites.ts'
import { properties } from '../domain/property/properties.ts'
import { rooms } from '../domain/property/rooms.ts'
import {
  categories,
  countries,
  featureCategories,
  features,
  propertyTypes,
  regions,
  roomTypes,
} from '../domain/property/site-structure.ts'
import { taxRates } from '../domain/property/tax-rates.ts'
import { sessions } from '../domain/session/booking-session.ts'
import { childRates } from '../domain/session/child-rates.ts'
import { rates } from '../domain/tariff/rates.ts'
import { tariffTypes } from '../domain/tariff/tariff-types.ts'
import type { ClockState } from '../simulation/clock.ts'
import type { ProgressValues } from './progress.ts'

/** All collections, in the order of state files. */
export const COLLECTIONS = {
  users,
  clients,
  tokens,
  propertyTypes,
  roomTypes,
  featureCategories,
  features,
  categories,
  taxRates,
  countries,
  regions,
  properties,
  rooms,
  tariffTypes,
  rates,
  guestTypes,
  childRates,
  guests,
  coupons,
  bookings,
  roomNights,
  notes,
  extras,
  invoices,
  lineItems,
  favourites,
  sessions,
  events,
  webhooks,
} as const

type Collections = typeof COLLECTIONS
type RowTypes = { readonly [K in keyof Collections]: Row<Collections[K]> }
export interface Rows extends RowTypes {}
export type CollectionName = keyof Rows
export type Id = number | string
export type IndexName<K extends CollectionName> = Extract<keyof Collections[K]['indexes'], string>

export const COLLECTION_NAMES = keysOf(COLLECTIONS)

const BY_NAME = new Map<string | undefined, CollectionName>(COLLECTION_NAMES.map((name) => [name, name]))
/** The collection of this name; undefined if there is none. */
export const collectionNamed = (name: string | undefined): CollectionName | undefined => BY_NAME.get(name)

/** Creates a value for every collection. `make` must return the type that T has for the name; the compiler cannot check that. */
export function byCollection<T extends Readonly<Record<CollectionName, unknown>>>(make: (name: CollectionName) => unknown): T {
  const made: Partial<Record<CollectionName, unknown>> = {}
  for (const name of COLLECTION_NAMES) made[name] = make(name)
  return made as T
}

/** The last assigned id by collection. */
export type Counters = Readonly<Partial<Record<CollectionName, number>>>

export type RowLists = { readonly [K in CollectionName]: readonly Rows[K][] }

/** The rows of each collection by id. */
export type RowTables = Readonly<Record<CollectionName, Map<Id, object>>>

export const rowsOfTables = (tables: RowTables): RowLists => byCollection((name) => [...tables[name].values()])

/** A complete state, as fixtures create it and state files contain it. */
export interface WorldState {
  readonly seed: number
  /** `REAL_CLOCK` for one that shows the machine's time. */
  readonly clock: ClockState
  readonly counters: Counters
  readonly collections: RowLists
  /** The data besides the rows; it is never exported. */
  readonly progress?: ProgressValues | undefined
}

export const emptyRows = (): { [K in CollectionName]: Rows[K][] } => byCollection(() => [])
