/** All collections of a sandbox: {@link Db} to read, {@link WriteDb} inside a change. */
import { Base } from './base.ts'
import { Collection, type OnRowWrite, type Reader, type Writer } from './collection.ts'
import {
  byCollection,
  COLLECTIONS,
  type CollectionName,
  type Id,
  type IndexName,
  type RowLists,
  type Rows,
  type WorldState,
} from './state.ts'

export type Db = { readonly [K in CollectionName]: Reader<Rows[K], IndexName<K>> }

/** Write access to all collections, inside a change. */
export type WriteDb = { readonly [K in CollectionName]: Writer<Rows[K], IndexName<K>> } & {
  /** A new id of this collection, not below `least`; never used twice, not even after a restart. */
  nextId(collection: CollectionName, least?: number): number
}

/** The frozen initial rows of a sandbox. */
export type WorldBase = { readonly [K in CollectionName]: Base<Rows[K]> }

/** Freezes rows to a base that any number of sandboxes can share. */
export function worldBase(rows: RowLists): WorldBase {
  return byCollection((name) => baseOf(name, rows))
}

function baseOf<K extends CollectionName>(name: K, rows: RowLists): Base<Rows[K]> {
  const keys = COLLECTIONS[name].indexes as Readonly<Record<string, (row: Rows[K]) => Id | undefined>>
  // states of earlier versions lack collections
  const own: readonly Rows[K][] | undefined = rows[name]
  return new Base<Rows[K]>(own ?? [], keys)
}

export type Collections = { readonly [K in CollectionName]: Collection<Rows[K]> }

const READ_ONLY: OnRowWrite = () => {
  throw new Error('a snapshot does not change')
}

/** The collections of a base, without changes. */
export function openCollections(base: WorldBase, onWrite = READ_ONLY): Collections {
  const open = <K extends CollectionName>(name: K): Collection<Rows[K]> => new Collection<Rows[K]>(name, base[name], onWrite)
  return byCollection(open)
}

export const copyOf = (collections: Collections, onWrite = READ_ONLY): Collections =>
  byCollection((name) => collections[name].copy(onWrite))

export function rowsOf(collections: Collections): RowLists {
  return byCollection((name) => collections[name].all())
}

/** Gives a row back its value before a write; undefined removes it. */
export function restoreRow<K extends CollectionName>(collections: Collections, name: K, id: Id, before: unknown): void {
  if (before === undefined) collections[name].remove(id)
  else collections[name].put(before as Rows[K])
}

/** A store at one moment. It shares the rows, so it takes memory for the changed rows only. */
export interface StoreSnapshot extends Pick<WorldState, 'seed' | 'clock' | 'counters'> {
  readonly collections: Collections
}

export function snapshotOfState({ seed, clock, counters, collections }: WorldState): StoreSnapshot {
  return { seed, clock, counters, collections: openCollections(worldBase(collections)) }
}

export function stateOfSnapshot({ seed, clock, counters, collections }: StoreSnapshot): WorldState {
  return { seed, clock, counters: { ...counters }, collections: rowsOf(collections) }
}
