import { collection, type Row } from '../collection/collection.ts'
import { internal, ref, text } from '../collection/fields.ts'
import { Refusal } from '../refusal.ts'

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

/**
 * The favourite of a user, for any property: publication and managers do not matter.
 *
 * @param propertyId 0 when the sent text is not an id
 * @param exists true when there is such a property
 * @source facts "Favourites"; choice `favourite_unknown_property`
 * @throws Refusal `favourite_property_unknown` for a text that is not an id, and by choice for a property that does not exist
 */
export function favouriteOf(userId: number, propertyId: number, exists: boolean, unknown: 'accept' | 'refuse'): Favourite {
  if (propertyId === 0 || (!exists && unknown === 'refuse')) throw new Refusal('favourite_property_unknown')
  return { id: favouriteKey(userId, propertyId), userId, propertyId }
}
