/** The differences between the buckets of an index and those of the base. */
import type { Id } from './state.ts'

/** The difference of one bucket. */
export interface BucketChange {
  readonly added: Set<Id>
  readonly removed: Set<Id>
  /** True when the added ids may not be in row order. */
  unordered: boolean
}

/** The changed buckets by index name. */
export type BucketChanges = ReadonlyMap<string, ReadonlyMap<Id, BucketChange>>

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

/** Removes a row from a bucket. */
export function removeFromBucket(bucket: BucketChange, id: Id): void {
  if (!bucket.added.delete(id)) bucket.removed.add(id)
}

/** A deep copy. */
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
