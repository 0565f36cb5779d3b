/**
 * A state written as a fixture that seeds it again: the opposite of `seed.ts`. Days and times stay as they are.
 *
 * @module
 */
import { stringify } from 'yaml'
import { type Instant, isoInstant } from '../base/instant.ts'
import { toNumber } from '../base/money.ts'
import { runText } from '../sim/clock.ts'
import type { FixtureData } from './fixture-set.ts'
import { MASK } from './masked-state.ts'
import type { RowLists, WorldState } from './state.ts'
import { bookingRows, couponRows, guestRows, guestTypeRows, otherInvoiceRows } from './to-fixtures-desk.ts'
import { childRateRows, propertyRows, roomRows, tariffRows } from './to-fixtures-property.ts'

/**
 * The fixture as YAML. Secrets are masked in it; tokens, sessions, events and counters have no place in fixtures.
 *
 * @param now what the clock shows
 */
export function fixtureText(state: WorldState, now: Instant): string {
  const { seed, clock } = state
  const at = isoInstant(now)
  const run = clock.speed === 0 ? ' --freeze' : ''
  const lines = [
    `Frozen from a running sandbox: seed ${seed}, clock ${runText(clock.speed)}, at ${at}.`,
    `Start with it: understay --fixtures THIS-FILE --seed ${seed} --at ${at}${run}`,
    `Secrets are masked: write each client's own in the place of ${MASK}, or name a second file with`,
    'your clients behind this one. Tokens, booking sessions and events are not part of fixtures.',
  ]
  const head = lines.map((line) => `# ${line}\n`).join('')
  return head + stringify(fixtureData(state.collections), { lineWidth: 0, aliasDuplicateObjects: false })
}

/** The rows of a state as the rows of a fixture file. */
function fixtureData(rows: RowLists): FixtureData {
  const data: FixtureData = {
    ...siteRows(rows),
    properties: propertyRows(rows),
    rooms: roomRows(rows),
    users: rows.users.map(({ id, name, level, propertyIds }) => ({ id, name, level, properties: [...propertyIds] })),
    clients: rows.clients.map(({ id, label, userId, scopes, tokens }) => ({
      id,
      secret: MASK,
      label,
      user: userId,
      scopes: [...scopes],
      tokens,
    })),
    tariffs: tariffRows(rows),
    child_rates: childRateRows(rows),
    guest_types: guestTypeRows(rows),
    guests: guestRows(rows),
    coupons: couponRows(rows),
    bookings: bookingRows(rows),
    invoices: otherInvoiceRows(rows),
    favourites: rows.favourites.map(({ userId, propertyId }) => ({ user: userId, property: propertyId })),
  }
  return Object.fromEntries(Object.entries(data).filter(([, list]) => Array.isArray(list) && list.length > 0))
}

function siteRows(rows: RowLists): FixtureData {
  return {
    property_types: rows.propertyTypes,
    room_types: rows.roomTypes.map(({ id, name, description, image, propertyTypeIds, propertyId }) => ({
      id,
      name,
      description,
      image,
      property_types: [...propertyTypeIds],
      property: propertyId,
    })),
    feature_categories: rows.featureCategories,
    features: rows.features.map(({ id, name, description, image, includeInFilters, propertyTypeIds, categoryId }) => ({
      id,
      name,
      description,
      image,
      include_in_filters: includeInFilters,
      property_types: [...propertyTypeIds],
      category: categoryId,
    })),
    categories: rows.categories,
    tax_rates: rows.taxRates.map((tax) => ({ ...tax, rate: toNumber(tax.rate) })),
    countries: rows.countries,
    regions: rows.regions.map(({ id, countryCode, name }) => ({ id, country: countryCode, name })),
  }
}
