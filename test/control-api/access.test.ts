import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { startUnderstay, type Understay, type UnderstayOptions } from '../../src/index.ts'

let understay: Understay | undefined
afterEach(async () => {
  await understay?.close()
  understay = undefined
})

/** Starts a server; answers how its control API is asked over a socket. */
async function asker(options: UnderstayOptions) {
  understay = await startUnderstay(options)
  const { port } = new URL(understay.url)
  return (path: string, headers: Record<string, string>, method = 'GET', body?: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path: `/_understay${path}`, method, headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

const OPEN: UnderstayOptions = { control: 'open', controlHosts: ['stay.example'], publicUrl: 'https://mock.example.org' }

describe('an open control API', () => {
  test.each([
    '127.0.0.1:4010',
    '10.0.0.7',
    '[::1]:4010',
    'localhost',
    'understay:4010',
    'understay.local',
    'a.svc',
    'mock.example.org',
    'stay.example:80',
    'STAY.example',
  ])('accepts the host name %s', async (host) => {
    const ask = await asker(OPEN)
    expect((await ask('/clock', { host })).status).toBe(200)
  })

  test('accepts a host that was named with its port', async () => {
    const ask = await asker({ ...OPEN, controlHosts: ['mock.example:8080'] })
    for (const host of ['mock.example:8080', 'mock.example:80', 'mock.example'])
      expect((await ask('/clock', { host })).status).toBe(200)
  })

  test.each(['evil.example', 'evil.example:4010', '127.0.0.1.evil.example', 'local.example'])(
    'refuses the host name %s, with or without an Origin',
    async (host) => {
      const ask = await asker(OPEN)
      const refused = await ask('/clock', { host })
      expect([refused.status, JSON.parse(refused.text).error]).toEqual([403, expect.stringContaining(`under the name ${host}`)])
      expect((await ask('/clock', { host, origin: `http://${host}` })).status).toBe(403)
      expect((await ask('/', { host, accept: 'text/html' })).status).toBe(403)
      expect((await ask('/reset', { host }, 'POST')).status).toBe(403)
      expect([(await ask('/health', { host })).status, (await ask('/ready', { host })).status]).toEqual([200, 200])
    },
  )

  test('of a server on loopback refuses the name that a proxy passes on, and says what to set', async () => {
    const { status, text } = await (await asker({}))('/clock', { host: 'mock.example.org' })
    expect([status, JSON.parse(text).error]).toEqual([403, expect.stringMatching(/behind a proxy --control-token$/)])
  })

  test('accepts any host name with a valid token', async () => {
    const ask = await asker({ controlToken: 'let-me-in' })
    const host = 'evil.example'
    expect((await ask('/clock', { host, authorization: 'Bearer let-me-in' })).status).toBe(200)
    expect((await ask('/clock', { host, authorization: 'bearer let-me-in' })).status).toBe(200)
    expect((await ask('/clock', { host, authorization: 'Bearer wrong' })).status).toBe(401)
  })
})

describe('a body', () => {
  test('larger than 1 MB is refused, and the server continues', async () => {
    const ask = await asker({})
    const body = JSON.stringify({ at: 'x'.repeat(1024 * 1024) })
    const refused = await ask('/clock', { host: '127.0.0.1' }, 'PUT', body)
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([413, 'the body is too large: at most 1048576 bytes'])
    expect((await ask('/clock', { host: '127.0.0.1' })).status).toBe(200)
  })

  test('may be larger when it is a state, up to a setting', async () => {
    const ask = await asker({ maxState: 1 })
    const refused = await ask('/state', { host: '127.0.0.1' }, 'PUT', ' '.repeat(1024 * 1024 + 1))
    expect(refused.status).toBe(413)
  })

  test.each(['/clock', '/state', '/verify', '/credentials'])('of %s is at most 100 levels deep', async (path) => {
    const ask = await asker({})
    const method = path === '/clock' || path === '/state' ? 'PUT' : 'POST'
    const refused = await ask(path, { host: '127.0.0.1' }, method, `{"x":${'['.repeat(1000)}${']'.repeat(1000)}}`)
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([400, 'more than 100 maps and lists inside one another'])
  })
})

describe('a method that the control API does not have', () => {
  test.each(['TRACE', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s is answered with 405', async (method) => {
    const ask = await asker({})
    expect((await ask('/clock', { host: '127.0.0.1' }, method)).status).toBe(405)
  })
})

test('a client that disconnects in the middle of a body is not logged as a failure', async () => {
  const written: string[] = []
  const write = process.stdout.write
  process.stdout.write = (text: string | Uint8Array) => written.push(String(text)) > 0
  try {
    const ask = await asker({ log: 'json' })
    const port = Number(new URL(understay?.url ?? '').port)
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', async () => {
        socket.write('PUT /_understay/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"at"')
        // what was sent before is read when a later call is answered
        await ask('/clock', { host: '127.0.0.1' })
        socket.destroy()
      })
      socket.on('close', () => resolve())
    })
    expect((await ask('/clock', { host: '127.0.0.1' })).status).toBe(200)
  } finally {
    process.stdout.write = write
  }
  expect(written.join('')).not.toContain('unexpected failure')
})
