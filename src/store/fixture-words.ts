/**
 * The kinds of values fixtures are made of. The descriptions complete the sentence "expected ...".
 *
 * @module
 */
import Type, { type TProperties } from 'typebox'

export const Id = Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: 'an id (a whole number from 1)' })
export const IdOrNone = Type.Integer({ minimum: 0, maximum: 2_000_000_000, description: 'an id (a whole number, 0 for none)' })
export const Ids = Type.Array(Id, { description: 'a list of ids' })
export const Text = Type.String({ description: 'text' })
export const Name = Type.String({ minLength: 1, description: 'text that is not empty' })
export const Flag = Type.Boolean({ description: 'true or false' })
export const Count = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'a whole number from 0' })
export const Money = Type.Number({ minimum: -1e9, maximum: 1e9, description: 'an amount such as 12.5' })
export const Price = Type.Number({ minimum: 0, maximum: 1e9, description: 'an amount such as 12.5, not negative' })
export const Percent = Type.Number({ minimum: 0, maximum: 100, description: 'a percentage such as 17.5, from 0 to 100' })
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'a currency code such as EUR' })
export const CountryCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'a country code such as GB' })
export const PlaceId = Type.Union([IdOrNone, Name], { description: 'a region, by id or by name' })

const A_DAY = 'a day (YYYY-MM-DD, today, today+3 or today-12)'
const AN_INSTANT = 'an instant (ISO 8601 with a zone, or a relative day and a UTC time: today-3 09:12)'

export const DayText = Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2}|today([+-]\\d{1,5})?)$', description: A_DAY })
export const InstantText = Type.String({
  pattern: '^(\\d{4}-\\d{2}-\\d{2}T[\\d:.]+(Z|[+-]\\d{2}:\\d{2})|today([+-]\\d{1,5})? \\d{2}:\\d{2}(:\\d{2})?)$',
  description: AN_INSTANT,
})
export const DayOrNull = Type.Union([DayText, Type.Null()], { description: `${A_DAY}, or null` })
export const InstantOrNull = Type.Union([InstantText, Type.Null()], { description: `${AN_INSTANT}, or null` })

/** One of these words. */
export function oneOf<const W extends readonly string[]>(...words: W) {
  return Type.Unsafe<W[number]>(Type.Enum([...words], { description: `one of ${words.join(', ')}` }))
}

/** A map that has these keys and no others. */
export function closed<P extends TProperties>(properties: P, description?: string) {
  return Type.Object(properties, { additionalProperties: false, ...(description && { description }) })
}

export const opt = Type.Optional
