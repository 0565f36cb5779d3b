/**
 * The rows that sandboxes start from: shared, frozen, found by id and by index.
 *
 * @module
 */
import type { Id } from './state.ts'

type Key<R> = (row: R) => Id | undefined
type Keys<R> = Readonly<Record<string, Key<R>>>
export type Identified = { readonly id: Id }

const EMPTY: readonly never[] = Object.freeze([])

/** The rows a world starts with; shared by all sandboxes made from it, never changed. */
export class Base<R extends Identified> {
  readonly rows: ReadonlyMap<Id, R>
  readonly keys: Keys<R>
  readonly #buckets = new Map<string, Map<Id, Id[]>>()
  #places: Map<Id, number> | undefined

  constructor(rows: readonly R[], keys: Keys<R>) {
    this.rows = new Map(rows.map((row) => [row.id, row]))
    this.keys = keys
  }

  /** The place of a row in row order, from 0. Places are counted when one is first asked for. */
  place(id: Id): number {
    this.#places ??= new Map([...this.rows.keys()].map((own, index) => [own, index]))
    return this.#places.get(id) ?? this.rows.size
  }

  /** Ids in a bucket of an index, in row order. The index is built when it is first asked for. */
  bucket(index: string, key: Id): readonly Id[] {
    let buckets = this.#buckets.get(index)
    if (!buckets) {
      buckets = new Map()
      const keyOf = this.keys[index]
      if (!keyOf) throw new Error(`no index ${index}`)
      for (const row of this.rows.values()) {
        const own = keyOf(row)
        if (own === undefined) continue
        const ids = buckets.get(own)
        if (ids) ids.push(row.id)
        else buckets.set(own, [row.id])
      }
      this.#buckets.set(index, buckets)
    }
    return buckets.get(key) ?? EMPTY
  }
}
