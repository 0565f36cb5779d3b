/** The committed rows of a change, for the listeners of the store. */

import { type RowPatch, rowPatch } from './row-patch.ts'
import type { CollectionName, Counters, Id, Rows } from './state.ts'
import type { Change } from './storage.ts'

/** The ids of the rows a change wrote, by collection. */
export type ChangedIds = Readonly<Partial<Record<CollectionName, readonly Id[]>>>

/** One row before and after a change; undefined for no row. */
export interface RowChange<R> {
  readonly id: Id
  readonly before: R | undefined
  readonly after: R | undefined
}

/** One write to a row, in the order of writing. A change may write a row several times. */
export interface RowWrite extends RowChange<unknown> {
  readonly collection: CollectionName
}

/** Called synchronously after a change has been committed. It must not throw, and must not change the store. */
export type CommitListener = (commit: Commit) => void

/** One committed change. Its parts are computed on first use, and stay valid after later changes. */
export class Commit {
  readonly #writes: readonly RowWrite[]
  #rows: ReadonlyMap<CollectionName, ReadonlyMap<Id, RowChange<unknown>>> | undefined
  #changed: ChangedIds | undefined

  constructor(writes: readonly RowWrite[]) {
    this.#writes = writes
  }

  /** The number of writes. */
  get size(): number {
    return this.#writes.length
  }

  /** The ids of the written rows, each once. */
  get changed(): ChangedIds {
    return (this.#changed ??= changedIds(this.#writes))
  }

  /** The collections with written rows. */
  get collections(): readonly CollectionName[] {
    this.#rows ??= mergedByRow(this.#writes)
    return [...this.#rows.keys()]
  }

  /** True when a row of one of the collections was written. */
  touches(...names: readonly CollectionName[]): boolean {
    return this.#writes.some(({ collection }) => names.includes(collection))
  }

  /** The written rows of a collection, each once, before and after the change. */
  rowsOf<K extends CollectionName>(collection: K): readonly RowChange<Rows[K]>[] {
    this.#rows ??= mergedByRow(this.#writes)
    return [...(this.#rows.get(collection)?.values() ?? [])] as RowChange<Rows[K]>[]
  }
}

function changedIds(writes: readonly RowWrite[]): ChangedIds {
  const changed: Partial<Record<CollectionName, Id[]>> = {}
  const seen = new Set<string>()
  for (const { collection, id } of writes) {
    const key = `${collection}/${id}`
    if (seen.has(key)) continue
    seen.add(key)
    const ids = changed[collection]
    if (ids) ids.push(id)
    else changed[collection] = [id]
  }
  return changed
}

function mergedByRow(writes: readonly RowWrite[]): Map<CollectionName, Map<Id, RowChange<unknown>>> {
  const rows = new Map<CollectionName, Map<Id, RowChange<unknown>>>()
  for (const { collection, id, before, after } of writes) {
    let own = rows.get(collection)
    if (!own) rows.set(collection, (own = new Map()))
    const earlier = own.get(id)
    own.set(id, { id, before: earlier ? earlier.before : before, after })
  }
  return rows
}

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
