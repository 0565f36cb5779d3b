import { collection, type Row } from '../collection/collection.ts'
import { flag, id, name, ref, refs, text } from '../collection/fields.ts'

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
