/** Reads the structure of the site: types, features, categories, countries, regions. */
import { defined, flagOf, idOf, itemsOf, textOf } from '../values.ts'
import type { Reader } from './reader.ts'

/** The ids in a list; undefined where there is none. */
const idsOf = (value: unknown): readonly number[] | undefined =>
  Array.isArray(value) ? value.flatMap((id) => idOf(id) ?? []) : undefined

/** The readers of the site structure, by operation. */
export const SITE_READERS: Readonly<Record<string, Reader>> = {
  listRoomTypes: ({ call, draft }) => {
    for (const [key, item] of itemsOf(call.data))
      draft.read(
        'room_types',
        idOf(item['room_classes_uid'] ?? key),
        {
          name: textOf(item['room_class_abbv']),
          description: textOf(item['room_class_full_desc']),
          image: textOf(item['image']),
          property_types: idsOf(item['ptype_xref']),
          property: idOf(item['property_uid']),
        },
        call,
      )
  },
  listPropertyTypes: ({ call, draft }) => {
    const names = typeof call.data === 'object' && call.data !== null ? Object.entries(call.data) : []
    for (const [id, name] of names) draft.read('property_types', idOf(id), { name: textOf(name) }, call)
  },
  listPropertyFeatures: ({ call, draft }) => {
    for (const [key, item] of itemsOf(call.data)) {
      const category = idOf(item['cat_id'])
      draft.read(
        'features',
        idOf(item['id'] ?? key),
        {
          name: textOf(item['abbv']),
          description: textOf(item['desc']),
          image: textOf(item['image']),
          include_in_filters: flagOf(item['include_in_filters']),
          property_types: idsOf(item['ptype_xref']),
          category,
        },
        call,
      )
      if (category !== undefined) draft.read('feature_categories', category, { title: textOf(item['cat_title']) }, call)
    }
  },
  listPropertyFeatureCategories: ({ call, draft }) => {
    for (const [key, item] of itemsOf(call.data))
      draft.read('feature_categories', idOf(item['id'] ?? key), { title: textOf(item['title']) }, call)
  },
  listCategories: ({ call, draft }) => {
    for (const [key, item] of itemsOf(call.data))
      draft.read(
        'categories',
        idOf(item['id'] ?? key),
        { title: textOf(item['title']), description: textOf(item['description']) },
        call,
      )
  },
  listCountries: ({ call, draft }) => {
    for (const [code, item] of itemsOf(call.data))
      draft.read(
        'countries',
        idOf(item['id']),
        { code: textOf(item['countrycode']) ?? code, name: textOf(item['countryname']) },
        call,
      )
  },
  listRegions: ({ call, draft }) => {
    for (const [key, item] of itemsOf(call.data))
      draft.read(
        'regions',
        idOf(item['id'] ?? key),
        { country: textOf(item['countrycode']), name: textOf(item['regionname']) },
        call,
      )
  },
  listSessionRegions: ({ call, draft }) => {
    const inner = typeof call.data === 'object' && call.data !== null && 'regions' in call.data ? call.data.regions : call.data
    const names = typeof inner === 'object' && inner !== null ? Object.entries(inner) : []
    const country = (call.path['country_code'] ?? '').toUpperCase()
    for (const [id, name] of names) draft.read('regions', idOf(id), defined({ country, name: textOf(name) }), call)
  },
}
