/**
 * The storage port: where sandboxes are kept between runs. Memory only is no storage at all; files are in `files/`.
 *
 * Every method may answer at once or with a promise. A storage that answers at once costs no promise anywhere; where
 * {@link SandboxStorage.append} returns one, responses wait for it (see `storage-gate.ts`).
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Metric } from '../base/metrics.ts'
import type { ClockState } from '../simulation/clock.ts'
import type { ProgressValues } from './progress.ts'
import type { RowPatch } from './row-patch.ts'
import type { CollectionName, Counters, Id, RowLists, Rows, WorldState } from './state.ts'

/** A value now, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>

/** What follows from a value: at once where it is there. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** What one change did, as it is stored; `ChangedState` of `apply-changes.ts` applies it. */
export interface Change {
  /** New rows, whole. */
  readonly put?: { readonly [K in CollectionName]?: readonly Rows[K][] }
  /** Rows that were there before: what changed in them. */
  readonly patch?: { readonly [K in CollectionName]?: readonly RowPatch[] }
  readonly removed?: { readonly [K in CollectionName]?: readonly Id[] }
  /** Those that were counted on. */
  readonly counters?: Counters
  readonly clock?: ClockState
  /** What changed beside the rows; null for what was removed. */
  readonly progress?: ProgressValues
}

/** A state with the moment it was taken, by the sandbox's clock. */
export interface StoredSnapshot {
  readonly state: WorldState
  readonly taken: Instant
}

/** The named snapshots of one sandbox. */
export interface SnapshotStorage {
  /** The names, in any order. */
  list(): MaybePromise<readonly string[]>
  /** @throws StorageError with reason `damaged` when it cannot be read */
  read(name: string): MaybePromise<StoredSnapshot>
  write(name: string, snapshot: StoredSnapshot): MaybePromise<void>
  remove(name: string): MaybePromise<void>
}

/** A call of the journal as it is stored. */
export interface StoredCall {
  readonly id: number
  /** JSON. */
  readonly entry: string
}

/** What is stored of the calls of a sandbox. */
export interface StoredCalls {
  /** In their order. */
  readonly calls: readonly StoredCall[]
  /** What is told of them beside, as JSON; undefined where nothing was stored. */
  readonly facts: string | undefined
}

/** The calls of one sandbox, stored in the background. */
export interface CallStorage {
  /** What was found when the sandbox was opened. */
  readonly found: StoredCalls
  /**
   * Adds calls, and takes away those up to a number.
   *
   * @throws StorageError when that is not stored
   */
  write(calls: readonly StoredCall[], goneUpTo: number, facts: string): Promise<void>
}

/**
 * What is stored of one sandbox. Calls take effect in the order they are made. After one has thrown or rejected because
 * nothing can be stored any more, all later ones do.
 */
export interface SandboxStorage {
  readonly snapshots: SnapshotStorage
  /** Its calls; left out where they are not stored. */
  readonly calls?: CallStorage | undefined
  /** Why nothing of it may be shown or stored now; undefined while it may. Left out where that never happens. */
  readonly problem?: StorageError | undefined
  /**
   * Stores one change. It follows a {@link replace} or a state that was found at opening.
   *
   * @param state the whole state with this change in it, for compaction
   * @throws StorageError when it is not stored. A promise that rejects may have stored it wholly, but never in part
   */
  append(change: Change, state: () => WorldState): void | Promise<void>
  /** Stores a whole state in the place of all that was stored before: all or nothing. The first call for a new sandbox. */
  replace(state: WorldState): void | Promise<void>
  /**
   * Stores the same in less space.
   *
   * @param when `worth` where it is worth its cost, called every few seconds; `now` before closing
   */
  compact(state: () => WorldState, when: 'worth' | 'now'): undefined | void | Promise<void>
  /** @param dueAt when something is to be done in it, by the machine's clock; `as stored` where it could not be opened */
  close(dueAt?: Instant | 'as stored'): void | Promise<void>
}

/** A sandbox that has been opened; `state` is undefined where nothing is stored of it yet. */
export interface StoredSandbox {
  readonly state: WorldState | undefined
  readonly storage: SandboxStorage
  /** True where this process had it open before, and nobody else since. */
  readonly continues?: boolean
}

/** Where sandboxes are kept. */
export interface Storage {
  /** Where it is, for people: a folder, or an address without secrets. */
  readonly place: string
  /** True when its methods answer with promises: a sandbox then has to be opened before it is used. */
  readonly remote: boolean
  /** True when it keeps what goes on in a sandbox beside its rows: scenario, deliveries, journal. */
  readonly keepsProgress?: boolean
  /** What it has counted so far. */
  metrics?(): readonly Metric[]
  /** Told of the rows that new sandboxes begin with: what is stored may refer to them. */
  begins?(rows: RowLists): void
  /** The names of the sandboxes of which anything is stored. @param prefixes a storage may leave out what begins with none of these */
  list(prefixes?: readonly string[]): MaybePromise<readonly string[]>
  /** The names of sandboxes that nobody has open and in which something is to be done. */
  due?(): Promise<readonly string[]>
  /**
   * Called once for each sandbox until it is closed or removed.
   *
   * @throws StateFileError or StorageError when what is stored cannot be used; OwnedElsewhereError when another process has it
   */
  open(name: string): MaybePromise<StoredSandbox>
  /** Removes the state of a sandbox, open or not, usable or not: all or nothing. Its snapshots stay. */
  clear(name: string): void | Promise<void>
  /** Removes all of a sandbox, its snapshots too. */
  remove(name: string): void | Promise<void>
  close(): void | Promise<void>
}

/** What could not be stored, or not be read. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError'
  readonly reason: 'unavailable' | 'full' | 'read-only' | 'lost' | 'damaged'

  constructor(reason: StorageError['reason'], message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }

  /** How HTTP says it: 503 where the same call may succeed soon, 507 where somebody has to make room first. */
  get status(): 503 | 507 | 500 {
    if (this.reason === 'damaged') return 500
    return this.reason === 'full' || this.reason === 'read-only' ? 507 : 503
  }
}

/** A sandbox that another process owns, and where that one is reached. */
export class OwnedElsewhereError extends StorageError {
  override readonly name = 'OwnedElsewhereError'
  /** `http://10.0.0.5:4010`. */
  readonly address: string

  constructor(sandbox: string, address: string) {
    super('unavailable', `another replica owns the sandbox ${sandbox}; try again in a moment`)
    this.address = address
  }
}
