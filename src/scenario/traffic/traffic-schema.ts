/** The schema of traffic: acts of guests, the front desk and other channels that repeat while a scenario runs. */
import { Type } from '../../api/schema.ts'
import { DemandSchema } from '../demand/demand-schema.ts'
import type { EventWord } from '../events/event-schema.ts'
import type { ReadonlyStatic } from '../selectors/selector-schema.ts'
import { closed, described, Kebab, Name, oneOf, opt, optional, Span, spans } from '../vocabulary.ts'

export const TRAFFIC_ACTS = [
  'guest_books',
  'guest_walks_in',
  'channel_sells',
  'room_blocked',
  'price_changes',
  'guests_check_in',
  'guests_check_out',
] as const satisfies readonly EventWord[]
export type TrafficAct = (typeof TRAFFIC_ACTS)[number]

/** Those that make bookings of guests. */
export const BOOKING_ACTS: readonly TrafficAct[] = ['guest_books', 'guest_walks_in']

export const FOLLOW_UPS = [
  'guest_cancels',
  'guest_modifies',
  'guest_checks_in',
  'guest_checks_out',
  'no_show',
  'deposit_paid',
  'invoice_paid',
  'invoice_pending',
  'manager_approves',
  'manager_rejects',
] as const satisfies readonly EventWord[]
export type FollowUpWord = (typeof FOLLOW_UPS)[number]

/** What an act takes; the schema of the act checks it. */
export const ActFields = Type.Record(Type.String(), Type.Unknown(), { description: 'a map' })

export const FollowUpSchema = closed(
  {
    chance: optional(
      Type.String({ pattern: '^\\d+(\\.\\d+)?%$', description: 'a percentage such as 12%' }),
      'Probability. Default 100%.',
    ),
    after: optional(
      spans('a span such as 2h, or two of them: [1h, 20d]'),
      'Time after the booking; a random time between two spans.',
    ),
    on: optional(
      oneOf('arrival', 'departure'),
      'On that day of the stay, in the afternoon (14:00 to 20:00) or in the morning (8:00 to 11:00).',
    ),
    do: oneOf(...FOLLOW_UPS),
    else: optional(oneOf(...FOLLOW_UPS), 'The act at that time if `do` does not happen by chance.'),
    with: opt(ActFields),
  },
  'a follow-up: do, and perhaps chance, after or on, else, with',
)

export const TrafficSchema = closed(
  {
    id: { ...Kebab, ...described('A name for expectations and reports. Random values follow it and the seed.') },
    about: opt(Name),
    do: oneOf(...TRAFFIC_ACTS),
    rate: optional(
      Type.String({ pattern: '^\\d+(\\.\\d+)?/[hdw]$', description: 'a rate such as 200/d' }),
      'Mean number per hour, day or week.',
    ),
    every: optional(Span, 'Instead of `rate`: at even intervals.'),
    hours: optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0, description: 'a weight from 0' }), {
        description: 'a map of hours to weights such as { 0-7: 0.2, 18-22: 3 }',
      }),
      'Weights of hours of the day, UTC: `7-9` is 7:00 to 9:00. Hours that are not named weigh 1. The daily mean stays.',
    ),
    demand: optional(
      DemandSchema,
      'Of guest_books: season, lead times, parties, prices and all that follows, of a kind of hotel.',
    ),
    with: optional(
      ActFields,
      'What the act takes. A value can be drawn: { from, to }, { weights: { VALUE: WEIGHT } } or { any: [VALUES] }.',
    ),
    // biome-ignore lint/suspicious/noThenProperty: a key of scenario files
    then: optional(Type.Array(FollowUpSchema, { description: 'a list of follow-ups' }), 'Later acts on the booking.'),
  },
  'traffic: id, do, rate or every, and perhaps hours, demand, with, then',
)

export type Traffic = ReadonlyStatic<typeof TrafficSchema>
export type FollowUp = ReadonlyStatic<typeof FollowUpSchema>
