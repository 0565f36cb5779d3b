/** Acts of traffic that a client missed, in words. */
import { timestamp } from '../../base/instant.ts'
import type { Delays, MissedAct } from '../expectations/outcome-schema.ts'

/** A line for each reported act, and one with the number of the others. */
export function missedLines(acts: readonly { what: string }[] = [], delays?: Pick<Delays, 'missed'>): readonly string[] {
  const more = (delays?.missed ?? 0) - acts.length
  return [...acts.map(({ what }) => `missed: ${what}`), ...(more > 0 && acts.length > 0 ? [`and ${more} more`] : [])]
}

/** `2026-06-01 09:00:00 guest_books, property 1, room 3, booking 107, arrival 2026-08-20`. */
export function actText({ at, do: act, property, room, booking, arrival, night }: MissedAct): string {
  const about = Object.entries({ property, room, booking, arrival, night }).flatMap(([what, id]) =>
    id === undefined ? [] : `${what} ${id}`,
  )
  return [`${timestamp(at)} ${act}`, ...about].join(', ')
}
