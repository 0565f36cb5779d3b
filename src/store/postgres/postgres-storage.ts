/**
 * Stores sandboxes in PostgreSQL, shared by any number of replicas. Each sandbox has one owner at a time, which keeps it in
 * memory.
 *
 * @module
 */
import { type Metric, single } from '../../base/metrics.ts'
import { SANDBOX_NAME } from '../../base/sandbox-name.ts'
import { referenceProblem } from '../references.ts'
import type { RowLists, WorldState } from '../state.ts'
import { OwnedElsewhereError, type Storage, StorageError, type StoredCalls, type StoredSandbox } from '../storage.ts'
import { CallWriter } from './call-writer.ts'
import { ChangeWriter } from './change-writer.ts'
import { type Connections, connectForMigration, connectionsTo, requireVersion } from './connections.ts'
import { adviceFor, DatabaseError, storageErrorOf } from './database-error.ts'
import { Membership, type Replica } from './membership.ts'
import { type Move, type OwnershipChange, OwnershipLog } from './ownership-log.ts'
import { type OwnedRow, SandboxRows, type SandboxTables } from './sandbox-rows.ts'
import { LOCK_CLASS, migrate, type Shared } from './schema.ts'
import { Templates } from './stored-state.ts'
import { TemplateTable } from './template-table.ts'

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

interface TakenRow {
  readonly id: string
  readonly epoch: string
  readonly template: string | null
  readonly state: string | null
  readonly last_change: string
}

/** Takes over a sandbox without a running owner in one statement, after changes in progress there. */
const TAKE = `
  INSERT INTO understay.sandboxes AS s (name, owner, epoch) VALUES ($1, $2, 1)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = s.epoch + 1
  WHERE s.owner IS NULL OR s.owner = excluded.owner OR pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, s.owner)
  RETURNING id, epoch, template, state, last_change`

const OWNER = `
  SELECT r.address FROM understay.sandboxes AS s JOIN understay.replicas AS r ON r.id = s.owner WHERE s.name = $1`

const LIST = `
  SELECT name FROM understay.sandboxes AS s
  WHERE (owner IS NOT NULL OR state IS NOT NULL OR EXISTS (SELECT FROM understay.snapshots WHERE sandbox = s.id)
    OR EXISTS (SELECT FROM understay.reports WHERE sandbox = s.id))
    AND ($1::text[] IS NULL OR EXISTS (SELECT FROM unnest($1::text[]) AS prefix WHERE starts_with(name, prefix)))`

/** Sandboxes in which something is due, and those of ended replicas, which may have due work. */
const DUE = `
  SELECT name FROM understay.sandboxes
  WHERE (owner IS NULL AND due_at <= extract(epoch FROM now()) * 1000) OR (owner <> ALL ($1::integer[]))
  ORDER BY random() LIMIT 20`

const CALLS = `
  SELECT NULL::bigint AS id, facts AS text FROM understay.reports WHERE sandbox = $1
  UNION ALL SELECT id, entry FROM understay.calls WHERE sandbox = $1 ORDER BY id NULLS FIRST`

const TAKE_ATTEMPTS = 3

/** The storage of one replica. */
export class PostgresStorage implements Storage {
  readonly place: string
  readonly remote = true
  readonly keepsProgress = true
  readonly #connections: Connections
  readonly #events: PostgresEvents
  readonly #shared: Shared
  readonly #tables: SandboxTables
  readonly #open = new Map<string, SandboxRows>()
  readonly #moves: OwnershipLog
  #membership: Membership | undefined
  #draining = false

