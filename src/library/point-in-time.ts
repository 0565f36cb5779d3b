/** A point in time: ISO 8601 with a zone (`2026-03-01T09:00:00Z`), a day (its 00:00 UTC), epoch milliseconds, or a Date. */
export type PointInTime = string | number | { toISOString(): string }
