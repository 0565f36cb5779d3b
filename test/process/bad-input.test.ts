import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demoToken, type Program, startProgram } from './program.ts'

let program: Program
let api = ''
let port = 0
let authorization = ''

beforeAll(async () => {
  const started = await startProgram(['--memory'])
  program = started.program
  api = started.api
  port = Number(new URL(started.url).port)
  authorization = `Bearer ${await demoToken(api)}`
})
afterAll(() => program.stop())

/** After each attack it is the same process, and it works. */
afterEach(async () => {
  expect(program.child.exitCode).toBeNull()
  expect((await fetch(`${api}/properties/all`, { headers: { authorization } })).status).toBe(200)
})

interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends a request with a target that no URL parser has changed. */
function send(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Buffer | string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, method, path: target, headers: { authorization, ...headers } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function requireClean({ text }: Answer): void {
  expect(text).not.toMatch(/\bat .*\.(?:ts|js):\d+/)
  expect(text).not.toContain('node:internal')
}

describe('bodies', () => {
  test('larger than 2 MB are refused with 413', async () => {
    const answer = await send('POST', '/service/api/tariffs/1/micromanage', FORM, Buffer.alloc(2 * 1024 * 1024 + 1, 'a'))
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.text).meta.error_message).toBe('The body is larger than 2097152 bytes')
  })

  test('larger than 2 MB without a Content-Length are refused with 413', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const call = request({
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/service/api/tariffs/1/micromanage',
        headers: { authorization, ...FORM },
      })
      call.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      call.on('error', reject)
      for (let i = 0; i < 40; i++) call.write(Buffer.alloc(64 * 1024, 'a'))
      call.end()
    })
    expect(status).toBe(413)
  })

  test('with more than 10,000 fields are refused', async () => {
    const answer = await send('POST', '/service/api/tariffs/1/micromanage', FORM, 'a&'.repeat(10_001))
    expect(answer).toMatchObject({ status: 413, text: expect.stringContaining('more than 10000 fields') })
  })

  test.each([
    ['application/json', '{"rate_title":"x"}', 415],
    ['text/plain', 'rate_title=x', 415],
    ['', 'rate_title=x', 415],
    ['multipart/form-data; boundary=b', 'nonsense', 400],
    ['application/x-www-form-urlencoded', 'rate_title=%zz', 400],
    ['application/x-www-form-urlencoded', 'rate_title=%ff', 400],
    ['application/x-www-form-urlencoded', Buffer.from([0x61, 0x3d, 0xff, 0xfe]), 400],
    ['application/x-www-form-urlencoded', '', 400],
  ])('of type "%s" with %j: %i', async (type, body, status) => {
    const before = (await send('GET', '/service/api/tariffs/1')).text
    const answer = await send('POST', '/service/api/tariffs/1/micromanage', type ? { 'content-type': type } : {}, body)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text).meta.error_message).not.toBe('')
    requireClean(answer)
    expect((await send('GET', '/service/api/tariffs/1')).text).toBe(before)
  })

  test('that end in the middle change nothing', async () => {
    const before = (await send('GET', '/service/api/tariffs/1')).text
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /service/api/tariffs/1/micromanage HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\nrate_title=half`,
        )
        setImmediate(() => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
    expect((await send('GET', '/service/api/tariffs/1')).text).toBe(before)
  })

  test('with fields named __proto__ and constructor are ordinary forms', async () => {
    const answer = await send(
      'POST',
      '/service/api/tariffs/1/micromanage',
      FORM,
      '__proto__[a]=1&constructor=2&tariffinput[__proto__]=5&mindaysinput[constructor]=1',
    )
    expect(answer.status).toBe(400)
    requireClean(answer)
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})

describe('targets and headers', () => {
  test.each([
    ['two different', 'Host: localhost\r\nHost: other.example'],
    ['two equal', 'Host: localhost\r\nhost: localhost'],
    ['three', 'HOST: a\r\nHost: b\r\nHost: c'],
    ['no', 'Accept: */*'],
  ])('%s Host headers are refused with 400', async (_, hosts) => {
    const text = await new Promise<string>((resolve, reject) => {
      let seen = ''
      const socket = connect(port, '127.0.0.1', () => {
        const head = `GET /service/api/properties/all HTTP/1.1\r\n${hosts}\r\n`
        socket.write(`${head}Authorization: ${authorization}\r\nConnection: close\r\n\r\n`)
      })
      socket.on('data', (chunk) => (seen += chunk))
      socket.on('error', reject)
      socket.on('close', () => resolve(seen))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    if (hosts.toLowerCase().includes('host')) expect(text).toContain('The Host header is missing, invalid or sent several times')
  })

  test.each([
    ['GET', '/service/api/search/towns/%', 400],
    ['GET', '/service/api/search/towns/%zz', 400],
    ['GET', '/service/api/search/towns/%ff%fe', 400],
    ['GET', '/service/api/search/towns/a%00b', 200],
    ['GET', '/service/api/search/towns/__proto__', 200],
    ['GET', '/service/api/search/towns/constructor', 200],
    ['GET', '/service/api/__proto__/1', 404],
    ['GET', '/service/api/constructor', 404],
    ['GET', '/service/api/../../etc/passwd', 404],
    ['GET', '/service/api/%2e%2e/properties/all', 404],
    ['GET', '/%2e%2e/%2e%2e/etc/passwd', 404],
    ['GET', '/service/uploadedimages/../../../etc/passwd', 404],
    ['GET', '/service/api/listbooking//guest', 400],
    ['GET', '/service/api/listbooking/1/2/guest//', 400],
    ['GET', '//service/api/properties/all', 404],
    ['GET', 'http://other.example/service/api/properties/all', 200],
    ['GET', '/service/api/tariffs/1?__proto__=1&a[b]=2', 200],
    ['PUT', '/service/api/bookguestinout/1/-1/checkin', 404],
    ['PUT', '/service/api/bookguestinout/1/1.5/checkin', 404],
    ['PUT', '/service/api/bookguestinout/1/99999999999999999999/checkin', 404],
    ['PUT', '/service/api/bookguestinout/1/abc/checkin', 404],
    ['PUT', '/service/api/bookguestinout/1/__proto__/checkin', 404],
    ['POST', '/service/api/blackbookings/1/1/2026-02-30', 400],
    ['POST', '/service/api/blackbookings/1/1/2026-13-01', 400],
    ['POST', '/service/api/blackbookings/1/1/tomorrow', 400],
    ['POST', '/service/api/blackbookings/1/-1/2031-01-01', 404],
    ['POST', '/service/api/blackbookings/1/constructor/2031-01-01', 404],
  ])('%s %s: %i', async (method, target, status) => {
    const answer = await send(method, target)
    expect(answer.status).toBe(status)
    requireClean(answer)
  })

  test('with path segments of 10 kB are accepted', async () => {
    expect((await send('GET', `/service/api/search/towns/${'x'.repeat(10_240)}`)).status).toBe(200)
  })

  test('with headers of 16 kB are accepted', async () => {
    expect((await send('GET', '/service/api/properties/all', { 'x-long': 'x'.repeat(16 * 1024) })).status).toBe(200)
  })

  test.each(['TRACE', 'PATCH', 'PROPFIND'])('with the method %s get a response', async (method) => {
    expect((await send(method, '/service/api/properties/all')).status).toBe(404)
  })
})

test('of 200 parallel requests for one room and date exactly one succeeds', async () => {
  const rooms = JSON.parse((await send('GET', '/service/api/properties/1/availabilities/2033-03-03/2033-03-04')).text).data
    .available_rooms
  const [room] = Object.keys(rooms)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => send('POST', `/service/api/blackbookings/1/${room}/2033-03-03`)),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 199 }, () => 204)])
  const listed = JSON.parse((await send('GET', '/service/api/blackbookings/1/roomlist/2033-03-03')).text).data.blackbooking
  expect(
    listed.filter((row: { date: string; room_uid: number }) => row.date === '2033/03/03' && String(row.room_uid) === room),
  ).toHaveLength(1)
})
