import { collection, type Row } from '../collection/collection.ts'
import { id, integer, price, ref, refs, text } from '../collection/fields.ts'

export const rooms = collection(
  'rooms',
  {
    id: id(),
    propertyId: ref('properties', { strict: true }),
    roomTypeId: ref('roomTypes', { as: 'type', ownProperty: true }),
    name: text({ default: '' }),
    number: text({ default: '' }),
    floor: text({ default: '' }),
    maxPeople: integer(1, 1000, 'a whole number from 1', { default: 2 }),
    featureIds: refs('features', { default: [] }),
    /** Extra charge a night for one person alone, minor units. */
    singlePersonSupplement: price({ default: 0 }),
  },
  {
    indexes: { property: (row) => row.propertyId },
    *rules({ propertyId }, { find, others }) {
      if (find('properties', propertyId)?.['singleUnit'] === true && others.some((room) => room.propertyId === propertyId))
        yield ['propertyId', `property ${propertyId} is a single unit and has its one room already`]
    },
  },
)

export type Room = Row<typeof rooms>
