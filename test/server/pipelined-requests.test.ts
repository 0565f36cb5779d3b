/**
 * Pipelined requests over raw sockets: answered in order, and no more of them than are read.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'
import { aGuest } from '../support/small-world.ts'

const GUESTS = 6000
const REQUESTS = 50
const guests = Array.from({ length: GUESTS }, (_, index) => aGuest({ id: index + 1, email: `guest${index}@example.test` }))

let served: ReturnType<typeof serverOf>
let server: Server
let sockets: Socket[]

beforeEach(async () => {
  served = serverOf({ rows: { guests } })
  server = createServer(served.app.listen)
  sockets = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

async function opened(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** Waits until a number has not changed for some hundred turns of the event loop, which this server shares. */
async function untilSettled(read: () => number): Promise<void> {
  for (let before = Number.NaN; before !== read(); ) {
    before = read()
    for (let count = 0; count < 500; count++) await turn()
  }
}

const request = (path: string, authorization: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`

const LIST = '/service/api/guests/1/list'

describe('pipelined requests', () => {
  test('get their responses in the order of the requests', async () => {
    const { authorization } = await served.token()
    const socket = await opened()
    let text = ''
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    const paths = Array.from({ length: REQUESTS }, (_, index) => `/service/api/guests/1/${index + 1}`)
    socket.write(paths.map((path, index) => request(index % 2 ? path : '/_understay/clock', authorization)).join(''))
    const answers = (): readonly string[] => text.match(/"run":"\w+"|HTTP\/1\.1 404/g) ?? []
    await expect.poll(() => answers().length).toBe(REQUESTS)
    expect(answers()).toEqual(paths.map((_, index) => (index % 2 ? 'HTTP/1.1 404' : expect.stringContaining('run'))))
  })

  test('are not answered before earlier responses are read, and continue afterwards', async () => {
    const { authorization } = await served.token()
    const { journal } = served.world.sandbox()
    const before = journal.lastId
    const socket = await opened()
    socket.pause()
    socket.write(request(LIST, authorization).repeat(REQUESTS))
    await expect.poll(() => journal.lastId - before).toBeGreaterThan(0)
    await untilSettled(() => journal.lastId)
    // what the system takes on both sides is some megabytes, an answer more than two
    expect(journal.lastId - before).toBeLessThan(REQUESTS / 3)
    socket.resume()
    await expect.poll(() => journal.lastId - before).toBe(REQUESTS)
  })

  test('are not carried out once their connection is closed', async () => {
    const { authorization } = await served.token()
    const { journal } = served.world.sandbox()
    const socket = await opened()
    socket.pause()
    socket.write(request(LIST, authorization).repeat(REQUESTS))
    await expect.poll(() => journal.lastId).toBeGreaterThan(1)
    socket.destroy()
    await untilSettled(() => journal.lastId)
    expect(journal.lastId).toBeLessThan(REQUESTS / 3)
  })

  test('close their connection when too many wait', async () => {
    const { authorization } = await served.token()
    const socket = await opened()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined).resume()
    socket.write(request('/_understay/journal/stream', authorization) + request('/service/api/', authorization).repeat(1100))
    await closed
    expect(served.world.sandbox().journal.lastId).toBeLessThan(1000)
  })
})
