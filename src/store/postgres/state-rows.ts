/**
 * The stored state of one sandbox and the changes after it.
 *
 * @module
 */
import type { Pool } from 'pg'
import type { WorldState } from '../state.ts'
import type { Change } from '../storage.ts'
import type { WritableSandbox } from './change-rows.ts'
import type { ChangeWriter } from './change-writer.ts'
import { storeLargeState } from './large-state.ts'
import type { EncodedState, Templates } from './stored-state.ts'
import type { TemplateTable } from './template-table.ts'

/** Changes are compacted when they take more characters than this, and more than the state. */
const COMPACT_CHARACTERS = 256 * 1024
/** The limit before closing; it is lower, so that the next owner reads less. */
const COMPACT_AT_CLOSE = 32 * 1024
/** Larger states are compacted in parts, and not before closing: in one statement, the writes of all sandboxes would wait for it. */
const LARGE_CHARACTERS = 1024 * 1024

/** The objects shared by the states of all sandboxes. */
export interface StateTables {
  readonly pool: Pool
  readonly writer: ChangeWriter
  readonly templates: Templates
  readonly templateTable: TemplateTable
  /** Called when a large state could not be stored; nothing is lost, its changes are stored. */
  notCompacted(sandbox: string, error: unknown): void
}

/** The sandbox of a state. */
export interface StateOwner extends WritableSandbox {
  readonly name: string
}

/** The sizes of the stored data of a sandbox. */
export interface Stored {
  /** The number of the last change. */
  readonly number: number
  /** The number of the last change in the stored state. */
  readonly compactedUpTo: number
  readonly stateCharacters: number
  readonly logCharacters: number
}

/** A sandbox without a state, after so many changes. */
export const emptyAfter = (number: number): Stored => ({ number, compactedUpTo: number, stateCharacters: 0, logCharacters: 0 })

const REPLACE = `
  WITH own AS (
    UPDATE understay.sandboxes SET template = $3, state = $4, last_change = $5 WHERE id = $1 AND epoch = $2 RETURNING id
  ), changes AS (
    DELETE FROM understay.changes USING own WHERE sandbox = own.id AND number <= $5
  ), parts AS (
    DELETE FROM understay.states AS s USING own WHERE s.sandbox = own.id
  )
  SELECT id FROM own`

const CLEAR = `
  WITH own AS (
    UPDATE understay.sandboxes SET template = NULL, state = NULL, last_change = $3 WHERE id = $1 AND epoch = $2 RETURNING id
  ), changes AS (
    DELETE FROM understay.changes USING own WHERE sandbox = own.id AND number <= $3
  ), parts AS (
    DELETE FROM understay.states AS s USING own WHERE s.sandbox = own.id
  ), calls AS (
    DELETE FROM understay.calls AS c USING own WHERE c.sandbox = own.id
  ), reports AS (
    DELETE FROM understay.reports AS r USING own WHERE r.sandbox = own.id
  )
  SELECT id FROM own`

/** Writes the state of a sandbox and its changes. */
export class StateRows {
  readonly #of: StateOwner
  readonly #tables: StateTables
  #number = 0
  #compactedUpTo = 0
  #logCharacters = 0
  #stateCharacters = 0
  /** The number of states so far, those that were given up included. */
  #states = 0
  #compacting: Promise<void> | undefined
  #lastOfState: number | undefined

  constructor(of: StateOwner, tables: StateTables) {
    this.#of = of
    this.#tables = tables
  }

  /** Continues after the stored data. */
  continueAfter({ number, compactedUpTo, stateCharacters, logCharacters }: Stored): void {
    this.#number = number
    this.#compactedUpTo = compactedUpTo
    this.#stateCharacters = stateCharacters
    this.#logCharacters = logCharacters
  }

  /** See {@link WritableSandbox.lastOfState}. */
  get lastOfState(): number | undefined {
    return this.#lastOfState
  }

  /** Resolves at the end of the compaction of a large state; undefined while there is none. It never rejects. */
  get compacting(): Promise<void> | undefined {
    return this.#compacting
  }

  append(change: Change): Promise<void> {
    const text = JSON.stringify(change)
    this.#logCharacters += text.length
    const belongs = Object.keys(change).every((key) => key === 'progress')
    return this.#tables.writer.append(this.#of, ++this.#number, text, belongs)
  }

  replace(state: WorldState): Promise<void> {
    const { templates, templateTable, writer } = this.#tables
    const encoded = templates.encode(state)
    const number = this.#beginState()
    this.#stateCharacters = encoded.text.length
    return writer.run(this.#of, (pool) => templateTable.withTemplate(encoded.needs, () => this.#replace(pool, encoded, number)))
  }

  async #replace(pool: Pool, { template, text }: EncodedState, number: number): Promise<boolean> {
    const { rowCount } = await pool.query(REPLACE, [this.#of.id, this.#of.epoch, template, text, number])
    return rowCount === 1
  }

  /**
   * Removes the state, its changes and the calls.
   *
   * @param before is awaited first
   */
  clear(before: () => Promise<unknown> | undefined): Promise<void> {
    const number = this.#beginState()
    this.#stateCharacters = 0
    return this.#tables.writer.run(this.#of, async (pool) => {
      await before()
      const { rowCount } = await pool.query(CLEAR, [this.#of.id, this.#of.epoch, number])
      return rowCount === 1
    })
  }

  /** See {@link SandboxStorage.compact}. A large state is compacted in the background: nothing waits for it. */
  compact(state: () => WorldState, when: 'worth' | 'now'): Promise<void> | undefined {
    const least = when === 'now' ? COMPACT_AT_CLOSE : COMPACT_CHARACTERS
    const worth = this.#logCharacters > least && this.#logCharacters > this.#stateCharacters
    if (!worth || this.#compacting) return undefined
    if (this.#logCharacters + this.#stateCharacters < LARGE_CHARACTERS) return this.replace(state())
    if (when === 'worth')
      this.#compacting = this.#compactLarge(state()).finally(() => {
        this.#compacting = undefined
      })
    return undefined
  }

  /** Gives up the compaction that runs. */
  end(): void {
    this.#states++
  }

  /** Begins another stored state, and gives up a compaction. @returns the number of the last change in it */
  #beginState(): number {
    this.#states++
    this.#logCharacters = 0
    this.#compactedUpTo = this.#number
    return this.#number
  }

  /** After a failure it is tried again later. */
  async #compactLarge(whole: WorldState): Promise<void> {
    const { templates, notCompacted } = this.#tables
    const [logCharacters, lastBefore] = [this.#logCharacters, this.#compactedUpTo]
    const lastChange = this.#beginState()
    this.#lastOfState = lastChange
    const state = this.#states
    const isCurrent = (): boolean => this.#states === state && this.#of.broken === undefined
    const large = { ...templates.encodeInParts(whole), of: this.#of, state, lastChange, lastBefore, isCurrent }
    try {
      const characters = await storeLargeState(large, this.#tables)
      if (isCurrent() && characters !== undefined) this.#stateCharacters = characters
    } catch (error) {
      if (!isCurrent()) return
      this.#logCharacters += logCharacters
      this.#compactedUpTo = lastBefore
      notCompacted(this.#of.name, error)
    }
  }
}
