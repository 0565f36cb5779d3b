/** Favourite properties of the user of a token. */

import { addFavourite, listFavourites, removeFavourite } from '../../booking-contract/favourites.ts'
import { favouriteKey, favouriteOf } from '../../domain/property/favourites.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { On } from '../handler-context.ts'

export function favouriteRoutes(on: On): void {
  on(listFavourites, (_, ctx) => ctx.db.favourites.by('user', ctx.caller.user.id).map(({ propertyId }) => propertyId))

  on(addFavourite, ({ property_id: { id, sent } }, ctx) => {
    const exists = ctx.db.properties.has(id)
    const favourite = favouriteOf(ctx.caller.user.id, id, exists, ctx.choices.favourite_unknown_property)
    if (!ctx.db.favourites.has(favourite.id)) ctx.change((db) => db.favourites.put(favourite))
    return sent
  })

  on(removeFavourite, ({ property_id: { id, sent } }, ctx) => {
    const key = favouriteKey(ctx.caller.user.id, id)
    const known = ctx.db.favourites.has(key)
    if (!known && ctx.choices.unknown_record === 'refuse') throw new Refusal('favourite_unknown')
    if (known) ctx.change((db) => db.favourites.remove(key))
    return sent
  })
}
