/** One sandbox in the database, for as long as this replica owns it. */
import type { WorldState } from '../state.ts'
import {
  type CallStorage,
  type Change,
  type SandboxStorage,
  type SnapshotStorage,
  StorageError,
  type StoredCall,
  type StoredSandbox,
} from '../storage.ts'
import { rowArrays, rowParameters } from './array-parameters.ts'
import { type ChangeWriter, SupersededError, type WritableSandbox } from './change-writer.ts'
import { ask } from './connections.ts'
import { IS_EMPTY, type Membership } from './membership.ts'
import type { Move, OwnershipLog } from './ownership-log.ts'
import { type SnapshotTables, snapshotRows } from './snapshot-rows.ts'
import { GONE, Positions, rowsOfChange, type StateRow, stateOfRows, withoutJournal } from './state-rows.ts'
import type { Template } from './templates.ts'

/** The objects shared by the rows of all sandboxes. */
export interface SandboxTables extends SnapshotTables {
  /** Writes the journals in the background. */
  readonly journals: ChangeWriter
  readonly membership: Membership
  readonly moves: OwnershipLog
}

/** The row of a sandbox that this replica has taken. */
export interface OwnedRow {
  readonly id: string
  readonly name: string
  readonly epoch: string
  readonly owner: number
  readonly template: string | null
}

/** A position is a `bigint`, which the driver would read as a text. */
const ROWS = 'SELECT key, value, position::float8 AS position FROM understay.rows WHERE sandbox = $1 ORDER BY position'

/** Without a time the stored one is kept; 0 says that nothing is due. A sandbox without stored data is removed. */
const RELEASE = `
  WITH empty AS (DELETE FROM understay.sandboxes AS s WHERE id = $1 AND epoch = $2 AND ${IS_EMPTY} RETURNING id)
  UPDATE understay.sandboxes SET owner = NULL, due_at = nullif(coalesce($3, due_at), 0)
  WHERE id = $1 AND epoch = $2 AND NOT EXISTS (SELECT FROM empty)`

const REMOVE = 'DELETE FROM understay.sandboxes WHERE id = $1 AND epoch = $2'
/** $4: true to remove the journal, too. */
const REPLACE = `
  WITH own AS (UPDATE understay.sandboxes SET template = $3 WHERE id = $1 AND epoch = $2 RETURNING id),
  given AS (SELECT * FROM unnest(${rowArrays(5)}) AS a (position, key, value)),
  gone AS (
    DELETE FROM understay.rows AS r USING own WHERE r.sandbox = own.id AND ($4::boolean OR r.key NOT LIKE 'journal %')
    AND NOT EXISTS (SELECT FROM given WHERE given.key = r.key)
  ),
  put AS (
    INSERT INTO understay.rows (sandbox, position, key, value) SELECT own.id, given.* FROM own, given
    ON CONFLICT (sandbox, key) DO UPDATE SET position = excluded.position, value = excluded.value
  )
  SELECT id FROM own`

