/** The days of a stay that an act names: each exists, and the departure is after the arrival. */
import { dayNumber, parseDay } from '../../base/day.ts'
import type { Path } from '../../base/file-error.ts'
import { problemAt, type SchemaProblem } from '../../base/schema-check.ts'

/** The arrival of an act that names none. */
const USUAL_ARRIVAL = 'today+1'

/** Everything that is wrong with the days among the values of an act. @param path of its values */
export function stayProblems(values: Readonly<Record<string, unknown>>, path: Path): SchemaProblem[] {
  const missing = ['arrival', 'departure'].flatMap((key) => dayProblems(values[key], [...path, key]))
  if (missing.length > 0) return missing
  const { arrival = USUAL_ARRIVAL, departure, nights } = values
  if (departure !== undefined && nights !== undefined)
    return [problemAt(path, 'nights', 'goes without departure, which says the same')]
  if (!isNotBefore(arrival, departure)) return []
  return [problemAt(path, 'departure', `"${departure}" is not after the arrival, ${arrival}`)]
}

export function dayProblems(day: unknown, path: Path): SchemaProblem[] {
  const isDate = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day)
  return isDate && parseDay(day) === undefined ? [{ path, message: `there is no day ${day}` }] : []
}

/** True for a departure that is no later than its arrival, where both are written alike. */
function isNotBefore(arrival: unknown, departure: unknown): boolean {
  const [from, to] = [arrival, departure].map(dayNumberOf)
  return from !== undefined && to !== undefined && from.kind === to.kind && to.number <= from.number
}

function dayNumberOf(text: unknown): { readonly kind: 'relative' | 'day'; readonly number: number } | undefined {
  if (typeof text !== 'string') return undefined
  const relative = /^today([+-]\d+)?$/.exec(text)
  if (relative) return { kind: 'relative', number: Number(relative[1] ?? 0) }
  const day = parseDay(text)
  return day && { kind: 'day', number: dayNumber(day) }
}
