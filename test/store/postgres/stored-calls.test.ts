import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChangeWriter } from '../../../src/store/postgres/change-writer.ts'
import type { PostgresStorage } from '../../../src/store/postgres/postgres-storage.ts'
import { SandboxRows, type SandboxTables } from '../../../src/store/postgres/sandbox-rows.ts'
import type { CallStorage } from '../../../src/store/storage.ts'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { database } from './recorded-database.ts'
import { replica } from './replica.ts'

const TEXTS = ['', 'ü ≠ 𝄞 \u2028 \ud800', '\u0000 "\n\r\t\\', "{},'$1'", '\\N', 'NULL']
const call = (id: number) => ({ id, entry: JSON.stringify({ id, response: TEXTS[id % TEXTS.length] }) })
const calls = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => call(from + index))

test('where none is stored, however many there were, nothing is removed', async () => {
  const { pool, rows } = database()
  const found = [{ key: 'journal facts', value: '{"last":2000}', position: 0 }]
  const query = (asked: unknown) => (typeof asked === 'string' ? { rows: found } : pool.query(asked as never))
  const membership = { replica: 1, problem: undefined }
  const tables = { pool: { query }, membership, journals: new ChangeWriter(pool), templates: { read: () => undefined } }
  const owned = { id: '1', name: 'w1', epoch: '2', owner: 1, template: null }
  const sandbox = new SandboxRows(owned, tables as unknown as SandboxTables)
  await sandbox.read()
  await sandbox.calls?.write([], 2000, '{}')
  await sandbox.calls?.write(calls(2001, 2002), 2000, '{}')
  await sandbox.calls?.write([], 2001, '{}')
  const facts = ['journal facts', '{}']
  const stored = calls(2001, 2002).map(({ id, entry }) => [`journal ${id}`, entry])
  expect(rows.map(({ key, value }) => [key, value])).toEqual([facts, facts, ...stored, facts, ['journal 2001', '-']])
})

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // what a weak reference was made to is kept to the end of the turn
  await new Promise((resolve) => setTimeout(resolve, 5))
  collect()
}

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('stored calls', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  /** Opens a sandbox. @returns the calls found, its storage of calls, and what hands it back */
  const opened = async (storage: PostgresStorage, name: string) => {
    const { storage: sandbox, calls: found } = await storage.open(name)
    return { found, calls: sandbox.calls as CallStorage, close: async () => await sandbox.close() }
  }

  test('of several sandboxes in one statement are found by the next owner, texts of any kind unchanged', async () => {
    const database = await postgres.database()
    const [first, second] = await Promise.all([replica(database, 1), replica(database, 2)])
    const own = await Promise.all(['w1', 'w2', 'w3'].map((name) => opened(first, name)))
    const facts = own.map((_, index) => JSON.stringify({ last: index, text: TEXTS.join() }))
    // the third has facts and no calls
    const added = [calls(1, 20), calls(5, 9), []]
    await Promise.all(own.map((one, index) => one.calls.write(added[index] ?? [], 0, facts[index] ?? '')))
    await Promise.all(own.map(({ close }) => close()))
    const found = await Promise.all(['w1', 'w2', 'w3'].map((name) => opened(second, name)))
    expect(found.map((one) => one.found)).toEqual(added.map((of, index) => ({ calls: of, facts: facts[index] })))
  })

  test('that have left the journal are removed when others are added', async () => {
    const database = await postgres.database()
    const first = await replica(database, 1)
    const own = await opened(first, 'w1')
    await own.calls.write(calls(1, 10), 0, '{}')
    await own.calls.write(calls(11, 15), 7, '{"last":15}')
    await own.close()
    expect((await opened(first, 'w1')).found).toEqual({ calls: calls(8, 15), facts: '{"last":15}' })
  })

  test('are kept by nothing but the journal, and the rows of a sandbox by nothing once it is closed', async () => {
    const first = await replica(await postgres.database(), 1)
    const openingOf = async () => {
      const { calls, storage, continues } = await first.open('w1')
      return { storage, found: new WeakRef(calls ?? {}), continues }
    }
    const closed = async () => {
      const { storage, found } = await openingOf()
      await storage.calls?.write(calls(1, 10), 0, '{}')
      await collectGarbage()
      expect(found.deref()).toBeUndefined()
      await storage.close()
      return new WeakRef(storage)
    }
    const rows = await closed()
    await collectGarbage()
    expect(rows.deref()).toBeUndefined()
    expect((await openingOf()).continues).toBe(true)
  })
})
