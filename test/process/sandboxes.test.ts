import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoToken, newFolder, startProgram } from './program.ts'

type Server = Awaited<ReturnType<typeof startProgram>>
const API = '/service/api'

/** The status and the parsed body of an answer. */
async function ask(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init)
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}

const letGo = ({ url }: Server, name: string) => ask(`${url}/_understay/sandboxes?name=${name}`, { method: 'DELETE' })

const names = async ({ url }: Server): Promise<readonly string[]> =>
  (await ask(`${url}/_understay/sandboxes`)).body.map(({ name }: { name: string }) => name)

describe('hundreds of sandboxes with a data folder', () => {
  const data = newFolder()
  const workers = Array.from({ length: 200 }, (_, n) => `worker-${n}`)
  let server: Server
  beforeAll(async () => {
    server = await startProgram(['--data', data])
    for (const name of workers) await demoToken(`${server.url}/@${name}${API}`)
  })
  afterAll(async () => void (await server.program.stop()))

  test('have a folder each, and keep no file open once they are removed', async () => {
    expect(readdirSync(data)).toEqual(expect.arrayContaining(workers))
    const descriptors = () => readdirSync(`/proc/${server.program.child.pid}/fd`).length
    const before = existsSync('/proc/self/fd') ? descriptors() : 0
    for (const name of workers.slice(0, 100)) expect((await letGo(server, name)).body).toEqual({ name, removed: true })
    expect(readdirSync(data).filter((name) => name.startsWith('worker-'))).toHaveLength(100)
    if (before > 0) expect(before - descriptors()).toBeGreaterThanOrEqual(100)
    expect(await names(server)).not.toContain('worker-0')
  })

  test('are new when they are used again, and the others unchanged, also after kill -9', async () => {
    const guests = `${API}/guests/1/list`
    const headers = { authorization: `Bearer ${await demoToken(`${server.url}/@worker-150${API}`)}` }
    await server.program.stop('SIGKILL')
    server = await startProgram(['--data', data])
    expect((await ask(`${server.url}/@worker-150${guests}`, { headers })).status).toBe(200)
    expect((await ask(`${server.url}/@worker-151${guests}`, { headers })).status).toBe(401)
    expect((await ask(`${server.url}/@worker-0/_understay/events`)).body).toEqual([])
    expect(await names(server)).toEqual(expect.arrayContaining(workers.slice(100)))
  })

  test('that were made are there after kill -9, without a call: their names are not given out again', async () => {
    const made = await ask(`${server.url}/_understay/sandboxes`, { method: 'POST' })
    expect([made.status, made.body.name]).toEqual([201, 'w1'])
    await server.program.stop('SIGKILL')
    server = await startProgram(['--data', data])
    const next = await ask(`${server.url}/_understay/sandboxes`, { method: 'POST' })
    expect([next.status, next.body.name]).toEqual([201, 'w2'])
  })

  test('remove their own files, and leave files of others alone', async () => {
    const note = join(data, 'worker-199', 'notes.txt')
    writeFileSync(note, 'mine')
    expect((await letGo(server, 'worker-199')).body).toEqual({ name: 'worker-199', removed: true })
    expect(readdirSync(join(data, 'worker-199'))).toEqual(['notes.txt'])
    expect(await names(server)).not.toContain('worker-199')
    expect((await letGo(server, 'worker-199')).body).toEqual({ name: 'worker-199', removed: false })
    expect((await letGo(server, 'worker-198')).body).toEqual({ name: 'worker-198', removed: true })
    expect(existsSync(join(data, 'worker-198'))).toBe(false)
  })
})

describe('a stream of the journal on a socket', () => {
  let server: Server
  beforeAll(async () => {
    server = await startProgram(['--memory'])
  })
  afterAll(async () => void (await server.program.stop()))

  test('ends when its sandbox is removed, after all earlier entries', async () => {
    const request = get(`${server.url}/@w1/_understay/journal/stream`)
    const [answer] = await once(request, 'response')
    let text = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    await once(answer, 'data')
    await ask(`${server.url}/@w1${API}/search/stars/4`)
    const ended = once(answer, 'end')
    await letGo(server, 'w1')
    await ended
    expect(text).toContain(': the journal from entry 1 on')
    expect(text.match(/^data: /gm)).toHaveLength(1)
  })

  test('of a new sandbox with that name begins with its first entry', async () => {
    await letGo(server, 'w1')
    await ask(`${server.url}/@w1${API}/search/stars/4`)
    const { body } = await ask(`${server.url}/@w1/_understay/journal`)
    expect(body.entries.map(({ id }: { id: number }) => id)).toEqual([1])
  })
})

describe('a thousand sandboxes', () => {
  let server: Server
  beforeAll(async () => {
    server = await startProgram(['--memory'])
    for (let n = 0; n < 999; n++) await ask(`${server.url}/@w${n}${API}/search/stars/9`)
  })
  afterAll(async () => void (await server.program.stop()))

  test('can exist; one more is refused with instructions', async () => {
    const words =
      'there are 1000 sandboxes already; remove one with DELETE /_understay/sandboxes?name=NAME, or raise --max-sandboxes'
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ a: 'b' }) }])
      expect(await ask(`${server.url}/@more${API}/oauth/token`, init)).toMatchObject({
        status: 409,
        body: { meta: { code: 409, error_message: words } },
      })
    expect((await ask(`${server.url}${API}/search/stars/9`)).status).toBe(200)
    expect((await ask(`${server.url}/@w998${API}/search/stars/9`)).status).toBe(200)
    expect((await ask(`${server.url}/_understay/ready`)).body).toMatchObject({ ready: true })
  })

  test('make room for another one when one is removed', async () => {
    await letGo(server, 'w0')
    expect((await ask(`${server.url}/@more${API}/search/stars/9`)).status).toBe(200)
  })
})

test('a server starts with a folder that holds as many sandboxes as --max-sandboxes allows, or more', async () => {
  const data = newFolder()
  const first = await startProgram(['--data', data])
  for (const name of ['w1', 'w2', 'w3']) await demoToken(`${first.url}/@${name}${API}`)
  await first.program.stop()
  const { program, url } = await startProgram(['--data', data, '--max-sandboxes', '2'])
  expect((await ask(`${url}/@w3${API}/search/stars/9`)).status).toBe(200)
  const refused = await ask(`${url}/@w4${API}/search/stars/9`)
  expect(refused.status).toBe(409)
  expect(JSON.stringify(refused.body)).toContain('there are 4 sandboxes already; remove 3 with DELETE /_understay/sandboxes')
  await program.stop()
})
