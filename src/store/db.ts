/** All collections of a sandbox: {@link Db} to read, {@link WriteDb} inside a change. */
import { getOrInsert } from '../base/get-or-insert.ts'
import { Base } from './base.ts'
import {
  Collection,
  type CollectionSnapshot,
  type OnRowWrite,
  type Reader,
  unchangedSnapshot,
  type Writer,
} from './collection.ts'
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

export type CollectionSnapshots = { readonly [K in CollectionName]: CollectionSnapshot<Rows[K]> }

const unchanged = new WeakMap<WorldBase, CollectionSnapshots>()

/** The snapshots of collections without changes; the sandboxes of a base share them. */
export function unchangedCollections(base: WorldBase): CollectionSnapshots {
  const from = <K extends CollectionName>(name: K): CollectionSnapshot<Rows[K]> => unchangedSnapshot<Rows[K]>(base[name])
  return getOrInsert(unchanged, base, () => byCollection<CollectionSnapshots>(from))
}

export type Collections = { readonly [K in CollectionName]: Collection<Rows[K]> }

/** @param onWrite not needed where the collections are only read */
export function openCollections(from: CollectionSnapshots, onWrite: OnRowWrite = () => undefined): Collections {
  const open = <K extends CollectionName>(name: K): Collection<Rows[K]> => new Collection<Rows[K]>(name, from[name], onWrite)
  return byCollection(open)
}

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
  readonly collections: CollectionSnapshots
}

export function snapshotOfState({ seed, clock, counters, collections }: WorldState): StoreSnapshot {
  return { seed, clock, counters, collections: unchangedCollections(worldBase(collections)) }
}

export function stateOfSnapshot({ seed, clock, counters, collections }: StoreSnapshot): WorldState {
  return { seed, clock, counters: { ...counters }, collections: rowsOf(openCollections(collections)) }
}
