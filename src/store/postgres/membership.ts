/**
 * The membership of this replica: an advisory lock, and a heartbeat that keeps its connection alive.
 *
 * The lock belongs to one connection. The database releases it when that connection ends or is idle for {@link SILENCE_MS}, so
 * a stopped or disconnected replica loses it. It then joins again with a new id.
 */
import type { Client } from 'pg'
import { steadyNow } from '../../simulation/clock.ts'
import { repeat } from '../../simulation/timers.ts'
import { StorageError } from '../storage.ts'
import { ask, type Connections, requireSession } from './connections.ts'
import { connectionError, lostContact } from './database-error.ts'
import { LOCK_CLASS } from './database-schema.ts'
import type { OwnershipLog } from './ownership-log.ts'

const HEARTBEAT_MS = 1000
/** After this time without a heartbeat, no request is answered: others may take over the sandboxes soon. */
const LEASE_MS = 2000
/** The database ends a connection that is idle for this time. It is longer than the lease, so two replicas never answer at once. */
const SILENCE_MS = 3500
const RETRY_MS = 500

export interface Replica {
  readonly id: number
  /** `http://10.0.0.5:4010`. */
  readonly address: string
  readonly draining: boolean
}

interface FoundReplica extends Replica {
  /** The table of its row: another one after a restore, which makes the tables anew. */
  readonly tableoid: number
}

interface Registration {
  readonly id: number
  readonly session: Client
  /** The time the last answered heartbeat was sent. */
  lastHeartbeat: number
  replicas: readonly FoundReplica[]
}

/** The lock is taken before the row is visible: a row without a lock belongs to a replica that has ended. */
const JOIN = `
  INSERT INTO understay.replicas (id, address)
  SELECT id, $1 FROM (SELECT nextval('understay.replica_ids')::integer AS id) AS next
  WHERE pg_try_advisory_lock(${LOCK_CLASS}, id)
  RETURNING id`

