/**
 * Fixtures of the whole site: who may call, and reference data.
 *
 * @module
 */
import Type, { type Static } from 'typebox'
import { CountryCode, closed, Flag, Id, IdOrNone, Ids, Name, oneOf, opt, Percent, Text } from './fixture-words.ts'

export const UserRow = closed({ id: Id, name: Name, level: opt(oneOf('super', 'manager', 'user')), properties: opt(Ids) })

export const ClientRow = closed({
  id: Name,
  secret: Name,
  label: opt(Text),
  user: Id,
  scopes: Type.Array(Text, { description: 'a list of scopes' }),
  tokens: opt(oneOf('normal', 'expired')),
})

export const PropertyTypeRow = closed({ id: Id, name: Name })

export const RoomTypeRow = closed({
  id: Id,
  name: Name,
  description: opt(Text),
  image: opt(Text),
  property_types: opt(Ids),
  property: opt(IdOrNone),
})

export const FeatureCategoryRow = closed({ id: Id, title: Name })

export const FeatureRow = closed({
  id: Id,
  name: Name,
  description: opt(Text),
  image: opt(Text),
  include_in_filters: opt(Flag),
  property_types: opt(Ids),
  category: opt(IdOrNone),
})

export const CategoryRow = closed({ id: Id, title: Name, description: opt(Text) })
export const TaxRateRow = closed({ id: Id, code: Text, description: Text, rate: Percent })
export const CountryRow = closed({ id: Id, code: CountryCode, name: Name })
export const RegionRow = closed({ id: Id, country: CountryCode, name: Name })

export type UserRow = Static<typeof UserRow>
export type ClientRow = Static<typeof ClientRow>
