/**
 * A sandbox's memory: reads at once, changes all or nothing, on disk before they are acknowledged.
 *
 * @module
 */
import { Clock, type ClockState, REAL_CLOCK, realNow } from '../sim/clock.ts'
import {
  type Collections,
  type Db,
  openCollections,
  rowsOf,
  standingOf,
  untouchedWorld,
  type WorldBase,
  type WorldStanding,
  type WriteDb,
  worldBase,
} from './db.ts'
import { COLLECTION_NAMES, type CollectionName, type Counters, type Id, type Rows, type WorldState } from './state.ts'

/** What one change did, as it is written down. */
export interface Change {
  readonly put?: { readonly [K in CollectionName]?: readonly Rows[K][] }
  readonly removed?: { readonly [K in CollectionName]?: readonly Id[] }
  readonly counters?: Counters
  readonly clock?: ClockState
}

/** Where changes are written down before they count. A memory store has none. */
export interface Ledger {
  /** Called before a change begins. */
  prepare(): void
  /** @throws when the change could not be written; it then has not happened */
  append(change: Change): void
  /**
   * Puts a whole state in the place of everything before.
   *
   * @throws when it could not be written; the state before it then still stands
   */
  replace(state: WorldState): void
  close(state: () => WorldState): void
}

/** What a store starts from. */
export interface StoreStart {
  readonly seed: number
  readonly base: WorldBase
  readonly counters: Counters
  readonly clock?: ClockState
  readonly ledger?: Ledger
}

interface Undo {
  readonly collection: CollectionName
  readonly id: Id
  readonly before: unknown
}

/** Which rows a change touched: collection to ids. */
export type Touched = Readonly<Partial<Record<CollectionName, readonly Id[]>>>

/** All that a store holds, as it stood at one moment. It shares the rows, so it costs what had changed since the start. */
export interface StoreStanding {
  readonly seed: number
  /** What the clock showed; one that shows the machine's time is {@link REAL_CLOCK}. */
  readonly clock: ClockState
  readonly counters: Counters
  readonly collections: WorldStanding
}

/** A state of plain data as a store can go on from it. */
export function standingOfState({ seed, clock, counters, collections }: WorldState): StoreStanding {
  return { seed, clock, counters, collections: untouchedWorld(worldBase(collections)) }
}

/** What stood, as plain data. */
export function stateOfStanding({ seed, clock, counters, collections }: StoreStanding): WorldState {
  return { seed, clock, counters: { ...counters }, collections: rowsOf(openCollections(collections, () => undefined)) }
}

/** The state of one sandbox. */
export class Store {
  readonly clock: Clock
  /** What the last successful change touched; cleared by whoever reads it for a request. */
  lastTouched: Touched | undefined
  #seed: number
  #write: WriteDb
  #collections: Collections
  #ledger: Ledger | undefined
  #counters: Partial<Record<CollectionName, number>>
  #undo: Undo[] | undefined
  #countersTouched = false

  constructor(start: StoreStart) {
    this.#seed = start.seed
    this.clock = new Clock(start.clock)
    this.#ledger = start.ledger
    this.#counters = { ...start.counters }
    this.#collections = this.#open(untouchedWorld(start.base))
    this.#write = this.#writable()
  }

  get seed(): number {
    return this.#seed
  }

  get db(): Db {
    return this.#collections
  }

