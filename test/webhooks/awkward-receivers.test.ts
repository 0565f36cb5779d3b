/**
 * Receivers that answer in unusual ways. The service keeps nothing of the answer, does not retry, and the answer to the call is the
 * same as without them.
 *
 * @module
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { send } from '../../src/webhooks/send.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook, receiver } from './receiver.ts'

/** A receiver that does something with the connection when a request has begun. */
async function rawReceiver(answer: (socket: Socket) => void) {
  let requests = 0
  let open = 0
  const server = createServer((socket) => {
    open++
    socket.on('error', () => undefined)
    socket.on('close', () => open--)
    socket.once('data', () => {
      requests++
      answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, requests: () => requests, open: () => open }
}

/** Writes a body that has no end, until the connection is closed. */
function writeEndlessly(socket: Socket, head: string): void {
  socket.write(head)
  const write = (): void => {
    if (!socket.destroyed) socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`, () => setTimeout(write, 1))
  }
  write()
}

/** A call with a hook: its status, and the deliveries afterwards. */
async function called(url: string) {
  const world = new TestWorld({ rows: { webhooks: [aHook(url)] } })
  const path = { property_id: 1, room_id: 1, date: '2026-06-01' }
  const { status } = await world.call('createBlackBooking', { path, as: 'desk' })
  await world.sandbox.webhooks.idle()
  const deliveries = world.sandbox.webhooks.deliveries.list().map(({ state, status: answer, error }) => ({
    state,
    status: answer,
    error,
  }))
  return { status, deliveries, enabled: world.sandbox.store.db.webhooks.get(1)?.enabled }
}

const ENDLESS = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

describe('a receiver', () => {
  test.each([301, 307, 308, 400, 404, 410, 429, 500, 503])(
    'that answers %i gets each event once and stays enabled',
    async (answer) => {
      const other = await receiver()
      const { got, url } = await receiver((response) =>
        response.writeHead(answer, { Location: other.url, 'Retry-After': '0' }).end(),
      )
      const { status, deliveries, enabled } = await called(url)
      expect({ status, enabled }).toEqual({ status: 200, enabled: true })
      expect(deliveries.length).toBeGreaterThan(0)
      expect(new Set(deliveries.map((one) => JSON.stringify(one)))).toEqual(
        new Set([JSON.stringify({ state: 'failed', status: answer })]),
      )
      expect(got).toHaveLength(deliveries.length)
      expect(other.got).toEqual([])
    },
  )

  test('with a body that never ends is answered by its status, and its connection is closed', async () => {
    const { url, requests, open } = await rawReceiver((socket) => writeEndlessly(socket, ENDLESS))
    const { deliveries } = await called(url)
    expect(deliveries.every(({ state, status }) => state === 'delivered' && status === 200)).toBe(true)
    expect(requests()).toBe(deliveries.length)
    await expect.poll(open).toBe(0)
  })

  test('whose token has a body that never ends is given up at a length', async () => {
    const { url, requests, open } = await rawReceiver((socket) => writeEndlessly(socket, ENDLESS))
    const sent = await send(aHook(url, { auth: 'oauth' }), '{}', 'sent')
    expect(sent).toMatchObject({ error: 'the token response is longer than 65536 characters' })
    expect(requests()).toBe(1)
    await expect.poll(open).toBe(0)
  })

  test.each<[what: string, answer: string]>([
    ['before an answer', ''],
    ['in the middle of the status line', 'HTTP/1.1 20'],
    ['in the middle of the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ])('that closes the connection %s is not asked again', async (_, answer) => {
    const { url, requests } = await rawReceiver((socket) => socket.end(answer))
    const { status, deliveries } = await called(url)
    expect(status).toBe(200)
    expect(deliveries.length).toBeGreaterThan(0)
    expect(deliveries.every(({ state, error }) => state === 'failed' && error === 'the receiver hung up')).toBe(true)
    expect(requests()).toBe(deliveries.length)
  })

  test('that closes the connection in the middle of the body has answered', async () => {
    const { url } = await rawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'))
    const { deliveries } = await called(url)
    expect(deliveries.every(({ state, status }) => state === 'delivered' && status === 200)).toBe(true)
  })

  test.each<[what: string, answer: string]>([
    ['that is not HTTP', '220 mail.example ESMTP\r\n'],
    ['with headers that never end', `HTTP/1.1 200 OK\r\n${'X-More: 1\r\n'.repeat(20_000)}`],
  ])('with an answer %s fails with a reason', async (_, answer) => {
    const { url } = await rawReceiver((socket) => socket.write(answer))
    const { deliveries } = await called(url)
    expect(deliveries.every(({ state, error }) => state === 'failed' && /^not reachable \(HPE_/.test(error ?? ''))).toBe(true)
  })

  test('with a certificate of an unknown CA fails with what to do', async () => {
    const own = await startUnderstay({ tls: true })
    onTestFinished(() => own.close())
    const { deliveries } = await called(`${own.url}/hook`)
    const advice = /^not reachable \(\w+\); name the file of its CA in the variable NODE_EXTRA_CA_CERTS$/
    expect(deliveries.length).toBeGreaterThan(0)
    expect(deliveries.every(({ state, error }) => state === 'failed' && advice.test(error ?? ''))).toBe(true)
  })

  test('that sends its headers slowly is given up at the time limit, which data does not extend', async () => {
    const { url, open } = await rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('X-More: 1\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await send(aHook(url), '{}', 'sent', { timeout: 100 })).toMatchObject({ error: 'no answer within the time limit' })
    await expect.poll(open).toBe(0)
  })
})
