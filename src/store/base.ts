/** The initial rows of sandboxes: shared, frozen, with indexes. */

import { getOrInsert } from '../base/get-or-insert.ts'
import type { Id } from './state.ts'

type Key<R> = (row: R) => Id | undefined
type Keys<R> = Readonly<Record<string, Key<R>>>
export type Identified = { readonly id: Id }

const EMPTY: readonly never[] = Object.freeze([])

/** The initial rows of a collection; shared by all sandboxes of a template, never changed. */
export class Base<R extends Identified> {
  readonly rows: ReadonlyMap<Id, R>
  readonly keys: Keys<R>
  readonly #buckets = new Map<string, Map<Id, Id[]>>()
  #positions: Map<Id, number> | undefined

  constructor(rows: readonly R[], keys: Keys<R>) {
    this.rows = new Map(rows.map((row) => [row.id, row]))
    this.keys = keys
  }

  /** The position of a row, from 0; computed on first use. */
  position(id: Id): number {
    this.#positions ??= new Map([...this.rows.keys()].map((own, index) => [own, index]))
    return this.#positions.get(id) ?? this.rows.size
  }

  /** The ids in a bucket of an index, in row order. The index is built on first use. */
  bucket(index: string, key: Id): readonly Id[] {
    let buckets = this.#buckets.get(index)
    if (!buckets) {
      buckets = new Map()
      const keyOf = this.keys[index]
      if (!keyOf) throw new Error(`no index ${index}`)
      for (const row of this.rows.values()) {
        const own = keyOf(row)
        if (own === undefined) continue
        getOrInsert(buckets, own, () => []).push(row.id)
      }
      this.#buckets.set(index, buckets)
    }
    return buckets.get(key) ?? EMPTY
  }
}

/** The difference of one bucket. */
export interface BucketChange {
  readonly added: Set<Id>
  readonly removed: Set<Id>
  /** True when the added ids may not be in row order. */
  unordered: boolean
}

type BucketChanges = ReadonlyMap<string, ReadonlyMap<Id, BucketChange>>

/**
 * Adds a row to a bucket.
 *
 * @param position its position after the rows of the base; undefined for a row of the base
 * @param lastPosition the highest assigned position
 */
export function addToBucket(bucket: BucketChange, id: Id, position: number | undefined, lastPosition: number): void {
  if (position === undefined && bucket.removed.delete(id)) return
  bucket.added.add(id)
  if (position !== lastPosition) bucket.unordered = true
}

export function removeFromBucket(bucket: BucketChange, id: Id): void {
  if (!bucket.added.delete(id)) bucket.removed.add(id)
}

export function copyChanges(changes: BucketChanges): Map<string, Map<Id, BucketChange>> {
  const copy = (buckets: ReadonlyMap<Id, BucketChange>): Map<Id, BucketChange> =>
    new Map(
      [...buckets].map(([key, { added, removed, unordered }]) => [
        key,
        { added: new Set(added), removed: new Set(removed), unordered },
      ]),
    )
  return new Map([...changes].map(([index, buckets]) => [index, copy(buckets)]))
}
