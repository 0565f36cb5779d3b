import type { Choices } from '../../../booking-contract/choices/choices.ts'

/** A keyed collection with an entry for each row; an empty one by the choice `empty_map`. */
export function keyedCollection<R, T>(
  empty: Choices['empty_map'],
  rows: readonly R[],
  entry: (row: R) => readonly [key: number | string, value: T],
): Readonly<Record<string, T>> | readonly [] {
  return empty === 'array' && rows.length === 0 ? [] : Object.fromEntries(rows.map(entry))
}
