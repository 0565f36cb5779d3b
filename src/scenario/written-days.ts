/** Days as scenarios write them: `2026-05-02`, or relative to today. */
import { addDays, type Day, daysBetween, parseDay } from '../base/day.ts'

/** Days from one text to another, both days or both relative to today; undefined for anything else. */
export function daysFrom(from: unknown, to: unknown): number | undefined {
  const [first, last] = [daysAhead(from), daysAhead(to)]
  if (first !== undefined && last !== undefined) return last - first
  const [start, end] = [dayOf(from), dayOf(to)]
  return start && end ? daysBetween(start, end) : undefined
}

/** The days of a text such as `today+3`; undefined for anything else. */
export function daysAhead(text: unknown): number | undefined {
  const match = typeof text === 'string' ? /^today([+-]\d{1,5})?$/.exec(text) : null
  return match ? Number(match[1] ?? 0) : undefined
}

export const dayOf = (text: unknown): Day | undefined => (typeof text === 'string' ? parseDay(text) : undefined)

/** Reads `2026-05-02`, `today` or `today+3`. */
export function readDay(text: string, today: Day): Day | undefined {
  const ahead = daysAhead(text)
  return parseDay(ahead === undefined ? text : addDays(today, ahead))
}
