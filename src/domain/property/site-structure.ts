/** Reference data of the whole site. @source spec "Site structure items" */
import { collection, type Row } from '../collection/collection.ts'
import { country, flag, id, name, ref, refs, text } from '../collection/fields.ts'
import { COUNTRY_CODE } from '../collection/schemas.ts'

export const propertyTypes = collection('propertyTypes', { id: id(), name: name() })

export const roomTypes = collection('roomTypes', {
  id: id(),
  name: name(),
  /** HTML. */
  description: text({ default: '' }),
  /** File name. */
  image: text({ default: '' }),
  propertyTypeIds: refs('propertyTypes', { default: [] }),
  /** 0 means every property may use it. */
  propertyId: ref('properties', { default: 0 }),
})

export type RoomType = Row<typeof roomTypes>

export const featureCategories = collection('featureCategories', { id: id(), title: name() })

export const features = collection('features', {
  id: id(),
  name: name(),
  description: text({ default: '' }),
  /** File name. */
  image: text({ default: '' }),
  includeInFilters: flag({ default: true }),
  propertyTypeIds: refs('propertyTypes', { default: [] }),
  /** 0 when none. */
  categoryId: ref('featureCategories', { default: 0 }),
})

export type Feature = Row<typeof features>

/** Countries that a fixture lists; without any, those of the world. */
export const countries = collection('countries', {
  id: id(),
  /** ISO 3166-1 alpha-2, upper case. */
  code: text({ schema: COUNTRY_CODE }),
  name: name(),
})

export type Country = Row<typeof countries>

/** Regions of countries that a fixture lists; without any, those of the world. */
export const regions = collection('regions', { id: id(), countryCode: country({ as: 'country' }), name: name() })

export type Region = Row<typeof regions>

export const categories = collection('categories', { id: id(), title: name(), description: text({ default: '' }) })
