import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'

const MEGABYTE = 1024 * 1024
const TOKEN = 'control-token'

/** Announces the body of a state, and sends a part of it: none, or all but the end. */
async function announcing(url: string, size: number, token: string, { path = '/state', sent = '' } = {}) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const answer = new Promise<string>((resolve) => socket.setEncoding('utf8').once('data', (text: string) => resolve(text)))
  const head = [`PUT /_understay${path} HTTP/1.1`, `Host: ${hostname}:${port}`, `Authorization: Bearer ${token}`]
  await new Promise<void>((resolve) =>
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${size}\r\n\r\n${sent}`, () => resolve()),
  )
  return { answer, socket }
}

const complete = { method: 'PUT', headers: { authorization: `Bearer ${TOKEN}` }, body: `[${' '.repeat(9 * MEGABYTE)}]` }
const ALMOST_64 = ' '.repeat(64 * MEGABYTE - 1)

test.each(['/state', '/state/', '/st%61te'])(
  'at most 128 MB of states arrive at a time at %s: one gets 503 with Retry-After',
  async (path) => {
    const understay = await startUnderstay({ controlToken: TOKEN, maxState: 64 })
    onTestFinished(() => understay.close())
    const others = await Promise.all(
      ['first', 'second'].map(() => announcing(understay.url, 64 * MEGABYTE, TOKEN, { path, sent: ALMOST_64 })),
    )
    const sent = await fetch(`${understay.url}/_understay${path}`, complete)
    for (const { socket } of others) socket.write(' ')
    const own = `HTTP/1.1 ${sent.status} \r\nRetry-After: ${sent.headers.get('retry-after')}\r\n${await sent.text()}`
    const answers = [own, ...(await Promise.all(others.map(({ answer }) => answer)))]
    const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503 '))
    expect(refused).toEqual([expect.stringContaining('\r\nRetry-After: 5\r\n')])
    expect(refused[0]).toContain('too many states are arriving; try again in a moment')
    expect((await fetch(`${understay.url}/_understay${path}`, complete)).status).toBe(400)
  },
)

test('of states that arrive together, one is refused at most, and the others go on; one that is alone may be larger', async () => {
  const understay = await startUnderstay({ controlToken: TOKEN, maxState: 140 })
  onTestFinished(() => understay.close())
  const send = async (size: number) => {
    const body = `[${' '.repeat(size * MEGABYTE)}]`
    return (await fetch(`${understay.url}/_understay/state`, { ...complete, body })).status
  }
  const statuses = await Promise.all([send(50), send(50), send(50)])
  expect(statuses.filter((status) => status === 503).length).toBeLessThanOrEqual(1)
  expect(await send(135)).toBe(400)
})

test('states that are announced and do not arrive keep no others from arriving', async () => {
  const understay = await startUnderstay({ controlToken: TOKEN, maxState: 64 })
  onTestFinished(() => understay.close())
  for (let count = 0; count < 3; count++) await announcing(understay.url, 64 * MEGABYTE, TOKEN)
  await fetch(`${understay.url}/_understay/health`)
  expect((await fetch(`${understay.url}/_understay/state`, complete)).status).toBe(400)
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
