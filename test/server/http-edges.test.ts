/**
 * The app on sockets: what Hono, @hono/node-server and Node would each answer in their own way.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'

const { app, ask, token, world } = serverOf()
const globals = [globalThis.Request, globalThis.Response]
let server: Server
let authorization = ''

beforeAll(async () => {
  server = createServer(app.listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  authorization = (await token()).authorization
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends bytes on a connection of its own. @returns all that comes back until it is closed */
function exchange(bytes: string | readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = ''
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      for (const part of [bytes].flat()) socket.write(part)
    })
    socket.setEncoding('utf8').on('data', (text) => (seen += text))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? undefined : reject(error)))
    socket.on('close', () => resolve(seen))
  })
}

const REST = 'Connection: close\r\n\r\n'
const status = (answer: string): number => Number(answer.slice(9, 12))
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4)
const get = (target: string, headers = 'Host: localhost\r\n'): Promise<string> =>
  exchange(`GET ${target} HTTP/1.1\r\n${headers}Authorization: ${authorization}\r\n${REST}`)

const HOST_TEXT = 'The Host header is missing, invalid or sent several times'
const PATH_TEXT = 'The path of the request has a backslash; write it as %5C'
const TARGET_TEXT = 'The target of the request is neither a path that begins with / nor a valid URL'

describe('is refused with 400 and a text in JSON', () => {
  test.each([
    ['HTTP/1.0 without Host', 'GET /service/api/ HTTP/1.0\r\n', HOST_TEXT],
    ['two Host headers', 'GET /service/api/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n', HOST_TEXT],
    ['an empty Host', 'GET /service/api/ HTTP/1.1\r\nHost:\r\n', HOST_TEXT],
    ['a Host with a space', 'GET /service/api/ HTTP/1.1\r\nHost: a b\r\n', HOST_TEXT],
    ['a Host with a path', 'GET /service/api/ HTTP/1.1\r\nHost: localhost/x\r\n', HOST_TEXT],
    ['a Host with a user', 'GET /service/api/ HTTP/1.1\r\nHost: me@localhost\r\n', HOST_TEXT],
    ['a Host that is no port', 'GET /service/api/ HTTP/1.1\r\nHost: localhost:99999\r\n', HOST_TEXT],
    ['an absolute target with an invalid Host', 'GET http://localhost/ HTTP/1.1\r\nHost: a b\r\n', HOST_TEXT],
    ['a backslash in the path', 'GET /service\\api/ HTTP/1.1\r\nHost: localhost\r\n', PATH_TEXT],
    ['a backslash in the path of an absolute target', 'GET http://a/b\\c HTTP/1.1\r\nHost: localhost\r\n', PATH_TEXT],
    ['an absolute target that is no URL', 'GET http://[/ HTTP/1.1\r\nHost: localhost\r\n', TARGET_TEXT],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n', TARGET_TEXT],
  ])('%s', async (_, request, text) => {
    const answer = await exchange(`${request}${REST}`)
    expect([status(answer), /^content-type: (.*)\r$/im.exec(answer)?.[1]]).toEqual([400, 'application/json; charset=utf-8'])
    expect(JSON.parse(bodyOf(answer)).meta).toEqual({ code: 400, error_message: text })
  })
})

