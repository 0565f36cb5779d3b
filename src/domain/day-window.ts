/**
 * Periods of two days.
 * @source facts "listbooking between dates"; choice `date_ranges`
 */
import type { Day, SentDay } from '../base/day.ts'
import { problemOf } from './problem-list.ts'
import { type Problem, Refusal, refuseIfAny } from './refusal.ts'

/** A period, both ends included. */
export interface DayWindow {
  readonly from: Day
  readonly to: Day
}

/** The names of the two ends in the path, for the text of a refusal. */
export type EndNames = Readonly<Record<'start' | 'end', string>>

const DEFAULT_NAMES: EndNames = { start: 'start_date', end: 'end_date' }

/**
 * Parses a period.
 *
 * @param wrong how invalid days and an end before the start are handled: refused, or matching nothing
 * @returns undefined for a period that matches nothing
 * @throws Refusal `values_invalid`, naming every wrong end
 */
export function dayWindow(
  start: SentDay,
  end: SentDay,
  wrong: 'refuse' | 'as_recorded',
  names: EndNames = DEFAULT_NAMES,
): DayWindow | undefined {
  if (start.day !== undefined && end.day !== undefined && start.day <= end.day) return { from: start.day, to: end.day }
  if (wrong === 'refuse') refuseIfAny(problemsOf(start, end, names))
  return undefined
}

/**
 * The nights from the first day up to but not including the last; at least one.
 *
 * @throws Refusal `values_invalid`, naming every wrong end
 */
export function requireNights(start: SentDay, end: SentDay, names: EndNames = DEFAULT_NAMES): DayWindow {
  const window = dayWindow(start, end, 'as_recorded')
  if (window && window.from < window.to) return window
  throw new Refusal('values_invalid', { problems: problemsOf(start, end, names) })
}

function problemsOf(start: SentDay, end: SentDay, names: EndNames): readonly Problem[] {
  const problems: Problem[] = []
  if (start.day === undefined) problems.push(dayProblem(names.start, start.sent))
  if (end.day === undefined) problems.push(dayProblem(names.end, end.sent))
  if (problems.length > 0) return problems
  const isSame = start.day === end.day
  const is = isSame ? `the same day as ${names.start}: there is no night between them` : `before ${names.start} "${start.sent}"`
  return [{ field: names.end, message: `"${end.sent}" is ${is}` }]
}

export const dayProblem = (field: string, sent: string): Problem => problemOf(field, DAY_EXPECTED, sent)

export const DAY_EXPECTED = 'expected a day that exists, as YYYY-MM-DD'
