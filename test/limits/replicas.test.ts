import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answered, call, favourites } from '../process/many/favourites.ts'
import { type Replica, startReplicas } from '../process/many/replica.ts'
import { demoToken } from '../process/program.ts'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { shortestTime } from './shortest-time.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('replicas of the program', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const several = async (count: number): Promise<{ readonly replicas: readonly Replica[] }> => ({
    replicas: await startReplicas(await postgres.database(), count),
  })

  test('keep every acknowledged change after kill -9 of one', async () => {
    const afterKill = async (): Promise<number> => {
      const { replicas } = await several(3)
      const [first, second, third] = replicas as [Replica, Replica, Replica]
      const token = await demoToken(`${first.url}/@w1/service/api`)
      for (let id = 1; id <= 5; id++) expect((await call(second.url, 'POST', `/favourites/${id}`, token)).status).toBe(200)
      await first.program.stop('SIGKILL')
      const waited = await answered(200, () => call(third.url, 'GET', '/favourites', token))
      expect(await favourites(second.url, token)).toEqual([1, 2, 3, 4, 5])
      return waited
    }
    expect(await shortestTime(afterKill, { enough: 2000 })).toBeLessThan(2000)
  })

  test('respond to nothing as owner after a pause', async () => {
    const afterPause = async (): Promise<number> => {
      const { replicas } = await several(2)
      const [first, second] = replicas as [Replica, Replica]
      const token = await demoToken(`${first.url}/@w1/service/api`)
      first.program.child.kill('SIGSTOP')
      const waited = await answered(200, () => call(second.url, 'POST', '/favourites/1', token))
      expect((await call(second.url, 'POST', '/favourites/2', token)).status).toBe(200)
      first.program.child.kill('SIGCONT')
      await answered(200, () => call(first.url, 'GET', '/favourites', token))
      expect(await favourites(first.url, token)).toEqual([1, 2])
      expect(first.program.out).toContain('no contact with the database')
      return waited
    }
    expect(await shortestTime(afterPause, { enough: 6000 })).toBeLessThan(6000)
  })
})
