/**
 * Two days that were sent as the ends of a period.
 *
 * @module
 * @source facts "listbooking between dates"; choice `date_ranges`
 */
import type { Day, SentDay } from '../base/day.ts'
import { problemOf } from './problem-list.ts'
import { type Problem, refuseIfAny } from './refusal.ts'

/** A period, both ends included. */
export interface DayWindow {
  readonly from: Day
  readonly to: Day
}

/** The names of the two ends in the path, for the text of a refusal. */
export interface EndNames {
  readonly start: string
  readonly end: string
}

const ENDS: EndNames = { start: 'start_date', end: 'end_date' }

/**
 * Makes a period of two days that were sent.
 *
 * @param wrong what texts that name no day, or an end before the start, do: be refused, or match nothing
 * @returns undefined when nothing can lie in the period
 * @throws Refusal `values_invalid`, naming every wrong end
 */
export function dayWindow(
  start: SentDay,
  end: SentDay,
  wrong: 'refuse' | 'as_recorded',
  names: EndNames = ENDS,
): DayWindow | undefined {
  if (start.day !== undefined && end.day !== undefined && start.day <= end.day) return { from: start.day, to: end.day }
  if (wrong === 'refuse') refuseIfAny(problemsOf(start, end, names))
  return undefined
}

/**
 * Refuses a period of nights that begins and ends on the same day: it has no night.
 *
 * @throws Refusal `values_invalid`
 */
export function refuseNoNight(start: SentDay, end: SentDay, names: EndNames = ENDS): void {
  if (start.day === undefined || start.day !== end.day) return
  refuseIfAny([{ field: names.end, message: `"${end.sent}" is the same day as ${names.start}: there is no night between them` }])
}

function problemsOf(start: SentDay, end: SentDay, names: EndNames): readonly Problem[] {
  const problems: Problem[] = []
  if (start.day === undefined) problems.push(noDay(names.start, start.sent))
  if (end.day === undefined) problems.push(noDay(names.end, end.sent))
  if (problems.length === 0)
    problems.push({ field: names.end, message: `"${end.sent}" is before ${names.start} "${start.sent}"` })
  return problems
}

/** What is wrong with a text that names no day. */
export const noDay = (field: string, sent: string): Problem => problemOf(field, DAY_EXPECTED, sent)

export const DAY_EXPECTED = 'expected a day that exists, as YYYY-MM-DD'