  /**
   * Runs one change: all of it happens, or nothing. When it returns, it is on disk.
   * What `change` throws is thrown on, with the world as it was before.
   */
  change<T>(change: (db: WriteDb) => T): T {
    if (this.#undo) throw new Error('a change cannot start inside another')
    this.#ledger?.prepare()
    const counters = this.#counters
    this.#counters = { ...counters }
    this.#undo = []
    this.#countersTouched = false
    try {
      const result = change(this.#write)
      this.#commit()
      return result
    } catch (error) {
      this.#rollBack()
      this.#counters = counters
      throw error
    } finally {
      this.#undo = undefined
    }
  }

  /** Sets the clock, for good: it stands so after a restart. */
  setClock(state: ClockState): void {
    this.#ledger?.prepare()
    this.#ledger?.append({ clock: state })
    this.clock.set(state)
  }

  /** All it holds, as it stands now: to go back to, or to compare with. */
  standing(): StoreStanding {
    return {
      seed: this.#seed,
      clock: this.clock.isReal ? REAL_CLOCK : this.clock.moved({}),
      counters: { ...this.#counters },
      collections: standingOf(this.#collections),
    }
  }

  /**
   * Goes on from where a store stood: rows, counters, seed and clock. All of it happens, or nothing; when it returns, it is
   * on disk. A clock that did not show the machine's time shows again what it showed then.
   */
  restore(from: StoreStanding): void {
    if (this.#undo) throw new Error('a state cannot be replaced inside a change')
    const real = new Clock(from.clock).isReal
    const standing = { ...from, clock: real ? REAL_CLOCK : { ...from.clock, real: realNow() } }
    this.#ledger?.replace(stateOfStanding(standing))
    this.#seed = standing.seed
    this.clock.set(standing.clock)
    this.#counters = { ...standing.counters }
    this.#collections = this.#open(standing.collections)
    this.#write = this.#writable()
    this.lastTouched = undefined
  }

  /** How many rows differ from those the store started with. */
  get changedRows(): number {
    return COLLECTION_NAMES.reduce((sum, name) => sum + this.#collections[name].changed, 0)
  }

  /** The whole state as plain data. */
  export(): WorldState {
    return { seed: this.#seed, clock: this.clock.state, counters: { ...this.#counters }, collections: rowsOf(this.#collections) }
  }

  /** Writes what is left to write and lets go of the files; what changes from here on is kept in memory only. */
  close(): void {
    this.#ledger?.close(() => this.export())
    this.#ledger = undefined
  }

  #open(from: WorldStanding): Collections {
    return openCollections(from, (collection, id, before) => {
      if (!this.#undo) throw new Error('rows change only inside store.change()')
      this.#undo.push({ collection, id, before })
    })
  }

  #writable(): WriteDb {
    return {
      ...this.#collections,
      nextId: (collection) => {
        this.#countersTouched = true
        const next = (this.#counters[collection] ?? 0) + 1
        this.#counters[collection] = next
        return next
      },
    }
  }

  #commit(): void {
    const undo = this.#undo ?? []
    if (undo.length === 0 && !this.#countersTouched) return
    const touched: Partial<Record<CollectionName, Id[]>> = {}
    const seen = new Set<string>()
    for (const { collection, id } of undo) {
      const key = `${collection}/${id}`
      if (seen.has(key)) continue
      seen.add(key)
      const ids = touched[collection]
      if (ids) ids.push(id)
      else touched[collection] = [id]
    }
    if (this.#ledger) this.#ledger.append(this.#describe(touched))
    this.lastTouched = touched
  }

  #describe(touched: Touched): Change {
    const put: Partial<Record<CollectionName, unknown[]>> = {}
    const removed: Partial<Record<CollectionName, Id[]>> = {}
    for (const name of COLLECTION_NAMES) {
      for (const id of touched[name] ?? []) {
        const row = this.#collections[name].get(id)
        if (row) (put[name] ??= []).push(row)
        else (removed[name] ??= []).push(id)
      }
    }
    return {
      ...(Object.keys(put).length > 0 && { put: put as NonNullable<Change['put']> }),
      ...(Object.keys(removed).length > 0 && { removed }),
      ...(this.#countersTouched && { counters: this.#counters }),
    }
  }

  #rollBack(): void {
    const undo = this.#undo ?? []
    this.#undo = []
    for (const { collection, id, before } of undo.reverse()) this.#restore(collection, id, before)
  }

  #restore<K extends CollectionName>(collection: K, id: Id, before: unknown): void {
    if (before === undefined) this.#collections[collection].remove(id)
    else this.#collections[collection].put(before as Rows[K])
  }
}
