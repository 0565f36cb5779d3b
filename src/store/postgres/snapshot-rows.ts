/** The snapshots of one sandbox in the database. */
import type { Pool } from 'pg'
import { type SnapshotStorage, StorageError } from '../storage.ts'
import type { ChangeWriter, WritableSandbox } from './change-writer.ts'
import { ask } from './connections.ts'
import { type StateRow, stateOfRows } from './state-rows.ts'
import type { Templates } from './templates.ts'

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

export function snapshotRows(of: WritableSandbox, { pool, writer, templates }: SnapshotTables): SnapshotStorage {
  return {
    list: async () => (await ask<{ name: string }>(pool, LIST, [of.id])).map(({ name }) => name),
    read: async (name) => {
      const [row] = await ask<{ taken: string; template: string | null; rows: string }>(pool, READ, [of.id, name])
      if (!row) throw new StorageError('damaged', `the snapshot ${name} is gone`)
      const template = await templates.read(row.template)
      const rows: readonly StateRow[] = JSON.parse(row.rows)
      const state = stateOfRows(`the snapshot ${name}`, rows, template?.base)
      if (!state) throw new StorageError('damaged', `the snapshot ${name} is empty`)
      return { state, taken: Number(row.taken) }
    },
    write: (name, { state, taken }) => {
      const { template, rows } = templates.encode(state)
      const values = [of.id, of.epoch, name, taken, template?.hash, JSON.stringify(rows)]
      return writer.run(of, () => templates.with(template, () => pool.query(WRITE, values)))
    },
    remove: (name) => writer.run(of, () => pool.query(REMOVE, [of.id, of.epoch, name])),
  }
}
