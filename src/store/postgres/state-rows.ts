/**
 * A state as rows of the table `understay.rows`: one for each row that differs from the template, each counter and each value besides.
 */
import type { WorldBase } from '../db.ts'
import { referenceProblem } from '../references.ts'
import { rowProblem } from '../row-check.ts'
import {
  byCollection,
  COLLECTION_NAMES,
  collectionNamed,
  type Id,
  type RowTables,
  rowsOfTables,
  type WorldState,
} from '../state.ts'
import { checkedHead } from '../state-check.ts'
import { type Change, StorageError, type StoredCalls } from '../storage.ts'

/** The value of a row that is removed. Not empty: PostgreSQL makes no element of a single empty line. */
export const GONE = '-'

/** One row, stored or to store or remove. */
export interface StateRow {
  /** What it is, a space, and its id as JSON: `bookings 12`, `counters "bookings"`. */
  readonly key: string
  /**
   * JSON; `null` for a row of the template that is removed, {@link GONE} for another one. Not `jsonb`: that has no U+0000, no lone
   * surrogates, and another order of fields.
   */
  readonly value: string
  /** Its position in the order of rows; 0 keeps the one it has. */
  readonly position: number
}

export class Positions {
  #last: number
  /** The keys of the values besides the rows. */
  readonly #progress: Set<string>

  /** @param stored in order */
  constructor(stored: readonly StateRow[] = []) {
    this.#last = stored.at(-1)?.position ?? 0
    this.#progress = new Set(stored.map(({ key }) => key).filter((key) => key.startsWith('progress ')))
  }

  next(): number {
    return ++this.#last
  }

  /** The row of a value besides the rows, behind the others if it is new. */
  placed(row: StateRow): StateRow {
    const { key, value } = row
    if (value === GONE) this.#progress.delete(key)
    if (value === GONE || this.#progress.has(key)) return row
    this.#progress.add(key)
    return { ...row, position: this.next() }
  }
}

/** @param value null for a row of the template that is removed, undefined for another one */
export const rowOf = (kind: string, id: Id, value: unknown, position: number): StateRow => ({
  key: `${kind} ${JSON.stringify(id)}`,
  value: value === undefined ? GONE : JSON.stringify(value),
  position,
})

const FACTS = 'journal facts'
const isJournal = ({ key }: StateRow): boolean => key.startsWith('journal ')

/** The rows of a state, and the journal among them: a row for each call, and one for the facts about all of them. */
export function withoutJournal(stored: readonly StateRow[]): { rows: readonly StateRow[]; calls: StoredCalls } {
  const facts = stored.find(({ key }) => key === FACTS)
  const calls = stored.filter((row) => isJournal(row) && row !== facts)
  return {
    rows: stored.filter((row) => !isJournal(row)),
    calls: { calls: calls.map(({ position, value }) => ({ id: position, entry: value })), facts: facts?.value },
  }
}

/**
 * The rows that a change stores.
 *
 * @param template the rows that the state began with
 */
export function rowsOfChange(change: Change, positions: Positions, template?: WorldBase): readonly StateRow[] {
  if (change.patch) throw new Error('rows are stored as a whole')
  const rows: StateRow[] = []
  for (const name of COLLECTION_NAMES) {
    for (const row of change.put?.[name] ?? []) rows.push(rowOf(name, row.id, row, positions.next()))
    for (const row of change.changed?.[name] ?? []) rows.push(rowOf(name, row.id, row, 0))
    for (const id of change.removed?.[name] ?? []) rows.push(rowOf(name, id, template?.[name].rows.has(id) ? null : undefined, 0))
  }
  return [...rows, ...rowsBesides(change, positions)]
}

/** The rows of a state or a change besides those of its collections. */
export function rowsBesides(
  { seed, clock, counters = {}, progress = {} }: Partial<Omit<WorldState, 'collections'>>,
  positions: Positions,
): readonly StateRow[] {
  const rows = Object.entries({ seed, clock }).flatMap(([name, value]) =>
    value === undefined ? [] : [rowOf('head', name, value, 0)],
  )
  for (const [name, last] of Object.entries(counters)) rows.push(rowOf('counters', name, last, 0))
  for (const [key, value] of Object.entries(progress)) rows.push(positions.placed(rowOf('progress', key, value ?? undefined, 0)))
  return rows
}

/**
 * The state of stored rows; undefined without any.
 *
 * @param of what it is, for messages
 * @param template the rows that it began with
 * @throws StorageError `damaged`
 */
export function stateOfRows(of: string, rows: readonly StateRow[], template?: WorldBase): WorldState | undefined {
  if (rows.length === 0) return undefined
  const tables = byCollection<RowTables>((name) => new Map<Id, object>(template?.[name].rows))
  const besides = { head: new Map<Id, unknown>(), counters: new Map<Id, unknown>(), progress: new Map<Id, unknown>() }
  const parts = new Map<string, Map<Id, unknown>>(Object.entries({ ...tables, ...besides }))
  for (const { key, value: text, position } of rows) {
    const [, kind = '', json = ''] = KEY.exec(key) ?? []
    const part = parts.get(kind)
    if (!part) throw damaged(of, `${key} is not of this version`)
    const [id, value]: readonly [Id, unknown] = [JSON.parse(json), JSON.parse(text)]
    const collection = collectionNamed(kind)
    const problem = collection && value !== null ? rowProblem(collection, value) : undefined
    if (problem) throw damaged(of, `${key}${problem}`)
    if (position !== 0 || value === null) part.delete(id)
    if (value !== null) part.set(id, value)
  }
  const collections = rowsOfTables(tables)
  const head = checkedHead({ ...Object.fromEntries(besides.head), counters: Object.fromEntries(besides.counters) })
  if (typeof head === 'string') throw damaged(of, head)
  const problem = referenceProblem(collections)
  if (problem) throw damaged(of, problem)
  return { ...head, collections, ...(besides.progress.size > 0 && { progress: Object.fromEntries(besides.progress) }) }
}

const KEY = /^(\w+) (.*)$/s

const damaged = (of: string, problem: string): StorageError => new StorageError('damaged', `${of} is damaged: ${problem}`)
