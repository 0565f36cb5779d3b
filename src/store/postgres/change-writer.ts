/**
 * Writes the changes of all sandboxes of this process in batches, one statement each.
 *
 * Every statement contains the epoch of the sandbox, and has no effect if that is outdated.
 */
import type { Pool } from 'pg'
import { steadyNow } from '../../simulation/clock.ts'
import { StorageError } from '../storage.ts'
import { FlushTimes } from '../storage-metrics.ts'
import { integerArray, joinedLines, linesOf } from './array-parameters.ts'
import { BatchGathering } from './batch-gathering.ts'
import { type Append, rowsOfBatch, type Waiting, type WritableSandbox } from './batch-rows.ts'
import { storageErrorOf } from './database-error.ts'
import { GONE, type StateRow } from './state-rows.ts'

interface Single extends Waiting {
  /** Runs one statement. @returns false when the epoch is not the newest */
  readonly run: (pool: Pool) => Promise<boolean>
  /** False where it stores nothing of the sandbox. */
  readonly stores: boolean
}

const MAX_CHANGES = 1000
/** Statements beside the batches; each takes a connection of the pool. */
const MAX_SINGLES = 2
const MAX_CHARACTERS = 4 * 1024 * 1024
/**
 * Rows are locked in one order to prevent deadlocks between replicas; a takeover waits for the lock. The answer has one row for
 * each sandbox, not for each change: all changes of a sandbox are stored if its epoch is the newest, and none otherwise.
 */
const WRITE = `
  WITH own AS (
    SELECT id, epoch FROM understay.sandboxes WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE
  ), written AS (
    SELECT a.sandbox, a.position, a.key, a.value
    FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], ${linesOf('$5')}, ${linesOf('$6')}) AS a (sandbox, epoch, position, key, value)
    JOIN own ON own.id = a.sandbox AND own.epoch = a.epoch
  ), put AS (
    INSERT INTO understay.rows AS r (sandbox, position, key, value)
    SELECT sandbox, position, key, value FROM written WHERE value <> '${GONE}'
    ON CONFLICT (sandbox, key) DO UPDATE SET value = excluded.value, position = greatest(r.position, excluded.position)
  )`
const REMOVE = `, gone AS (
    DELETE FROM understay.rows AS r USING written AS w WHERE r.sandbox = w.sandbox AND r.key = w.key AND w.value = '${GONE}'
  )`
const OWN = ' SELECT id, epoch FROM own'

/** The epoch of the sandbox is outdated. */
export class SupersededError extends StorageError {
  constructor() {
    super('unavailable', 'another replica has taken this sandbox over; the change was not stored. Try again')
  }
}

/**
 * Writes one batch after the other; changes made meanwhile form the next batch. Other statements of a sandbox run beside the batches
 * of the other sandboxes; what it does later waits for them.
 */
export class ChangeWriter {
  readonly #pool: Pool
  readonly flushes = new FlushTimes()
  /** Changes and whole states that were stored, and those that were not. */
  stored = 0
  rejected = 0
  readonly #gathering = new BatchGathering()
  #waiting: (Append | Single)[] = []
  /** The sandboxes whose statements run beside the batches. */
  readonly #busy = new Set<WritableSandbox>()
  #running = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * Stores one change.
   *
   * @param belongs true to store it together with the previous change, or not at all
   */
  append(of: WritableSandbox, rows: readonly StateRow[], belongs = false): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ of, rows, belongs, resolve, reject }))
  }

  /** Runs a statement for one sandbox, after all its earlier calls. */
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
    if (this.#running) this.#gathering.added(this.#waiting.length)
    else this.#start()
  }

  #start(): void {
    this.#running = true
    // changes of the same turn of the event loop are written together
    setImmediate(() => void this.#flushAll())
  }

  /** Ends when nothing waits, or when all that waits does so for a statement that runs. */
  async #flushAll(): Promise<void> {
    for (;;) {
      const isStarted = this.#startSingles()
      if (this.#waiting.length === 0) break
      await this.#gathering.gathered(this.#waiting.length)
      const batch = this.#takeBatch()
      if (batch.length > 0) await this.#writeBatch(batch)
      else if (!isStarted && !this.#startSingles()) break
    }
    this.#running = false
  }

  /** Starts the statements that wait for nothing else of their sandbox. No batch is under way. @returns false when there are none */
  #startSingles(): boolean {
    const before = new Set(this.#busy)
    const singles: Single[] = []
    this.#waiting = this.#waiting.filter((one) => {
      const isFirst = 'run' in one && !before.has(one.of) && this.#busy.size < MAX_SINGLES
      before.add(one.of)
      if (!isFirst) return true
      this.#busy.add(one.of)
      singles.push(one)
      return false
    })
    for (const single of singles)
      void this.#runSingle(single).then(() => {
        this.#busy.delete(single.of)
        if (!this.#running && this.#waiting.length > 0) this.#start()
      })
    return singles.length > 0
  }

  /** The next changes, up to the limit of a statement, that wait for no other statement; those of stopped sandboxes are rejected. */
  #takeBatch(): readonly Append[] {
    const batch: Append[] = []
    const blocked = new Set(this.#busy)
    let characters = 0
    let isClosed = false
    this.#waiting = this.#waiting.filter((next) => {
      if ('run' in next) blocked.add(next.of)
      if ('run' in next || blocked.has(next.of)) return true
      const isFull = batch.length >= MAX_CHANGES || characters >= MAX_CHARACTERS
      isClosed ||= isFull && !(next.belongs && next.of === batch.at(-1)?.of)
      if (isClosed) return true
      const { broken } = next.of
      if (broken) this.#reject(next, broken)
      else {
        batch.push(next)
        for (const { value } of next.rows) characters += value.length
      }
      return false
    })
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
    const rows = rowsOfBatch(batch)
    const values = [
      integerArray([...new Set(batch.map(({ of }) => of.id))]),
      integerArray(rows.map(({ of }) => of.id)),
      integerArray(rows.map(({ of }) => of.epoch)),
      integerArray(rows.map(({ position }) => position)),
      joinedLines(rows.map(({ key }) => key)),
      joinedLines(rows.map(({ value }) => value)),
    ]
    const began = steadyNow()
    try {
      const removes = rows.some(({ value }) => value === GONE)
      const { rows: own } = await this.#pool.query<{ id: string; epoch: string }>({
        name: removes ? 'understay write and remove' : 'understay write',
        text: `${WRITE}${removes ? REMOVE : ''}${OWN}`,
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

function breakOff(of: WritableSandbox, error: StorageError): StorageError {
  if (!of.broken) of.breakOff(error)
  return of.broken ?? error
}
