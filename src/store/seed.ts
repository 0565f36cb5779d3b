/**
 * Makes a world from fixtures.
 *
 * @module
 */
import type { FixtureRow, ListName } from './fixture-schema.ts'
import type { FixtureSet, Sourced } from './fixture-set.ts'
import { type Desk, seedBlackBooking, seedBooking } from './seed-bookings.ts'
import { type GeneratedLists, generateRows } from './seed-generate.ts'
import { seedCoupon, seedGuest, seedGuestType } from './seed-guests.ts'
import { seedInvoice } from './seed-invoices.ts'
import { type MergedLists, mergedLists } from './seed-merge.ts'
import { seedProperty, seedRoom } from './seed-property.ts'
import { RateBook } from './seed-rates.ts'
import { seedCallers, seedRoomTypes, seedSite } from './seed-site.ts'
import { seedChildRate, seedTariff } from './seed-tariffs.ts'
import { Seeding, type SeedOptions } from './seeding.ts'
import type { Counters, RowLists } from './state.ts'

/** A world as its fixtures describe it. */
export interface SeededWorld {
  /** The highest id of each collection, so that new rows never repeat one. */
  readonly counters: Counters
  readonly collections: RowLists
}

/**
 * Makes the rows of a world: relative days become days, everything left out gets its default, and what does not fit
 * together is refused. The same fixtures, day, time and seed give the same world.
 *
 * @throws FixtureError with everything that is wrong
 */
export function seedWorld(set: FixtureSet, options: SeedOptions): SeededWorld {
  const seeding = new Seeding(options)
  const lists = mergedLists(set, (at, id) => seeding.problem(at, ['id'], `${id} is used twice`))
  reserveIds(seeding, lists)
  for (const { at, generate } of generateBlocks(set)) addGenerated(lists, generateRows(seeding, lists, at, generate, set.people))
  seedSite(seeding, lists)
  for (const at of lists.properties) seedProperty(seeding, at)
  seedRoomTypes(seeding, lists.room_types)
  for (const at of lists.rooms) seedRoom(seeding, at)
  seedCallers(seeding, lists)
  for (const at of lists.tariffs) seedTariff(seeding, at)
  for (const at of lists.child_rates) seedChildRate(seeding, at)
  for (const at of lists.guest_types) seedGuestType(seeding, at)
  for (const at of lists.guests) seedGuest(seeding, at)
  for (const at of lists.coupons) seedCoupon(seeding, at)
  seedStays(seeding, lists)
  for (const at of lists.invoices) seedInvoice(seeding, at)
  seeding.finish()
  return { counters: seeding.counters, collections: seeding.rows }
}

/** Keeps ids that fixtures name from being given to rows that have none. */
function reserveIds(seeding: Seeding, lists: MergedLists): void {
  const { properties, rooms, tariffs, guests, bookings, black_bookings, invoices, users, room_types, property_types } = lists
  for (const { row } of properties) seeding.reserve('properties', row.id)
  for (const { row } of rooms) seeding.reserve('rooms', row.id)
  for (const { row } of users) seeding.reserve('users', row.id)
  for (const { row } of guests) seeding.reserve('guests', row.id)
  for (const { row } of room_types) seeding.reserve('roomTypes', row.id)
  for (const { row } of property_types) seeding.reserve('propertyTypes', row.id)
  for (const { row } of [...bookings, ...black_bookings]) seeding.reserve('bookings', row.id ?? 0)
  for (const { row } of invoices) reserveLines(seeding, row)
  for (const { row } of bookings) {
    if (row.invoice) reserveLines(seeding, row.invoice)
    for (const note of row.notes ?? []) if (typeof note !== 'string') seeding.reserve('notes', note.id ?? 0)
    for (const extra of row.extras ?? []) seeding.reserve('extras', extra.id ?? 0)
  }
  for (const { row } of tariffs) {
    seeding.reserve('tariffTypes', row.id)
    for (const rate of row.rates ?? []) seeding.reserve('rates', rate.id ?? 0)
  }
}

function reserveLines(
  seeding: Seeding,
  { id = 0, lines = [] }: { readonly id?: number; readonly lines?: readonly { readonly id?: number }[] },
): void {
  seeding.reserve('invoices', id)
  for (const line of lines) seeding.reserve('lineItems', line.id ?? 0)
}

function generateBlocks(set: FixtureSet) {
  const files = set.sources.flatMap((source) => source.files)
  return files.flatMap((file) => {
    const { generate } = file.data
    return generate ? [{ generate, at: { row: generate, file, path: ['generate'] } }] : []
  })
}

function addGenerated(lists: MergedLists, made: GeneratedLists): void {
  const into = <K extends ListName>(target: Sourced<FixtureRow<K>>[], rows: readonly Sourced<FixtureRow<K>>[]): void => {
    for (const row of rows) target.push(row)
  }
  into<'property_types'>(lists.property_types, made.property_types)
  into<'room_types'>(lists.room_types, made.room_types)
  into<'properties'>(lists.properties, made.properties)
  into<'rooms'>(lists.rooms, made.rooms)
  into<'tariffs'>(lists.tariffs, made.tariffs)
  into<'guests'>(lists.guests, made.guests)
  into<'bookings'>(lists.bookings, made.bookings)
  if (made.users) lists.users = made.users
}

/** Seeds everything that takes nights. Users and rates must be there before. */
function seedStays(seeding: Seeding, lists: MergedLists): void {
  const managers = new Map<number, string>()
  for (const user of seeding.rows.users) {
    if (user.level !== 'manager') continue
    for (const id of user.propertyIds) if (!managers.has(id)) managers.set(id, user.name)
  }
  const tags = new Set(lists.bookings.flatMap(({ row }) => row.tag ?? []))
  const desk: Desk = { seeding, rates: new RateBook(seeding.rows.rates), tags, named: new Set(), managers }
  for (const at of lists.bookings) seedBooking(desk, at)
  for (const at of lists.black_bookings) seedBlackBooking(desk, at)
}
