/**
 * The queries about sandboxes: owners, names, stored states, changes and calls.
 *
 * @module
 */
import type { Pool } from 'pg'
import type { StoredCalls } from '../storage.ts'
import { LOCK_CLASS } from './schema.ts'
import type { PartsKey } from './stored-state.ts'

/** The row of a sandbox that was taken over. */
export interface TakenRow {
  readonly id: string
  readonly epoch: string
  readonly template: string | null
  readonly state: string | null
  readonly last_change: string
}

/** Successive changes. */
interface ChangesRow {
  /** The number of the last one. */
  readonly number: string
  /** A JSON array. */
  readonly changes: string
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

  /** The stored journal of a sandbox. */
  async calls(id: string): Promise<StoredCalls> {
    const { rows } = await this.#pool.query<{ id: string | null; text: string }>(CALLS, [id])
    const calls = rows.flatMap(({ id: number, text }) => (number === null ? [] : [{ id: Number(number), entry: text }]))
    return { calls, facts: rows.find(({ id: number }) => number === null)?.text }
  }

  /** The parts of a stored state, in order. */
  async stateParts(id: string, { epoch, state }: PartsKey): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ rows: string }>(
      'SELECT rows FROM understay.states WHERE sandbox = $1 AND epoch = $2 AND state = $3 ORDER BY part',
      [id, epoch, state],
    )
    return rows.map(({ rows: part }) => part)
  }

  /** The changes after the stored state, in order. */
  async changesAfter(id: string, lastChange: string): Promise<readonly ChangesRow[]> {
    const { rows } = await this.#pool.query<ChangesRow>(
      'SELECT number, changes FROM understay.changes WHERE sandbox = $1 AND number > $2 ORDER BY number',
      [id, lastChange],
    )
    return rows
  }

  /** The number of the last change. @param lastChange that of the stored state */
  async lastNumber(id: string, lastChange: string): Promise<number> {
    const { rows } = await this.#pool.query<{ number: string }>(
      'SELECT greatest($2::bigint, max(number)) AS number FROM understay.changes WHERE sandbox = $1',
      [id, lastChange],
    )
    return Number(rows[0]?.number ?? lastChange)
  }
}
