/** The days of a stay that an act names: each exists, and the departure is after the arrival. */
import { parseDay } from '../../base/day.ts'
import type { Path } from '../../base/file-error.ts'
import { problemAt, type SchemaProblem } from '../../base/schema-check.ts'
import { daysFrom } from '../written-days.ts'

/** The arrival of an act that names none. */
const USUAL_ARRIVAL = 'today+1'

/** Everything that is wrong with the days among the values of an act. @param path of its values */
export function stayProblems(values: Readonly<Record<string, unknown>>, path: Path): SchemaProblem[] {
  const missing = ['arrival', 'departure'].flatMap((key) => dayProblems(values[key], [...path, key]))
  if (missing.length > 0) return missing
  const { arrival = USUAL_ARRIVAL, departure, nights } = values
  if (departure !== undefined && nights !== undefined)
    return [problemAt(path, 'nights', 'goes without departure, which says the same')]
  return (daysFrom(arrival, departure) ?? 1) > 0
    ? []
    : [problemAt(path, 'departure', `"${departure}" is not after the arrival, ${arrival}`)]
}

export function dayProblems(day: unknown, path: Path): SchemaProblem[] {
  const isDate = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day)
  return isDate && parseDay(day) === undefined ? [{ path, message: `there is no day ${day}` }] : []
}
