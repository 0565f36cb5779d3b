/**
 * How the buckets of an index differ from those of the base.
 *
 * @module
 */
import type { Id } from './state.ts'

/** How one bucket differs. */
export interface BucketChange {
  readonly added: Set<Id>
  readonly removed: Set<Id>
  /** True when the added ids may stand in another order than their rows. */
  unordered: boolean
}

/** Index name, and what differs by bucket. */
export type BucketChanges = ReadonlyMap<string, ReadonlyMap<Id, BucketChange>>

/**
 * Notes that a row has come to a bucket.
 *
 * @param place its place behind the rows of the base; undefined for a row that stands among them
 * @param lastPlace the highest place given so far
 */
export function comes(bucket: BucketChange, id: Id, place: number | undefined, lastPlace: number): void {
  if (place === undefined && bucket.removed.delete(id)) return
  bucket.added.add(id)
  if (place !== lastPlace) bucket.unordered = true
}

/** Notes that a row has gone from a bucket. */
export function goes(bucket: BucketChange, id: Id): void {
  if (!bucket.added.delete(id)) bucket.removed.add(id)
}

/** A copy that changes do not reach. */
export function copied(changes: BucketChanges): Map<string, Map<Id, BucketChange>> {
  const copy = (buckets: ReadonlyMap<Id, BucketChange>): Map<Id, BucketChange> =>
    new Map(
      [...buckets].map(([key, { added, removed, unordered }]) => [
        key,
        { added: new Set(added), removed: new Set(removed), unordered },
      ]),
    )
  return new Map([...changes].map(([index, buckets]) => [index, copy(buckets)]))
}
