import { collection, type Row } from '../collection/collection.ts'
import { id, name, ref, refs, text } from '../collection/fields.ts'

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
