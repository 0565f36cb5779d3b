/**
 * Stores sandboxes in PostgreSQL, shared by any number of replicas. Each sandbox has one owner at a time, which keeps it in
 * memory.
 */
import { type Metric, singleMetric } from '../../base/metrics.ts'
import { SANDBOX_NAME } from '../../base/sandbox-name.ts'
import type { RowLists } from '../state.ts'
import { OwnedElsewhereError, type Storage, StorageError, type StoredSandbox } from '../storage.ts'
import { ChangeWriter } from './change-writer.ts'
import { type Connections, connectForMigration, connectionsTo, requireUtf8, requireVersion } from './connections.ts'
import { connectionError, storageErrorOf } from './database-error.ts'
import { migrate, type Shared } from './database-schema.ts'
import { Membership, type Replica } from './membership.ts'
import { type Move, type OwnershipChange, OwnershipLog } from './ownership-log.ts'
import { DUE, LIST, OWNER, ROWS, TAKE, type TakenRow } from './sandbox-queries.ts'
import { type OwnedRow, SandboxRows, type SandboxTables } from './sandbox-rows.ts'
import { Positions, type StoredRow, stateOfRows, withoutJournal } from './state-rows.ts'
import { Templates } from './templates.ts'

/** The callbacks of the storage. */
export interface PostgresEvents {
  /**
   * Called when this replica has lost its registration; its sandboxes are read again before they are used.
   *
   * @param id its id until then
   */
  readonly onLost?: (error: unknown, id: number) => void
  /** Called when this replica has joined, each time with a new id. */
  readonly onJoined?: (id: number) => void
  /** Called when this replica takes or loses a sandbox. */
  readonly onMove?: (move: Move, of: OwnershipChange) => void
}

const TAKE_ATTEMPTS = 3

/** The storage of one replica. */
export class PostgresStorage implements Storage {
  readonly place: string
  readonly remote = true
  readonly keepsProgress = true
  readonly #connections: Connections
  readonly #shared: Shared
  readonly #tables: SandboxTables
  readonly #open = new Map<string, SandboxRows>()
  readonly #moves: OwnershipLog
  readonly #membership: Membership
  #draining = false

