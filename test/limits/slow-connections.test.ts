import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { startProgram } from '../process/program.ts'
import { timeOf } from './shortest-time.ts'

/** Milliseconds: each limit, the time between two checks, and a margin for a busy machine. */
const HEAD = 60_000 + 5000 + 10_000
const HANDSHAKE = 30_000 + 10_000

/** What a connection receives until the server closes it. */
const received = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (part) => (text += part))
    socket.on('error', () => undefined).on('close', () => resolve(text))
  })

/** Sends a head that never ends, a letter each second. */
async function slowHead(socket: Socket): Promise<string> {
  socket.write('GET /service/api/properties/all HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const timer = setInterval(() => socket.write('x'), 1000)
  return received(socket).finally(() => clearInterval(timer))
}

describe('a connection that never comes to its end is cut', () => {
  test.concurrent('a slow head', async () => {
    const { url } = await startProgram(['--memory'])
    const port = Number(new URL(url).port)
    const heads = Array.from({ length: 50 }, () => slowHead(connect(port, '127.0.0.1')))
    const took = await timeOf(async () => {
      expect((await fetch(`${url}/_understay/ready`)).status).toBe(200)
      for (const text of await Promise.all(heads)) expect(text).toMatch(/^HTTP\/1\.1 408 /)
    })
    expect(took).toBeLessThan(HEAD)
  })

  test.concurrent('a slow head and a silent handshake over TLS', async () => {
    const { program, url } = await startProgram(['--memory', '--tls'])
    const ca = readFileSync(await program.printed(/"ca":"([^"]+)"/), 'utf8')
    const port = Number(new URL(url).port)
    const silent = Array.from({ length: 50 }, () => received(connect(port, '127.0.0.1')))
    const slow = slowHead(connectTls({ port, host: '127.0.0.1', ca }))
    expect(await timeOf(() => Promise.all(silent))).toBeLessThan(HANDSHAKE)
    expect(await slow).toMatch(/^HTTP\/1\.1 408 /)
  })
})