  private constructor(connections: Connections, shared: Shared, events: PostgresEvents) {
    this.#connections = connections
    this.#shared = shared
    this.#events = events
    this.place = connections.place
    const { pool } = connections
    const templates = new Templates()
    this.#moves = new OwnershipLog((move, of) => events.onMove?.(move, of))
    this.#tables = {
      pool,
      writer: new ChangeWriter(pool),
      callWriter: new CallWriter(pool),
      templates,
      templateTable: new TemplateTable(pool, templates),
      problem: () => this.problem,
      isCurrent: (id) => this.#membership?.isCurrent(id) ?? false,
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
    const membership = new Membership(this.#connections, address, {
      lost: (error, id) => {
        this.#moves.addLost()
        this.#events.onLost?.(error, id)
      },
      joined: (id) => this.#events.onJoined?.(id),
    })
    this.#membership = membership
    await membership.join().catch((error: unknown) => {
      throw connectionError(this.place, error)
    })
  }

  /** The shared secret of the replicas. */
  get secret(): string {
    return this.#shared.secret
  }

  /** The other running replicas. */
  get others(): readonly Replica[] {
    return this.#membership?.others ?? []
  }

  /** The reason this replica must not answer requests; undefined while it may. */
  get problem(): StorageError | undefined {
    return this.#membership ? this.#membership.problem : new StorageError('unavailable', 'this replica is still starting')
  }

  /** True when no more sandboxes are taken. */
  get draining(): boolean {
    return this.#draining
  }

  /** Stops taking sandboxes, and announces that to the others. */
  async drain(): Promise<void> {
    this.#draining = true
    await this.#membership?.drain().catch(() => undefined)
  }

  /**
   * The address of the replica that owns a sandbox, running or not; undefined without an owner.
   *
   * @throws StorageError
   */
  async ownerOf(name: string): Promise<string | undefined> {
    return await this.#storageErrors(async () => {
      const { rows } = await this.#connections.pool.query<{ address: string }>(OWNER, [name])
      return rows[0]?.address
    })
  }

  /** The id of this replica; undefined while it is not registered. */
  get replica(): number | undefined {
    return this.#membership?.id
  }

  metrics(): readonly Metric[] {
    return [
      this.#tables.writer.flushes.metric(),
      single(
        'understay_storage_changes_total',
        'counter',
        'Changes and whole states that were stored.',
        this.#tables.writer.stored,
      ),
      single(
        'understay_storage_failures_total',
        'counter',
        'Changes and whole states that were not stored.',
        this.#tables.writer.rejected,
      ),
      this.#moves.metric(),
      single(
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
    return await this.#storageErrors(async () => {
      const { rows } = await this.#connections.pool.query<{ name: string }>(LIST, [prefixes])
      return rows.map(({ name }) => name)
    })
  }

  /** @throws OwnedElsewhereError when another replica owns it */
  async open(name: string): Promise<StoredSandbox> {
    return await this.#storageErrors(async () => {
      const { row, taken } = await this.#take(name)
      const calls = this.#calls(row.id)
      calls.catch(() => undefined)
      const storage = new SandboxRows(row, this.#tables, await calls)
      try {
        const state = await this.#load(storage, taken)
        const before = this.#open.get(name)
        this.#open.set(name, storage)
        this.#moves.add(row.epoch === '1' ? 'created' : 'taken', { sandbox: name, epoch: row.epoch })
        const continues = before?.id === row.id && BigInt(row.epoch) === BigInt(before.epoch) + 1n
        return { state, storage, continues }
      } catch (error) {
        await storage.close('as stored')
        throw error
      }
    })
  }

  async clear(name: string): Promise<void> {
    await this.#withRows(name, (rows) => rows.clear())
  }

  async remove(name: string): Promise<void> {
    await this.#withRows(name, (rows) => rows.remove())
    this.#open.delete(name)
  }

  async close(): Promise<void> {
    await this.#membership?.leave()
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
    await this.#storageErrors(async () => {
      const { row, taken } = await this.#take(name)
      const rows = new SandboxRows(row, this.#tables)
      rows.continueAfter({ number: await this.#lastNumber(row.id, taken), stateCharacters: 0, logCharacters: 0 })
      try {
        await work(rows)
      } finally {
        await rows.close()
      }
    })
  }

  async #take(name: string): Promise<{ readonly row: OwnedRow; readonly taken: TakenRow }> {
    for (let attempt = 0; attempt < TAKE_ATTEMPTS; attempt++) {
      const { problem } = this
      if (problem) throw problem
      if (this.#draining) throw new StorageError('unavailable', 'this replica is stopping and takes no sandboxes; try again')
      const owner = this.#membership?.requireId() ?? 0
      const { rows } = await this.#connections.pool.query<TakenRow>(TAKE, [name, owner])
      const [taken] = rows
      if (taken) return { row: { id: taken.id, name, epoch: taken.epoch, owner }, taken }
      const address = await this.ownerOf(name)
      if (address !== undefined) throw new OwnedElsewhereError(name, address)
    }
    throw new StorageError('unavailable', `the sandbox ${name} is changing hands; try again in a moment`)
  }

  async #load(storage: SandboxRows, { id, template, state, last_change }: TakenRow): Promise<WorldState | undefined> {
    if (state === null) {
      storage.continueAfter({ number: await this.#lastNumber(id, { last_change }), stateCharacters: 0, logCharacters: 0 })
      return undefined
    }
    const { templates, templateTable } = this.#tables
    const changed = templates.decode(state, template === null ? undefined : await templateTable.read(template))
    const { rows } = await this.#connections.pool.query<{ number: string; change: string }>(
      'SELECT number, change FROM understay.changes WHERE sandbox = $1 AND number > $2 ORDER BY number',
      [id, last_change],
    )
    let number = Number(last_change)
    let logCharacters = 0
    for (const { number: found, change } of rows) {
      const problem = Number(found) === number + 1 ? changed.apply(JSON.parse(change)) : `change ${number + 1} is missing`
      if (problem) throw damaged(id, problem)
      number++
      logCharacters += change.length
    }
    const loaded = changed.state
    const problem = referenceProblem(loaded.collections)
    if (problem) throw damaged(id, problem)
    storage.continueAfter({ number, stateCharacters: state.length, logCharacters })
    return loaded
  }

  async #calls(id: string): Promise<StoredCalls> {
    const { rows } = await this.#connections.pool.query<{ id: string | null; text: string }>(CALLS, [id])
    const calls = rows.flatMap(({ id: number, text }) => (number === null ? [] : [{ id: Number(number), entry: text }]))
    return { calls, facts: rows.find(({ id: number }) => number === null)?.text }
  }

  /**
   * The sandboxes with due work that no running replica owns.
   *
   * @throws StorageError
   */
  async due(): Promise<readonly string[]> {
    return await this.#storageErrors(async () => {
      const living = [this.#membership?.requireId() ?? 0, ...this.others.map(({ id }) => id)]
      const { rows } = await this.#connections.pool.query<{ name: string }>(DUE, [living])
      return rows.map(({ name }) => name)
    })
  }

  async #lastNumber(id: string, { last_change }: Pick<TakenRow, 'last_change'>): Promise<number> {
    const { rows } = await this.#connections.pool.query<{ number: string }>(
      'SELECT greatest($2::bigint, max(number)) AS number FROM understay.changes WHERE sandbox = $1',
      [id, last_change],
    )
    return Number(rows[0]?.number ?? last_change)
  }

  /** @throws StorageError for errors of the database */
  async #storageErrors<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw storageErrorOf(error)
    }
  }
}

const damaged = (id: string, problem: string): StorageError =>
  new StorageError('damaged', `the sandbox with id ${id} in the table understay.sandboxes is damaged: ${problem}`)

function connectionError(place: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  // a host name with several addresses fails with one error each, without a message of its own
  const causes = error instanceof AggregateError ? error.errors : [error]
  const why = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join('; ')
  const advice = adviceFor(error)
  return new DatabaseError(`the database ${place} cannot be used: ${why}${advice && `; ${advice}`}`)
}