const HEARTBEAT = `
  SELECT r.id, r.address, r.draining, r.tableoid FROM understay.replicas AS r
  JOIN pg_locks AS l ON l.objid = r.id::oid
  WHERE l.locktype = 'advisory' AND l.classid = ${LOCK_CLASS}::oid AND l.objsubid = 2 AND l.granted AND l.mode = 'ExclusiveLock'
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** The address of the owner, running or not. */
const OWNER = `
  SELECT r.address FROM understay.sandboxes AS s JOIN understay.replicas AS r ON r.id = s.owner WHERE s.name = $1`

/** True for a sandbox `s` without stored data. */
export const IS_EMPTY = `NOT EXISTS (SELECT FROM understay.rows WHERE sandbox = s.id)
  AND NOT EXISTS (SELECT FROM understay.snapshots WHERE sandbox = s.id)`

/** Removes the rows of ended replicas, of their sandboxes without stored data, and of unused templates. */
const CLEAN = [
  `DELETE FROM understay.sandboxes AS s WHERE owner IS NOT NULL AND ${IS_EMPTY}
   AND pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, owner)`,
  `DELETE FROM understay.replicas WHERE pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, id)`,
  `DELETE FROM understay.templates AS t WHERE made < now() - interval '1 day'
   AND NOT EXISTS (SELECT FROM understay.sandboxes WHERE template = t.hash)
   AND NOT EXISTS (SELECT FROM understay.snapshots WHERE template = t.hash)`,
]

/** This replica among those that share the database. */
export class Membership {
  /** The secret by which replicas recognise each other. */
  readonly secret: string
  /** True until it has joined. */
  starting = true
  /** True once it takes no more sandboxes. */
  draining = false
  readonly #connections: Connections
  readonly #log: OwnershipLog
  /** Undefined before it joins. */
  #address: string | undefined
  #registration: Registration | undefined
  #endHeartbeats: (() => void) | undefined
  #ended = false
  /** Why it is not registered. */
  #failure: unknown

  constructor(connections: Connections, secret: string, log: OwnershipLog) {
    this.#connections = connections
    this.secret = secret
    this.#log = log
  }

  /**
   * Joins the replicas.
   *
   * @param address of this replica for the others, `http://10.0.0.5:4010`
   * @throws DatabaseError, such as behind a pooler in transaction mode
   */
  async join(address: string): Promise<void> {
    this.#address = address
    await this.#register().catch((error: unknown) => {
      throw connectionError(this.#connections.place, error)
    })
    if (!this.#ended) this.#endHeartbeats = repeat(() => this.#heartbeat(), HEARTBEAT_MS)
  }

  /** The id of this replica; undefined while it is not registered. */
  get replica(): number | undefined {
    return this.#registration?.id
  }

  /** The id of this replica, to take sandboxes with. @throws StorageError without a recent heartbeat, and once it is stopping */
  requireReplica(): number {
    const { problem, replica = 0 } = this
    if (problem) throw problem
    if (this.draining) throw new StorageError('unavailable', 'this replica is stopping and takes no sandboxes; try again')
    return replica
  }

  /** The reason this replica must not answer requests; undefined while it may. */
  get problem(): StorageError | undefined {
    const registration = this.#registration
    if (registration && steadyNow() - registration.lastHeartbeat <= LEASE_MS) return undefined
    const why = this.starting ? 'this replica is still starting' : lostContact(this.#failure)
    return new StorageError('unavailable', why)
  }

  /** The other running replicas, as of the last heartbeat. */
  get others(): readonly Replica[] {
    const registration = this.#registration
    return registration?.replicas.filter(({ id }) => id !== registration.id) ?? []
  }

  /**
   * The address of the replica that owns a sandbox, running or not; undefined without an owner.
   *
   * @throws StorageError
   */
  async ownerOf(sandbox: string): Promise<string | undefined> {
    return (await ask<{ address: string }>(this.#connections.pool, OWNER, [sandbox]))[0]?.address
  }

  /** Takes no more sandboxes, and announces that to the others. */
  async drain(): Promise<void> {
    this.draining = true
    const registration = this.#registration
    if (!registration) return
    const { pool } = this.#connections
    await pool.query('UPDATE understay.replicas SET draining = true WHERE id = $1', [registration.id])
    registration.replicas = (await pool.query<FoundReplica>(HEARTBEAT)).rows
  }

  /** Releases the lock. */
  async leave(): Promise<void> {
    this.#ended = true
    this.#endHeartbeats?.()
    const registration = this.#registration
    this.#registration = undefined
    if (!registration) return
    await this.#connections.pool.query('DELETE FROM understay.replicas WHERE id = $1', [registration.id]).catch(() => undefined)
    await registration.session.end().catch(() => undefined)
  }

  async #register(): Promise<void> {
    const { pool } = this.#connections
    const session = await this.#connections.connect()
    try {
      if (this.#ended) throw new Error('closed')
      await requireSession(session, pool)
      const sent = steadyNow()
      await session.query(`SET idle_session_timeout = ${SILENCE_MS}`)
      const { rows } = await session.query<{ id: number }>(JOIN, [this.#address])
      const id = rows[0]?.id
      if (id === undefined) throw new StorageError('unavailable', 'the database gave this replica no number')
      // on another connection: a session can always take its own lock
      for (const statement of CLEAN) await pool.query(statement)
      const { rows: replicas } = await session.query<FoundReplica>(HEARTBEAT)
      const registration = { id, session, lastHeartbeat: sent, replicas }
      this.#registration = registration
      this.starting = false
      session.once('end', () => this.#expire(registration, new Error('the connection ended')))
      this.#log.joined(id)
    } catch (error) {
      await session.end().catch(() => undefined)
      throw error
    }
  }

  /** Sends a heartbeat, or joins again. @returns milliseconds until the next one */
  async #heartbeat(): Promise<number> {
    const registration = this.#registration
    const sent = steadyNow()
    try {
      if (!registration) {
        await this.#register()
        return HEARTBEAT_MS
      }
      const { rows } = await registration.session.query<FoundReplica>(HEARTBEAT)
      const [before, now] = [registration.replicas, rows].map((all) => all.find(({ id }) => id === registration.id)?.tableoid)
      if (now === undefined) throw new Error('the database has freed its lock')
      if (now !== before) throw new Error('the tables were made anew, as by a restore of a backup')
      registration.lastHeartbeat = sent
      registration.replicas = rows
      return Math.max(0, HEARTBEAT_MS - (steadyNow() - sent))
    } catch (error) {
      if (registration) this.#expire(registration, error)
      else this.#failure = error
      return registration ? 0 : RETRY_MS
    }
  }

  #expire(registration: Registration, error: unknown): void {
    if (this.#registration !== registration) return
    this.#registration = undefined
    this.#failure = error
    void registration.session.end().catch(() => undefined)
    if (!this.#ended) this.#log.lost(error, registration.id)
  }
}