describe('reaches its mount', () => {
  test.each([
    ['/service/api/properties/all', 200, '"ids"'],
    ['/service/api/properties/all?a=b\\c', 200, '"ids"'],
    ['/service/api', 404, 'meta'],
    ['/@w1/service/api/site_structure/countries', 200, 'countries'],
    ['http://elsewhere.example/service/api/properties/all', 200, '"ids"'],
    ['/service/apis', 404, 'Nothing answers at /service/apis'],
    ['/SERVICE/api/properties/all', 404, 'Nothing answers at /SERVICE/api/properties/all'],
    ['/%73ervice/api/properties/all', 404, 'Nothing answers at /%73ervice/api/properties/all'],
    ['/x/../service/api/properties/all', 404, 'Nothing answers at /x/../service/api/properties/all'],
    ['//service/api/properties/all', 404, 'Nothing answers at //service/api/properties/all'],
    ['/_understay', 200, '"endpoints"'],
    ['/_understay/clock', 200, '"run"'],
    ['/@w1/_understay/clock', 200, '"run"'],
    ['/_understay/../clock', 404, 'there is no GET /_understay/../clock'],
    ['/_understays', 404, 'Nothing answers at /_understays'],
    ['/', 200, 'This is the sandbox default'],
    ['/@w1', 200, 'This is the sandbox w1'],
    ['/service/uploadedimages/a.png', 200, '<svg'],
    ['*', 400, TARGET_TEXT],
  ])('%s: %i', async (target, expected, text) => {
    const answer = await get(target)
    expect([status(answer), bodyOf(answer)]).toEqual([expected, expect.stringContaining(text)])
  })

  test('a sandbox is named by the path, else by a header', async () => {
    const named = 'Host: localhost\r\nX-Understay-Sandbox: w2\r\n'
    expect(bodyOf(await get('/', named))).toContain('the sandbox w2')
    expect(bodyOf(await get('/@w1/', named))).toContain('the sandbox w1')
  })

  test.each(['/service/api/properties/all', '/_understay/clock', '/', '/nothing'])('HEAD %s has no body', async (path) => {
    const answer = await exchange(`HEAD ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n${REST}`)
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
    expect(bodyOf(answer)).toBe('')
  })

  test.each([
    ['TRACE', '/service/api/properties/all', 401],
    ['TRACE', '/_understay/clock', 405],
    ['PROPFIND', '/', 404],
    ['OPTIONS', '/service/api/properties/all', 200],
  ])('%s %s: %i', async (method, path, expected) => {
    const answer = await exchange(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n${REST}`)
    expect(status(answer)).toBe(expected)
  })
})

describe('bodies', () => {
  const POST =
    'POST /service/api/tariffs/1/micromanage HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'

  test('larger than the limit are refused without being read to their end', async () => {
    const answer = await exchange([
      `${POST}Authorization: ${authorization}\r\nContent-Length: ${3 * 1024 * 1024}\r\n${REST}`,
      'a'.repeat(3 * 1024 * 1024),
    ])
    expect(status(answer)).toBe(413)
    // 16 times the limit is read for a client that looks at the response only then; of a longer body the connection is closed
    const head = `${POST}Content-Length: ${1024 ** 3}\r\n\r\n`
    const endless = exchange([head, ...Array.from({ length: 64 }, () => 'a'.repeat(1024 * 1024))])
    await expect(endless.catch(({ code }: NodeJS.ErrnoException) => code)).resolves.toMatch(/^(?:|ECONNRESET)$/)
  })

  test('that nobody reads do not hold the connection up', async () => {
    const unread =
      `GET /service/api/properties/all HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nAuthorization: ${authorization}\r\n\r\nunread`.slice(
        0,
        -1,
      )
    const next = `GET /_understay/clock HTTP/1.1\r\nHost: localhost\r\n${REST}`
    const answers = (await exchange(`${unread}${next}`)).match(/HTTP\/1\.1 \d{3}/g)
    expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })
})

test('a connection is cut where a fault says so, without a byte', async () => {
  const fault = { on: { operation: 'listProperties' }, network: { cut: 'before' } }
  expect((await ask('POST', '/_understay/faults', { body: JSON.stringify(fault) })).status).toBe(201)
  expect(await get('/service/api/properties/all')).toBe('')
  expect(status(await get('/service/api/properties/all'))).toBe(200)
})

test('a stream is sent as it comes', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let seen = ''
  socket.setEncoding('utf8').on('data', (text) => (seen += text))
  socket.write('GET /_understay/journal/stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => seen).toContain('text/event-stream')
  await get('/service/api/search/towns/streamed')
  await expect.poll(() => seen).toContain('/search/towns/streamed')
  socket.destroy()
})

test.each(['/service/api/properties/all', '/service/api/search/stars/4?access_token=abc'])(
  'the journal has the length of the response to %s from the moment it shows it',
  async (path) => {
    const { journal } = world.sandbox()
    const shown: unknown[] = []
    const stop = journal.listen(() => shown.push({ ...journal.find(journal.lastId)?.entry().responseHeaders }))
    const answer = await get(path)
    stop()
    const [length] = /(?<=Content-Length: )\d+/.exec(answer) ?? []
    expect(shown).toEqual([expect.objectContaining({ 'Content-Length': length })])
  },
)

test('the globals of the process stay as they are', () => {
  expect([globalThis.Request, globalThis.Response]).toEqual(globals)
})
