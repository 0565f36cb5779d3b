/** Reads the valid lines of a damaged state file, in which each row has its own line, and reports the others. */

import { messageOf } from '../../base/caught-error.ts'
import { isJsonMap } from '../../base/json-map.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import { rowProblem } from '../row-check.ts'
import {
  byCollection,
  COLLECTION_NAMES,
  type CollectionName,
  collectionNamed,
  type Id,
  type RowTables,
  rowsOfTables,
} from '../state.ts'
import { headProblem } from '../state-check.ts'
import { type Disk, readLines } from './disk.ts'
import { LIST_BEGIN_LINE, LOG_NAME, type StateFile } from './state-file.ts'

export interface Damage {
  readonly file: string
  /** The line, from 1; undefined for the whole file. */
  readonly line?: number
  /** The problem, and the lost data. */
  readonly problem: string
}

export type OnDamage = (damage: Damage) => void

type SalvagedHead = Partial<Pick<StateFile, 'seed' | 'clock' | 'counters' | 'line' | 'log' | 'taken'>>

const HEAD_LINE = /^ {2}"(\w+)": (.*),$/
const LIST_END_LINE = /^ {4}\],?$/
const ROW_LINE = /^ {6}(.*?),?$/
const LINE_WITHOUT_DATA = /^(?:\{|\}| {2}\},?| {2}"collections": \{| {2}"sum": "[0-9a-f]{8}")$/
/** Heads of a state file that are not needed. */
const OTHER_HEADS: readonly string[] = ['format', 'version', 'origin']
const VALID_HEAD = { seed: 0, counters: {}, clock: { at: 0, real: 0, speed: 1 } }

/**
 * Reads the valid lines of a state file.
 *
 * @param onDamage called for each other line
 */
export function salvageState(disk: Disk, file: string, onDamage: OnDamage) {
  const reader = new Reader(file, onDamage)
  let line = 0
  try {
    for (const { text } of readLines(disk, file)) reader.take(text, ++line)
  } catch (error) {
    onDamage({ file, problem: `cannot be read: ${messageOf(error)}` })
  }
  return reader.end()
}

class Reader {
  readonly #file: string
  readonly #onDamage: OnDamage
  readonly #head = new Map<string, unknown>()
  readonly #tables = byCollection<RowTables>(() => new Map<Id, object>())
  readonly #begun = new Set<CollectionName>()
  #open: CollectionName | undefined
  #damages = 0

  constructor(file: string, onDamage: OnDamage) {
    this.#file = file
    this.#onDamage = onDamage
  }

  take(text: string, line: number): void {
    const head = HEAD_LINE.exec(text)
    const begin = LIST_BEGIN_LINE.exec(text)
    if (begin) this.#begin(begin[1] ?? '', begin[2] !== '', line)
    else if (LIST_END_LINE.test(text)) this.#open = undefined
    else if (head) this.#takeHead(head[1] ?? '', head[2] ?? '', line)
    else if (ROW_LINE.test(text)) this.#takeRow(ROW_LINE.exec(text)?.[1] ?? '', line)
    else if (!LINE_WITHOUT_DATA.test(text)) this.#damaged('cannot be read', line)
  }

  end() {
    const missing = COLLECTION_NAMES.filter((name) => !this.#begun.has(name))
    if (missing.length > 0) this.#damaged(`${missing.join(', ')}: missing, their rows are lost`)
    const head = this.#head
    for (const name of ['seed', 'clock', 'counters', 'line']) if (!head.has(name)) this.#damaged(`${name} cannot be read`)
    if (this.#damages === 0)
      this.#damaged(
        'does not match its checksum: which row was changed is unknown; every row can be read and is kept, and may be altered',
      )
    return { counters: {}, ...(Object.fromEntries(head) as SalvagedHead), collections: rowsOfTables(this.#tables) }
  }

  #begin(name: string, isEmpty: boolean, line: number): void {
    const collection = collectionNamed(name)
    if (collection) {
      this.#begun.add(collection)
      this.#open = isEmpty ? undefined : collection
    } else this.#damaged(`"${name}" is not a collection: its rows are lost`, line)
  }

  #takeHead(name: string, text: string, line: number): void {
    const value = parsedJson(text)
    if (isHeadValue(name, value)) this.#head.set(name, value)
    else if (!OTHER_HEADS.includes(name) || value === undefined) this.#damaged(`${name} cannot be read`, line)
  }

  #takeRow(text: string, line: number): void {
    const open = this.#open ?? this.#next()
    const row = parsedJson(text)
    const problem = row === undefined ? 'cannot be read' : open && rowProblem(open, row)
    if (open === undefined || problem !== undefined) {
      this.#damaged(`${open ?? 'no collection'}: a row ${problem ?? 'too many'}: it is lost`, line)
      return
    }
    const kept = row as { readonly id: Id }
    if (this.#tables[open].has(kept.id)) this.#damaged(`${open}: ${kept.id} is there twice: the second one is kept`, line)
    this.#tables[open].set(kept.id, kept)
  }

  /** The collection whose first line could not be read: the next in the fixed order. */
  #next(): CollectionName | undefined {
    const next = COLLECTION_NAMES.find((name) => !this.#begun.has(name))
    if (next) this.#begun.add(next)
    return (this.#open = next)
  }

  #damaged(problem: string, line?: number): void {
    this.#damages++
    this.#onDamage({ file: this.#file, problem, ...(line !== undefined && { line }) })
  }
}

function isHeadValue(name: string, value: unknown): boolean {
  if (name === 'line') return Number.isSafeInteger(value) && Number(value) >= 0
  if (name === 'log') return typeof value === 'string' && LOG_NAME.test(value)
  if (name === 'taken') return typeof value === 'number'
  if (!Object.hasOwn(VALID_HEAD, name) || value === undefined) return false
  return headProblem({ ...VALID_HEAD, [name]: value }) === undefined && (name !== 'counters' || isJsonMap(value))
}
