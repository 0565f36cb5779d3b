import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { whenInContact } from '../when-in-contact.ts'
import { startReplicas } from './replica.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('sandboxes that are created without a name', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  test('get different names, also at the same time at several replicas', async () => {
    const replicas = await startReplicas(await postgres.database(), 2)
    const create = async (url: string) => {
      const made = await whenInContact(() => fetch(`${url}/_understay/sandboxes`, { method: 'POST', body: '{}' }))
      const { name, created } = (await made.json()) as { name: string; created: boolean }
      return created ? name : `${name} existed`
    }
    const calls = Array.from({ length: 10 }, () => replicas.map(({ url }) => create(url))).flat()
    const names = await Promise.all(calls)
    expect(names.toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `w${at + 1}`).toSorted())
  })

  test('are not created by a call that needs an existing one, at whatever replica it arrives', async () => {
    const [owner, other] = await startReplicas(await postgres.database(), 2)
    const status = async (url = '', headers: Record<string, string> = { 'if-match': '*' }) =>
      (await whenInContact(() => fetch(`${url}/@w1/_understay/clock`, { headers }))).status
    expect([await status(other?.url), await status(owner?.url)]).toEqual([412, 412])
    expect(await (await fetch(`${owner?.url}/_understay/sandboxes`)).text()).not.toContain('w1')
    expect(await status(owner?.url, {})).toBe(200)
    expect([await status(other?.url), await status(owner?.url)]).toEqual([200, 200])
  })
})
