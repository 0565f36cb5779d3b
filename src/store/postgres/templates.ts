/** The rows that sandboxes begin with. They are stored once for all sandboxes, which store what differs from them. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { codeOf } from '../../base/caught-error.ts'
import { type WorldBase, worldBase } from '../db.ts'
import { COLLECTION_NAMES, emptyRows, type Id, type RowLists, type WorldState } from '../state.ts'
import { StorageError } from '../storage.ts'
import { Positions, rowOf, rowsBesides, type StateRow } from './state-rows.ts'

export type Template = ReturnType<typeof templateOf>

/** Maximum number of templates in memory; each is as large as a complete state. */
const MAX_TEMPLATES = 8
const FOREIGN_KEY = '23503'

/** The templates in memory, and their table. */
export class Templates {
  readonly #pool: Pool
  readonly #known = new Map<string, Template>()
  #latest: Template | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Sets the rows that new sandboxes begin with. */
  begin(rows: RowLists): void {
    this.#latest = this.#add(templateOf(JSON.stringify(rows), rows))
  }

  /** A state as its differences from the latest template; as all of its rows, without a template, if those cannot say their order. */
  encode({ collections, ...rest }: WorldState) {
    const latest = this.#latest
    const positions = new Positions()
    const different = latest && differences(latest.base, collections, positions)
    const rows = different ?? differences(NO_ROWS, collections, positions) ?? []
    return { template: different && latest, positions, rows: [...rows, ...rowsBesides(rest, positions)] }
  }

  /** @throws StorageError when it is missing or does not match its hash */
  async read(hash: string | null): Promise<Template | undefined> {
    if (hash === null) return undefined
    const known = this.#known.get(hash)
    if (known) return known
    const { rows } = await this.#pool.query<{ rows: string }>('SELECT rows FROM understay.templates WHERE hash = $1', [hash])
    const [row] = rows
    const template = row && templateOf(row.rows, JSON.parse(row.rows))
    if (template?.hash !== hash)
      throw new StorageError('damaged', `the template ${hash} in the table understay.templates is ${row ? 'damaged' : 'missing'}`)
    template.isStored = true
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
      template.isStored = false
      await this.#store(template)
      return await run()
    }
  }

  async #store(template: Template): Promise<void> {
    const { hash, text, isStored } = template
    if (isStored) return
    await this.#pool.query('INSERT INTO understay.templates (hash, rows) VALUES ($1, $2) ON CONFLICT DO NOTHING', [hash, text])
    template.isStored = true
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
}

/** @param text the rows as JSON */
const templateOf = (text: string, rows: RowLists) => ({
  hash: createHash('sha256').update(text).digest('hex'),
  text,
  base: worldBase(rows),
  isStored: false,
})

const NO_ROWS = worldBase(emptyRows())

/** The rows that differ from those of a template; undefined when they cannot say their order. */
function differences(template: WorldBase, lists: RowLists, positions: Positions): readonly StateRow[] | undefined {
  const rows: StateRow[] = []
  for (const name of COLLECTION_NAMES) {
    const base = template[name]
    const kept = new Set<Id>()
    let last = -1
    for (const row of lists[name]) {
      const before = base.rows.get(row.id)
      const position = base.position(row.id)
      if (position < last) return undefined
      last = position
      if (before) kept.add(row.id)
      if (!before || !isSame(before, row)) rows.push(rowOf(name, row.id, row, before ? 0 : positions.next()))
    }
    for (const id of base.rows.keys()) if (!kept.has(id)) rows.push(rowOf(name, id, null, 0))
  }
  return rows
}

const isSame = (one: object, other: object): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
