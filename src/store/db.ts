/**
 * All collections of a world together: {@link Db} to read, {@link WriteDb} inside a change.
 *
 * @module
 */
import { Base } from './base.ts'
import { Collection, type Reader, type Standing, untouched, type Writer } from './collection.ts'
import { byCollection, type CollectionName, type Id, INDEXES, type IndexName, type RowLists, type Rows } from './state.ts'

/** The world as rules and handlers read it. */
export type Db = { readonly [K in CollectionName]: Reader<Rows[K], IndexName<K>> }

/** The world inside a change. */
export type WriteDb = { readonly [K in CollectionName]: Writer<Rows[K], IndexName<K>> } & {
  /** A new id of this collection; never given out twice, also after a restart. */
  nextId(collection: CollectionName): number
}

/** The frozen rows a sandbox starts from. */
export type WorldBase = { readonly [K in CollectionName]: Base<Rows[K]> }

/** Freezes a world's rows into a base that any number of sandboxes can share. */
export function worldBase(rows: RowLists): WorldBase {
  return byCollection((name) => baseOf(name, rows))
}

function baseOf<K extends CollectionName>(name: K, rows: RowLists): Base<Rows[K]> {
  const keys = INDEXES[name] as Readonly<Record<string, (row: Rows[K]) => Id | undefined>>
  // states of earlier versions lack collections
  const own: readonly Rows[K][] | undefined = rows[name]
  return new Base<Rows[K]>(own ?? [], keys)
}

/** Called before a row of a collection is written. */
export type OnRowWrite = (collection: CollectionName, id: Id, before: unknown, after: unknown) => void

/** All collections as they stood at one moment. */
export type WorldStanding = { readonly [K in CollectionName]: Standing<Rows[K]> }

/** A world that is nothing but its base. */
export function untouchedWorld(base: WorldBase): WorldStanding {
  const from = <K extends CollectionName>(name: K): Standing<Rows[K]> => untouched<Rows[K]>(base[name])
  return byCollection(from)
}

/** A sandbox's own collections. */
export type Collections = { readonly [K in CollectionName]: Collection<Rows[K]> }

/** A sandbox's collections, going on from where others stood. */
export function openCollections(from: WorldStanding, onWrite: OnRowWrite): Collections {
  const open = <K extends CollectionName>(name: K): Collection<Rows[K]> =>
    new Collection<Rows[K]>(from[name], (id, before, after) => onWrite(name, id, before, after))
  return byCollection(open)
}

/** Where collections stand. */
export function standingOf(collections: Collections): WorldStanding {
  const stand = <K extends CollectionName>(name: K): Standing<Rows[K]> => collections[name].standing()
  return byCollection(stand)
}

/** Every row of collections, each list in its order. */
export function rowsOf(collections: Collections): RowLists {
  return byCollection((name) => [...collections[name].all()])
}
