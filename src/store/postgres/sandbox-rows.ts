/** One sandbox in the database, for as long as this replica owns it. */
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
import { integerArray, joinedLines, linesOf } from './array-parameters.ts'
import type { WritableSandbox } from './batch-rows.ts'
import { type ChangeWriter, SupersededError } from './change-writer.ts'
import type { Move, OwnershipLog } from './ownership-log.ts'
import { SnapshotRows } from './snapshot-rows.ts'
import { GONE, journalRow, Positions, rowsOfChange } from './state-rows.ts'
import type { Template, Templates } from './templates.ts'

/** The objects shared by the rows of all sandboxes. */
export interface SandboxTables {
  readonly pool: Pool
  readonly writer: ChangeWriter
  readonly templates: Templates
  /** Writes the journals in the background. */
  readonly journals: ChangeWriter
  /** The reason this replica must not answer requests; undefined while it may. */
  problem(): StorageError | undefined
  /** True while this replica has this id. */
  isCurrent(owner: number): boolean
  readonly moves: OwnershipLog
}

/** What is stored of a sandbox when it is opened. */
interface StoredParts {
  readonly calls: StoredCalls
  readonly template: Template | undefined
  readonly positions: Positions
}

/** The row of a sandbox that this replica has taken. */
export interface OwnedRow {
  readonly id: string
  /** The name of the sandbox. */
  readonly name: string
  readonly epoch: string
  readonly owner: number
}

/** Without a time the stored one is kept; 0 says that nothing is due. */
const RELEASE =
  'UPDATE understay.sandboxes SET owner = NULL, due_at = nullif(coalesce($3, due_at), 0) WHERE id = $1 AND epoch = $2'
const RELEASE_EMPTY = `
  DELETE FROM understay.sandboxes AS s WHERE id = $1 AND epoch = $2
  AND NOT EXISTS (SELECT FROM understay.rows WHERE sandbox = s.id)
  AND NOT EXISTS (SELECT FROM understay.snapshots WHERE sandbox = s.id)`

const ownWith = (template: string): string =>
  `WITH own AS (UPDATE understay.sandboxes SET template = ${template} WHERE id = $1 AND epoch = $2 RETURNING id)`
const REPLACE = `${ownWith('$3')},
  given AS (SELECT * FROM unnest($4::bigint[], ${linesOf('$5')}, ${linesOf('$6')}) AS a (position, key, value)),
  gone AS (
    DELETE FROM understay.rows AS r USING own WHERE r.sandbox = own.id AND r.key NOT LIKE 'journal %'
    AND NOT EXISTS (SELECT FROM given WHERE given.key = r.key)
  ),
  put AS (
    INSERT INTO understay.rows (sandbox, position, key, value) SELECT own.id, given.* FROM own, given
    ON CONFLICT (sandbox, key) DO UPDATE SET position = excluded.position, value = excluded.value
  )
  SELECT id FROM own`

const CLEAR = `${ownWith('NULL')},
  gone AS (DELETE FROM understay.rows AS r USING own WHERE r.sandbox = own.id)
  SELECT id FROM own`

const nothing = (): StoredParts => ({ calls: { calls: [], facts: undefined }, template: undefined, positions: new Positions() })

/** The stored data of one sandbox. */
export class SandboxRows implements SandboxStorage, WritableSandbox {
  readonly wholeRows = true
  readonly id: string
  readonly name: string
  readonly epoch: string
  readonly snapshots: SnapshotStorage
  readonly calls: CallStorage
  readonly #owner: number
  readonly #tables: SandboxTables
  #template: Template | undefined
  #positions: Positions
  #broken: StorageError | undefined
  #callsUnderWay: Promise<unknown> | undefined
  /** The first call that may be stored. */
  #firstCall: number

