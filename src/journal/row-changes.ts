/**
 * The rows that a call changed, as they were before and after it.
 *
 * @module
 */

import type { Commit } from '../store/commit.ts'
import { maskedId, maskedRow } from '../store/masked-state.ts'
import { COLLECTION_NAMES, type CollectionName, type Id } from '../store/state.ts'
import type { Entry } from './journal.ts'

/** One row before and after a call, secrets masked; null where there was or is none. */
export interface ShownRowChange {
  readonly collection: CollectionName
  readonly id: Id
  readonly before: unknown
  readonly after: unknown
}

/** Kept as long as their entry. Rows are never changed in place, so keeping them costs only what is no longer in the store. */
const commits = new WeakMap<Entry, Commit[]>()

/** Notes what a call committed. */
export function noteCommit(entry: Entry, commit: Commit): void {
  const known = commits.get(entry)
  if (known) known.push(commit)
  else commits.set(entry, [commit])
}

/** The rows a call changed, each once. A row that is as it was before is left out. */
export function rowChangesOf(entry: Entry): readonly ShownRowChange[] {
  const made = commits.get(entry) ?? []
  return COLLECTION_NAMES.flatMap((collection) => {
    const rows = new Map<Id, { before: unknown; after: unknown }>()
    for (const commit of made)
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
