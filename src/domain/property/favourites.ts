import { collection, type Row } from '../collection/collection.ts'
import { internal, ref, text } from '../collection/fields.ts'

export const favourites = collection(
  'favourites',
  {
    /** `<userId>/<propertyId>`. */
    id: internal(text()),
    userId: ref('users'),
    propertyId: ref('properties', { asSent: true }),
  },
  { indexes: { user: (row) => row.userId } },
)

export type Favourite = Row<typeof favourites>

export const favouriteKey = (userId: number, propertyId: number): string => `${userId}/${propertyId}`
