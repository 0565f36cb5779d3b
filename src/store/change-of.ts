/** The stored form of a commit. */
import type { Commit } from './commit.ts'
import { type RowPatch, rowPatch } from './row-patch.ts'
import type { CollectionName, Counters, Id } from './state.ts'
import type { Change } from './storage.ts'

/**
 * The change to store for a commit.
 *
 * @param counters the changed counters
 * @param wholeRows true for changed rows as a whole, false for what changed in them
 */
export function changeOf(commit: Commit, counters: Counters, wholeRows: boolean): Change {
  const changed: Partial<Record<CollectionName, unknown[]>> = {}
  const put: Partial<Record<CollectionName, unknown[]>> = {}
  const patch: Partial<Record<CollectionName, RowPatch[]>> = {}
  const removed: Partial<Record<CollectionName, Id[]>> = {}
  for (const name of commit.collections) {
    for (const { id, before, after } of commit.rowsOf(name)) {
      if (!after) (removed[name] ??= []).push(id)
      else if (before && wholeRows) (changed[name] ??= []).push(after)
      else if (before) (patch[name] ??= []).push(rowPatch(before, after))
      else (put[name] ??= []).push(after)
    }
  }
  return {
    ...(Object.keys(put).length > 0 && { put: put as NonNullable<Change['put']> }),
    ...(Object.keys(changed).length > 0 && { changed: changed as NonNullable<Change['changed']> }),
    ...(Object.keys(patch).length > 0 && { patch }),
    ...(Object.keys(removed).length > 0 && { removed }),
    ...(Object.keys(counters).length > 0 && { counters }),
  }
}
