import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FRAME, FrameConnection } from '../../../src/server/replicas/frames.ts'
import { LINK_TARGET } from '../../../src/server/replicas/replica-headers.ts'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { NO_CONTACT, whenInContact } from '../when-in-contact.ts'
import { startReplicas } from './replica.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('a link to a replica', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  /** Opens a link with a secret. @returns the frames that arrive: kind, number of the call, head and body */
  async function opened(url: string, secret: string) {
    const { hostname: host, port } = new URL(url)
    const headers = { 'x-understay-replica': secret }
    const socket = await new Promise<Socket>((resolve, reject) => {
      request({ host, port, agent: false, method: 'CONNECT', path: LINK_TARGET, headers })
        .once('connect', (_, connected) => resolve(connected as Socket))
        .once('error', reject)
        .end()
    })
    onTestFinished(() => void socket.destroy())
    const frames: [number, number, string, string][] = []
    const link = new FrameConnection(socket, (kind, call, head, body) => frames.push([kind, call, head, body.toString()]))
    let last = 0
    /** Sends a call. @returns the first frame of its response */
    const call = async (path: string): Promise<[number, number, string, string]> => {
      const number = ++last
      link.send(FRAME.call, number, JSON.stringify(['GET', path, { host: 'localhost' }, '127.0.0.1', 1]))
      await until(() => frames.some(([, of]) => of === number))
      const answer = frames.find(([, of]) => of === number) ?? [0, 0, '', '']
      return answer[3].includes(NO_CONTACT) ? call(path) : answer
    }
    return { socket, frames, call }
  }

  test('carries calls to the owner, which tells what it does not own, and notifies the other side when it stops', async () => {
    const database = await postgres.database()
    const [owner, other] = await startReplicas(database, 2)
    if (!owner || !other) throw new Error('two replicas were started')
    expect((await whenInContact(() => fetch(`${owner.url}/@w1/_understay/clock`))).status).toBe(200)
    const [shared] = await run(database, 'SELECT secret FROM understay.schema_version')
    const secret = String(shared?.['secret'])
    await expect(opened(owner.url, `${secret}.`)).rejects.toThrow('socket hang up')
    const { socket, frames, call } = await opened(owner.url, secret)
    const clock = await call('/@w1/_understay/clock')
    expect(clock).toEqual([FRAME.response, clock[1], expect.stringMatching(/^\[200,/), expect.stringContaining('"run"')])
    const [kind, , refused] = await call('/@w1/service/api/favourites')
    expect([kind, refused]).toEqual([FRAME.response, expect.stringMatching(/^\[401,/)])
    const [begun, stream, head] = await call('/@w1/_understay/journal/stream')
    expect([begun, head]).toEqual([FRAME.begin, expect.stringContaining('text/event-stream')])
    await call('/@w1/service/api/favourites')
    await until(() => frames.some(([part, of, , text]) => part === FRAME.part && of === stream && text.includes('favourites')))
    const second = await opened(other.url, secret)
    expect((await second.call('/@w1/_understay/clock'))[0]).toBe(FRAME.elsewhere)
    const closed = once(socket, 'close')
    const { code } = await owner.program.stop()
    await closed
    expect(code).toBe(0)
    expect(frames).toContainEqual([FRAME.closing, 0, '', ''])
  })
})
