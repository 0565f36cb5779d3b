/**
 * Every kind of storage, empty, for tests that hold for all of them.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FileStorage } from '../../src/store/files/file-storage.ts'
import { PostgresStorage } from '../../src/store/postgres/postgres-storage.ts'
import type { Storage } from '../../src/store/storage.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { ShakyStorage } from './shaky-storage.ts'

/** A place where something is stored. */
export interface Place {
  /** A storage of it, as a new process opens it; the one before has been closed. */
  open(): Promise<Storage>
  remove(): Promise<void>
}

/** Makes an empty place. */
export const PLACES = {
  memory: async (): Promise<Place> => {
    const storage = new ShakyStorage({ random: () => 0.5, failure: 0, refusal: 0 })
    return { open: async () => storage, remove: async () => undefined }
  },
  files: async (): Promise<Place> => {
    const folder = mkdtempSync(join(tmpdir(), 'understay-storages-'))
    return {
      open: async () => new FileStorage(folder),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  PostgreSQL: async (): Promise<Place> => {
    server ??= startPostgres()
    const database = await (await server).database()
    return {
      open: async () => {
        const storage = await PostgresStorage.connect(database)
        await storage.join('http://127.0.0.1:1')
        return storage
      },
      remove: async () => undefined,
    }
  },
} as const

let server: Promise<TestPostgres> | undefined

/** Ends the database, where one was started. */
export async function stopServer(): Promise<void> {
  await (await server)?.stop()
  server = undefined
}
