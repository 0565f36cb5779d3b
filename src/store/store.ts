/** The state of a sandbox in memory. Changes are atomic, and are passed to the storage before they take effect. */
import type { Instant } from '../base/instant.ts'
import { Clock, type ClockState, REAL_CLOCK, realNow } from '../simulation/clock.ts'
import type { OnRowWrite } from './collection.ts'
import { Commit, type CommitListener, changeOf, type RowWrite } from './commit.ts'
import {
  type Collections,
  copyOf,
  type Db,
  openCollections,
  restoreRow,
  rowsOf,
  type StoreSnapshot,
  stateOfSnapshot,
  type WorldBase,
  type WriteDb,
} from './db.ts'
import { NO_PROGRESS, type Progress } from './progress.ts'
import { COLLECTION_NAMES, type CollectionName, type Counters, type WorldState } from './state.ts'
import type { Change } from './storage.ts'
import type { StorageGate } from './storage-gate.ts'

interface StoreStart {
  readonly seed: number
  readonly base: WorldBase
  readonly counters: Counters
  readonly clock?: ClockState
  /** When it begins, by its clock; undefined where it continues. */
  readonly begun?: Instant
  /** The gate to the storage; undefined keeps changes in memory only. */
  readonly gate?: StorageGate | undefined
  /** True when the storage contains this state already; later changes are then appended to it. */
  readonly stored?: boolean
  /** The data besides the rows. */
  readonly progress?: Progress
}

export class Store {
  readonly clock: Clock
  /** When it began, by its clock; undefined where it went on from a stored state. */
  readonly begun: Instant | undefined
  #seed: number
  #collections: Collections & WriteDb
  readonly #gate: StorageGate | undefined
  /** The data besides the rows. It is stored with each change, or by {@link storeProgress}. */
  readonly progress: Progress
  #stored: boolean
  #ended = false
  #counters: Counters
  /** Those that the current change has changed. */
  #changedCounters: Partial<Record<CollectionName, number>> = {}
  /** The writes of the current change; undefined outside a change. */
  #writes: RowWrite[] | undefined
  /** Called after each change, once it was passed to the storage. */
  onCommit: CommitListener | undefined = undefined

  constructor(start: StoreStart) {
    this.#seed = start.seed
    this.clock = new Clock(start.clock)
    this.begun = start.begun
    this.#gate = start.gate
    this.#stored = start.stored ?? false
    this.progress = start.progress ?? NO_PROGRESS
    this.#counters = start.counters
    this.#collections = this.#writable((onWrite) => openCollections(start.base, onWrite))
  }

  /** False where changes stay in memory. */
  get isKept(): boolean {
    return this.#gate !== undefined
  }

  get seed(): number {
    return this.#seed
  }

  get db(): Db {
    return this.#collections
  }

