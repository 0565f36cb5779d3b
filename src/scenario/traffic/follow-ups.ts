/** Follow-ups of bookings that traffic makes: whether and when each happens. */
import type { Day } from '../../base/day.ts'
import { HOUR_MS } from '../../base/duration.ts'
import { type Instant, instantInZone, spanRange, startOfDay } from '../../base/instant.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Randomness, Stream } from '../../simulation/randomness.ts'
import type { FollowUp, FollowUpWord } from './traffic-schema.ts'

/** Hours of the day of arrival and departure at which follow-ups happen; the end is exclusive. */
const HOURS = { arrival: [14, 20], departure: [8, 11] } as const

export interface DecidedFollowUp {
  readonly do: FollowUpWord
  /** The day of the stay on which it happens. */
  readonly on: FollowUp['on']
  /** Milliseconds after the booking was made; undefined when it happens on a day of the stay. */
  readonly after: number | undefined
  /** Milliseconds after midnight of that day, in local time. */
  readonly ofDay: number
  /** The fields of the act besides the booking. Values can be drawn. */
  readonly with: Readonly<Record<string, unknown>>
}

/** Draws one follow-up of one booking; undefined when it does not happen. @param key of the booking and the follow-up */
export function decideFollowUp(followUp: FollowUp, randomness: Randomness, key: string): DecidedFollowUp | undefined {
  const stream = randomness.stream('traffic-then', key)
  const isDone = stream.happens(followUp.chance ?? '100%')
  const word = isDone ? followUp.do : followUp.else
  if (word === undefined) return undefined
  const values = isDone ? (followUp.with ?? {}) : {}
  if (followUp.on !== undefined) return { do: word, ...onDay(followUp.on, stream), with: values }
  const [least, greatest] = spanRange(followUp.after)
  const after = Math.floor(least + stream.share() * (greatest - least))
  return { do: word, on: undefined, after, ofDay: 0, with: values }
}

/** A time on a day of the stay. */
export function onDay(on: 'arrival' | 'departure', stream: Stream): Omit<DecidedFollowUp, 'do'> {
  const [from, to] = HOURS[on]
  return { on, after: undefined, ofDay: Math.floor((from + stream.share() * (to - from)) * HOUR_MS), with: {} }
}

/**
 * The instant of a time of day at a property; by the choice `today` in UTC or in the time zone of the property.
 *
 * @param ofDay milliseconds after midnight, in that zone
 */
export function timeOfDay(
  day: Day,
  ofDay: number,
  property: Pick<Property, 'timezone'> | undefined,
  today: 'utc' | 'property',
): Instant {
  const timezone = today === 'property' ? property?.timezone : undefined
  return timezone ? instantInZone(day, ofDay, timezone) : startOfDay(day) + ofDay
}
