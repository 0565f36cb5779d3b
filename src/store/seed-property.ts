/**
 * Seeds properties and their rooms.
 *
 * @module
 */
import { isTimezone } from '../base/instant.ts'
import { fromNumber } from '../base/money.ts'
import type { PropertyTexts } from '../domain/property.ts'
import type { FixtureRow } from './fixture-schema.ts'
import type { PropertyRow } from './fixture-schema-property.ts'
import type { Sourced } from './fixture-set.ts'
import { knowsCountry, needAll } from './seed-site.ts'
import type { Seeding } from './seeding.ts'

/** Seeds a property. */
export function seedProperty(seeding: Seeding, at: Sourced<PropertyRow>): void {
  const { row } = at
  const { category = 0, features = [], timezone = null } = row
  seeding.need('propertyTypes', row.type, at, ['type'])
  if (category > 0) seeding.need('categories', category, at, ['category'])
  needAll(seeding, 'features', features, at, 'features')
  if (!trusted(at) && !knowsCountry(seeding, row.country)) seeding.problem(at, ['country'], `there is no country ${row.country}`)
  const taxRate = row.settings?.accommodation_tax_code
  if (taxRate) seeding.need('taxRates', Number(taxRate), at, ['settings', 'accommodation_tax_code'])
  if (!trusted(at) && timezone !== null && !isTimezone(timezone))
    seeding.problem(at, ['timezone'], `there is no time zone ${timezone}`)
  seeding.add(
    'properties',
    {
      id: row.id,
      name: row.name,
      street: row.street ?? '',
      town: row.town ?? '',
      postcode: row.postcode ?? '',
      regionId: regionId(seeding, at),
      countryCode: row.country,
      tel: row.tel ?? '',
      email: row.email ?? '',
      stars: row.stars ?? 0,
      typeId: row.type,
      categoryId: category,
      featureIds: features,
      latitude: row.latitude ?? '',
      longitude: row.longitude ?? '',
      published: row.published ?? true,
      tariffMode: row.tariff_mode ?? 'micromanage',
      singleUnit: row.single_unit ?? false,
      currency: row.currency ?? 'EUR',
      timezone,
      texts: texts(row.texts),
      pictures: { main: row.pictures?.main ?? null, slideshow: row.pictures?.slideshow ?? [], rooms: row.pictures?.rooms ?? {} },
      settings: row.settings ?? {},
    },
    at,
  )
}

/** A compiled world was checked when it was built, so that places need not be read at every start. */
const trusted = (at: Sourced<unknown>): boolean => at.file.locate === undefined

function texts(given: PropertyRow['texts']): PropertyTexts {
  return {
    description: given?.description ?? '',
    checkinTimes: given?.checkin_times ?? '',
    areaActivities: given?.area_activities ?? '',
    drivingDirections: given?.driving_directions ?? '',
    policies: given?.policies ?? '',
    metaDescription: given?.meta_description ?? '',
  }
}

/** The region by id or by name: the fixture's own regions, or else the world's. */
function regionId(seeding: Seeding, at: Sourced<PropertyRow>): number {
  const { region = 0, country } = at.row
  if (region === 0 || (typeof region === 'number' && trusted(at))) return region
  const own = seeding.rows.regions
  const { geo } = seeding.options
  if (typeof region === 'string') {
    const named = own.find((candidate) => candidate.countryCode === country && sameName(candidate.name, region))
    const id = own.length > 0 ? named?.id : geo?.regionId(country, region)
    if (id === undefined) seeding.problem(at, ['region'], `there is no region "${region}" in ${country}`)
    return id ?? 0
  }
  if (own.length === 0 && !geo) return region
  const found = own.length > 0 ? seeding.find('regions', region) : geo?.region(region)
  if (found?.countryCode !== country) seeding.problem(at, ['region'], `there is no region ${region} in ${country}`)
  return region
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Seeds a room of a property seeded before. */
export function seedRoom(seeding: Seeding, at: Sourced<FixtureRow<'rooms'>>): void {
  const { row } = at
  const property = seeding.need('properties', row.property, at, ['property'])
  const type = seeding.need('roomTypes', row.type, at, ['type'])
  if (type && type.propertyId > 0 && type.propertyId !== row.property) {
    seeding.problem(at, ['type'], `room type ${type.id} belongs to property ${type.propertyId}`)
  }
  const { features = [] } = row
  needAll(seeding, 'features', features, at, 'features')
  if (property?.singleUnit && seeding.rows.rooms.some((room) => room.propertyId === property.id)) {
    seeding.problem(at, ['property'], `property ${property.id} is a single unit and has its one room already`)
  }
  seeding.add(
    'rooms',
    {
      id: row.id,
      propertyId: row.property,
      roomTypeId: row.type,
      name: row.name ?? '',
      number: row.number ?? '',
      floor: row.floor ?? '',
      maxPeople: row.max_people ?? 2,
      featureIds: features,
      singlePersonSupplement: fromNumber(row.single_person_supplement ?? 0),
    },
    at,
  )
}
