/**
 * What happens to a booking after it was made: which of the follow-ups, and when.
 *
 * @module
 */
import { addDays, type Day } from '../../base/day.ts'
import { type Instant, parseSpan, startOfDay } from '../../base/instant.ts'
import { dayAt, type Property } from '../../domain/property/properties.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import { share } from './drawing.ts'
import type { FollowUp, FollowUpWord } from './schema.ts'

const HOUR = 3_600_000
/** Hours of the day of arrival and departure at which something happens, half-open. */
const HOURS = { arrival: [14, 20], departure: [8, 11] } as const

/** A follow-up that chance has decided on. */
export interface DecidedFollowUp {
  readonly do: FollowUpWord
  /** Milliseconds after the booking was made; undefined where it depends on a day of the stay. */
  readonly after: number | undefined
  /** Milliseconds after that day begins. */
  readonly ofDay: number
}

/** Decides on one follow-up of one booking; undefined when it does not happen. @param key of the booking and the follow-up */
export function decideFollowUp(followUp: FollowUp, randomness: Randomness, key: string): DecidedFollowUp | undefined {
  const stream = randomness.stream('traffic-then', key)
  const happens = share(stream) * 100 < Number.parseFloat(followUp.chance ?? '100')
  const word = happens ? followUp.do : followUp.else
  if (word === undefined) return undefined
  if (followUp.on === undefined) return { do: word, after: spanBetween(followUp.after ?? '0s', share(stream)), ofDay: 0 }
  const [from, to] = HOURS[followUp.on]
  return { do: word, after: undefined, ofDay: Math.floor((from + share(stream) * (to - from)) * HOUR) }
}

function spanBetween(after: string | readonly string[], part: number): number {
  const [low = 0, high = low] = [after].flat().map((span) => parseSpan(span) ?? 0)
  return Math.floor(low + part * (high - low))
}

/** When a day begins for a property, as the choice `today` has it. Where zones are counted in part hours, the first full hour. */
export function beginOfDay(day: Day, property: Pick<Property, 'timezone'> | undefined, today: 'utc' | 'property'): Instant {
  const utc = startOfDay(day)
  if (today === 'utc' || !property?.timezone) return utc
  for (let hour = -15; hour < 15; hour++) if (dayAt(utc + hour * HOUR, property, today) === day) return utc + hour * HOUR
  return startOfDay(addDays(day, 1))
}
