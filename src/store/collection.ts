/**
 * A table of rows: a shared, frozen base and what this sandbox changed on top of it.
 *
 * @module
 */
import type { Base, Identified } from './base.ts'
import { type BucketChange, type BucketChanges, comes, copied, goes } from './bucket-changes.ts'
import type { Id } from './state.ts'

const UNCHANGED: BucketChanges = new Map()
const NO_PLACES: ReadonlyMap<Id, number> = new Map()
const NO_ROWS: ReadonlyMap<Id, never> = new Map<Id, never>()
/** Buckets with fewer rows are listed anew each time: that costs less than to keep their lists. */
const KEPT_FROM_ROWS = 16

/** What rules and handlers may ask of a collection. */
export interface Reader<R, Index extends string = string> {
  readonly size: number
  get(id: Id): R | undefined
  has(id: Id): boolean
  /** Every row, in order of insertion; one that was removed by an earlier change and is put again comes last. */
  all(): readonly R[]
  /** The rows of one bucket of an index, in order of insertion; a long list is the same one until a row of it changes. */
  by(index: Index, key: Id): readonly R[]
}

/** What a change may do besides. */
export interface Writer<R, Index extends string = string> extends Reader<R, Index> {
  /** Adds the row, or replaces the one with its id. */
  put(row: R): R
  remove(id: Id): void
}

/** Called before a row is written: its id, the row as it is, and as it will be; undefined where there is none. */
export type OnWrite<R> = (id: Id, before: R | undefined, after: R | undefined) => void

/** A collection as it stood at one moment. It shares the base and every row, so it costs what had changed by then. */
export interface Standing<R extends Identified> {
  readonly base: Base<R>
  readonly own: ReadonlyMap<Id, R | null>
  /** The rows that stand after those of the base, each with its place. */
  readonly appended: ReadonlyMap<Id, number>
  /** The highest place given so far. */
  readonly lastPlace: number
  readonly changes: BucketChanges
  readonly size: number
}

/** A collection that is nothing but its base. */
export const untouched = <R extends Identified>(base: Base<R>): Standing<R> => ({
  base,
  own: NO_ROWS,
  appended: NO_PLACES,
  lastPlace: base.rows.size,
  changes: UNCHANGED,
  size: base.rows.size,
})

/** A sandbox's view of a collection: the base, with its own changes over it. */
export class Collection<R extends Identified> implements Writer<R> {
  readonly #base: Base<R>
  readonly #onWrite: OnWrite<R>
  // made when they are first needed: most collections of most sandboxes never are
  #own: Map<Id, R | null> | undefined
  #appended: Map<Id, number> | undefined
  #lastPlace: number
  /** The rows that the change under way has removed: put again by the same change, they stand where they stood. */
  #removed: Set<Id> | undefined
  #changes: Map<string, Map<Id, BucketChange>> | undefined
  #lists: Map<string, Map<Id, readonly R[]>> | undefined
  #size: number

  constructor(from: Standing<R>, onWrite: OnWrite<R>) {
    this.#base = from.base
    this.#onWrite = onWrite
    if (from.own.size > 0) this.#own = new Map(from.own)
    if (from.appended.size > 0) this.#appended = new Map(from.appended)
    this.#lastPlace = from.lastPlace
    if (from.changes.size > 0) this.#changes = copied(from.changes)
    this.#size = from.size
  }

  /** The collection as it stands now; what changes from here on does not change it. */
  standing(): Standing<R> {
    return {
      base: this.#base,
      own: new Map(this.#own),
      appended: new Map(this.#appended),
      lastPlace: this.#lastPlace,
      changes: copied(this.#changes ?? UNCHANGED),
      size: this.#size,
    }
  }

  get size(): number {
    return this.#size
  }

  /** How many rows differ from the base. */
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
    const appended = this.#appended ?? NO_PLACES
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
    const rows = this.#listed(index, key)
    if (rows.length >= KEPT_FROM_ROWS) {
      const all = (this.#lists ??= new Map<string, Map<Id, readonly R[]>>())
      const lists = all.get(index)
      if (lists) lists.set(key, rows)
      else all.set(index, new Map([[key, rows]]))
    }
    return rows
  }

  #listed(index: string, key: Id): readonly R[] {
    const change = this.#changes?.get(index)?.get(key)
    const own = this.#base.bucket(index, key)
    const ids = change ? [...own.filter((id) => !change.removed.has(id)), ...change.added] : own
    const ordered = change?.unordered ? ids.toSorted((one, other) => this.#place(one) - this.#place(other)) : ids
    const rows: R[] = []
    for (const id of ordered) {
      const row = this.get(id)
      if (row) rows.push(row)
    }
    return rows
  }

  put(row: R): R {
    const before = this.get(row.id)
    this.#onWrite(row.id, before, row)
    this.#ownRows().set(row.id, row)
    if (!before) {
      this.#size++
      if (!this.#removed?.delete(row.id)) this.#append(row.id)
    }
    this.#reindex(row.id, before, row)
    return row
  }

  remove(id: Id): void {
    const before = this.get(id)
    if (!before) return
    this.#onWrite(id, before, undefined)
    this.#ownRows().set(id, null)
    ;(this.#removed ??= new Set()).add(id)
    this.#size--
    this.#reindex(id, before, undefined)
  }

  /** Ends a change: what it has removed has no place any more. */
  settle(): void {
    for (const id of this.#removed ?? []) {
      this.#appended?.delete(id)
      if (!this.#base.rows.has(id)) this.#own?.delete(id)
    }
    this.#removed = undefined
  }

  #append(id: Id): void {
    ;(this.#appended ??= new Map<Id, number>()).set(id, ++this.#lastPlace)
  }

  #place(id: Id): number {
    return this.#appended?.get(id) ?? this.#base.place(id)
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
      if (old !== undefined) this.#change(index, old, (bucket) => goes(bucket, id))
      if (now !== undefined) this.#change(index, now, (bucket) => comes(bucket, id, this.#appended?.get(id), this.#lastPlace))
    }
  }

  /** Changes a bucket; one that is as in the base again is forgotten. */
  #change(index: string, key: Id, change: (bucket: BucketChange) => void): void {
    const bucket = this.#bucket(index, key)
    change(bucket)
    if (bucket.added.size + bucket.removed.size === 0) this.#changes?.get(index)?.delete(key)
  }

  #bucket(index: string, key: Id): BucketChange {
    const changes = (this.#changes ??= new Map<string, Map<Id, BucketChange>>())
    let buckets = changes.get(index)
    if (!buckets) changes.set(index, (buckets = new Map()))
    let change = buckets.get(key)
    if (!change) buckets.set(key, (change = { added: new Set(), removed: new Set(), unordered: false }))
    return change
  }
}
