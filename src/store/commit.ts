/** The committed rows of a change, for the listeners of the store. */

import { getOrInsert } from '../base/get-or-insert.ts'
import { rowPatch } from './row-patch.ts'
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

  static joined(commits: readonly Commit[]): Commit {
    const [first, ...others] = commits
    return first && others.length === 0 ? first : new Commit(commits.flatMap((commit) => commit.#writes))
  }

  get size(): number {
    return this.#writes.length
  }

  /** The ids of the written rows, each once. */
  get changed(): ChangedIds {
    return (this.#changed ??= Object.fromEntries([...this.#byRow].map(([name, rows]) => [name, [...rows.keys()]])))
  }

  get collections(): readonly CollectionName[] {
    return [...this.#byRow.keys()]
  }

  /** True when a row of one of the collections was written. */
  touches(...names: readonly CollectionName[]): boolean {
    return this.#writes.some(({ collection }) => names.includes(collection))
  }

  /** The written rows of a collection, each once, before and after the change. */
  rowsOf<K extends CollectionName>(collection: K): readonly RowChange<Rows[K]>[] {
    return [...(this.#byRow.get(collection)?.values() ?? [])] as RowChange<Rows[K]>[]
  }

  get #byRow(): ReadonlyMap<CollectionName, ReadonlyMap<Id, RowChange<unknown>>> {
    return (this.#rows ??= mergedByRow(this.#writes))
  }
}

function mergedByRow(writes: readonly RowWrite[]): Map<CollectionName, Map<Id, RowChange<unknown>>> {
  const rows = new Map<CollectionName, Map<Id, RowChange<unknown>>>()
  for (const { collection, id, before, after } of writes) {
    const own = getOrInsert(rows, collection, () => new Map<Id, RowChange<unknown>>())
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
  const change: { [K in 'put' | 'changed' | 'patch' | 'removed']?: Partial<Record<CollectionName, unknown[]>> } = {}
  const add = (kind: keyof typeof change, name: CollectionName, value: unknown): void => {
    const lists = (change[kind] ??= {})
    ;(lists[name] ??= []).push(value)
  }
  for (const name of commit.collections)
    for (const { id, before, after } of commit.rowsOf(name)) {
      if (!after) add('removed', name, id)
      else if (!before) add('put', name, after)
      else if (wholeRows) add('changed', name, after)
      else add('patch', name, rowPatch(before, after))
    }
  return { ...(change as Change), ...(Object.keys(counters).length > 0 && { counters }) }
}
