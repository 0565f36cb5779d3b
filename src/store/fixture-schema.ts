/**
 * The schema of a fixture file: one collection, several, or a whole world. Imported as a value only when a YAML file is
 * really read; everybody else takes its types.
 *
 * @module
 */
import Type, { type Static, type TProperties } from 'typebox'
import {
  BlackBookingRow,
  BookingRow,
  CouponRow,
  FavouriteRow,
  GuestRow,
  GuestTypeRow,
  InvoiceRow,
} from './fixture-schema-booking.ts'
import { ChildRateRow, PropertyRow, RoomRow, TariffRow } from './fixture-schema-property.ts'
import {
  CategoryRow,
  ClientRow,
  CountryRow,
  FeatureCategoryRow,
  FeatureRow,
  PropertyTypeRow,
  RegionRow,
  RoomTypeRow,
  TaxRateRow,
  UserRow,
} from './fixture-schema-site.ts'
import { Count, CountryCode, Currency, closed, DayText, Flag, Id, opt } from './fixture-words.ts'

const Many = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'a whole number from 1' })

/** Rows in bulk, made up by seeded chance. */
export const Generate = closed({
  /** How many properties; by default as many as the bookings need. */
  properties: opt(Many),
  rooms_per_property: opt(Many),
  /** Guests in all; by default one to three bookings. */
  guests: opt(Count),
  bookings: opt(Count),
  /** The days the stays lie in. */
  from: opt(DayText),
  to: opt(DayText),
  country: opt(CountryCode),
  currency: opt(Currency),
  /** The manager who holds the properties. */
  user: opt(Id),
  invoices: opt(Flag),
})

const rows = <P extends TProperties>(row: ReturnType<typeof closed<P>>) => opt(Type.Array(row, { description: 'a list of rows' }))

/** A fixture file. */
export const Fixture = closed({
  users: rows(UserRow),
  clients: rows(ClientRow),
  property_types: rows(PropertyTypeRow),
  room_types: rows(RoomTypeRow),
  feature_categories: rows(FeatureCategoryRow),
  features: rows(FeatureRow),
  categories: rows(CategoryRow),
  tax_rates: rows(TaxRateRow),
  countries: rows(CountryRow),
  regions: rows(RegionRow),
  properties: rows(PropertyRow),
  rooms: rows(RoomRow),
  tariffs: rows(TariffRow),
  child_rates: rows(ChildRateRow),
  guest_types: rows(GuestTypeRow),
  guests: rows(GuestRow),
  coupons: rows(CouponRow),
  bookings: rows(BookingRow),
  black_bookings: rows(BlackBookingRow),
  invoices: rows(InvoiceRow),
  favourites: rows(FavouriteRow),
  generate: opt(Generate),
})

export type Fixture = Static<typeof Fixture>
export type Generate = Static<typeof Generate>

/** The collections a fixture file can hold. */
export type ListName = Exclude<keyof Fixture, 'generate'>
/** A row of one of them. */
export type FixtureRow<K extends ListName> = NonNullable<Fixture[K]>[number]