export class SandboxRows implements SandboxStorage, WritableSandbox {
  readonly wholeRows = true
  readonly id: string
  readonly epoch: string
  readonly snapshots: SnapshotStorage
  readonly calls: CallStorage = { write: (calls, removedUpTo, facts) => this.#writeCalls(calls, removedUpTo, facts) }
  /** Called when it was closed. */
  onClosed: (() => void) | undefined
  broken: StorageError | undefined
  readonly #row: OwnedRow
  readonly #tables: SandboxTables
  #template: Template | undefined
  #positions = new Positions()
  /** A failure of the journal does not break the sandbox off: the calls are in memory, and are written again. */
  readonly #journal: WritableSandbox
  /** The first call that may be stored; Infinity where none is. */
  #firstCall = Infinity

  constructor(row: OwnedRow, tables: SandboxTables) {
    this.id = row.id
    this.epoch = row.epoch
    this.#row = row
    this.#tables = tables
    this.snapshots = snapshotRows(this, tables)
    this.#journal = { id: row.id, epoch: row.epoch, problem: undefined, breakOff: (error) => error }
  }

  /** Reads what is stored. @throws StorageError `damaged`, and errors of the database */
  async read(): Promise<Pick<StoredSandbox, 'state' | 'calls'>> {
    const { pool, templates } = this.#tables
    const { id, name, template: hash } = this.#row
    const [stored, template] = await Promise.all([ask<StateRow>(pool, ROWS, [id]), templates.read(hash)])
    const { rows, calls } = withoutJournal(stored)
    this.#template = template
    this.#positions = new Positions(rows)
    this.#firstCall = calls.calls[0]?.id ?? Infinity
    return { state: stateOfRows(`the sandbox ${name} in the table understay.rows`, rows, template?.base), calls }
  }

  /** True once this replica is not its owner any more; false where it only waits for an answer of the database. */
  get isLost(): boolean {
    return this.broken !== undefined || this.#tables.membership.replica !== this.#row.owner
  }

  /** The reason it must not be read or stored: this replica may not be its owner any more. */
  get problem(): StorageError | undefined {
    if (this.broken) return this.broken
    if (this.isLost)
      return new StorageError('unavailable', 'the database had lost contact with this replica; what it holds is read again')
    return this.#tables.membership.problem
  }

  breakOff(error: StorageError): StorageError {
    if (!this.broken && error instanceof SupersededError) this.moved('fenced')
    return (this.broken ??= error)
  }

  /** Counts and reports a move of this sandbox. */
  moved(move: Move): void {
    this.#tables.moves.add(move, this.#row.name, this.epoch)
  }

  append(change: Change): Promise<void> {
    const belongs = Object.keys(change).every((key) => key === 'progress')
    return this.#tables.writer.append(this, rowsOfChange(change, this.#positions, this.#template?.base), belongs)
  }

  replace(state: WorldState): Promise<void> {
    const { pool, writer, templates } = this.#tables
    const { template, rows, positions } = templates.encode(state)
    this.#template = template
    this.#positions = positions
    const values = [this.id, this.epoch, template?.hash, false, ...rowParameters(rows)]
    return writer.run(this, () => templates.with(template, () => pool.query(REPLACE, values)))
  }

  /** Nothing: a row is stored once. */
  compact(): undefined {}

  /** Removes state and calls, also those that are being written; snapshots are kept. */
  clear(): Promise<void> {
    const { pool, writer, journals } = this.#tables
    return writer.run(this, async () => {
      await journals.run(this.#journal, async () => undefined, false)
      return await pool.query(REPLACE, [this.id, this.epoch, null, true, ...rowParameters([])])
    })
  }

  async #writeCalls(calls: readonly StoredCall[], removedUpTo: number, facts: string): Promise<void> {
    if (this.problem) throw this.problem
    const row = (id: number | 'facts', value: string, position = 0) => ({ key: `journal ${id}`, value, position })
    const rows = [row('facts', facts), ...calls.map(({ id, entry }) => row(id, entry, id))]
    this.#firstCall = Math.min(this.#firstCall, calls[0]?.id ?? Infinity)
    for (let call = this.#firstCall; call <= removedUpTo; call++) rows.push(row(call, GONE))
    await this.#tables.journals.append(this.#journal, rows)
    this.#firstCall = Math.max(this.#firstCall, removedUpTo + 1)
  }

  async remove(): Promise<void> {
    const { pool, writer } = this.#tables
    await writer.run(this, () => pool.query(REMOVE, [this.id, this.epoch]))
    this.breakOff(new StorageError('unavailable', 'the sandbox has been removed'))
  }

  /** Releases the sandbox: any replica can take it, and one has to when something is due. */
  async close(dueAt?: number | 'as stored'): Promise<void> {
    const { pool, writer } = this.#tables
    const free = async (): Promise<undefined> => {
      await pool.query(RELEASE, [this.id, this.epoch, dueAt === 'as stored' ? null : (dueAt ?? 0)])
      this.moved('handed-back')
    }
    if (!this.problem) await writer.run(this, free, false).catch(() => undefined)
    this.breakOff(new StorageError('unavailable', 'this replica has closed the sandbox; try again'))
    this.onClosed?.()
  }
}
