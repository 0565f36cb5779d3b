/**
 * Fixtures of a property: itself, its rooms, its tariffs.
 *
 * @module
 */
import Type, { type Static } from 'typebox'
import { SETTING_DEFAULTS, type SettingKey } from '../domain/property-settings.ts'
import {
  Count,
  CountryCode,
  Currency,
  closed,
  DayText,
  Flag,
  Id,
  IdOrNone,
  Ids,
  Name,
  oneOf,
  opt,
  PlaceId,
  Price,
  Text,
} from './fixture-words.ts'

const Age = Type.Integer({ minimum: 0, maximum: 17, description: 'an age in years (0 to 17)' })

const FileNames = Type.Array(Name, { description: 'a list of file names' })

const Pictures = closed({
  main: opt(Type.Union([Name, Type.Null()], { description: 'a file name, or null for none' })),
  slideshow: opt(FileNames),
  rooms: opt(Type.Record(Type.String({ pattern: '^[1-9]\\d*$' }), FileNames)),
})

const Texts = closed({
  description: opt(Text),
  checkin_times: opt(Text),
  area_activities: opt(Text),
  driving_directions: opt(Text),
  policies: opt(Text),
  meta_description: opt(Text),
})

/** The known settings only; values are texts, as the service keeps them. */
const Settings = Type.Unsafe<{ readonly [K in SettingKey]?: string }>(
  closed(Object.fromEntries(Object.keys(SETTING_DEFAULTS).map((key) => [key, opt(Text)]))),
)

export const PropertyRow = closed({
  id: Id,
  name: Name,
  street: opt(Text),
  town: opt(Text),
  postcode: opt(Text),
  region: opt(PlaceId),
  country: CountryCode,
  tel: opt(Text),
  email: opt(Text),
  stars: opt(Type.Integer({ minimum: 0, maximum: 5, description: 'stars (0 to 5)' })),
  type: Id,
  category: opt(IdOrNone),
  features: opt(Ids),
  latitude: opt(Text),
  longitude: opt(Text),
  published: opt(Flag),
  tariff_mode: opt(oneOf('normal', 'advanced', 'micromanage', 'compatibility', 'standard')),
  single_unit: opt(Flag),
  currency: opt(Currency),
  timezone: opt(Type.Union([Name, Type.Null()], { description: 'an IANA time zone, or null' })),
  texts: opt(Texts),
  pictures: opt(Pictures),
  settings: opt(Settings),
})

export const RoomRow = closed({
  id: Id,
  property: Id,
  type: Id,
  name: opt(Text),
  number: opt(Text),
  floor: opt(Text),
  max_people: opt(Type.Integer({ minimum: 1, maximum: 1000, description: 'a whole number from 1' })),
  features: opt(Ids),
  single_person_supplement: opt(Price),
})

const LengthModifiers = closed({
  seven_days: opt(Price),
  thirty_days: opt(Price),
  percentage: opt(Flag),
})

const RateRow = closed({ id: opt(Id), from: DayText, to: DayText, price: Price, min_days: opt(Count) })

export const TariffRow = closed({
  id: Id,
  property: Id,
  room_type: Id,
  title: Text,
  description: opt(Text),
  max_days: opt(Count),
  min_people: opt(Count),
  max_people: opt(Count),
  day_of_week: opt(Type.Integer({ minimum: 0, maximum: 7, description: 'a weekday (0 Sunday to 6 Saturday, 7 any)' })),
  ignore_pppn: opt(Flag),
  allow_weekend: opt(Flag),
  weekend_only: opt(Flag),
  min_rooms_selected: opt(Count),
  max_rooms_selected: opt(Count),
  length_modifiers: opt(LengthModifiers),
  rates: opt(Type.Array(RateRow, { description: 'a list of rates' })),
})

export const ChildRateRow = closed({
  id: Id,
  property: Id,
  age_from: Age,
  age_to: Age,
  price: Price,
  model: opt(oneOf('per_night', 'per_stay')),
})

export type PropertyRow = Static<typeof PropertyRow>
export type RoomRow = Static<typeof RoomRow>

export type TariffRow = Static<typeof TariffRow>
export type ChildRateRow = Static<typeof ChildRateRow>
