/** Reference data of the whole site; needs no token. */

import {
  listCategories,
  listCountries,
  listPropertyFeatureCategories,
  listPropertyFeatures,
  listPropertyTypes,
  listRegions,
  listRoomTypes,
} from '../../booking-contract/site-structure.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { On } from '../handler-context.ts'
import { countriesByCode, featureEntry, regionsById, roomTypeEntry } from '../responses/site-structure.ts'

export function siteStructureRoutes(on: On): void {
  on(listRoomTypes, (_, ctx) => {
    const types = ctx.db.roomTypes.all().filter(({ propertyId }) => propertyId === 0)
    return byId(requireRows(types, 'room types'), roomTypeEntry)
  })

  on(listPropertyTypes, (_, ctx) => byId(requireRows(ctx.db.propertyTypes.all(), 'property types'), ({ name }) => name))

  on(listPropertyFeatures, (_, ctx) => {
    const titleOf = (categoryId: number) => ctx.db.featureCategories.get(categoryId)?.title ?? ''
    return byId(requireRows(ctx.db.features.all(), 'property features'), (feature) =>
      featureEntry(feature, titleOf(feature.categoryId), ctx.choices.feature_type_ids),
    )
  })

  on(listPropertyFeatureCategories, (_, ctx) =>
    byId(requireRows(ctx.db.featureCategories.all(), 'property feature categories'), ({ id, title }) => ({ id, title })),
  )

  on(listCountries, (_, { geography, language }) =>
    countriesByCode(requireRows(geography.countries(), 'countries'), language, (code) => geography.countryName(code, language)),
  )

  on(listRegions, (_, { geography }) => regionsById(requireRows(geography.regions(), 'regions')))

  on(listCategories, (_, ctx) =>
    byId(requireRows(ctx.db.categories.all(), 'categories'), ({ id, title, description }) => ({ id, title, description })),
  )
}

/** @throws Refusal `collection_empty` */
function requireRows<R>(rows: readonly R[], what: string): readonly R[] {
  if (rows.length === 0) throw new Refusal('collection_empty', { what: `No ${what} in database` })
  return rows
}

function byId<R extends { readonly id: number }, E>(rows: readonly R[], entry: (row: R) => E): Readonly<Record<string, E>> {
  return Object.fromEntries(rows.map((row) => [row.id, entry(row)]))
}
