/** The snapshots of one sandbox in the database. */
import type { Pool } from 'pg'
import { type SnapshotStorage, StorageError, type StoredSnapshot } from '../storage.ts'
import type { WritableSandbox } from './batch-rows.ts'
import type { ChangeWriter } from './change-writer.ts'
import { ask } from './connections.ts'
import { type StateRow, stateOfRows } from './state-rows.ts'
import type { Templates } from './templates.ts'

/** What snapshots are read and written with. */
export interface SnapshotTables {
  readonly pool: Pool
  readonly writer: ChangeWriter
  readonly templates: Templates
}

const LIST = 'SELECT name FROM understay.snapshots WHERE sandbox = $1'
const READ = 'SELECT taken, template, rows FROM understay.snapshots WHERE sandbox = $1 AND name = $2'
const WRITE = `
  INSERT INTO understay.snapshots (sandbox, name, taken, template, rows)
  SELECT id, $3, $4, $5, $6 FROM (SELECT id FROM understay.sandboxes WHERE id = $1 AND epoch = $2 FOR SHARE) AS own
  ON CONFLICT (sandbox, name) DO UPDATE SET taken = excluded.taken, template = excluded.template, rows = excluded.rows`

const REMOVE = `
  WITH own AS (SELECT id FROM understay.sandboxes WHERE id = $1 AND epoch = $2 FOR SHARE),
  gone AS (DELETE FROM understay.snapshots USING own WHERE sandbox = own.id AND name = $3)
  SELECT id FROM own`

export class SnapshotRows implements SnapshotStorage {
  readonly #sandbox: WritableSandbox
  readonly #tables: SnapshotTables

  constructor(sandbox: WritableSandbox, tables: SnapshotTables) {
    this.#sandbox = sandbox
    this.#tables = tables
  }

  async list(): Promise<readonly string[]> {
    const rows = await ask<{ name: string }>(this.#tables.pool, LIST, [this.#sandbox.id])
    return rows.map(({ name }) => name)
  }

  async read(name: string): Promise<StoredSnapshot> {
    const { pool, templates } = this.#tables
    const [row] = await ask<{ taken: string; template: string | null; rows: string }>(pool, READ, [this.#sandbox.id, name])
    if (!row) throw new StorageError('damaged', `the snapshot ${name} is gone`)
    const template = await templates.read(row.template)
    const rows: readonly StateRow[] = JSON.parse(row.rows)
    const state = stateOfRows(`the snapshot ${name}`, rows, template?.base)
    if (!state) throw new StorageError('damaged', `the snapshot ${name} is empty`)
    return { state, taken: Number(row.taken) }
  }

  async write(name: string, { state, taken }: StoredSnapshot): Promise<void> {
    const { templates, writer } = this.#tables
    const { template, rows } = templates.encode(state)
    const values = [this.#sandbox.id, this.#sandbox.epoch, name, taken, template?.hash, JSON.stringify(rows)]
    await writer.run(this.#sandbox, (pool) => templates.with(template, () => pool.query(WRITE, values)))
  }

  async remove(name: string): Promise<void> {
    const { id, epoch } = this.#sandbox
    await this.#tables.writer.run(this.#sandbox, (pool) => pool.query(REMOVE, [id, epoch, name]))
  }
}
