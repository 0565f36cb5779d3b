/**
 * Every kind of storage, for tests that apply to all of them.
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
import { UnreliableStorage } from './unreliable-storage.ts'

/** A storage that tests can close and open again. */
export interface TestStorage {
  /** Opens it as a new process does, after the previous one was closed. */
  open(): Promise<Storage>
  remove(): Promise<void>
}

/** Creates an empty storage of each kind. */
export const STORAGES = {
  memory: async (): Promise<TestStorage> => {
    const storage = new UnreliableStorage({ random: () => 0.5, failure: 0, refusal: 0 })
    return { open: async () => storage, remove: async () => undefined }
  },
  files: async (): Promise<TestStorage> => {
    const folder = mkdtempSync(join(tmpdir(), 'understay-storages-'))
    return {
      open: async () => new FileStorage(folder),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  PostgreSQL: async (): Promise<TestStorage> => {
    server ??= startPostgres()
    const database = await (await server).database()
    return {
      open: async () => {
        const storage = await PostgresStorage.connect(database)
        await storage.membership.join('http://127.0.0.1:1')
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
