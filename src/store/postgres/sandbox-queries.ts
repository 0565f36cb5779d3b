/** The queries about sandboxes: owners, names and stored rows. */
import type { Pool } from 'pg'
import { LOCK_CLASS } from './database-schema.ts'
import type { StoredRow } from './state-rows.ts'

/** The row of a sandbox that was taken over. */
export interface TakenRow {
  readonly id: string
  readonly epoch: string
  /** The hash of its template. */
  readonly template: string | null
}

/** Takes over a sandbox without a running owner in one statement, after changes in progress there. */
const TAKE = `
  INSERT INTO understay.sandboxes AS s (name, owner, epoch) VALUES ($1, $2, 1)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = s.epoch + 1
  WHERE s.owner IS NULL OR s.owner = excluded.owner OR pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, s.owner)
  RETURNING id, epoch, template`

const OWNER = `
  SELECT r.address FROM understay.sandboxes AS s JOIN understay.replicas AS r ON r.id = s.owner WHERE s.name = $1`

const LIST = `
  SELECT name FROM understay.sandboxes AS s
  WHERE (owner IS NOT NULL OR EXISTS (SELECT FROM understay.rows WHERE sandbox = s.id)
    OR EXISTS (SELECT FROM understay.snapshots WHERE sandbox = s.id))
    AND ($1::text[] IS NULL OR EXISTS (SELECT FROM unnest($1::text[]) AS prefix WHERE starts_with(name, prefix)))`

/** Sandboxes in which something is due, and those of ended replicas, which may have due work. */
const DUE = `
  SELECT name FROM understay.sandboxes
  WHERE (owner IS NULL AND due_at <= extract(epoch FROM now()) * 1000) OR (owner <> ALL ($1::integer[]))
  ORDER BY random() LIMIT 20`

/** Every query throws the error of the database. */
export class SandboxQueries {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Makes a replica the owner of a sandbox; undefined when another running replica owns it. */
  async take(name: string, owner: number): Promise<TakenRow | undefined> {
    const { rows } = await this.#pool.query<TakenRow>(TAKE, [name, owner])
    return rows[0]
  }

  /** The address of the owner, running or not; undefined without an owner. */
  async ownerOf(name: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ address: string }>(OWNER, [name])
    return rows[0]?.address
  }

  /** The names of all sandboxes, or of those that begin with one of the prefixes. */
  async names(prefixes?: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ name: string }>(LIST, [prefixes])
    return rows.map(({ name }) => name)
  }

  /** The names of some sandboxes with due work that none of the running replicas owns. */
  async due(running: readonly number[]): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ name: string }>(DUE, [running])
    return rows.map(({ name }) => name)
  }

  /** The rows of a sandbox, in order. */
  async rows(id: string): Promise<readonly StoredRow[]> {
    const text = 'SELECT key, value, position FROM understay.rows WHERE sandbox = $1 ORDER BY position'
    const { rows } = await this.#pool.query<[string, string, string]>({ text, values: [id], rowMode: 'array' })
    return rows
  }
}
