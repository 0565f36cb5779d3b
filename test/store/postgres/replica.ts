import { onTestFinished } from 'vitest'
import { PostgresStorage } from '../../../src/store/postgres/postgres-storage.ts'

/** The storage of a replica with this port, until the end of the test. */
export async function replica(database: string, port: number): Promise<PostgresStorage> {
  const storage = await PostgresStorage.connect(database)
  onTestFinished(() => storage.close())
  await storage.membership.join(`http://127.0.0.1:${port}`)
  return storage
}