  constructor(
    { id, name, epoch, owner }: OwnedRow,
    tables: SandboxTables,
    { calls, template, positions }: StoredParts = nothing(),
  ) {
    this.id = id
    this.name = name
    this.epoch = epoch
    this.#owner = owner
    this.#tables = tables
    this.#template = template
    this.#positions = positions
    this.snapshots = new SnapshotRows(this, tables)
    this.#firstCall = calls.calls[0]?.id ?? 1
    this.calls = { found: calls, write: (added, removedUpTo, facts) => this.#writeCalls(added, removedUpTo, facts) }
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
    const { writer, templates } = this.#tables
    const belongs = Object.keys(change).every((key) => key === 'progress')
    const rows = rowsOfChange(change, this.#positions, (name, id) => templates.has(this.#template, name, id))
    return writer.append(this, rows, belongs)
  }

  replace(state: WorldState): Promise<void> {
    const { writer, templates } = this.#tables
    const { template, rows, positions } = templates.encode(state)
    this.#template = template
    this.#positions = positions
    const [keys, texts] = [joinedLines(rows.map(({ key }) => key)), joinedLines(rows.map(({ value }) => value))]
    const values = [this.id, this.epoch, template?.hash, integerArray(rows.map(({ position }) => position)), keys, texts]
    return writer.run(this, (pool) => templates.with(template, async () => (await pool.query(REPLACE, values)).rowCount === 1))
  }

  /** Nothing: a row is stored once. */
  compact(): undefined {}

  /** Removes state and calls; snapshots are kept. */
  clear(): Promise<void> {
    return this.#run(CLEAR, () => this.#callsUnderWay)
  }

  /** Runs a statement after the earlier ones of this sandbox; one that finds another epoch fails. */
  #run(text: string, before?: () => Promise<unknown> | undefined): Promise<void> {
    return this.#tables.writer.run(this, async (pool) => {
      await before?.()
      return (await pool.query(text, [this.id, this.epoch])).rowCount === 1
    })
  }

  /** A failure does not break the sandbox off: the calls are in memory, and are written again. */
  async #writeCalls(calls: readonly StoredCall[], removedUpTo: number, facts: string): Promise<void> {
    if (this.problem) throw this.problem
    const { id, epoch } = this
    const rows = [journalRow('facts', facts, 0), ...calls.map((call) => journalRow(call.id, call.entry, call.id))]
    for (let call = this.#firstCall; call <= removedUpTo; call++) rows.push(journalRow(call, GONE, 0))
    const written = this.#tables.journals.append({ id, epoch, broken: undefined, breakOff: () => undefined }, rows)
    const underWay = written.catch(() => undefined)
    this.#callsUnderWay = underWay
    await written
    this.#firstCall = Math.max(this.#firstCall, removedUpTo + 1)
    if (this.#callsUnderWay === underWay) this.#callsUnderWay = undefined
  }

  /** Removes the sandbox with all its data. */
  async remove(): Promise<void> {
    await this.#run('DELETE FROM understay.sandboxes WHERE id = $1 AND epoch = $2')
    this.breakOff(new StorageError('unavailable', 'the sandbox has been removed'))
  }

  /**
   * Releases the sandbox: any replica can take it.
   *
   * @param dueAt when a replica must take it, epoch milliseconds of the machine's clock; undefined when nothing is due;
   * `as stored` keeps the stored time
   */
  async close(dueAt?: number | 'as stored'): Promise<void> {
    const free = async (pool: Pool): Promise<boolean> => {
      const { rowCount } = await pool.query(RELEASE_EMPTY, [this.id, this.epoch])
      if (rowCount === 0) await pool.query(RELEASE, [this.id, this.epoch, dueAt === 'as stored' ? null : (dueAt ?? 0)])
      this.#moved('handed-back')
      return true
    }
    if (!this.problem) await this.#tables.writer.run(this, free, false).catch(() => undefined)
    this.breakOff(new StorageError('unavailable', 'this replica has closed the sandbox; try again'))
  }
}
