/**
 * This replica's place among the others: an advisory lock as its sign of life, and a heartbeat that keeps it.
 *
 * The lock belongs to one connection. The database frees it when that connection ends, or is silent for {@link SILENCE_MS}:
 * a replica that is stopped or cut off cannot do anything for that. It then comes back under another number.
 *
 * @module
 */
import type { Client } from 'pg'
import { steadyNow } from '../../simulation/clock.ts'
import { StorageError } from '../storage.ts'
import { type Connections, requireSessions } from './connections.ts'
import { LOCK_CLASS } from './schema.ts'

const BEAT_MS = 1000
/** Without a heartbeat for so long, nothing is answered any more: others may own the sandboxes soon. */
const LEASE_MS = 2000
/** The database ends a connection that is silent for so long. It is longer than the lease, so no two replicas answer at once. */
const SILENCE_MS = 3500
const RETRY_MS = 500

/** Another replica. */
export interface Replica {
  readonly id: number
  /** `http://10.0.0.5:4010`. */
  readonly address: string
  readonly draining: boolean
}

/** Who is told of what. */
export interface MembershipEvents {
  /** This replica counts as gone: it owns nothing any more. @param id its number until then */
  lost(error: unknown, id: number): void
  /** It is back, under another number. */
  joined(id: number): void
}

interface Life {
  readonly id: number
  readonly session: Client
  /** When the last answered heartbeat was sent. */
  lastBeat: number
  replicas: readonly Replica[]
}

/** The lock is taken before its row can be seen: a row without a lock is that of a replica that is gone. */
const JOIN = `
  INSERT INTO understay.replicas (id, address)
  SELECT id, $1 FROM (SELECT nextval('understay.replica_ids')::integer AS id) AS next
  WHERE pg_try_advisory_lock(${LOCK_CLASS}, id)
  RETURNING id`

const HEARTBEAT = `
  SELECT r.id, r.address, r.draining FROM understay.replicas AS r
  JOIN pg_locks AS l ON l.objid = r.id::oid
  WHERE l.locktype = 'advisory' AND l.classid = ${LOCK_CLASS}::oid AND l.objsubid = 2 AND l.granted AND l.mode = 'ExclusiveLock'
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Rows of replicas that are gone, and of their sandboxes of which nothing was ever stored. */
const CLEAN = [
  `DELETE FROM understay.sandboxes AS s WHERE state IS NULL AND owner IS NOT NULL
   AND NOT EXISTS (SELECT FROM understay.snapshots WHERE sandbox = s.id)
   AND NOT EXISTS (SELECT FROM understay.reports WHERE sandbox = s.id)
   AND pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, owner)`,
  `DELETE FROM understay.replicas WHERE pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, id)`,
  `DELETE FROM understay.templates AS t WHERE made < now() - interval '1 day'
   AND NOT EXISTS (SELECT FROM understay.sandboxes WHERE template = t.hash)
   AND NOT EXISTS (SELECT FROM understay.snapshots WHERE template = t.hash)`,
]

/** Keeps this replica among the living. */
export class Membership {
  readonly #connections: Connections
  readonly #address: string
  readonly #events: MembershipEvents
  #life: Life | undefined
  #timer: NodeJS.Timeout | undefined
  #ended = false

  constructor(connections: Connections, address: string, events: MembershipEvents) {
    this.#connections = connections
    this.#address = address
    this.#events = events
  }

  /** Joins for the first time. @throws DatabaseError behind a pooler in transaction mode, or what the database says */
  async join(): Promise<void> {
    const session = await this.#connections.connect()
    try {
      const other = await this.#connections.connect()
      await requireSessions(session, other).finally(() => other.end())
      await this.#begin(session)
    } catch (error) {
      await session.end().catch(() => undefined)
      throw error
    }
    this.#plan(BEAT_MS)
  }

  /** The number of this replica, while its sign of life is fresh. @throws StorageError when it is not */
  requireId(): number {
    const { problem } = this
    if (problem) throw problem
    return this.#life?.id ?? 0
  }

  /** The number of this replica; undefined while it has none. */
  get id(): number | undefined {
    return this.#life?.id
  }

  /** Why this replica may answer nothing now; undefined while it may. */
  get problem(): StorageError | undefined {
    const life = this.#life
    if (life && steadyNow() - life.lastBeat <= LEASE_MS) return undefined
    return new StorageError(
      'unavailable',
      'this replica has no contact with the database; nothing was changed. Try again in a moment, or at another replica',
    )
  }

  /** True while this number is that of this replica. */
  isCurrent(id: number): boolean {
    return this.#life?.id === id
  }

  /** The other replicas that are alive, as of the last heartbeat. */
  get others(): readonly Replica[] {
    const life = this.#life
    return life?.replicas.filter(({ id }) => id !== life.id) ?? []
  }

  /** Tells the others that this replica takes no sandboxes any more. */
  async drain(): Promise<void> {
    const life = this.#life
    if (!life) return
    await this.#connections.pool.query('UPDATE understay.replicas SET draining = true WHERE id = $1', [life.id])
    const { rows } = await this.#connections.pool.query<Replica>(HEARTBEAT)
    life.replicas = rows
  }

  /** Gives the lock back. */
  async leave(): Promise<void> {
    this.#ended = true
    clearTimeout(this.#timer)
    const life = this.#life
    this.#life = undefined
    if (!life) return
    await this.#connections.pool.query('DELETE FROM understay.replicas WHERE id = $1', [life.id]).catch(() => undefined)
    await life.session.end().catch(() => undefined)
  }

  async #begin(session: Client): Promise<void> {
    const sent = steadyNow()
    await session.query(`SET idle_session_timeout = ${SILENCE_MS}`)
    const { rows } = await session.query<{ id: number }>(JOIN, [this.#address])
    const id = rows[0]?.id
    if (id === undefined) throw new StorageError('unavailable', 'the database gave this replica no number')
    // on another connection: for its own one, no lock of its own is in the way
    for (const statement of CLEAN) await this.#connections.pool.query(statement)
    const { rows: replicas } = await session.query<Replica>(HEARTBEAT)
    const life = { id, session, lastBeat: sent, replicas }
    this.#life = life
    session.once('end', () => this.#end(life, new Error('the connection ended')))
    this.#events.joined(id)
  }

  #plan(milliseconds: number): void {
    if (this.#ended) return
    this.#timer = setTimeout(() => void this.#beat().then((next) => this.#plan(next)), milliseconds)
    this.#timer.unref()
  }

  /** @returns milliseconds until the next */
  async #beat(): Promise<number> {
    const life = this.#life
    if (!life) return await this.#rejoin()
    const sent = steadyNow()
    try {
      const { rows } = await life.session.query<Replica>(HEARTBEAT)
      if (!rows.some(({ id }) => id === life.id)) throw new Error('the database has freed its lock')
      life.lastBeat = sent
      life.replicas = rows
    } catch (error) {
      this.#end(life, error)
      return 0
    }
    return Math.max(0, BEAT_MS - (steadyNow() - sent))
  }

  async #rejoin(): Promise<number> {
    let session: Client | undefined
    try {
      session = await this.#connections.connect()
      if (this.#ended) throw new Error('closed')
      await this.#begin(session)
      return BEAT_MS
    } catch {
      await session?.end().catch(() => undefined)
      return RETRY_MS
    }
  }

  #end(life: Life, error: unknown): void {
    if (this.#life !== life) return
    this.#life = undefined
    void life.session.end().catch(() => undefined)
    if (!this.#ended) this.#events.lost(error, life.id)
  }
}
