/**
 * One sandbox in the database, for as long as this replica owns it.
 *
 * @module
 */
import type { Pool } from 'pg'
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
import { type ChangeWriter, SupersededError, type WritableSandbox } from './change-writer.ts'
import type { Move, OwnershipLog } from './ownership-log.ts'
import { SnapshotRows } from './snapshot-rows.ts'
import type { EncodedState, Templates } from './stored-state.ts'
import type { TemplateTable } from './template-table.ts'

/** Changes are compacted when they take more characters than this, and more than the state. */
const COMPACT_CHARACTERS = 256 * 1024
/** The limit before closing; it is lower, so that the next owner reads less. */
const COMPACT_AT_CLOSE = 32 * 1024

/** The objects shared by the rows of all sandboxes. */
export interface SandboxTables {
  readonly pool: Pool
  readonly writer: ChangeWriter
  readonly callWriter: CallWriter
  readonly templates: Templates
  readonly templateTable: TemplateTable
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

const REPLACE = `
  WITH own AS (
    UPDATE understay.sandboxes SET template = $3, state = $4, last_change = $5 WHERE id = $1 AND epoch = $2 RETURNING id
  ), gone AS (
    DELETE FROM understay.changes USING own WHERE sandbox = own.id AND number <= $5
  )
  SELECT id FROM own`

const CLEAR = `
  WITH own AS (
    UPDATE understay.sandboxes SET template = NULL, state = NULL, last_change = $3 WHERE id = $1 AND epoch = $2 RETURNING id
  ), changes AS (
    DELETE FROM understay.changes USING own WHERE sandbox = own.id AND number <= $3
  ), calls AS (
    DELETE FROM understay.calls AS c USING own WHERE c.sandbox = own.id
  ), reports AS (
    DELETE FROM understay.reports AS r USING own WHERE r.sandbox = own.id
  )
  SELECT id FROM own`

const RELEASE = 'UPDATE understay.sandboxes SET owner = NULL, due_at = $3 WHERE id = $1 AND epoch = $2'
const RELEASE_UNOPENED = 'UPDATE understay.sandboxes SET owner = NULL WHERE id = $1 AND epoch = $2'
const RELEASE_EMPTY = `
  DELETE FROM understay.sandboxes AS s WHERE id = $1 AND epoch = $2 AND state IS NULL
  AND NOT EXISTS (SELECT FROM understay.snapshots WHERE sandbox = s.id)
  AND NOT EXISTS (SELECT FROM understay.reports WHERE sandbox = s.id)`

const NO_CALLS: StoredCalls = { calls: [], facts: undefined }

/** The stored data of one sandbox. */
export class SandboxRows implements SandboxStorage, WritableSandbox {
  readonly id: string
  readonly epoch: string
  readonly snapshots: SnapshotStorage
  readonly calls: CallStorage
  readonly #name: string
  readonly #owner: number
  readonly #tables: SandboxTables
  #number = 0
  #logCharacters = 0
  #stateCharacters = 0
  #broken: StorageError | undefined
  #callsUnderWay: Promise<unknown> | undefined

  /** @param calls the stored calls */
  constructor({ id, name, epoch, owner }: OwnedRow, tables: SandboxTables, calls: StoredCalls = NO_CALLS) {
    this.id = id
    this.#name = name
    this.epoch = epoch
    this.#owner = owner
    this.#tables = tables
    this.snapshots = new SnapshotRows(this, tables)
    this.calls = { found: calls, write: (added, removedUpTo, facts) => this.#writeCalls(added, removedUpTo, facts) }
  }

  /** Continues after the stored data: the number of the last change, and the sizes of state and changes. */
  continueAfter(found: { readonly number: number; readonly stateCharacters: number; readonly logCharacters: number }): void {
    this.#number = found.number
    this.#stateCharacters = found.stateCharacters
    this.#logCharacters = found.logCharacters
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
    this.#tables.moves.add(move, { sandbox: this.#name, epoch: this.epoch })
  }

  append(change: Change): Promise<void> {
    const text = JSON.stringify(change)
    this.#logCharacters += text.length
    const belongs = Object.keys(change).every((key) => key === 'progress')
    return this.#tables.writer.append(this, ++this.#number, text, belongs)
  }

  replace(state: WorldState): Promise<void> {
    const { templates, templateTable, writer } = this.#tables
    const encoded = templates.encode(state)
    const number = this.#number
    this.#logCharacters = 0
    this.#stateCharacters = encoded.text.length
    return writer.run(this, (pool) => templateTable.withTemplate(encoded.needs, () => this.#replace(pool, encoded, number)))
  }

  async #replace(pool: Pool, { template, text }: EncodedState, number: number): Promise<boolean> {
    const { rowCount } = await pool.query(REPLACE, [this.id, this.epoch, template, text, number])
    return rowCount === 1
  }

  async #writeCalls(calls: readonly StoredCall[], removedUpTo: number, facts: string): Promise<void> {
    if (this.problem) throw this.problem
    const written = this.#tables.callWriter.write({ id: this.id, epoch: this.epoch, calls, removedUpTo, facts })
    const underWay = written.catch(() => undefined)
    this.#callsUnderWay = underWay
    await written
    if (this.#callsUnderWay === underWay) this.#callsUnderWay = undefined
  }

  /** Removes state and calls; snapshots are kept. */
  clear(): Promise<void> {
    const number = this.#number
    this.#logCharacters = 0
    this.#stateCharacters = 0
    return this.#tables.writer.run(this, async (pool) => {
      await this.#callsUnderWay
      const { rowCount } = await pool.query(CLEAR, [this.id, this.epoch, number])
      return rowCount === 1
    })
  }

  /** Removes the sandbox with all its data. */
  async remove(): Promise<void> {
    await this.#tables.writer.run(this, async (pool) => {
      const { rowCount } = await pool.query('DELETE FROM understay.sandboxes WHERE id = $1 AND epoch = $2', [this.id, this.epoch])
      return rowCount === 1
    })
    this.breakOff(new StorageError('unavailable', 'the sandbox has been removed'))
  }

  compact(state: () => WorldState, when: 'worth' | 'now'): Promise<void> | undefined {
    const least = when === 'now' ? COMPACT_AT_CLOSE : COMPACT_CHARACTERS
    const worth = this.#logCharacters > least && this.#logCharacters > this.#stateCharacters
    return worth && !this.problem ? this.replace(state()) : undefined
  }

  /**
   * Releases the sandbox: any replica can take it.
   *
   * @param dueAt when a replica must take it, epoch milliseconds of the machine's clock; undefined when nothing is due;
   * `as stored` keeps the stored time
   */
  async close(dueAt?: number | 'as stored'): Promise<void> {
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
