/** The initial rows of sandboxes: shared, frozen, with indexes. */
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
        const ids = buckets.get(own)
        if (ids) ids.push(row.id)
        else buckets.set(own, [row.id])
      }
      this.#buckets.set(index, buckets)
    }
    return buckets.get(key) ?? EMPTY
  }
}
