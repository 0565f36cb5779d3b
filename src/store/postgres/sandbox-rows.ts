/**
 * One sandbox in the database, for as long as this replica owns it.
 *
 * @module
 */
import type { WorldState } from '../state.ts'
import {
  type CallStorage,
  type Change,
  type SandboxStorage,
  type SnapshotStorage,
  StorageError,
  type StoredCall,
  type StoredCalls,
} from '../storage.ts'
import type { CallWriter } from './call-writer.ts'
import { SupersededError } from './change-writer.ts'
import type { Move, OwnershipLog } from './ownership-log.ts'
import { SnapshotRows } from './snapshot-rows.ts'
import { type StateOwner, StateRows, type StateTables, type Stored } from './state-rows.ts'

/** The objects shared by the rows of all sandboxes. */
export interface SandboxTables extends StateTables {
  readonly callWriter: CallWriter
  /** The reason this replica must not answer requests; undefined while it may. */
  problem(): StorageError | undefined
  /** True while this replica has this id. */
  isCurrent(owner: number): boolean
  readonly moves: OwnershipLog
}

/** The row of a sandbox that this replica has taken. */
export interface OwnedRow {
  readonly id: string
  /** The name of the sandbox. */
  readonly name: string
  readonly epoch: string
  readonly owner: number
}

const RELEASE = 'UPDATE understay.sandboxes SET owner = NULL, due_at = $3 WHERE id = $1 AND epoch = $2'
const RELEASE_UNOPENED = 'UPDATE understay.sandboxes SET owner = NULL WHERE id = $1 AND epoch = $2'
const RELEASE_EMPTY = `
  DELETE FROM understay.sandboxes AS s WHERE id = $1 AND epoch = $2 AND state IS NULL
  AND NOT EXISTS (SELECT FROM understay.snapshots WHERE sandbox = s.id)
  AND NOT EXISTS (SELECT FROM understay.reports WHERE sandbox = s.id)`

const NO_CALLS: StoredCalls = { calls: [], facts: undefined }

/** The stored data of one sandbox. */
export class SandboxRows implements SandboxStorage, StateOwner {
  readonly id: string
  readonly name: string
  readonly epoch: string
  readonly snapshots: SnapshotStorage
  readonly calls: CallStorage
  readonly #owner: number
  readonly #tables: SandboxTables
  readonly #state: StateRows
  #broken: StorageError | undefined
  #callsUnderWay: Promise<unknown> | undefined

  /** @param calls the stored calls */
  constructor({ id, name, epoch, owner }: OwnedRow, tables: SandboxTables, calls: StoredCalls = NO_CALLS) {
    this.id = id
    this.name = name
    this.epoch = epoch
    this.#owner = owner
    this.#tables = tables
    this.#state = new StateRows(this, tables)
    this.snapshots = new SnapshotRows(this, tables)
    this.calls = { found: calls, write: (added, removedUpTo, facts) => this.#writeCalls(added, removedUpTo, facts) }
  }

  /** Continues after the stored data. */
  continueAfter(found: Stored): void {
    this.#state.continueAfter(found)
  }

  get lastOfState(): number | undefined {
    return this.#state.lastOfState
  }

  /** See {@link StateRows.compacting}. */
  get compacting(): Promise<void> | undefined {
    return this.#state.compacting
  }

  get broken(): StorageError | undefined {
    return this.#broken
  }

  /** True once this replica is not its owner any more; false where it only waits for an answer of the database. */
  get isLost(): boolean {
    return this.#broken !== undefined || !this.#tables.isCurrent(this.#owner)
  }

  /** The reason it must not be read or stored: this replica may not be its owner any more. */
  get problem(): StorageError | undefined {
    if (this.#broken) return this.#broken
    if (!this.#tables.isCurrent(this.#owner))
      return new StorageError('unavailable', 'the database had lost contact with this replica; what it holds is read again')
    return this.#tables.problem()
  }

  breakOff(error: StorageError): void {
    if (!this.#broken && error instanceof SupersededError) this.#moved('fenced')
    this.#broken ??= error
  }

  #moved(move: Move): void {
    this.#tables.moves.add(move, { sandbox: this.name, epoch: this.epoch })
  }

  append(change: Change): Promise<void> {
    return this.#state.append(change)
  }

  replace(state: WorldState): Promise<void> {
    return this.#state.replace(state)
  }

  compact(state: () => WorldState, when: 'worth' | 'now'): Promise<void> | undefined {
    return this.problem ? undefined : this.#state.compact(state, when)
  }

  /** Removes state and calls; snapshots are kept. */
  clear(): Promise<void> {
    return this.#state.clear(() => this.#callsUnderWay)
  }

  async #writeCalls(calls: readonly StoredCall[], removedUpTo: number, facts: string): Promise<void> {
    if (this.problem) throw this.problem
    const written = this.#tables.callWriter.write({ id: this.id, epoch: this.epoch, calls, removedUpTo, facts })
    const underWay = written.catch(() => undefined)
    this.#callsUnderWay = underWay
    await written
    if (this.#callsUnderWay === underWay) this.#callsUnderWay = undefined
  }

  /** Removes the sandbox with all its data. */
  async remove(): Promise<void> {
    await this.#tables.writer.run(this, async (pool) => {
      const { rowCount } = await pool.query('DELETE FROM understay.sandboxes WHERE id = $1 AND epoch = $2', [this.id, this.epoch])
      return rowCount === 1
    })
    this.breakOff(new StorageError('unavailable', 'the sandbox has been removed'))
  }

  /**
   * Releases the sandbox: any replica can take it.
   *
   * @param dueAt when a replica must take it, epoch milliseconds of the machine's clock; undefined when nothing is due;
   * `as stored` keeps the stored time
   */
  async close(dueAt?: number | 'as stored'): Promise<void> {
    this.#state.end()
    const free = (): Promise<void> =>
      this.#tables.writer.run(
        this,
        async (pool) => {
          const { rowCount } = await pool.query(RELEASE_EMPTY, [this.id, this.epoch])
          if (rowCount === 0 && dueAt === 'as stored') await pool.query(RELEASE_UNOPENED, [this.id, this.epoch])
          else if (rowCount === 0) await pool.query(RELEASE, [this.id, this.epoch, dueAt ?? null])
          this.#moved('handed-back')
          return true
        },
        false,
      )
    if (!this.problem) await free().catch(() => undefined)
    this.breakOff(new StorageError('unavailable', 'this replica has closed the sandbox; try again'))
  }
}
