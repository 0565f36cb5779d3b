/**
 * Puts the sources of a fixture set together: one list of rows a collection, later sources replacing by id.
 *
 * @module
 */
import type { FixtureRow, ListName } from './fixture-schema.ts'
import type { FixtureSet, Sourced } from './fixture-set.ts'

/** Told of a row whose id was already used in the same source. */
export type OnDuplicate = (at: Sourced<unknown>, id: number | string) => void

/** The rows of all sources, by collection. */
export type MergedLists = { [K in ListName]: Sourced<FixtureRow<K>>[] }

/** Merges all collections. */
export function mergedLists(set: FixtureSet, duplicate: OnDuplicate): MergedLists {
  const rows = <K extends ListName>(name: K): Sourced<FixtureRow<K>>[] => mergedRows(set, name, duplicate)
  return {
    users: rows('users'),
    clients: rows('clients'),
    property_types: rows('property_types'),
    room_types: rows('room_types'),
    feature_categories: rows('feature_categories'),
    features: rows('features'),
    categories: rows('categories'),
    tax_rates: rows('tax_rates'),
    countries: rows('countries'),
    regions: rows('regions'),
    properties: rows('properties'),
    rooms: rows('rooms'),
    tariffs: rows('tariffs'),
    child_rates: rows('child_rates'),
    guest_types: rows('guest_types'),
    guests: rows('guests'),
    coupons: rows('coupons'),
    bookings: rows('bookings'),
    black_bookings: rows('black_bookings'),
    invoices: rows('invoices'),
    favourites: rows('favourites'),
  }
}

/** The rows of a collection, in the order in which their ids first appear. */
function mergedRows<K extends ListName>(set: FixtureSet, name: K, duplicate: OnDuplicate): Sourced<FixtureRow<K>>[] {
  const merged = new Map<number | string, Sourced<FixtureRow<K>>>()
  let nameless = 0
  for (const source of set.sources) {
    const seen = new Set<number | string>()
    for (const file of source.files) {
      const rows: readonly FixtureRow<K>[] = file.data[name] ?? []
      for (const [index, row] of rows.entries()) {
        const at = { row, file, path: [name, index] }
        const id = 'id' in row && row.id !== undefined ? row.id : `#${nameless++}`
        if (seen.has(id)) duplicate(at, id)
        else merged.set(id, at)
        seen.add(id)
      }
    }
  }
  return [...merged.values()]
}
