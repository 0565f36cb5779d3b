import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { demoToken, startProgram } from '../process/program.ts'
import { untilKnown } from '../process/replica.ts'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'

function whyNot(): string | undefined {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'pipe' })
    return NO_POSTGRES
  } catch {
    return 'no nginx is installed here'
  }
}
const WHY_NOT = whyNot()

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** nginx with deploy/nginx.conf, its addresses put in the place of those of the containers. */
async function startNginx(replicas: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'understay-nginx-'))
  const port = await freePort()
  let hosts = 0
  const config = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll(/understay-\d:4010/g, () => new URL(replicas[hosts++] ?? '').host)
    .replace('listen 4010;', `listen 127.0.0.1:${port};`)
    .replaceAll(/(\s)\/tmp\//g, `$1${folder}/`)
  expect(hosts).toBe(replicas.length)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  onTestFinished(async () => {
    nginx.kill('SIGQUIT')
    setTimeout(() => nginx.kill('SIGTERM'), 500).unref()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(`${url}/_understay/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return url
}

if (WHY_NOT) test.skip(WHY_NOT, () => undefined)
describe.skipIf(WHY_NOT !== undefined)('three replicas behind deploy/nginx.conf', () => {
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
