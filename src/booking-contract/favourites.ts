/**
 * The favourite properties of the user of a token.
 * @source spec "Favourites"
 */

import { anyPropertyUid } from '../api/path-values.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const FAVOURITES = new Subject('favourites')

const favourites = { source: 'spec "Favourites"; facts "Favourites"', liveSite: false } as const
const SentUid = Type.String({ description: 'Property uid as sent' })

export const listFavourites = FAVOURITES.operation({
  ...favourites,
  id: 'listFavourites',
  method: 'get',
  path: '/favourites',
  summary: 'The favourite properties of the caller',
  scope: 'favourites_get',
  params: {},
  answer: { key: 'ids', data: Type.Array(Type.Integer(), { description: 'Property uids in the order of addition' }) },
  example: { answer: [7, 2, 19] },
})

export const addFavourite = FAVOURITES.operation({
  ...favourites,
  id: 'addFavourite',
  method: 'post',
  path: '/favourites/{property_id}',
  summary: 'Add a property to the favourites; an existing one keeps its place',
  scope: 'favourites_set',
  params: { property_id: anyPropertyUid },
  answer: { key: 'id', data: SentUid },
  refusals: ['favourite_property_unknown'],
  example: { path: { property_id: '7' }, answer: '7' },
  choices: ['favourite_unknown_property'],
})

export const removeFavourite = FAVOURITES.operation({
  ...favourites,
  id: 'removeFavourite',
  method: 'delete',
  path: '/favourites/{property_id}',
  summary: 'Remove a property from the favourites; refused if it is not one',
  scope: 'favourites_set',
  params: { property_id: anyPropertyUid },
  answer: { key: 'id', data: SentUid },
  refusals: ['favourite_unknown'],
  example: { path: { property_id: '11' }, answer: '11' },
  choices: ['unknown_record'],
})
