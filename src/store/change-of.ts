/**
 * The stored form of a commit.
 *
 * @module
 */
import type { Commit } from './commit.ts'
import { type RowPatch, rowPatch } from './row-patch.ts'
import type { CollectionName, Counters, Id } from './state.ts'
import type { Change } from './storage.ts'

/**
 * The change to store for a commit.
 *
 * @param counters the changed counters
 */
export function changeOf(commit: Commit, counters: Counters): Change {
  const put: Partial<Record<CollectionName, unknown[]>> = {}
  const patch: Partial<Record<CollectionName, RowPatch[]>> = {}
  const removed: Partial<Record<CollectionName, Id[]>> = {}
  for (const name of commit.collections) {
    for (const { id, before, after } of commit.rowsOf(name)) {
      if (!after) (removed[name] ??= []).push(id)
      else if (before) (patch[name] ??= []).push(rowPatch(before, after))
      else (put[name] ??= []).push(after)
    }
  }
  return {
    ...(Object.keys(put).length > 0 && { put: put as NonNullable<Change['put']> }),
    ...(Object.keys(patch).length > 0 && { patch }),
    ...(Object.keys(removed).length > 0 && { removed }),
    ...(Object.keys(counters).length > 0 && { counters }),
  }
}
