import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { demoToken, newFolder } from '../program.ts'
import { request, SCENARIO, untilAnswered } from './moved-scenario.ts'
import { type Replica, startReplicas, untilStored } from './replica.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('replicas with --scenario', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  test.each([['SIGTERM'], ['SIGKILL']] as const)(
    'run it in every new sandbox at any replica, and continue it after %s',
    async (signal) => {
      const folder = newFolder()
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const file = join(folder, 'moved.json')
      writeFileSync(file, SCENARIO)
      const database = await postgres.database()
      const [a, b] = (await startReplicas(database, 2, ['--scenario', file])) as [Replica, Replica]
      const scenario = async (url: string, name: string) =>
        JSON.parse(await untilAnswered(`${url}/@${name}/_understay/scenario`)).scenario?.name ?? null
      const read = async (url: string, name: string, token: string) =>
        (await request(`${url}/@${name}/service/api/favourites`, 'GET', undefined, token)).status
      const tokens = {
        'made-at-a': await demoToken(`${a.url}/@made-at-a/service/api`),
        'made-at-b': await demoToken(`${b.url}/@made-at-b/service/api`),
      }
      for (const [name, token] of Object.entries(tokens)) {
        const { url } = name === 'made-at-a' ? a : b
        expect([await read(url, name, token), await read(url, name, token)]).toEqual([200, 503])
      }
      expect((await request(`${a.url}/@ended/_understay/scenario`, 'DELETE')).status).toBe(200)
      await request(`${a.url}/@untouched/_understay/clock`)
      if (signal === 'SIGKILL')
        for (const [name, { url }] of Object.entries({ 'made-at-a': a, 'made-at-b': b, untouched: a }))
          await untilStored(database, url, name)
      await a.program.stop(signal)
      for (const [name, token] of Object.entries(tokens)) {
        expect(await scenario(b.url, name)).toBe('moved')
        expect([await read(b.url, name, token), await read(b.url, name, token)]).toEqual([503, 200])
      }
      expect(await scenario(b.url, 'ended')).toBeNull()
      expect(await scenario(b.url, 'untouched')).toBe('moved')
      expect(await scenario(b.url, 'new')).toBe('moved')
      expect((await request(`${b.url}/@new/_understay/scenario`, 'DELETE')).status).toBe(200)
      expect((await request(`${b.url}/@made-at-a/_understay/reset`, 'POST')).status).toBe(200)
      expect([await scenario(b.url, 'new'), await scenario(b.url, 'made-at-a')]).toEqual([null, 'moved'])
    },
  )
})