  private constructor(connections: Connections, shared: Shared, events: PostgresEvents) {
    this.#connections = connections
    this.#shared = shared
    this.place = connections.place
    const { pool } = connections
    this.#moves = new OwnershipLog((move, of) => events.onMove?.(move, of))
    this.#membership = new Membership(connections, {
      lost: (error, id) => {
        this.#moves.addLost()
        events.onLost?.(error, id)
      },
      joined: (id) => events.onJoined?.(id),
    })
    this.#tables = {
      pool,
      writer: new ChangeWriter(pool),
      templates: new Templates(pool),
      journals: new ChangeWriter(pool),
      problem: () => this.problem,
      isCurrent: (id) => this.#membership.id === id,
      moves: this.#moves,
    }
  }

  /**
   * Connects, and brings the tables up to date. Nothing can be opened before {@link join}.
   *
   * @throws DatabaseError when the database cannot be reached or used
   */
  static async connect(address: string, events: PostgresEvents = {}): Promise<PostgresStorage> {
    const connections = connectionsTo(address)
    try {
      const client = await connectForMigration(address)
      const shared = await requireVersion(client)
        .then(() => requireUtf8(client))
        .then(() => migrate(client))
        .finally(() => client.end())
      return new PostgresStorage(connections, shared, events)
    } catch (error) {
      await connections.end()
      throw connectionError(connections.place, error)
    }
  }

  /**
   * Joins the replicas.
   *
   * @param address the address of this replica for the others, `http://10.0.0.5:4010`
   * @throws DatabaseError behind a pooler in transaction mode
   */
  async join(address: string): Promise<void> {
    await this.#membership.join(address).catch((error: unknown) => {
      throw connectionError(this.place, error)
    })
  }

  /** The shared secret of the replicas. */
  get secret(): string {
    return this.#shared.secret
  }

  /** The other running replicas. */
  get others(): readonly Replica[] {
    return this.#membership.others
  }

  /** The reason this replica must not answer requests; undefined while it may. */
  get problem(): StorageError | undefined {
    return this.#membership.problem
  }

  /** True when no more sandboxes are taken. */
  get draining(): boolean {
    return this.#draining
  }

  /** Stops taking sandboxes, and announces that to the others. */
  async drain(): Promise<void> {
    this.#draining = true
    await this.#membership.drain().catch(() => undefined)
  }

  /**
   * The address of the replica that owns a sandbox, running or not; undefined without an owner.
   *
   * @throws StorageError
   */
  async ownerOf(name: string): Promise<string | undefined> {
    const [row] = await this.#ask<{ address: string }>(OWNER, [name])
    return row?.address
  }

  /** The id of this replica; undefined while it is not registered. */
  get replica(): number | undefined {
    return this.#membership.id
  }

  metrics(): readonly Metric[] {
    return [
      this.#tables.writer.flushes.metric(),
      singleMetric(
        'understay_storage_changes_total',
        'counter',
        'Changes and whole states that were stored.',
        this.#tables.writer.stored,
      ),
      singleMetric(
        'understay_storage_failures_total',
        'counter',
        'Changes and whole states that were not stored.',
        this.#tables.writer.rejected,
      ),
      this.#moves.metric(),
      singleMetric(
        'understay_replicas',
        'gauge',
        'Replicas alive as of the last heartbeat, this one included.',
        this.problem ? 0 : this.others.length + 1,
      ),
    ]
  }

  begins(rows: RowLists): void {
    this.#tables.templates.begin(rows)
  }

  async list(prefixes?: readonly string[]): Promise<readonly string[]> {
    return (await this.#ask<{ name: string }>(LIST, [prefixes])).map(({ name }) => name)
  }

  /** @throws OwnedElsewhereError when another replica owns it */
  async open(name: string): Promise<StoredSandbox> {
    const row = await this.#take(name)
    try {
      const [{ rows: stored }, template] = await Promise.all([
        this.#tables.pool.query<[...StoredRow]>({ text: ROWS, values: [row.id], rowMode: 'array' }),
        row.template === null ? undefined : this.#tables.templates.read(row.template),
      ])
      const { rows, calls } = withoutJournal(stored)
      const state = stateOfRows(`the sandbox ${name} in the table understay.rows`, rows, template?.rows)
      const storage = new SandboxRows(row, this.#tables, { calls, template, positions: new Positions(rows) })
      const before = this.#open.get(name)
      this.#open.set(name, storage)
      this.#moves.add(row.epoch === '1' ? 'created' : 'taken', { sandbox: name, epoch: row.epoch })
      const continues = before?.id === row.id && BigInt(row.epoch) === BigInt(before.epoch) + 1n
      return { state, storage, continues }
    } catch (error) {
      await new SandboxRows(row, this.#tables).close('as stored')
      throw storageErrorOf(error)
    }
  }

  async clear(name: string): Promise<void> {
    await this.#withRows(name, (rows) => rows.clear())
  }

  async remove(name: string): Promise<void> {
    await this.#withRows(name, (rows) => rows.remove())
    this.#open.delete(name)
  }

  async close(): Promise<void> {
    await this.#membership.leave()
    await this.#connections.end().catch(() => undefined)
  }

  /** Runs an operation on the rows of a sandbox. One that is not open here is taken for the duration. */
  async #withRows(name: string, work: (rows: SandboxRows) => Promise<void>): Promise<void> {
    if (!SANDBOX_NAME.test(name)) return
    const open = this.#open.get(name)
    if (open && !open.broken) {
      await work(open)
      return
    }
    const rows = new SandboxRows(await this.#take(name), this.#tables)
    try {
      await work(rows)
    } finally {
      await rows.close()
    }
  }

  async #take(name: string): Promise<OwnedRow & TakenRow> {
    for (let attempt = 0; attempt < TAKE_ATTEMPTS; attempt++) {
      const owner = this.#membership.requireId()
      if (this.#draining) throw new StorageError('unavailable', 'this replica is stopping and takes no sandboxes; try again')
      const [taken] = await this.#ask<TakenRow>(TAKE, [name, owner])
      if (taken) return { ...taken, name, owner }
      const address = await this.ownerOf(name)
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
    const living = [this.#membership.requireId(), ...this.others.map(({ id }) => id)]
    return (await this.#ask<{ name: string }>(DUE, [living])).map(({ name }) => name)
  }

  /** @throws StorageError for errors of the database */
  async #ask<T extends object>(text: string, values: readonly unknown[]): Promise<T[]> {
    try {
      return (await this.#tables.pool.query<T>(text, [...values])).rows
    } catch (error) {
      throw storageErrorOf(error)
    }
  }
}
