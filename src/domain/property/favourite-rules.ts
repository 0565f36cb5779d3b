/**
 * Which properties can be favourites.
 *
 * @module
 * @source facts "Favourites"; choice `favourite_unknown_property`
 */

import { Refusal } from '../refusal.ts'
import { type Favourite, favouriteKey } from './favourites.ts'

/**
 * A user's favourite. Rights and publication do not count.
 *
 * @param propertyId 0 when the text that was sent is no id
 * @param exists whether there is such a property
 * @throws Refusal `favourite_property_unknown` for a text that is no id, and by choice for a property that does not exist
 */
export function favouriteOf(userId: number, propertyId: number, exists: boolean, unknown: 'accept' | 'refuse'): Favourite {
  if (propertyId === 0 || (!exists && unknown === 'refuse')) throw new Refusal('favourite_property_unknown')
  return { id: favouriteKey(userId, propertyId), userId, propertyId }
}
