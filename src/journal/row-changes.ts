/** The rows that a request changed, before and after. */

import type { ChangedIds, Commit } from '../store/commit.ts'
import { maskedId, maskedRow } from '../store/masked-state.ts'
import { COLLECTION_NAMES, type CollectionName, type Id, type Rows } from '../store/state.ts'

/** One row before and after a request, secrets masked; null when there was or is none. */
export interface ShownRowChange {
  readonly collection: CollectionName
  readonly id: Id
  readonly before: unknown
  readonly after: unknown
}

/** The ids of the rows that commits wrote, without duplicates. */
export function changedIdsOf(commits: readonly Commit[]): ChangedIds {
  const [first, ...others] = commits
  if (!first || others.length === 0) return first?.changed ?? {}
  const changed: Partial<Record<CollectionName, readonly Id[]>> = { ...first.changed }
  for (const commit of others)
    for (const collection of commit.collections)
      changed[collection] = [...new Set([...(changed[collection] ?? []), ...(commit.changed[collection] ?? [])])]
  return changed
}

/** A row after commits; undefined when they did not change it or removed it. */
export const rowAfter = <K extends CollectionName>(commits: readonly Commit[], collection: K, id: Id): Rows[K] | undefined =>
  commits
    .flatMap((commit) => commit.rowsOf(collection))
    .filter((row) => row.id === id)
    .at(-1)?.after

/** The rows that commits changed, without duplicates. Rows with equal values before and after are omitted. */
export function rowChangesOf(commits: readonly Commit[]): readonly ShownRowChange[] {
  return COLLECTION_NAMES.flatMap((collection) => {
    const rows = new Map<Id, { before: unknown; after: unknown }>()
    for (const commit of commits)
      for (const { id, before, after } of commit.rowsOf(collection)) {
        const earlier = rows.get(id)
        rows.set(id, { before: earlier ? earlier.before : before, after })
      }
    return [...rows]
      .filter(([, { before, after }]) => before !== after)
      .map(([id, { before, after }]) => ({
        collection,
        id: maskedId(collection, id),
        before: before === undefined ? null : maskedRow(collection, before),
        after: after === undefined ? null : maskedRow(collection, after),
      }))
  })
}
