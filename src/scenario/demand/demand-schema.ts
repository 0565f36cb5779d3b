/** The schema of demand: whom a hotel has as guests, when they come and book, and what happens to their bookings. */
import type { Static, TSchema } from 'typebox'
import { Type } from '../../api/schema.ts'
import type { ReadonlyStatic } from '../selectors/selector-schema.ts'
import { closed, mapOf, oneOf, opt, optional, share } from '../vocabulary.ts'

export const DEMAND_KINDS = ['city', 'seaside', 'ski', 'business'] as const
export type DemandKind = (typeof DEMAND_KINDS)[number]

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
/** In the order of {@link weekday}. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The countries of guests, ISO 3166-1 alpha-2. */
export const NAMED_COUNTRIES = ['GB', 'US', 'DE', 'FR', 'IT', 'ES', 'NL', 'PL', 'CZ'] as const
export type NamedCountry = (typeof NAMED_COUNTRIES)[number]

const Weight = Type.Number({ minimum: 0, description: 'a number from 0' })
const Share = share('a percentage such as 12%')
const Age = Type.Integer({ minimum: 0, maximum: 17 })
const Days = Type.Number({ minimum: 0, maximum: 450, description: 'a number of days up to 450' })
const Factor = Type.Number({ minimum: 0.1, maximum: 10, description: 'a factor from 0.1 to 10' })

const keyed = <K extends string, T extends TSchema>(keys: readonly K[], value: T, description: string) =>
  Type.Unsafe<{ readonly [Key in K]?: Static<T> }>(closed(Object.fromEntries(keys.map((key) => [key, opt(value)])), description))

const weights = (pattern: string, description: string) => Type.Record(Type.String({ pattern }), Weight, { description })
const shares = (pattern: string, description: string) => Type.Record(Type.String({ pattern }), Share, { description })

const Parts = {
  season: optional(keyed(MONTHS, Weight, 'a map of months (jan to dec) to weights'), 'Stays by month of arrival.'),
  weekdays: optional(keyed(WEEKDAYS, Weight, 'a map of weekdays (mon to sun) to weights'), 'Stays by weekday of arrival.'),
  lead: optional(
    Type.Array(Days, { minItems: 3, maxItems: 3, description: 'the quartiles in days such as [8, 25, 68]' }),
    'Quartiles of the days between booking and arrival.',
  ),
  nights: optional(weights('^[1-9]\\d{0,2}$', 'a map of nights to weights'), 'Length of stay.'),
  party: opt(
    mapOf({
      adults: opt(weights('^[1-9]$', 'a map of adults in a room to weights')),
      children: optional(Share, 'Bookings with children.'),
      ages: opt(Type.Array(Age, { minItems: 2, maxItems: 2, description: 'two ages such as [2, 14]' })),
      rooms: optional(Share, 'Bookings of two or three rooms.'),
      groups: optional(Share, 'Bookings of five to twelve rooms.'),
    }),
  ),
  price: opt(
    mapOf({
      season: optional(keyed(MONTHS, Factor, 'a map of months to factors'), 'The price in a month, as a factor of the tariff.'),
      occupancy: optional(
        Type.Record(Type.String({ pattern: '^(100|\\d{1,2})%$' }), Factor, { description: 'a map such as { 70%: 1.1 }' }),
        'The further factor from a share of nights in the month that are taken.',
      ),
      limits: opt(Type.Array(Factor, { minItems: 2, maxItems: 2, description: 'two factors such as [0.7, 1.8]' })),
    }),
  ),
  source: opt(keyed(['site', 'desk', 'channel'], Weight, 'a map with site, desk, channel')),
  countries: opt(keyed(NAMED_COUNTRIES, Weight, 'a map of countries to weights')),
  repeat: optional(Share, 'Bookings of guests who have booked before.'),
  requests: opt(Share),
  coupons: opt(Share),
  deposits: optional(Share, 'Required deposits that are paid.'),
  cancels: optional(
    shares('^\\d{1,3}$', 'a map of days to percentages such as { 7: 5%, 60: 15% }'),
    'Bookings that are cancelled, by the lead time in days; between two by a straight line.',
  ),
  modifies: opt(mapOf({ dates: opt(Share), rooms: opt(Share), party: opt(Share) })),
  no_shows: opt(Share),
}

const DemandParts = closed(Parts, 'the parts of demand')

export const DemandSchema = Type.Union(
  [oneOf(...DEMAND_KINDS), closed({ like: oneOf(...DEMAND_KINDS), ...Parts }, 'a map with like and what differs')],
  { description: `${DEMAND_KINDS.join(', ')}, or a map with like and what differs` },
)

/** Demand in a scenario file: a kind, or a kind and what differs. */
export type WrittenDemand = ReadonlyStatic<typeof DemandSchema>
export type DemandParts = Required<ReadonlyStatic<typeof DemandParts>>
