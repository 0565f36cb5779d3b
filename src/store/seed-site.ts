/**
 * Seeds reference data of the whole site, and who may call.
 *
 * @module
 */
import { fromNumber } from '../base/money.ts'
import type { FixtureRow, ListName } from './fixture-schema.ts'
import type { Sourced } from './fixture-set.ts'
import type { Seeding } from './seeding.ts'
import type { CollectionName, Id } from './state.ts'

type Rows<K extends ListName> = readonly Sourced<FixtureRow<K>>[]

export interface SiteRows {
  readonly property_types: Rows<'property_types'>
  readonly feature_categories: Rows<'feature_categories'>
  readonly features: Rows<'features'>
  readonly categories: Rows<'categories'>
  readonly tax_rates: Rows<'tax_rates'>
  readonly countries: Rows<'countries'>
  readonly regions: Rows<'regions'>
}

/** Seeds what does not depend on any property. */
export function seedSite(seeding: Seeding, rows: SiteRows): void {
  for (const at of rows.property_types) seeding.add('propertyTypes', at.row, at)
  for (const at of rows.feature_categories) seeding.add('featureCategories', at.row, at)
  for (const at of rows.categories) seeding.add('categories', { ...at.row, description: at.row.description ?? '' }, at)
  for (const at of rows.tax_rates) seeding.add('taxRates', { ...at.row, rate: fromNumber(at.row.rate) }, at)
  for (const at of rows.countries) seeding.add('countries', at.row, at)
  for (const at of rows.features) seedFeature(seeding, at)
  for (const at of rows.regions) seedRegion(seeding, at)
}

function seedFeature(seeding: Seeding, at: Sourced<FixtureRow<'features'>>): void {
  const { id, name, description = '', image = '', include_in_filters = true, property_types = [], category = 0 } = at.row
  needAll(seeding, 'propertyTypes', property_types, at, 'property_types')
  if (category > 0) seeding.need('featureCategories', category, at, ['category'])
  const feature = { id, name, description, image, includeInFilters: include_in_filters }
  seeding.add('features', { ...feature, propertyTypeIds: property_types, categoryId: category }, at)
}

function seedRegion(seeding: Seeding, at: Sourced<FixtureRow<'regions'>>): void {
  const { id, country, name } = at.row
  if (!knowsCountry(seeding, country)) seeding.problem(at, ['country'], `there is no country ${country}`)
  seeding.add('regions', { id, countryCode: country, name }, at)
}

/** Whether there is such a country: among the fixture's own, or else in the world; true when neither is known. */
export function knowsCountry(seeding: Seeding, code: string): boolean {
  const own = seeding.rows.countries
  if (own.length > 0) return own.some((country) => country.code === code)
  const { geo } = seeding.options
  return geo === undefined || geo.country(code) !== undefined
}

/** Notes every id of a list that belongs to no row. */
export function needAll(
  seeding: Seeding,
  collection: CollectionName,
  ids: readonly Id[],
  at: Sourced<unknown>,
  field: string,
): void {
  for (const [index, id] of ids.entries()) seeding.need(collection, id, at, [field, index])
}

/** Seeds room types; some belong to one property. */
export function seedRoomTypes(seeding: Seeding, rows: Rows<'room_types'>): void {
  for (const at of rows) {
    const { id, name, description = '', image = '', property_types = [], property = 0 } = at.row
    needAll(seeding, 'propertyTypes', property_types, at, 'property_types')
    if (property > 0) seeding.need('properties', property, at, ['property'])
    seeding.add('roomTypes', { id, name, description, image, propertyTypeIds: property_types, propertyId: property }, at)
  }
}

/** Seeds users, their properties, their credentials and their favourites. */
export function seedCallers(
  seeding: Seeding,
  rows: { readonly users: Rows<'users'>; readonly clients: Rows<'clients'>; readonly favourites: Rows<'favourites'> },
): void {
  for (const at of rows.users) {
    const { id, name, level = 'manager', properties = [] } = at.row
    needAll(seeding, 'properties', properties, at, 'properties')
    seeding.add('users', { id, name, level, propertyIds: [...properties] }, at)
  }
  for (const at of rows.clients) {
    const { id, secret, label = '', user, scopes, tokens = 'normal' } = at.row
    seeding.need('users', user, at, ['user'])
    seeding.add('clients', { id, secret, label, userId: user, scopes, tokens }, at)
  }
  for (const at of rows.favourites) {
    const { user, property } = at.row
    seeding.need('users', user, at, ['user'])
    seeding.need('properties', property, at, ['property'])
    if (seeding.find('favourites', `${user}/${property}`)) continue
    seeding.add('favourites', { id: `${user}/${property}`, userId: user, propertyId: property }, at)
  }
}
