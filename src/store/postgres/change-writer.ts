/**
 * Writes the changes of all sandboxes of this process in batches, one statement each.
 *
 * Every statement contains the epoch of the sandbox, and has no effect if that is outdated.
 *
 * @module
 */
import type { Pool } from 'pg'
import { steadyNow } from '../../simulation/clock.ts'
import { StorageError } from '../storage.ts'
import { FlushTimes } from '../storage-metrics.ts'
import { integerArray, joinedLines, linesOf } from './array-parameters.ts'
import { BatchGathering } from './batch-gathering.ts'
import { storageErrorOf } from './database-error.ts'

/** A sandbox, for the writer. */
export interface WritableSandbox {
  /** The id of its row. */
  readonly id: string
  readonly epoch: string
  /** The error after which nothing of it is stored any more; undefined before. */
  readonly broken: StorageError | undefined
  /** The number of the last change of a state that is being stored: later changes are not stored in a row with earlier ones. */
  readonly lastOfState?: number | undefined
  /** Stops storing the sandbox. */
  breakOff(error: StorageError): void
}

interface Waiting {
  readonly of: WritableSandbox
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
}

interface Append extends Waiting {
  readonly number: number
  readonly change: string
  /** True when the change is stored together with the one before it, or not at all. */
  readonly belongs: boolean
}

interface Single extends Waiting {
  /** Runs one statement. @returns false when the epoch is not the newest */
  readonly run: (pool: Pool) => Promise<boolean>
  /** False where it stores nothing of the sandbox. */
  readonly stores: boolean
}

const MAX_CHANGES = 1000
const MAX_CHARACTERS = 4 * 1024 * 1024
/** A row takes several changes up to this size: PostgreSQL compresses rows above 2 KB, which takes longer than to store them. */
const ROW_CHARACTERS = 1900

/**
 * Rows are locked in one order to prevent deadlocks between replicas; a takeover waits for the lock. The answer has one row for
 * each sandbox, not for each change: all changes of a sandbox are stored if its epoch is the newest, and none otherwise.
 */
const APPEND = `
  WITH own AS (
    SELECT id, epoch FROM understay.sandboxes WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE
  ), added AS (
    INSERT INTO understay.changes (sandbox, number, changes)
    SELECT a.sandbox, a.number, a.changes
    FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], ${linesOf('$5')}) AS a (sandbox, epoch, number, changes)
    JOIN own ON own.id = a.sandbox AND own.epoch = a.epoch
  )
  SELECT id, epoch FROM own`

/** The epoch of the sandbox is outdated. */
export class SupersededError extends StorageError {
  constructor() {
    super('unavailable', 'another replica has taken this sandbox over; the change was not stored. Try again')
  }
}

/** Writes one batch after the other; changes made meanwhile form the next batch. */
export class ChangeWriter {
  readonly #pool: Pool
  readonly flushes = new FlushTimes()
  /** Changes and whole states that were stored, and those that were not. */
  stored = 0
  rejected = 0
  readonly #gathering = new BatchGathering()
  #waiting: (Append | Single)[] = []
  #running = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * Stores one change.
   *
   * @param belongs true to store it together with the previous change, or not at all
   */
  append(of: WritableSandbox, number: number, change: string, belongs = false): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ of, number, change, belongs, resolve, reject }))
  }

  /** Runs a statement for one sandbox, after all earlier calls. */
  run(of: WritableSandbox, run: Single['run'], stores = true): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ of, run, stores, resolve, reject }))
  }

  #add(one: Append | Single): void {
    const { broken } = one.of
    if (broken) {
      this.#reject(one, broken)
      return
    }
    this.#waiting.push(one)
    if (this.#running) {
      this.#gathering.added(this.#waiting.length)
      return
    }
    this.#running = true
    // changes of the same turn of the event loop are written together
    setImmediate(() => void this.#flushAll())
  }

  async #flushAll(): Promise<void> {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      if ('run' in first) {
        this.#waiting.shift()
        await this.#runSingle(first)
      } else {
        await this.#gathering.gathered(this.#waiting.length)
        await this.#writeBatch(this.#takeBatch())
      }
    }
    this.#running = false
  }

  /** The next changes, up to the limit of a statement; those of stopped sandboxes are rejected. */
  #takeBatch(): readonly Append[] {
    const batch: Append[] = []
    let characters = 0
    for (;;) {
      const [next] = this.#waiting
      if (!next || 'run' in next) break
      const isFull = batch.length >= MAX_CHANGES || characters >= MAX_CHARACTERS
      if (isFull && !(next.belongs && next.of === batch.at(-1)?.of)) break
      this.#waiting.shift()
      const { broken } = next.of
      if (broken) this.#reject(next, broken)
      else {
        batch.push(next)
        characters += next.change.length
      }
    }
    return batch
  }

  async #runSingle(single: Single): Promise<void> {
    const { of, run, stores, resolve } = single
    const began = steadyNow()
    try {
      if (of.broken) throw of.broken
      if (!(await run(this.#pool))) throw new SupersededError()
      if (stores) {
        this.flushes.add(steadyNow() - began)
        this.stored++
      }
      resolve()
    } catch (error) {
      this.#reject(single, breakOff(of, storageErrorOf(error)))
    }
  }

  #reject(one: Append | Single, error: StorageError): void {
    if (!('run' in one) || one.stores) this.rejected++
    one.reject(error)
  }

  async #writeBatch(batch: readonly Append[]): Promise<void> {
    if (batch.length === 0) return
    const rows = rowsOf(batch)
    const ids = rows.map(({ of }) => of.id)
    const values = [
      integerArray([...new Set(ids)]),
      integerArray(ids),
      integerArray(rows.map(({ of }) => of.epoch)),
      integerArray(rows.map(({ number }) => number)),
      joinedLines(rows.map(({ changes }) => `[${changes}]`)),
    ]
    const began = steadyNow()
    try {
      const { rows: own } = await this.#pool.query<{ id: string; epoch: string }>({
        name: 'understay append',
        text: APPEND,
        values,
      })
      this.flushes.add(steadyNow() - began)
      const epochs = new Map(own.map(({ id, epoch }) => [id, epoch]))
      for (const one of batch)
        if (epochs.get(one.of.id) === one.of.epoch) {
          this.stored++
          one.resolve()
        } else this.#reject(one, breakOff(one.of, new SupersededError()))
    } catch (error) {
      const failure = storageErrorOf(error)
      for (const one of batch) this.#reject(one, breakOff(one.of, failure))
    }
    this.#gathering.written(batch.length, this.#waiting.length, steadyNow() - began)
  }
}

/** Successive changes of a sandbox. */
interface Row {
  readonly of: WritableSandbox
  /** The number of the last change. */
  number: number
  /** JSON texts, separated by commas. */
  changes: string
}

/** The changes of each sandbox share rows: a row costs PostgreSQL more than the text in it. */
function rowsOf(batch: readonly Append[]): readonly Row[] {
  const rows: Row[] = []
  const latest = new Map<WritableSandbox, Row>()
  for (const { of, number, change } of batch) {
    const row = latest.get(of)
    if (row && row.number !== of.lastOfState && row.changes.length + change.length < ROW_CHARACTERS) {
      row.number = number
      row.changes += `,${change}`
    } else {
      const next = { of, number, changes: change }
      latest.set(of, next)
      rows.push(next)
    }
  }
  return rows
}

function breakOff(of: WritableSandbox, error: StorageError): StorageError {
  if (!of.broken) of.breakOff(error)
  return of.broken ?? error
}
