import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { startReplica, untilKnown } from './replica.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('a replica with a wrong --advertise', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  test('says so when it starts: nothing answers there, or another replica', async () => {
    const database = await postgres.database()
    const first = await startReplica(database)
    expect(first.program.out).not.toContain('Correct --advertise')
    const nobody = await startReplica(database, ['--advertise', 'http://127.0.0.1:1'])
    await until(() =>
      nobody.program.out.includes(
        'nothing answers at the address by which other replicas call this one, http://127.0.0.1:1: calls for its sandboxes that arrive elsewhere will be answered 503. Correct --advertise',
      ),
    )
    const same = await startReplica(database, ['--advertise', first.url])
    await until(() => same.program.out.includes('another running replica has the same address'))
  })

  test('says so when another service answers there, whose answers are never given to clients', async () => {
    const seen: string[] = []
    const stranger = createServer((incoming, outgoing) => {
      seen.push(`${incoming.method} ${incoming.url} ${incoming.rawHeaders.join(' ')}`)
      // the first answer does not come
      if (seen.length === 1) outgoing.destroy()
      else outgoing.end('welcome to another service')
    })
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void stranger.close())
    const database = await postgres.database()
    const there = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    const owner = await startReplica(database, ['--advertise', there])
    await until(() => owner.program.out.includes('something else answers at the address by which other replicas call this one'))
    const other = await startReplica(database)
    await untilKnown([owner, other])
    expect((await fetch(`${owner.url}/@w1/_understay/clock`)).status).toBe(200)
    const response = await fetch(`${other.url}/@w1/_understay/clock`, { headers: { authorization: 'Bearer planted' } })
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('something else answers there')])
    expect(response.headers.get('retry-after')).not.toBe(null)
    expect(seen.filter((request) => !request.startsWith('GET /_understay/replica ') || request.includes('planted'))).toEqual([])
  })
})
