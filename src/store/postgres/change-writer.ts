/**
 * Writes what all sandboxes of this process want stored: changes in shared batches, one statement each.
 *
 * Every statement carries the epoch of the sandbox and does nothing where that is not the newest.
 *
 * @module
 */
import type { Pool } from 'pg'
import { steadyNow } from '../../simulation/clock.ts'
import { StorageError } from '../storage.ts'
import { FlushTimes } from '../storage-metrics.ts'
import { storageErrorOf } from './database-error.ts'

/** A sandbox as the writer knows it. */
export interface Written {
  /** The id of its row. */
  readonly id: string
  readonly epoch: string
  /** Why nothing of it is stored any more; undefined while it is. */
  readonly broken: StorageError | undefined
  /** From now on nothing of it is stored. */
  breakOff(error: StorageError): void
}

interface Waiting {
  readonly of: Written
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
}

interface Append extends Waiting {
  readonly number: number
  readonly change: string
  /** True where it belongs to the change before it: both are stored, or neither. */
  readonly belongs: boolean
}

interface Single extends Waiting {
  /** Runs one statement. @returns false when the epoch is not the newest */
  readonly run: (pool: Pool) => Promise<boolean>
}

const MOST_CHANGES = 1000
const MOST_CHARACTERS = 4 * 1024 * 1024

/** The rows are locked in one order, so that batches of several replicas cannot wait for one another in a circle; a takeover waits for the lock. */
const APPEND = `
  INSERT INTO understay.changes (sandbox, number, change)
  SELECT a.sandbox, a.number, a.change
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS a (sandbox, epoch, number, change)
  JOIN (
    SELECT id, epoch FROM understay.sandboxes WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE
  ) AS s ON s.id = a.sandbox AND s.epoch = a.epoch
  RETURNING sandbox, number`

/** The epoch is not the newest. */
export class SupersededError extends StorageError {
  constructor() {
    super('unavailable', 'another replica has taken this sandbox over; the change was not stored. Try again')
  }
}

/** Writes one batch after the other; meanwhile the next one gathers. */
export class ChangeWriter {
  readonly #pool: Pool
  readonly flushes = new FlushTimes()
  /** Changes that were stored, and those that were not. */
  stored = 0
  rejected = 0
  #waiting: (Append | Single)[] = []
  #running = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Stores one change. @param belongs true where it and the one before, made in the same moment, are stored together or not at all */
  append(of: Written, number: number, change: string, belongs = false): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ of, number, change, belongs, resolve, reject }))
  }

  /** Runs a statement of one sandbox, after all that was asked for before. */
  run(of: Written, run: Single['run']): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ of, run, resolve, reject }))
  }

  #add(one: Append | Single): void {
    const { broken } = one.of
    if (broken) {
      one.reject(broken)
      return
    }
    this.#waiting.push(one)
    if (this.#running) return
    this.#running = true
    // the calls that came in together are written together
    setImmediate(() => void this.#flushAll())
  }

  async #flushAll(): Promise<void> {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      if ('run' in first) {
        this.#waiting.shift()
        await this.#runSingle(first)
      } else await this.#writeBatch(this.#takeBatch())
    }
    this.#running = false
  }

  /** The changes that stand first, as many as one statement takes; those of sandboxes that are broken off are rejected. */
  #takeBatch(): readonly Append[] {
    const batch: Append[] = []
    let characters = 0
    for (;;) {
      const [next] = this.#waiting
      if (!next || 'run' in next) break
      const isFull = batch.length >= MOST_CHANGES || characters >= MOST_CHARACTERS
      if (isFull && !(next.belongs && next.of === batch.at(-1)?.of)) break
      this.#waiting.shift()
      const { broken } = next.of
      if (broken) next.reject(broken)
      else {
        batch.push(next)
        characters += next.change.length
      }
    }
    return batch
  }

  async #runSingle({ of, run, resolve, reject }: Single): Promise<void> {
    try {
      if (of.broken) throw of.broken
      if (!(await run(this.#pool))) throw new SupersededError()
      resolve()
    } catch (error) {
      reject(breakOff(of, storageErrorOf(error)))
    }
  }

  async #writeBatch(batch: readonly Append[]): Promise<void> {
    if (batch.length === 0) return
    const columns = [
      batch.map(({ of }) => of.id),
      batch.map(({ of }) => of.epoch),
      batch.map(({ number }) => number),
      batch.map(({ change }) => change),
    ]
    const began = steadyNow()
    try {
      const { rows } = await this.#pool.query<{ sandbox: string; number: string }>({
        name: 'understay append',
        text: APPEND,
        values: columns,
      })
      this.flushes.add(steadyNow() - began)
      this.stored += rows.length
      this.rejected += batch.length - rows.length
      const stored = new Set(rows.map(({ sandbox, number }) => `${sandbox}/${number}`))
      for (const one of batch)
        if (stored.has(`${one.of.id}/${one.number}`)) one.resolve()
        else one.reject(breakOff(one.of, new SupersededError()))
    } catch (error) {
      this.rejected += batch.length
      const failure = storageErrorOf(error)
      for (const { of, reject } of batch) reject(breakOff(of, failure))
    }
  }
}

function breakOff(of: Written, error: StorageError): StorageError {
  if (!of.broken) of.breakOff(error)
  return of.broken ?? error
}
