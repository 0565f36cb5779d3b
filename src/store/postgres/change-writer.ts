/**
 * Writes the changes of all sandboxes of this process in batches, one statement each.
 *
 * Every statement contains the epoch of the sandbox, and has no effect if that is outdated.
 */
import type { Pool, QueryResult } from 'pg'
import { Limit } from '../../base/limit.ts'
import { steadyNow } from '../../simulation/clock.ts'
import { setImmediate } from '../../simulation/machine-time.ts'
import { StorageError } from '../storage.ts'
import { flushTimes } from '../storage-metrics.ts'
import { integerArray, rowArrays, rowParameters } from './array-parameters.ts'
import { BatchGathering } from './batch-gathering.ts'
import { writeErrorOf } from './database-error.ts'
import { GONE, type StateRow } from './state-rows.ts'

const MAX_CHANGES = 1000
/** Statements beside the batches; each takes a connection of the pool. */
const MAX_STATEMENTS = 2
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
    FROM unnest($2::bigint[], $3::bigint[], ${rowArrays(4)}) AS a (sandbox, epoch, position, key, value)
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

export interface WritableSandbox {
  /** The id of its row. */
  readonly id: string
  readonly epoch: string
  /** The reason nothing of it is stored now; undefined while it may be. */
  readonly problem: StorageError | undefined
  /** Stops storing the sandbox. @returns the error that did so first */
  breakOff(error: StorageError): StorageError
}

interface Append {
  readonly of: WritableSandbox
  readonly rows: readonly StateRow[]
  /** True when the change is stored together with the one before it, or not at all. */
  readonly belongs: boolean
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
}

type Answer = Pick<QueryResult, 'rowCount'>

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
  readonly flushes = flushTimes()
  /** Changes and whole states that were stored, and those that were not. */
  stored = 0
  rejected = 0
  readonly #gathering = new BatchGathering()
  #waiting: Append[] = []
  /** The last call of each sandbox, after which a statement runs. */
  readonly #last = new WeakMap<WritableSandbox, Promise<void>>()
  /** The last statement of each sandbox, after which its changes wait. It never rejects. */
  readonly #statements = new WeakMap<WritableSandbox, Promise<void>>()
  readonly #limit = new Limit(MAX_STATEMENTS)
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
    const add = (): Promise<void> => new Promise((resolve, reject) => this.#add({ of, rows, belongs, resolve, reject }))
    const stored = this.#statements.get(of)?.then(add) ?? add()
    this.#last.set(of, stored)
    return this.#counted(stored)
  }

  /**
   * Runs a statement for one sandbox, after all its earlier calls.
   *
   * @param run resolves to the answer, with one row if the epoch is the newest
   * @param stores false where it stores nothing of the sandbox, and answers nothing
   */
  run(of: WritableSandbox, run: () => Promise<Answer | undefined>, stores = true): Promise<void> {
    const before = this.#last.get(of)?.catch(() => undefined)
    const done = Promise.resolve(before).then(() => this.#limit.run(() => this.#runStatement(of, run, stores)))
    this.#last.set(of, done)
    this.#statements.set(
      of,
      done.catch(() => undefined),
    )
    return stores ? this.#counted(done) : done
  }

  #counted(result: Promise<void>): Promise<void> {
    result.then(
      () => this.stored++,
      () => this.rejected++,
    )
    return result
  }

  #add(one: Append): void {
    this.#waiting.push(one)
    if (this.#running) this.#gathering.added(this.#waiting.length)
    else {
      this.#running = true
      // changes of the same turn of the event loop are written together
      setImmediate(() => void this.#flushAll())
    }
  }

  async #flushAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gathering.gathered(this.#waiting.length)
      const batch = this.#takeBatch()
      if (batch.length > 0) await this.#writeBatch(batch)
    }
    this.#running = false
  }

  /** The next changes, up to the limit of a statement; those that cannot be stored now are rejected. */
  #takeBatch(): readonly Append[] {
    const batch: Append[] = []
    let [taken, characters] = [0, 0]
    for (const next of this.#waiting) {
      const isFull = batch.length >= MAX_CHANGES || characters >= MAX_CHARACTERS
      if (isFull && !(next.belongs && next.of === batch.at(-1)?.of)) break
      taken++
      const { problem } = next.of
      if (problem) next.reject(next.of.breakOff(problem))
      else {
        batch.push(next)
        for (const { value } of next.rows) characters += value.length
      }
    }
    this.#waiting = this.#waiting.slice(taken)
    return batch
  }

  async #runStatement(of: WritableSandbox, run: Parameters<ChangeWriter['run']>[1], stores: boolean): Promise<void> {
    const began = steadyNow()
    try {
      if (of.problem) throw of.problem
      const answer = await run()
      if (!stores) return
      if (answer?.rowCount !== 1) throw new SupersededError()
      this.flushes.add(steadyNow() - began)
    } catch (error) {
      throw of.breakOff(writeErrorOf(error))
    }
  }

  async #writeBatch(batch: readonly Append[]): Promise<void> {
    const rows = rowsOfBatch(batch)
    const values = [
      integerArray([...new Set(batch.map(({ of }) => of.id))]),
      integerArray(rows.map(({ of }) => of.id)),
      integerArray(rows.map(({ of }) => of.epoch)),
      ...rowParameters(rows),
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
        if (epochs.get(one.of.id) === one.of.epoch) one.resolve()
        else one.reject(one.of.breakOff(new SupersededError()))
    } catch (error) {
      const failure = writeErrorOf(error)
      for (const one of batch) one.reject(one.of.breakOff(failure))
    }
    this.#gathering.written(batch.length, this.#waiting.length, steadyNow() - began)
  }
}

type BatchRow = StateRow & { readonly of: WritableSandbox }

/** The rows of a batch, each once, as the last change of it leaves it: one statement cannot write a row twice. */
function rowsOfBatch(batch: readonly Append[]): readonly BatchRow[] {
  const rows = new Map<string, BatchRow>()
  for (const { of, rows: written } of batch)
    for (const { key, value, position } of written) {
      const name = `${of.id} ${of.epoch} ${key}`
      rows.set(name, { of, key, value, position: Math.max(position, rows.get(name)?.position ?? 0) })
    }
  return [...rows.values()]
}
