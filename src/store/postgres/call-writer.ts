/** Writes the calls of all sandboxes of this process in the background, several sandboxes per statement. */
import type { Pool } from 'pg'
import { StorageError, type StoredCall } from '../storage.ts'
import { integerArray, joinedLines, linesOf } from './array-parameters.ts'
import { storageErrorOf } from './database-error.ts'

/** The calls of one sandbox to store. */
export interface SandboxCalls {
  /** The id of its row. */
  readonly id: string
  readonly epoch: string
  readonly calls: readonly StoredCall[]
  /** Calls up to this id are removed. */
  readonly removedUpTo: number
  readonly facts: string
}

interface Waiting extends SandboxCalls {
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
}

const MAX_CHARACTERS = 4 * 1024 * 1024

/** Rows are locked in one order to prevent deadlocks, and a sandbox with an outdated epoch is left out. */
const WRITE = `
  WITH own AS (
    SELECT s.id, w.gone, w.facts
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], ${linesOf('$4')}) AS w (sandbox, epoch, gone, facts)
    JOIN (
      SELECT id, epoch FROM understay.sandboxes WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE
    ) AS s ON s.id = w.sandbox AND s.epoch = w.epoch
  ), noted AS (
    INSERT INTO understay.reports (sandbox, facts) SELECT id, facts FROM own
    ON CONFLICT (sandbox) DO UPDATE SET facts = excluded.facts
  ), gone AS (
    DELETE FROM understay.calls AS c USING own WHERE c.sandbox = own.id AND c.id <= own.gone
  ), added AS (
    INSERT INTO understay.calls (sandbox, id, entry)
    SELECT own.id, c.id, c.entry
    FROM unnest($5::bigint[], $6::bigint[], ${linesOf('$7')}) AS c (sandbox, id, entry) JOIN own ON own.id = c.sandbox
    ON CONFLICT (sandbox, id) DO UPDATE SET entry = excluded.entry
  )
  SELECT id FROM own`

export class CallWriter {
  readonly #pool: Pool
  #waiting: Waiting[] = []
  #running = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** @throws StorageError when the calls are not stored */
  write(calls: SandboxCalls): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...calls, resolve, reject })
      if (this.#running) return
      this.#running = true
      setImmediate(() => void this.#writeAll())
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeBatch(this.#takeBatch())
    this.#running = false
  }

  #takeBatch(): readonly Waiting[] {
    let characters = 0
    const fits = this.#waiting.findIndex(({ calls, facts }) => {
      const before = characters
      characters += calls.reduce((sum, { entry }) => sum + entry.length, facts.length)
      return before > 0 && characters > MAX_CHARACTERS
    })
    return this.#waiting.splice(0, fits === -1 ? this.#waiting.length : fits)
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const values = [
      integerArray(batch.map(({ id }) => id)),
      integerArray(batch.map(({ epoch }) => epoch)),
      integerArray(batch.map(({ removedUpTo }) => removedUpTo)),
      joinedLines(batch.map(({ facts }) => facts)),
      integerArray(batch.flatMap(({ id: sandbox, calls }) => calls.map(() => sandbox))),
      integerArray(batch.flatMap(({ calls }) => calls.map(({ id }) => id))),
      joinedLines(batch.flatMap(({ calls }) => calls.map(({ entry }) => entry))),
    ]
    try {
      const { rows } = await this.#pool.query<{ id: string }>({ name: 'understay calls', text: WRITE, values })
      const stored = new Set(rows.map(({ id }) => id))
      for (const { id, resolve, reject } of batch)
        if (stored.has(id)) resolve()
        else reject(new StorageError('unavailable', 'another replica has taken this sandbox over; its calls were not stored'))
    } catch (error) {
      for (const { reject } of batch) reject(storageErrorOf(error))
    }
  }
}
