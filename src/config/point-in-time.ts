/** Points in time as the library takes them. */
import { isoInstant } from '../base/instant.ts'

export const POINT_IN_TIME = 'an instant such as 2026-03-01T09:00:00Z, epoch milliseconds or a Date'

/** ISO 8601 with a time zone, a day, epoch milliseconds, or a Date. */
type PointInTime = string | number | { toISOString(): string }

/** An invalid Date is null in JSON. */
export const isPointInTime = (value: unknown): value is PointInTime =>
  typeof value === 'string' ||
  Number.isFinite(value) ||
  (typeof value === 'object' &&
    value !== null &&
    'toISOString' in value &&
    typeof value.toISOString === 'function' &&
    JSON.stringify(value) !== 'null')

/** Converts a point in time to the text that the clock parses. */
export function instantText(at: PointInTime): string {
  if (typeof at === 'number') return isoInstant(Math.floor(at))
  return typeof at === 'string' ? at : at.toISOString()
}
