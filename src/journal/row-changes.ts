/** The rows that a request changed, before and after. */

import { Commit, type RowWrite } from '../store/commit.ts'
import { maskedId, maskedRow } from '../store/masked-state.ts'
import { COLLECTION_NAMES, type CollectionName, type Id, type Rows } from '../store/state.ts'

/** A row after commits; undefined when they did not change it or removed it. */
export const rowAfter = <K extends CollectionName>(commits: readonly Commit[], collection: K, id: Id): Rows[K] | undefined =>
  Commit.joined(commits)
    .rowsOf(collection)
    .find((row) => row.id === id)?.after

/**
 * The rows that commits changed, without duplicates, secrets masked; null when there was or is none. Rows with equal values before and
 * after are omitted.
 */
export function rowChangesOf(commits: readonly Commit[]): readonly RowWrite[] {
  const all = Commit.joined(commits)
  const shown = (collection: CollectionName, row: unknown): unknown => (row === undefined ? null : maskedRow(collection, row))
  return COLLECTION_NAMES.flatMap((collection) =>
    all.rowsOf(collection).flatMap(({ id, before, after }) => {
      if (before === after) return []
      return [{ collection, id: maskedId(collection, id), before: shown(collection, before), after: shown(collection, after) }]
    }),
  )
}
