/**
 * The storage port: stores sandboxes between runs. Implementations are in `files/` and `postgres/`; without a storage, sandboxes
 * are in memory only.
 *
 * Every method may return synchronously or return a promise. If {@link SandboxStorage.append} returns one, responses wait for
 * it (see `storage-gate.ts`).
 */
import type { Instant } from '../base/instant.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { Metric } from '../base/metrics.ts'
import { UserError } from '../base/user-error.ts'
import type { ClockState } from '../simulation/clock.ts'
import type { ProgressValues } from './progress.ts'
import type { RowPatch } from './row-patch.ts'
import type { CollectionName, Counters, Id, RowLists, Rows, WorldState } from './state.ts'

/** The stored form of one change; `ChangedState` in `apply-changes.ts` applies it. */
export interface Change {
  /** New rows. */
  readonly put?: { readonly [K in CollectionName]?: readonly Rows[K][] }
  /** Existing rows as they are now, in place of {@link patch}, where a storage keeps whole rows. */
  readonly changed?: { readonly [K in CollectionName]?: readonly Rows[K][] }
  /** The changes of existing rows. */
  readonly patch?: { readonly [K in CollectionName]?: readonly RowPatch[] }
  readonly removed?: { readonly [K in CollectionName]?: readonly Id[] }
  readonly counters?: Counters
  readonly clock?: ClockState
  /** The changed data besides the rows. */
  readonly progress?: ProgressValues
}

/** A state with the time of the snapshot, by the clock of the sandbox. */
export interface StoredSnapshot {
  readonly state: WorldState
  readonly taken: Instant
}

export interface SnapshotStorage {
  /** The names, in any order. */
  list(): MaybePromise<readonly string[]>
  /** @throws StorageError with reason `damaged` when it cannot be read */
  read(name: string): MaybePromise<StoredSnapshot>
  write(name: string, snapshot: StoredSnapshot): MaybePromise<void>
  remove(name: string): MaybePromise<void>
}

export interface StoredCall {
  readonly id: number
  /** JSON. */
  readonly entry: string
}

export interface StoredCalls {
  /** In order of their ids. */
  readonly calls: readonly StoredCall[]
  /** Data about the calls as a whole, as JSON; undefined when nothing was stored. */
  readonly facts: string | undefined
}

/** The calls of one sandbox, stored in the background. */
export interface CallStorage {
  /**
   * Adds calls.
   *
   * @param removedUpTo calls up to this id are removed
   * @throws StorageError when they are not stored
   */
  write(calls: readonly StoredCall[], removedUpTo: number, facts: string): Promise<void>
}

/**
 * The stored data of one sandbox. Operations take effect in order. After one has failed because nothing can be stored any more,
 * all later ones fail.
 */
export interface SandboxStorage {
  /** True when {@link append} takes changed rows as a whole. */
  readonly wholeRows?: boolean
  readonly snapshots: SnapshotStorage
  /** Stores its calls; undefined when they are not stored. */
  readonly calls?: CallStorage
  /** The reason it must not be shown or stored now; undefined while it may. */
  readonly problem?: StorageError | undefined
  /** True when {@link problem} does not pass by itself: it has to be opened again. */
  readonly isLost?: boolean
  /**
   * Stores one change. Called only after {@link replace} or after a stored state was opened.
   *
   * @param state returns the complete state including this change, to write it where what is stored was lost
   * @throws StorageError when it is not stored. A change whose promise rejects may be stored, but never in part
   */
  append(change: Change, state: () => WorldState): MaybePromise<void>
  /** Replaces the stored data by a complete state, atomically. The first call for a new sandbox. */
  replace(state: WorldState): MaybePromise<void>
  /**
   * Compacts the stored data.
   *
   * @param when `worth`, called every few seconds: only if enough space is saved; `now`: before closing
   */
  compact(state: () => WorldState, when: 'worth' | 'now'): MaybePromise<void>
  /**
   * @param dueAt when the next work in the sandbox is due, by the machine's clock; undefined when nothing is due; `as stored`
   * keeps the stored time, for a sandbox that could not be opened
   */
  close(dueAt?: Instant | 'as stored'): MaybePromise<void>
}

/** An opened sandbox; `state` is undefined when nothing is stored yet. */
export interface StoredSandbox {
  readonly state: WorldState | undefined
  readonly storage: SandboxStorage
  /** Its calls; undefined when they are not stored. */
  readonly calls?: StoredCalls
  /** True when this process was the last to have it open. */
  readonly continues?: boolean
}

/** The storage of sandboxes. */
export interface Storage {
  /** Its location in messages: a folder, or an address without secrets. */
  readonly place: string
  /** True when its methods return promises: a sandbox must then be opened before it is used. */
  readonly remote: boolean
  /** True when it stores the data of a sandbox besides its rows: scenario, deliveries, journal. */
  readonly keepsProgress?: boolean
  /** True once this process has lost the storage for good: no later change is stored. */
  readonly isLost?: boolean
  metrics?(): readonly Metric[]
  /** Called with the initial rows of new sandboxes: stored states may refer to them. */
  begins?(rows: RowLists): void
  /**
   * The names of the stored sandboxes.
   *
   * @param prefixes a storage may leave out names without one of these prefixes
   */
  list(prefixes?: readonly string[]): MaybePromise<readonly string[]>
  /**
   * Opens a sandbox. Called once for each sandbox until it is closed or removed.
   *
   * @throws StateFileError or StorageError when the stored data cannot be used; OwnedElsewhereError when another process owns it
   */
  open(name: string): MaybePromise<StoredSandbox>
  /** Removes the state of a sandbox, open or not, damaged or not, atomically. Its snapshots are kept. */
  clear(name: string): MaybePromise<void>
  /** Removes a sandbox with its snapshots. */
  remove(name: string): MaybePromise<void>
  close(): MaybePromise<void>
}

export class StorageError extends UserError {
  override readonly name: string = 'StorageError'
  readonly reason: 'unavailable' | 'full' | 'read-only' | 'lost' | 'damaged'
  override readonly advice: string

  /** @param options the advice is for the operator: it is logged, and not in responses */
  constructor(
    reason: StorageError['reason'],
    message: string,
    { cause, advice = '' }: { readonly cause?: unknown; readonly advice?: string } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.advice = advice
  }

  /** The HTTP status: 503 when nothing can be stored now, 507 when space is needed first, 500 for damaged data. */
  get status(): 503 | 507 | 500 {
    if (this.reason === 'damaged') return 500
    return this.reason === 'full' || this.reason === 'read-only' ? 507 : 503
  }
}

/** Another process owns the sandbox. */
export class OwnedElsewhereError extends StorageError {
  override readonly name = 'OwnedElsewhereError'
  /** The address of the owner, `http://10.0.0.5:4010`. */
  readonly address: string

  constructor(sandbox: string, address: string) {
    super('unavailable', `another replica owns the sandbox ${sandbox}; try again in a moment`)
    this.address = address
  }
}
