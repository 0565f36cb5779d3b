/**
 * The table of templates: each is stored once, when the first state refers to it.
 *
 * @module
 */
import type { Pool } from 'pg'
import { StorageError } from '../storage.ts'
import { codeOf } from './database-error.ts'
import type { Template, Templates } from './stored-state.ts'

const FOREIGN_KEY = '23503'

/** Reads and stores templates. */
export class TemplateTable {
  readonly #pool: Pool
  readonly #templates: Templates
  readonly #stored = new Set<string>()

  constructor(pool: Pool, templates: Templates) {
    this.#pool = pool
    this.#templates = templates
  }

  /** Runs a statement that refers to a template, and stores the template first if necessary. */
  async withTemplate<T>(template: Template | undefined, run: () => Promise<T>): Promise<T> {
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

  /** @throws StorageError when it is missing */
  async read(hash: string): Promise<Template> {
    const known = this.#templates.get(hash)
    if (known) return known
    const { rows } = await this.#pool.query<{ rows: string }>('SELECT rows FROM understay.templates WHERE hash = $1', [hash])
    const [row] = rows
    if (!row) throw new StorageError('damaged', `the template ${hash} is missing in the table understay.templates`)
    this.#stored.add(hash)
    return this.#templates.read(hash, row.rows)
  }

  async #store({ hash, text }: Template): Promise<void> {
    if (this.#stored.has(hash)) return
    await this.#pool.query('INSERT INTO understay.templates (hash, rows) VALUES ($1, $2) ON CONFLICT DO NOTHING', [hash, text])
    this.#stored.add(hash)
  }
}
