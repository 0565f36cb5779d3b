import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { demoToken, newFolder, startProgram } from '../program.ts'
import { whenInContact } from '../when-in-contact.ts'
import { startReplica } from './replica.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('an unused sandbox', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const rowOf = async (database: string, name: string) => {
    const [row] = await run(database, 'SELECT owner, epoch, due_at FROM understay.sandboxes WHERE name = $1', [name])
    return row
  }
  const inUse = async (url: string, name: string): Promise<boolean> => {
    const listed = (await (await fetch(`${url}/_understay/sandboxes`)).json()) as { name: string; in_use: boolean }[]
    return listed.some((sandbox) => sandbox.name === name && sandbox.in_use)
  }
  const favourites = async (url: string, token: string): Promise<readonly number[]> => {
    const headers = { authorization: `Bearer ${token}` }
    const got = await whenInContact(() => fetch(`${url}/@w1/service/api/favourites`, { headers }))
    const { data } = (await got.json()) as { data: { ids: number[] } }
    return data.ids
  }

  test('is handed back and later opened unchanged with its journal, unless it has a stream', async () => {
    const database = await postgres.database()
    const { url } = await startReplica(database, ['--idle', '1s'])
    const token = await demoToken(`${url}/@w1/service/api`)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${url}/@w1/service/api/favourites/3`, { method: 'POST', headers })).status).toBe(200)
    const before = await favourites(url, token)
    const stream = new AbortController()
    await fetch(`${url}/@w2/_understay/journal/stream`, { signal: stream.signal })
    await until(async () => (await rowOf(database, 'w1'))?.['owner'] === null)
    expect((await rowOf(database, 'w1'))?.['due_at']).toBeNull()
    expect((await rowOf(database, 'w2'))?.['owner']).not.toBeNull()
    expect(await inUse(url, 'w1')).toBe(false)
    expect(await favourites(url, token)).toEqual(before)
    const journal = (await (await fetch(`${url}/@w1/_understay/journal`)).json()) as { lost: number; entries: { id: number }[] }
    expect([journal.lost, journal.entries.map(({ id }) => id)]).toEqual([0, [1, 2, 3, 4]])
    stream.abort()
  })

  test('is handed back also when it was created without a call', async () => {
    const database = await postgres.database()
    const { url } = await startReplica(database, ['--idle', '1s'])
    const body = '{"name":"ahead"}'
    const made = await whenInContact(() => fetch(`${url}/_understay/sandboxes`, { method: 'POST', headers: JSON_TYPE, body }))
    expect(made.status).toBe(201)
    expect(await inUse(url, 'ahead')).toBe(true)
    await until(async () => !(await inUse(url, 'ahead')))
  })

  test('keeps a name that was given to a client, although it was not called', async () => {
    const database = await postgres.database()
    const { url } = await startReplica(database, ['--idle', '1s'])
    const create = async () => {
      const made = await whenInContact(() =>
        fetch(`${url}/_understay/sandboxes`, { method: 'POST', headers: JSON_TYPE, body: '{}' }),
      )
      return await made.json()
    }
    expect(await create()).toMatchObject({ name: 'w1', created: true })
    await until(async () => (await rowOf(database, 'w1'))?.['owner'] === null)
    const listed = await (await fetch(`${url}/_understay/sandboxes`)).json()
    expect(listed).toMatchObject([{ name: 'w1', in_use: false }])
    expect(await create()).toMatchObject({ name: 'w2', created: true })
  })

  test('is opened by another replica when an event in it is due', async () => {
    const database = await postgres.database()
    const [first, second] = [await startReplica(database, ['--idle', '1s']), await startReplica(database, ['--idle', '1s'])]
    const events = [{ at: '+12s', do: 'guest_books', with: { property: 1, arrival: 'today+5', nights: 2 } }]
    const body = JSON.stringify({ name: 'later', events })
    const scenario = `${first.url}/@w1/_understay/scenario`
    const played = await whenInContact(() => fetch(scenario, { method: 'PUT', headers: JSON_TYPE, body }))
    expect(played.status, await played.text()).toBe(200)
    await until(async () => (await rowOf(database, 'w1'))?.['owner'] === null)
    const handedBack = await rowOf(database, 'w1')
    expect(Number(handedBack?.['due_at'])).toBeGreaterThan(Date.now())
    await first.program.stop('SIGKILL')
    await until(async () => Number((await rowOf(database, 'w1'))?.['epoch']) > Number(handedBack?.['epoch']))
    await until(async () => (await rowOf(database, 'w1'))?.['owner'] === null)
    expect((await rowOf(database, 'w1'))?.['due_at']).toBeNull()
    const shown = await (await fetch(`${second.url}/@w1/_understay/scenario`)).json()
    expect(shown).toMatchObject({ events: [{ id: 'later/event-1', state: 'happened' }] })
  })

  test('makes room under the limit, which counts sandboxes in memory with --store, and those on disk with --data', async () => {
    const database = await postgres.database()
    const many = await startReplica(database, ['--idle', '1s', '--max-sandboxes', '2'])
    const use = async (url: string, name: string): Promise<number> => (await fetch(`${url}/@${name}/_understay/clock`)).status
    expect([await use(many.url, 'w1'), await use(many.url, 'w2'), await use(many.url, 'w3')]).toEqual([200, 200, 409])
    await until(async () => (await use(many.url, 'w3')) === 200)
    const data = newFolder()
    onTestFinished(() => rmSync(data, { recursive: true, force: true }))
    const one = await startProgram(['--log', 'json', '--data', data, '--max-sandboxes', '2'])
    onTestFinished(async () => {
      await one.program.stop('SIGKILL')
    })
    const api = (name: string): string => `${one.url}/@${name}/service/api`
    await demoToken(api('w1'))
    const refused = await fetch(`${api('w2')}/favourites`)
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('there are 2 sandboxes already')])
  })
})
