/**
 * Stores sandboxes in PostgreSQL, shared by any number of replicas. Each sandbox has one owner at a time, which keeps it in
 * memory.
 */
import { type Metric, singleMetric } from '../../base/metrics.ts'
import { SANDBOX_NAME } from '../../base/sandbox-name.ts'
import type { RowLists } from '../state.ts'
import { OwnedElsewhereError, type Storage, StorageError, type StoredSandbox } from '../storage.ts'
import { ChangeWriter } from './change-writer.ts'
import { ask, type Connections, connectionsTo, requireServer } from './connections.ts'
import { connectionError, storageErrorOf } from './database-error.ts'
import { LOCK_CLASS, migrate } from './database-schema.ts'
import { IS_EMPTY, Membership } from './membership.ts'
import { OwnershipLog, type PostgresEvents } from './ownership-log.ts'
import { type OwnedRow, SandboxRows, type SandboxTables } from './sandbox-rows.ts'
import { Templates } from './templates.ts'

const TAKE_ATTEMPTS = 3
/** The time-out of a statement of a migration, in milliseconds. */
const MIGRATION_MS = 60_000

/** Takes over a sandbox without a running owner in one statement, after changes in progress there; no row where another replica owns it. */
const TAKE = `
  INSERT INTO understay.sandboxes AS s (name, owner, epoch) VALUES ($1, $2, 1)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = s.epoch + 1
  WHERE s.owner IS NULL OR s.owner = excluded.owner OR pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, s.owner)
  RETURNING id, name, epoch, owner, template`

/** The names of all sandboxes, or of those that begin with one of the prefixes. */
const LIST = `
  SELECT name FROM understay.sandboxes AS s
  WHERE (owner IS NOT NULL OR NOT (${IS_EMPTY}))
    AND ($1::text[] IS NULL OR EXISTS (SELECT FROM unnest($1::text[]) AS prefix WHERE starts_with(name, prefix)))`

/** Sandboxes in which something is due, and those of ended replicas, which may have due work. */
const DUE = `
  SELECT name FROM understay.sandboxes
  WHERE (owner IS NULL AND due_at <= extract(epoch FROM now()) * 1000) OR (owner <> ALL ($1::integer[]))
  ORDER BY random() LIMIT 20`

export class PostgresStorage implements Storage {
  readonly place: string
  readonly remote = true
  readonly keepsProgress = true
  /** This replica among the others. Nothing can be opened before it has joined them. */
  readonly membership: Membership
  readonly #tables: SandboxTables
  /** The sandboxes that this replica has opened; of closed ones what the next opening asks for. */
  readonly #opened = new Map<string, SandboxRows | Pick<SandboxRows, 'id' | 'epoch'>>()

  private constructor(connections: Connections, secret: string, events: PostgresEvents) {
    const { pool, place } = connections
    this.place = place
    const moves = new OwnershipLog(events)
    this.membership = new Membership(connections, secret, moves)
    const [writer, journals, templates] = [new ChangeWriter(pool), new ChangeWriter(pool), new Templates(pool)]
    this.#tables = { pool, writer, journals, templates, membership: this.membership, moves }
  }

  /**
   * Connects, and brings the tables up to date.
   *
   * @throws DatabaseError when the database cannot be reached or used
   */
  static async connect(address: string, events: PostgresEvents = {}): Promise<PostgresStorage> {
    const connections = connectionsTo(address)
    try {
      const client = await connections.connect(MIGRATION_MS)
      const secret = await requireServer(client)
        .then(() => migrate(client))
        .finally(() => client.end())
      return new PostgresStorage(connections, secret, events)
    } catch (error) {
      await connections.pool.end()
      throw connectionError(connections.place, error)
    }
  }

  metrics(): readonly Metric[] {
    const { writer, moves, membership } = this.#tables
    const alive = membership.problem ? 0 : membership.others.length + 1
    return [
      writer.flushes.metric(),
      singleMetric('understay_storage_changes_total', 'counter', 'Changes and whole states that were stored.', writer.stored),
      singleMetric(
        'understay_storage_failures_total',
        'counter',
        'Changes and whole states that were not stored.',
        writer.rejected,
      ),
      moves.metric(),
      singleMetric('understay_replicas', 'gauge', 'Replicas alive as of the last heartbeat, this one included.', alive),
    ]
  }

  begins(rows: RowLists): void {
    this.#tables.templates.begin(rows)
  }

  async list(prefixes?: readonly string[]): Promise<readonly string[]> {
    return (await ask<{ name: string }>(this.#tables.pool, LIST, [prefixes])).map(({ name }) => name)
  }

  /** @throws OwnedElsewhereError when another replica owns it */
  async open(name: string): Promise<StoredSandbox> {
    const storage = await this.#take(name)
    try {
      const stored = await storage.read()
      const { id, epoch } = storage
      const before = this.#opened.get(name)
      this.#opened.set(name, storage)
      storage.onClosed = () => void (this.#opened.get(name) === storage && this.#opened.set(name, { id, epoch }))
      storage.moved(epoch === '1' ? 'created' : 'taken')
      return { ...stored, storage, continues: before?.id === id && BigInt(epoch) === BigInt(before.epoch) + 1n }
    } catch (error) {
      await storage.close('as stored')
      throw storageErrorOf(error)
    }
  }

  async clear(name: string): Promise<void> {
    await this.#withRows(name, (rows) => rows.clear())
  }

  async remove(name: string): Promise<void> {
    await this.#withRows(name, (rows) => rows.remove())
    this.#opened.delete(name)
  }

  async close(): Promise<void> {
    await this.membership.leave()
    await this.#tables.pool.end().catch(() => undefined)
  }

  /** Runs an operation on the rows of a sandbox. One that is not open here is taken for the duration. */
  async #withRows(name: string, work: (rows: SandboxRows) => Promise<void>): Promise<void> {
    if (!SANDBOX_NAME.test(name)) return
    const open = this.#opened.get(name)
    const rows = open instanceof SandboxRows && !open.broken ? open : await this.#take(name)
    try {
      await work(rows)
    } finally {
      if (rows !== open) await rows.close()
    }
  }

  async #take(name: string): Promise<SandboxRows> {
    for (let attempt = 0; attempt < TAKE_ATTEMPTS; attempt++) {
      const owner = this.membership.requireReplica()
      const [taken] = await ask<OwnedRow>(this.#tables.pool, TAKE, [name, owner])
      if (taken) return new SandboxRows(taken, this.#tables)
      const address = await this.membership.ownerOf(name)
      if (address !== undefined) throw new OwnedElsewhereError(name, address)
    }
    throw new StorageError('unavailable', `the sandbox ${name} is changing hands; try again in a moment`)
  }

  /**
   * The sandboxes with due work that no running replica owns.
   *
   * @throws StorageError
   */
  async due(): Promise<readonly string[]> {
    const living = [this.membership.requireReplica(), ...this.membership.others.map(({ id }) => id)]
    return (await ask<{ name: string }>(this.#tables.pool, DUE, [living])).map(({ name }) => name)
  }
}
