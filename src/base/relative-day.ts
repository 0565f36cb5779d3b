/** Days as scenarios, fixtures and examples write them: `2026-05-02`, or relative to today. */
import { addDays, type Day, parseDay } from './day.ts'

/** The days of a text such as `today+3`; undefined for anything else. */
export function daysAhead(text: unknown): number | undefined {
  const match = typeof text === 'string' ? /^today([+-]\d{1,5})?$/.exec(text) : null
  return match ? Number(match[1] ?? 0) : undefined
}

/** Reads `2026-05-02`, `today` or `today+3`; undefined when there is no such day. */
export function readDay(text: string, today: Day): Day | undefined {
  const ahead = daysAhead(text)
  return parseDay(ahead === undefined ? text : addDays(today, ahead))
}
