import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'

const MEGABYTE = 1024 * 1024
const TOKEN = 'control-token'

/** Announces the body of a state, and sends none of it. */
async function announcing(url: string, size: number, token: string, path = '/state') {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const answer = new Promise<string>((resolve) => socket.setEncoding('utf8').once('data', (text: string) => resolve(text)))
  const head = [`PUT /_understay${path} HTTP/1.1`, `Host: ${hostname}:${port}`, `Authorization: Bearer ${token}`]
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\nContent-Length: ${size}\r\n\r\n`, () => resolve()))
  return { answer, socket }
}

test('at most 128 MB of states arrive at a time: the next one gets 503 with Retry-After until there is room', async () => {
  const understay = await startUnderstay({ controlToken: TOKEN, maxState: 64 })
  onTestFinished(() => understay.close())
  const health = () => fetch(`${understay.url}/_understay/health`)
  const first = await announcing(understay.url, 64 * MEGABYTE, TOKEN)
  await announcing(understay.url, 64 * MEGABYTE, TOKEN)
  await health()
  const refused = await (await announcing(understay.url, 9 * MEGABYTE, TOKEN)).answer
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused).toMatch(/\r\nRetry-After: 5\r\n/)
  expect(refused).toContain('too many states are arriving; try again in a moment')
  first.socket.destroy()
  const complete = { method: 'PUT', headers: { authorization: `Bearer ${TOKEN}` }, body: `[${' '.repeat(9 * MEGABYTE)}]` }
  await expect.poll(async () => (await fetch(`${understay.url}/_understay/state`, complete)).status).toBe(400)
})

test.each(['/state/', '/st%61te'])('a state that is sent to %s is limited in the same way', async (path) => {
  const understay = await startUnderstay({ controlToken: TOKEN, maxState: 64 })
  onTestFinished(() => understay.close())
  const complete = { method: 'PUT', headers: { authorization: `Bearer ${TOKEN}` }, body: `[${' '.repeat(9 * MEGABYTE)}]` }
  expect((await fetch(`${understay.url}/_understay${path}`, complete)).status).toBe(400)
  await announcing(understay.url, 64 * MEGABYTE, TOKEN, path)
  await announcing(understay.url, 64 * MEGABYTE, TOKEN, path)
  await fetch(`${understay.url}/_understay/health`)
  expect((await fetch(`${understay.url}/_understay/state`, complete)).status).toBe(503)
})

test('without the token, no more than 8 MB of one are received', async () => {
  const understay = await startUnderstay({ controlToken: TOKEN, maxState: 64 })
  onTestFinished(() => understay.close())
  for (let count = 0; count < 3; count++) await announcing(understay.url, 64 * MEGABYTE, 'another-token')
  const body = `[${' '.repeat(9 * MEGABYTE)}]`
  const send = (token: string) =>
    fetch(`${understay.url}/_understay/state`, { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body })
  expect([(await send('another-token')).status, (await send(TOKEN)).status]).toEqual([401, 400])
})
