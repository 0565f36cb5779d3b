/**
 * The state of a sandbox in memory: reads at once, changes all or nothing, each passed to the storage before it counts.
 *
 * @module
 */
import { Clock, type ClockState, REAL_CLOCK, realNow } from '../simulation/clock.ts'
import { Commit, type CommitListener, type RowWrite } from './commit.ts'
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
import { NO_PROGRESS, type Progress } from './progress.ts'
import { type RowPatch, rowPatch } from './row-patch.ts'
import { COLLECTION_NAMES, type CollectionName, type Counters, type Id, type Rows, type WorldState } from './state.ts'
import type { Change } from './storage.ts'
import type { StorageGate } from './storage-gate.ts'

/** What a store starts from. */
export interface StoreStart {
  readonly seed: number
  readonly base: WorldBase
  readonly counters: Counters
  readonly clock?: ClockState
  /** Where changes are stored before they count; undefined keeps them in memory. */
  readonly gate?: StorageGate | undefined
  /** True when the storage already holds this state: what follows is stored as changes of it. */
  readonly stored?: boolean
  /** What is kept beside the rows. */
  readonly progress?: Progress
}

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
  #seed: number
  #write: WriteDb
  #collections: Collections
  readonly #gate: StorageGate | undefined
  /** What is kept beside the rows. Each change takes along what has changed there; {@link keepProgress} does so without one. */
  readonly progress: Progress
  #stored: boolean
  #ended = false
  #counters: Partial<Record<CollectionName, number>>
  /** What the change under way has written; undefined outside a change. */
  #writes: RowWrite[] | undefined
  readonly #listeners = new Set<CommitListener>()
  /** The counters that the change under way has counted on. */
  #counted = new Set<CollectionName>()

  constructor(start: StoreStart) {
    this.#seed = start.seed
    this.clock = new Clock(start.clock)
    this.#gate = start.gate
    this.#stored = start.stored ?? false
    this.progress = start.progress ?? NO_PROGRESS
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
   * Runs one change: all of it happens, or nothing. When it returns, it is stored, or on its way to a storage that answers later:
   * responses wait for that.
   * What `change` throws is rethrown, with the rows as they were before. Listeners are called after it has been stored.
   */
  change<T>(change: (db: WriteDb) => T): T {
    if (this.#writes) throw new Error('a change cannot start inside another')
    if (this.#ended) throw new Error('this state has been replaced')
    const counters = this.#counters
    this.#counters = { ...counters }
    this.#writes = []
    if (this.#counted.size > 0) this.#counted = new Set()
    let commit: Commit | undefined
    let result: T
    try {
      result = change(this.#write)
      commit = this.#commit()
    } catch (error) {
      this.#rollBack()
      this.#counters = counters
      throw error
    } finally {
      for (const { collection } of this.#writes) this.#collections[collection].settle()
      this.#writes = undefined
    }
    if (commit) for (const listener of this.#listeners) listener(commit)
    return result
  }

  /**
   * Reports every change that is committed from now on.
   *
   * @returns ends that
   */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the clock and stores it. @throws StorageError when it cannot be stored; it then stays as it was */
  setClock(state: ClockState): void {
    const before = this.clock.state
    this.clock.set(state)
    try {
      this.#keep(() => ({ clock: state }))
    } catch (error) {
      this.clock.set(before)
      throw error
    }
  }

  /** Stores what has changed beside the rows. @throws StorageError when nothing can be stored any more */
  keepProgress(): void {
    if (this.progress.isChanged) this.#keep(() => ({}))
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
   * Goes back to where a store stood: rows, counters, seed and clock. All of it happens, or nothing, stored as {@link change} is. A clock that did not show the machine's time shows again what it showed then.
   */
  restore(from: StoreStanding): void {
    if (this.#writes) throw new Error('a state cannot be replaced inside a change')
    const real = new Clock(from.clock).isReal
    const standing = { ...from, clock: real ? REAL_CLOCK : { ...from.clock, real: realNow() } }
    this.#gate?.replace({ ...stateOfStanding(standing), progress: this.progress.all() })
    this.progress.takeChanges()
    this.#stored = true
    this.#seed = standing.seed
    this.clock.set(standing.clock)
    this.#counters = { ...standing.counters }
    this.#collections = this.#open(standing.collections)
    this.#write = this.#writable()
  }

  /** How many rows differ from those the store started with. */
  get changedRows(): number {
    return COLLECTION_NAMES.reduce((sum, name) => sum + this.#collections[name].changed, 0)
  }

  /** Stores the whole state once more, after its stored copy was removed. @throws StorageError */
  storeAgain(): void {
    if (this.#stored) this.#gate?.replace(this.#whole())
  }

  /** The whole state as plain data. */
  export(): WorldState {
    return { seed: this.#seed, clock: this.clock.state, counters: { ...this.#counters }, collections: rowsOf(this.#collections) }
  }

  /** Stores the state in less space: at once, or only where that is worth it. */
  compact(when: 'worth' | 'now'): void {
    if (this.#stored) this.#gate?.compact(() => this.#whole(), when)
  }

  /** Another state takes its place: what still refers to this one can read it, but not change it. */
  end(): void {
    this.#ended = true
  }

  #open(from: WorldStanding): Collections {
    return openCollections(from, (collection, id, before, after) => {
      if (!this.#writes) throw new Error('rows change only inside store.change()')
      this.#writes.push({ collection, id, before, after })
    })
  }

  #writable(): WriteDb {
    return {
      ...this.#collections,
      nextId: (collection) => {
        this.#counted.add(collection)
        const next = (this.#counters[collection] ?? 0) + 1
        this.#counters[collection] = next
        return next
      },
    }
  }

  /** Stores the change; undefined when it changed nothing. */
  #commit(): Commit | undefined {
    const writes = this.#writes ?? []
    if (writes.length === 0 && this.#counted.size === 0) return undefined
    const commit = new Commit(writes)
    this.#keep(() => this.#describe(commit))
    return commit
  }

  /** Stores a change that has been made in memory; before the first one, nothing is stored. */
  #keep(change: () => Change): void {
    if (!this.#gate) return
    const progress = this.progress.takeChanges()
    if (this.#stored) this.#gate.append({ ...change(), ...(progress && { progress }) }, () => this.#whole())
    else {
      this.#gate.replace(this.#whole())
      this.#stored = true
    }
  }

  #whole(): WorldState {
    const progress = this.progress.all()
    return { ...this.export(), ...(progress && { progress }) }
  }

  #describe(commit: Commit): Change {
    const put: Partial<Record<CollectionName, unknown[]>> = {}
    const patch: Partial<Record<CollectionName, RowPatch[]>> = {}
    const removed: Partial<Record<CollectionName, Id[]>> = {}
    for (const name of commit.collections) {
      for (const { id, before, after } of commit.rowsOf(name)) {
        if (!after) (removed[name] ??= []).push(id)
        else if (before) (patch[name] ??= []).push(rowPatch(before, after))
        else (put[name] ??= []).push(after)
      }
    }
    const counted = [...this.#counted].map((name) => [name, this.#counters[name]])
    return {
      ...(Object.keys(put).length > 0 && { put: put as NonNullable<Change['put']> }),
      ...(Object.keys(patch).length > 0 && { patch }),
      ...(Object.keys(removed).length > 0 && { removed }),
      ...(counted.length > 0 && { counters: Object.fromEntries(counted) }),
    }
  }

  #rollBack(): void {
    const writes = this.#writes ?? []
    this.#writes = []
    for (const { collection, id, before } of writes.reverse()) this.#restore(collection, id, before)
  }

  #restore<K extends CollectionName>(collection: K, id: Id, before: unknown): void {
    if (before === undefined) this.#collections[collection].remove(id)
    else this.#collections[collection].put(before as Rows[K])
  }
}
