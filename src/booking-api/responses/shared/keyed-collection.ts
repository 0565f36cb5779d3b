import type { Choices } from '../../../booking-contract/choices/choices.ts'

/** A keyed collection; an empty one by the choice `empty_map`. */
export function keyedCollection<T>(
  entries: Readonly<Record<string, T>>,
  empty: Choices['empty_map'],
): Readonly<Record<string, T>> | readonly [] {
  return empty === 'array' && Object.keys(entries).length === 0 ? [] : entries
}
