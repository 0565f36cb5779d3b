import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { demoToken, runProgram } from '../program.ts'
import { whenInContact } from '../when-in-contact.ts'
import { answered, call, callOnce, favourites } from './favourites.ts'
import { type Replica, startReplica, startReplicas, untilKnown } from './replica.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('replicas of the program', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const several = async (count: number): Promise<{ readonly database: string; readonly replicas: readonly Replica[] }> => {
    const database = await postgres.database()
    return { database, replicas: await startReplicas(database, count) }
  }

  test('serve every sandbox at any of them: interface, control API, console and streams', async () => {
    const { database, replicas } = await several(3)
    const [first, second, third] = replicas.map(({ url }) => url) as [string, string, string]
    const token = await demoToken(`${first}/@w1/service/api`)
    expect((await call(second, 'POST', '/favourites/1', token)).status).toBe(200)
    expect((await call(third, 'POST', '/favourites/2', token)).status).toBe(200)
    for (const url of [first, second, third]) expect(await favourites(url, token)).toEqual([1, 2])
    const owners = await run(database, `SELECT DISTINCT owner FROM understay.sandboxes WHERE name = 'w1'`)
    expect(owners).toHaveLength(1)
    for (const url of [first, second, third]) {
      const journal = (await (await fetch(`${url}/@w1/_understay/journal`)).json()) as { entries: unknown[] }
      expect(journal.entries.length).toBeGreaterThan(5)
      expect((await fetch(`${url}/@w1/_understay/`, { headers: { accept: 'text/html' } })).headers.get('content-type')).toContain(
        'html',
      )
      const names = (await (await fetch(`${url}/_understay/sandboxes`)).json()) as { name: string }[]
      expect(names.map(({ name }) => name)).toContain('w1')
    }
    const stream = await fetch(`${second}/@w1/_understay/journal/stream`, { headers: { accept: 'text/event-stream' } })
    const reader = stream.body?.getReader()
    await call(third, 'GET', '/favourites', token)
    let text = ''
    while (!text.includes('listFavourites')) text += new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
    const removed = await fetch(`${third}/_understay/sandboxes?name=w1`, { method: 'DELETE' })
    expect(await removed.json()).toEqual({ name: 'w1', removed: true })
    expect(await run(database, `SELECT FROM understay.sandboxes WHERE name = 'w1'`)).toEqual([])
  })

  test('end the streams of a sandbox of another replica when they stop, and do not break them off', async () => {
    const { replicas } = await several(2)
    const [first, second] = replicas as [Replica, Replica]
    await demoToken(`${first.url}/@w1/service/api`)
    const streams = await Promise.all(
      ['journal/stream', 'changes/stream'].map(async (path) => {
        const response = await fetch(`${second.url}/@w1/_understay/${path}`, { headers: { accept: 'text/event-stream' } })
        return { status: response.status, text: response.text() }
      }),
    )
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    await second.program.stop()
    for (const { text } of streams) expect(await text).toContain('retry: 1000')
  })

  test('answer the calls that another replica has not answered when they stop', async () => {
    const { replicas } = await several(2)
    const [owner, stopping] = replicas as [Replica, Replica]
    const token = await demoToken(`${owner.url}/@w1/service/api`)
    const faults = `${owner.url}/@w1/_understay/faults`
    for (const operation of ['addFavourite', 'listFavourites'])
      await fetch(faults, { method: 'POST', body: JSON.stringify({ on: { operation }, network: { delay: '20s' } }) })
    const calls = [callOnce(stopping.url, 'POST', '/favourites/1', token), callOnce(stopping.url, 'GET', '/favourites', token)]
    await until(async () =>
      ((await (await fetch(faults)).json()) as { happened: number }[]).every(({ happened }) => happened === 1),
    )
    expect(await stopping.program.stop('SIGTERM')).toEqual({ code: 0, signal: null })
    for (const { status, headers } of await Promise.all(calls)) expect([status, headers.get('retry-after')]).toEqual([503, '1'])
  })

  test('close a connection cut by a scenario at the other replica too, and keep the secret between them', async () => {
    const { database, replicas } = await several(2)
    const [first, second] = replicas.map(({ url }) => url) as [string, string]
    const token = await demoToken(`${first}/@w1/service/api`)
    const [shared] = await run(database, 'SELECT secret FROM understay.schema_version')
    const headers = { 'x-understay-replica': 'a guess', 'x-understay-client': '1 10.9.8.7', authorization: `Bearer ${token}` }
    expect((await whenInContact(() => fetch(`${second}/@w1/service/api/favourites`, { headers }))).status).toBe(200)
    const journal = await (await whenInContact(() => fetch(`${second}/@w1/_understay/journal`))).text()
    expect(journal).not.toContain(String(shared?.['secret']))
    const body = JSON.stringify({ on: { operation: 'listFavourites' }, network: { cut: 'before' }, times: 1 })
    const json = { 'content-type': 'application/json' }
    const armed = await whenInContact(() => fetch(`${second}/@w1/_understay/faults`, { method: 'POST', headers: json, body }))
    expect(await armed.text()).toContain('armed')
    await expect(call(second, 'GET', '/favourites', token)).rejects.toThrow('fetch failed')
    expect((await call(second, 'GET', '/favourites', token)).status).toBe(200)
  })

  test('respond with 503 and Retry-After without the database, also to reads, and acknowledge nothing', async () => {
    const database = new URL(await postgres.database())
    const network = await cuttable(Number(database.port))
    onTestFinished(() => network.end())
    const through = new URL(database)
    through.port = String(network.port)
    const [cutOff, other] = [await startReplica(through.href), await startReplica(database.href)]
    const token = await demoToken(`${cutOff.url}/@w1/service/api`)
    expect((await call(cutOff.url, 'POST', '/favourites/1', token)).status).toBe(200)
    network.cut()
    const write = await callOnce(cutOff.url, 'POST', '/favourites/2', token)
    expect([write.status, write.headers.get('retry-after')]).toEqual([503, '1'])
    await until(async () => (await fetch(`${cutOff.url}/_understay/ready`)).status === 503)
    const read = async (): Promise<void> => {
      const { status, headers } = await callOnce(cutOff.url, 'GET', '/favourites', token)
      expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    }
    await read()
    const control = await fetch(`${cutOff.url}/@w1/_understay/clock`)
    expect([control.status, await control.json()]).toEqual([
      503,
      { error: expect.stringContaining('no contact with the database') },
    ])
    await answered(200, () => call(other.url, 'GET', '/favourites', token))
    expect(await favourites(other.url, token)).toEqual([1])
    network.mend()
    await answered(200, () => call(cutOff.url, 'GET', '/favourites', token))
    expect(await favourites(cutOff.url, token)).toEqual([1])
  })

  test('lose no call in a rolling restart under load when the client retries refused connections elsewhere', async () => {
    const { database, replicas } = await several(3)
    const live = [...replicas]
    const token = await demoToken(`${live[0]?.url}/@w1/service/api`)
    const failures: string[] = []
    const added: number[] = []
    let [ended, next, turn] = [false, 100, 0]
    const attempt = async (method: string, path: string): Promise<Response> => {
      for (let tries = 0; ; tries++) {
        const { url } = live[turn++ % live.length] as Replica
        const asked = performance.now()
        try {
          return await call(url, method, path, token)
        } catch (error) {
          if (tries > 0 || !String((error as Error).cause).includes('ECONNREFUSED'))
            throw new Error(`${method} ${path} at ${url}, tried ${tries} times, ${(performance.now() - asked).toFixed()} ms`, {
              cause: (error as Error).cause,
            })
        }
      }
    }
    const client = async (): Promise<void> => {
      while (!ended) {
        const id = next++
        for (const [method, path] of [['POST', `/favourites/${id}`] as const, ['GET', '/favourites'] as const]) {
          const got = await attempt(method, path).catch((error: Error) => `${error.message} ${String(error.cause)}`)
          if (typeof got === 'string' || got.status !== 200)
            failures.push(typeof got === 'string' ? got : `${got.status} ${await got.text()}`)
          else if (method === 'POST') added.push(id)
        }
      }
    }
    const clients = [client(), client(), client()]
    for (const old of replicas) {
      // also that the one before has left
      await untilKnown(live)
      live.push(await startReplica(database))
      await untilKnown(live)
      const stopped = old.program.stop()
      // a load balancer takes it out once it is not ready any more
      await answered(503, () => fetch(`${old.url}/_understay/ready`))
      live.splice(live.indexOf(old), 1)
      expect((await stopped).code).toBe(0)
    }
    ended = true
    await Promise.all(clients)
    expect(failures).toEqual([])
    expect(added.length).toBeGreaterThan(50)
    const { url } = live[0] as Replica
    expect([...(await favourites(url, token))].sort((one, other) => one - other)).toEqual(
      [...added].sort((one, other) => one - other),
    )
  })

  test('refuse settings that cannot be combined, and an unreachable database, with a message', async () => {
    const unreachable = await runProgram(['start', '--store', 'postgres://x:secret@127.0.0.1:1/none'])
    expect([unreachable.code, unreachable.err]).toEqual([
      1,
      expect.stringMatching(/the database postgres:\/\/x@127\.0\.0\.1:1\/none cannot be used/),
    ])
    expect(await runProgram(['start', '--memory', '--advertise', 'http://127.0.0.1:1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('add --store'),
    })
    expect(await runProgram(['start', '--memory', '--idle', '5m'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--idle: sandboxes leave the memory only where a database keeps them; add --store'),
    })
  })
})

/** A way to the database that can be cut: connections stay, nothing arrives. */
async function cuttable(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createTcpServer((client) => {
    const database = connect(port, '127.0.0.1')
    for (const [one, other] of [[client, database] as const, [database, client] as const]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('data', (data) => void (isCut || other.write(data)))
      one.on('close', () => void (isCut || other.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    cut: () => (isCut = true),
    mend: () => {
      isCut = false
      for (const socket of sockets) socket.destroy()
    },
    end: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
