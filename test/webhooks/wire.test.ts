/**
 * Deliveries as they are on the wire, byte for byte those that were recorded.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { geography } from '../../src/fixtures/geo.ts'
import { seedWorld } from '../../src/fixtures/seed/seed.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { Randomness } from '../../src/simulation/randomness.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook } from './receiver.ts'

/** A delivery of the service as it was recorded. */
interface Recorded {
  readonly cause: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const RECORDED = readFileSync(new URL('./recorded-deliveries.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

/** The requests that caused the recorded deliveries, and unrecorded ones between them, which wrote notes. */
const REQUESTS: readonly (readonly [cause: string, method: string, path: string])[] = [
  ['checkin', 'PUT', '/bookguestinout/1/1/checkin'],
  ['', 'PUT', '/bookguestinout/1/1/checkin'],
  ['undo_checkin', 'PUT', '/bookguestinout/1/1/undo_checkin'],
  ['', 'PUT', '/bookguestinout/1/1/undo_checkin'],
  ['checkout', 'PUT', '/bookguestinout/1/3/checkout'],
  ['', 'PUT', '/bookguestinout/1/3/undo_checkout'],
  ['', 'PUT', '/bookguestinout/1/3/undo_checkout'],
  ['black_post', 'POST', '/blackbookings/1/4/2026-12-24'],
  ['guesttype_post', 'POST', '/guesttypes/1/Adult/internal%20note/10/0/1/0/1/0/0'],
  ['guesttype_put', 'PUT', '/guesttypes/1/1/Adults/new%20note/12/0/1/3.7/0/5/0'],
  ['guesttype_delete', 'DELETE', '/guesttypes/1/1'],
]

/** A receiver that keeps every byte of each request and hangs up after its answer. */
async function rawReceiver() {
  const got: string[] = []
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      got.push(text)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { got, host: `127.0.0.1:${port}` }
}

const bytesOf = ({ path, headers, body }: Recorded, host: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    ...Object.entries({ ...headers, Host: host }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')

test('deliveries are those of the recordings, byte for byte and in their order', async () => {
  const { got, host } = await rawReceiver()
  const set = await readFixtures(['reference-world'])
  const world = new TestWorld({
    profile: 'current',
    at: Date.UTC(2026, 10, 20, 15, 4),
    makeRows: (today, now) => seedWorld(set, { today, now, chance: new Randomness(1), geo: geography() }),
  })
  world.sandbox.store.change((db) => {
    db.webhooks.put(aHook(`http://${host}/hook/none`, { id: 1, managerId: 2 }))
    db.webhooks.put(
      aHook(`http://${host}/hook/basic`, { id: 2, managerId: 2, auth: 'basic', username: 'hookuser', password: 'hookpass' }),
    )
  })
  const authorization = `Bearer ${world.sandbox.issueToken('full', ['properties_get', 'properties_set']).id}`
  const causes = new Set(RECORDED.map(({ cause }) => cause))
  for (const [cause, method, path] of REQUESTS) {
    got.length = 0
    await world.send(method, path, { headers: { authorization } })
    await world.sandbox.webhooks.idle()
    if (cause === '') continue
    expect(causes.delete(cause)).toBe(true)
    for (const hook of ['/hook/none', '/hook/basic']) {
      const [recorded, sent] = [
        RECORDED.filter((one) => one.cause === cause && one.path === hook),
        got.filter((text) => text.startsWith(`POST ${hook} `)),
      ]
      expect(sent, `${cause} to ${hook}`).toEqual(recorded.map((one) => bytesOf(one, host)))
    }
  }
  expect([...causes]).toEqual([])
})