  /** The last id of each collection. */
  get counters(): Counters {
    return { ...this.#counters, ...this.#changedCounters }
  }

  /**
   * Runs one change atomically. When it returns, the change is stored, or pending in the storage: responses wait for that.
   * If `change` throws, it is rolled back and the error is rethrown.
   */
  change<T>(change: (db: WriteDb) => T): T {
    if (this.#writes) throw new Error('a change cannot start inside another')
    if (this.#ended) throw new Error('this state has been replaced')
    this.#writes = []
    let commit: Commit | undefined
    let result: T
    try {
      result = change(this.#collections)
      commit = this.#commit()
      this.#counters = this.counters
    } catch (error) {
      this.#rollBack()
      throw error
    } finally {
      for (const { collection } of this.#writes) this.#collections[collection].endChange()
      this.#writes = undefined
      this.#changedCounters = {}
    }
    if (commit) this.onCommit?.(commit)
    return result
  }

  /**
   * Sets the clock and stores it.
   *
   * @throws StorageError when it cannot be stored; the clock is then unchanged
   */
  setClock(state: ClockState): void {
    const before = this.clock.state
    this.clock.set(state)
    try {
      this.#persist(() => ({ clock: state }))
    } catch (error) {
      this.clock.set(before)
      throw error
    }
  }

  /**
   * Stores the changed data besides the rows.
   *
   * @throws StorageError when nothing can be stored any more
   */
  storeProgress(): void {
    if (this.progress.isChanged) this.#persist(() => ({}))
  }

  /** Stores the state it began with, where nothing is stored yet. @throws StorageError */
  storeInitial(): void {
    if (!this.#stored) this.#persist(() => ({}))
  }

  /** The store as it is now, to restore or to compare with. */
  snapshot(): StoreSnapshot {
    return {
      seed: this.#seed,
      clock: this.clock.isReal ? REAL_CLOCK : this.clock.moved({}),
      counters: this.counters,
      collections: copyOf(this.#collections),
    }
  }

  /**
   * Restores rows, counters, seed and clock of a snapshot, atomically, and stores them as {@link change} does. A clock that did
   * not show the machine's time continues at the time of the snapshot.
   */
  restore(from: StoreSnapshot): void {
    if (this.#writes) throw new Error('a state cannot be replaced inside a change')
    const real = new Clock(from.clock).isReal
    const snapshot = { ...from, clock: real ? REAL_CLOCK : { ...from.clock, real: realNow() } }
    this.progress.storeChanges(() => this.#gate?.replace({ ...stateOfSnapshot(snapshot), progress: this.progress.all() }))
    this.#stored = true
    this.#seed = snapshot.seed
    this.clock.set(snapshot.clock)
    this.#counters = snapshot.counters
    this.#collections = this.#writable((onWrite) => copyOf(snapshot.collections, onWrite))
  }

  /** The number of rows that differ from the initial ones. */
  get changedRows(): number {
    return COLLECTION_NAMES.reduce((sum, name) => sum + this.#collections[name].changed, 0)
  }

  /**
   * Stores the complete state again, after its stored copy was removed.
   *
   * @throws StorageError
   */
  storeComplete(): void {
    if (this.#stored) this.#gate?.replace(this.#exportWithProgress())
  }

  /** The complete state as plain data. */
  export(): WorldState {
    return { seed: this.#seed, clock: this.clock.state, counters: this.counters, collections: rowsOf(this.#collections) }
  }

  /** Compacts the stored state; `worth`: only if enough space is saved. */
  compact(when: 'worth' | 'now'): void {
    if (this.#stored) this.#gate?.compact(() => this.#exportWithProgress(), when)
  }

  /** Ends the store, after another has replaced it: it can still be read, but not changed. */
  end(): void {
    this.#ended = true
  }

  #writable(open: (onWrite: OnRowWrite) => Collections): Collections & WriteDb {
    const collections = open((collection, id, before, after) => {
      this.#written().push({ collection, id, before, after })
    })
    return Object.assign(collections, {
      nextId: (collection: CollectionName, least = 0) => {
        this.#written()
        const last = this.#changedCounters[collection] ?? this.#counters[collection] ?? 0
        return (this.#changedCounters[collection] = Math.max(last + 1, least))
      },
    })
  }

  /** @throws Error outside a change */
  #written(): RowWrite[] {
    if (!this.#writes) throw new Error('rows change only inside store.change()')
    return this.#writes
  }

  /** Stores the change; undefined when it changed nothing. */
  #commit(): Commit | undefined {
    const writes = this.#writes ?? []
    if (writes.length === 0 && Object.keys(this.#changedCounters).length === 0) return undefined
    const commit = new Commit(writes)
    this.#persist(({ storage }) => changeOf(commit, this.#changedCounters, storage.wholeRows ?? false))
    return commit
  }

  /** Stores a change that was made in memory. The first one stores the complete state. */
  #persist(change: (gate: StorageGate) => Change): void {
    const gate = this.#gate
    if (!gate) return
    this.progress.storeChanges((progress) => {
      if (this.#stored) gate.append({ ...change(gate), ...(progress && { progress }) }, () => this.#exportWithProgress())
      else gate.replace(this.#exportWithProgress())
    })
    this.#stored = true
  }

  #exportWithProgress(): WorldState {
    const progress = this.progress.all()
    return { ...this.export(), ...(progress && { progress }) }
  }

  #rollBack(): void {
    const writes = this.#writes ?? []
    this.#writes = []
    for (const { collection, id, before } of writes.reverse()) restoreRow(this.#collections, collection, id, before)
  }
}
