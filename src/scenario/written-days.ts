/** Spans between days as scenarios write them. */
import { type Day, daysBetween, parseDay } from '../base/day.ts'
import { daysAhead } from '../base/relative-day.ts'

/** Days from one text to another, both days or both relative to today; undefined for anything else. */
export function daysFrom(from: unknown, to: unknown): number | undefined {
  const [first, last] = [daysAhead(from), daysAhead(to)]
  if (first !== undefined && last !== undefined) return last - first
  const [start, end] = [dayOf(from), dayOf(to)]
  return start && end ? daysBetween(start, end) : undefined
}

export const dayOf = (text: unknown): Day | undefined => (typeof text === 'string' ? parseDay(text) : undefined)
