import { addDays, type Day, parseDay } from '../../base/day.ts'
import { readDay } from '../../base/relative-day.ts'
import { dayAt } from '../../domain/property/properties.ts'
import type { Db } from '../../store/db.ts'
import type { EventWith } from '../events/event-schema.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import { findProperty } from './lookup.ts'

/** The days in a scenario file: `departure` or `nights`, not both. */
type WrittenStay = Pick<EventWith<'room_blocked'>, 'property' | 'arrival' | 'departure' | 'nights'>

export interface Stay {
  readonly arrival: Day
  /** Not a night of the stay. */
  readonly departure: Day
}

/** The days of a stay at a property; by default one night from tomorrow. */
export function stayOf(
  db: Pick<Db, 'properties'>,
  { now, choices }: Pick<ScenarioContext, 'now' | 'choices'>,
  { property, arrival: from, departure: to, nights }: WrittenStay,
): Stay {
  const today = dayAt(now, findProperty(db, property), choices.today)
  const arrival = readDay(from ?? 'today+1', today)
  if (!arrival) throw new Blocked(`arrival: there is no day ${from}`)
  if (to !== undefined && nights !== undefined) throw new Blocked('nights: goes without departure, which says the same')
  const departure = to === undefined ? parseDay(addDays(arrival, nights ?? 1)) : readDay(to, today)
  if (!departure) throw new Blocked(`departure: there is no day ${to ?? `${nights} nights after ${arrival}`}`)
  return { arrival, departure }
}
