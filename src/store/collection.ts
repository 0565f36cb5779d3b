/** A collection of rows: a shared, frozen base and the changes of one sandbox. */
import { getOrInsert } from '../base/get-or-insert.ts'
import { addToBucket, type Base, type BucketChange, copyChanges, type Identified, removeFromBucket } from './base.ts'
import type { CollectionName, Id } from './state.ts'

const NO_POSITIONS: ReadonlyMap<Id, number> = new Map()
/** Lists with fewer rows are not cached: to build them costs less than to keep them. */
const MIN_CACHED_ROWS = 16

export interface Reader<R, Index extends string = string> {
  readonly size: number
  get(id: Id): R | undefined
  has(id: Id): boolean
  /** All rows in order of insertion. A row that an earlier change removed is last when it is put again. */
  all(): readonly R[]
  /** The rows of one bucket of an index, in order of insertion. A long list is the same object until one of its rows changes. */
  by(index: Index, key: Id): readonly R[]
}

/** Write access to a collection, inside a change. */
export interface Writer<R, Index extends string = string> extends Reader<R, Index> {
  /** Adds the row, or replaces the one with its id. */
  put(row: R): R
  remove(id: Id): void
}

/** Called before a row is written, with the row before and after; undefined for none. */
export type OnRowWrite = (collection: CollectionName, id: Id, before: unknown, after: unknown) => void

/** A collection of one sandbox: the base with its changes. */
export class Collection<R extends Identified> implements Writer<R> {
  readonly #name: CollectionName
  readonly #base: Base<R>
  readonly #onWrite: OnRowWrite
  // created on first use: most collections of most sandboxes are never changed
  #own: Map<Id, R | null> | undefined
  #appended: Map<Id, number> | undefined
  #lastPosition: number
  /** The rows removed by the current change; a row that the same change puts again keeps its position. */
  #removed: Set<Id> | undefined
  #changes: Map<string, Map<Id, BucketChange>> | undefined
  #lists: Map<string, Map<Id, readonly R[]>> | undefined
  #size: number

  constructor(name: CollectionName, base: Base<R>, onWrite: OnRowWrite) {
    this.#name = name
    this.#base = base
    this.#onWrite = onWrite
    this.#lastPosition = base.rows.size
    this.#size = base.rows.size
  }

  /** The collection as it is now; later changes of the one do not affect the other. It takes memory for the changed rows only. */
  copy(onWrite: OnRowWrite): Collection<R> {
    const copy = new Collection(this.#name, this.#base, onWrite)
    copy.#own = this.#own && new Map(this.#own)
    copy.#appended = this.#appended && new Map(this.#appended)
    copy.#lastPosition = this.#lastPosition
    copy.#changes = this.#changes && copyChanges(this.#changes)
    copy.#size = this.#size
    return copy
  }

  get size(): number {
    return this.#size
  }

  /** The number of rows that differ from the base. */
  get changed(): number {
    return this.#own?.size ?? 0
  }

  get(id: Id): R | undefined {
    const own = this.#own?.get(id)
    if (own !== undefined) return own ?? undefined
    return this.#base.rows.get(id)
  }

  has(id: Id): boolean {
    const own = this.#own?.get(id)
    return own === undefined ? this.#base.rows.has(id) : own !== null
  }

  all(): readonly R[] {
    const changed = this.#own
    if (!changed) return [...this.#base.rows.values()]
    const rows: R[] = []
    const appended = this.#appended ?? NO_POSITIONS
    for (const row of this.#base.rows.values()) {
      const own = changed.get(row.id)
      if (own === undefined) rows.push(row)
      else if (own && !appended.has(row.id)) rows.push(own)
    }
    for (const id of appended.keys()) {
      const row = changed.get(id)
      if (row) rows.push(row)
    }
    return rows
  }

  by(index: string, key: Id): readonly R[] {
    const kept = this.#lists?.get(index)?.get(key)
    if (kept) return kept
    const rows = this.#rowsInIndex(index, key)
    if (rows.length >= MIN_CACHED_ROWS) {
      const all = (this.#lists ??= new Map<string, Map<Id, readonly R[]>>())
      getOrInsert(all, index, () => new Map<Id, readonly R[]>()).set(key, rows)
    }
    return rows
  }

  #rowsInIndex(index: string, key: Id): readonly R[] {
    const change = this.#changes?.get(index)?.get(key)
    const own = this.#base.bucket(index, key)
    const ids = change ? [...own.filter((id) => !change.removed.has(id)), ...change.added] : own
    const ordered = change?.unordered ? ids.toSorted((one, other) => this.#position(one) - this.#position(other)) : ids
    const rows: R[] = []
    for (const id of ordered) {
      const row = this.get(id)
      if (row) rows.push(row)
    }
    return rows
  }

  put(row: R): R {
    const before = this.get(row.id)
    this.#onWrite(this.#name, row.id, before, row)
    this.#ownRows().set(row.id, row)
    if (!before) {
      this.#size++
      if (!this.#removed?.delete(row.id)) (this.#appended ??= new Map()).set(row.id, ++this.#lastPosition)
    }
    this.#reindex(row.id, before, row)
    return row
  }

  remove(id: Id): void {
    const before = this.get(id)
    if (!before) return
    this.#onWrite(this.#name, id, before, undefined)
    this.#ownRows().set(id, null)
    ;(this.#removed ??= new Set()).add(id)
    this.#size--
    this.#reindex(id, before, undefined)
  }

  /** Ends the current change: the rows it removed lose their positions. */
  endChange(): void {
    for (const id of this.#removed ?? []) {
      this.#appended?.delete(id)
      if (!this.#base.rows.has(id)) this.#own?.delete(id)
    }
    this.#removed = undefined
  }

  #position(id: Id): number {
    return this.#appended?.get(id) ?? this.#base.position(id)
  }

  #ownRows(): Map<Id, R | null> {
    return (this.#own ??= new Map<Id, R | null>())
  }

  #reindex(id: Id, before: R | undefined, after: R | undefined): void {
    for (const [index, keyOf] of Object.entries(this.#base.keys)) {
      const old = before && keyOf(before)
      const now = after && keyOf(after)
      const lists = this.#lists?.get(index)
      if (old !== undefined) lists?.delete(old)
      if (now !== undefined) lists?.delete(now)
      if (old === now) continue
      if (old !== undefined) this.#change(index, old, (bucket) => removeFromBucket(bucket, id))
      if (now !== undefined)
        this.#change(index, now, (bucket) => addToBucket(bucket, id, this.#appended?.get(id), this.#lastPosition))
    }
  }

  /** Changes a bucket, and forgets it when it equals that of the base again. */
  #change(index: string, key: Id, change: (bucket: BucketChange) => void): void {
    const bucket = this.#bucket(index, key)
    change(bucket)
    if (bucket.added.size + bucket.removed.size === 0) this.#changes?.get(index)?.delete(key)
  }

  #bucket(index: string, key: Id): BucketChange {
    const changes = (this.#changes ??= new Map<string, Map<Id, BucketChange>>())
    const buckets = getOrInsert(changes, index, () => new Map<Id, BucketChange>())
    return getOrInsert(buckets, key, () => ({ added: new Set(), removed: new Set(), unordered: false }))
  }
}
