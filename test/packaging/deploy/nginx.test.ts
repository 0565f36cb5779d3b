import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { untilKnown } from '../../process/many/replica.ts'
import { demoToken, startProgram } from '../../process/program.ts'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { NO_NGINX, startNginx } from './nginx.ts'

const WHY_NOT = NO_NGINX ?? NO_POSTGRES

if (WHY_NOT) test.skip(WHY_NOT, () => undefined)
describe.skipIf(WHY_NOT !== undefined)('three replicas behind packaging/deploy/nginx.conf', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const behindNginx = async () => {
    const database = await postgres.database()
    const start = async () => {
      const started = await startProgram(['--store', database, '--log', 'json'])
      onTestFinished(async () => void (await started.program.stop('SIGKILL')))
      return started
    }
    const replicas = await Promise.all([start(), start(), start()])
    await untilKnown(replicas)
    const url = await startNginx(replicas.map((one) => one.url))
    const token = await demoToken(`${url}/@w1/service/api`)
    return { url, replicas, headers: { authorization: `Bearer ${token}` } }
  }

  test('answer calls under the address that the client used, and pass events on as they come', async () => {
    const { url, headers } = await behindNginx()
    const about = (await (await fetch(`${url}/@w1/_understay/`)).json()) as { api_url: string }
    expect(about.api_url).toBe(`${url}/@w1/service/api`)
    const stream = await fetch(`${url}/@w1/_understay/journal/stream`, { headers: { accept: 'text/event-stream' } })
    const reader = stream.body?.getReader()
    await fetch(`${url}/@w1/service/api/favourites`, { headers })
    let text = ''
    // a proxy that keeps events back ends this only when the stream ends
    while (!text.includes('listFavourites')) text += new TextDecoder().decode((await reader?.read())?.value)
    await reader?.cancel()
  })

  test('answer with the Date of the clock of the sandbox', async () => {
    const { url, headers } = await behindNginx()
    await fetch(`${url}/@w1/_understay/clock`, {
      method: 'PUT',
      body: JSON.stringify({ at: '2031-03-01T09:00:00Z', run: 'frozen' }),
    })
    const answer = await fetch(`${url}/@w1/service/api/favourites`, { headers })
    expect(answer.headers.get('date')).toBe('Sat, 01 Mar 2031 09:00:00 GMT')
  })

  test('are replaced one by one without a failed call', async () => {
    const { url, replicas, headers } = await behindNginx()
    const failed: string[] = []
    let calls = 0
    let isOver = false
    const client = async (number: number): Promise<void> => {
      const [method, path] = number % 2 === 0 ? ['GET', '/favourites'] : ['POST', `/favourites/${number}`]
      while (!isOver) {
        const answer = await fetch(`${url}/@w1/service/api${path}`, { method, headers }).then(
          async (response) => ({ status: response.status, text: await response.text() }),
          (error: unknown) => ({ status: 0, text: String(error) }),
        )
        calls++
        if (answer.status !== 200) failed.push(`${answer.status} ${answer.text}`)
      }
    }
    const clients = [1, 2, 3, 4].map(client)
    for (const { program } of replicas.slice(0, 2)) expect((await program.stop('SIGTERM')).code).toBe(0)
    isOver = true
    await Promise.all(clients)
    expect([failed, calls > 20]).toEqual([[], true])
  })
})
