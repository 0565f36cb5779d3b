/** The rows that sandboxes begin with. They are stored once for all sandboxes, which store what differs from them. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { codeOf } from '../../base/caught-error.ts'
import {
  byCollection,
  COLLECTION_NAMES,
  type CollectionName,
  emptyRows,
  type Id,
  type RowLists,
  type WorldState,
} from '../state.ts'
import { StorageError } from '../storage.ts'
import { Positions, rowOf, rowsBesides, type StateRow } from './state-rows.ts'

/** The rows that sandboxes begin with. */
export interface Template {
  readonly hash: string
  /** All rows as JSON. */
  readonly text: string
  readonly rows: RowLists
}

/** A state as it is stored. */
export interface EncodedState {
  /** Undefined for a state that is stored with all of its rows. */
  readonly template: Template | undefined
  readonly rows: readonly StateRow[]
  readonly positions: Positions
}

type IndexedRows = Readonly<Record<CollectionName, ReadonlyMap<Id, { readonly row: object; readonly index: number }>>>

/** Maximum number of templates in memory; each is as large as a complete state. */
const MAX_TEMPLATES = 8
const FOREIGN_KEY = '23503'

/** The templates in memory, and their table. */
export class Templates {
  readonly #pool: Pool
  readonly #known = new Map<string, Template>()
  readonly #stored = new Set<string>()
  readonly #indexed = new WeakMap<Template, IndexedRows>()
  #latest: Template | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Sets the rows that new sandboxes begin with. */
  begin(rows: RowLists): void {
    if (this.#latest?.rows !== rows) this.#latest = this.#add(templateOf(JSON.stringify(rows), rows))
  }

  /** True when a row is one of a template: its removal is stored. */
  has(template: Template | undefined, name: CollectionName, id: Id): boolean {
    return template !== undefined && this.#indexedOf(template)[name].has(id)
  }

  /** A state as its differences from the latest template, or as all of its rows where those cannot say their order. */
  encode({ collections, ...rest }: WorldState): EncodedState {
    const latest = this.#latest
    const positions = new Positions()
    const different = latest && differences(this.#indexedOf(latest), collections, positions)
    const rows = different ?? differences(NO_ROWS, collections, positions) ?? []
    return { template: different && latest, positions, rows: [...rows, ...rowsBesides(rest, positions)] }
  }

  /** @throws StorageError when it is missing or does not match its hash */
  async read(hash: string): Promise<Template> {
    const known = this.#known.get(hash)
    if (known) return known
    const { rows } = await this.#pool.query<{ rows: string }>('SELECT rows FROM understay.templates WHERE hash = $1', [hash])
    const [row] = rows
    const template = row && templateOf(row.rows, JSON.parse(row.rows))
    if (template?.hash !== hash)
      throw new StorageError('damaged', `the template ${hash} in the table understay.templates is ${row ? 'damaged' : 'missing'}`)
    this.#stored.add(hash)
    const added = this.#add(template)
    this.#latest ??= added
    return added
  }

  /** Runs a statement that refers to a template, and stores the template first if necessary. */
  async with<T>(template: Template | undefined, run: () => Promise<T>): Promise<T> {
    if (!template) return await run()
    await this.#store(template)
    try {
      return await run()
    } catch (error) {
      // another replica has removed the template, because it was unused for a day
      if (codeOf(error) !== FOREIGN_KEY) throw error
      this.#stored.delete(template.hash)
      await this.#store(template)
      return await run()
    }
  }

  async #store({ hash, text }: Template): Promise<void> {
    if (this.#stored.has(hash)) return
    await this.#pool.query('INSERT INTO understay.templates (hash, rows) VALUES ($1, $2) ON CONFLICT DO NOTHING', [hash, text])
    this.#stored.add(hash)
  }

  #add(template: Template): Template {
    const known = this.#known.get(template.hash)
    if (known) return known
    for (const hash of this.#known.keys()) {
      if (this.#known.size < MAX_TEMPLATES) break
      if (hash !== this.#latest?.hash) this.#known.delete(hash)
    }
    this.#known.set(template.hash, template)
    return template
  }

  #indexedOf(template: Template): IndexedRows {
    let indexed = this.#indexed.get(template)
    if (!indexed) {
      indexed = byCollection<IndexedRows>((name) => new Map(template.rows[name].map((row, index) => [row.id, { row, index }])))
      this.#indexed.set(template, indexed)
    }
    return indexed
  }
}

const templateOf = (text: string, rows: RowLists): Template => ({
  hash: createHash('sha256').update(text).digest('hex'),
  text,
  // templates of earlier versions lack collections
  rows: { ...emptyRows(), ...rows },
})

const NO_ROWS = byCollection<IndexedRows>(() => new Map())

/** The rows that differ from those of a template; undefined when they cannot say their order. */
function differences(template: IndexedRows, lists: RowLists, positions: Positions): readonly StateRow[] | undefined {
  const rows: StateRow[] = []
  for (const name of COLLECTION_NAMES) {
    const kept = new Set<Id>()
    let last = -1
    for (const row of lists[name]) {
      const before = template[name].get(row.id)
      const index = before?.index ?? Number.POSITIVE_INFINITY
      if (index < last) return undefined
      last = index
      if (before) kept.add(row.id)
      if (!before || !isSame(before.row, row)) rows.push(rowOf(name, row.id, row, before ? 0 : positions.next()))
    }
    for (const id of template[name].keys()) if (!kept.has(id)) rows.push(rowOf(name, id, null, 0))
  }
  return rows
}

const isSame = (one: object, other: object): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
