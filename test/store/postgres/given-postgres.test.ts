import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('a PostgreSQL named with UNDERSTAY_TEST_POSTGRES', () => {
  let postgres: TestPostgres
  let address: string
  beforeAll(async () => {
    postgres = await startPostgres()
    address = await postgres.database()
  })
  afterAll(() => postgres?.stop())
  const names = async (): Promise<readonly unknown[]> =>
    (await run(address, 'SELECT datname FROM pg_database')).map(({ datname }) => datname)
  const nameOf = (database: string): string => new URL(database).pathname.slice(1)

  test('keeps nothing of the tests: their databases are removed, also where a test has removed one itself', async () => {
    const named = given(address)
    const databases = [await named.database(), await named.database()]
    expect(await names()).toEqual(expect.arrayContaining(databases.map(nameOf)))
    await run(address, `DROP DATABASE "${nameOf(databases[0] ?? '')}"`)
    await named.stop()
    expect(await names()).not.toEqual(expect.arrayContaining([nameOf(databases[1] ?? '')]))
  })

  test('is not stopped by tests', () => {
    const { own, crash } = given(address)
    expect(own).toBe(false)
    expect(crash).toThrow('not ours to stop')
  })
})
