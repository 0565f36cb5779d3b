import { createServer as createHttpServer, type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { answersCheck } from '../../support/replica-check.ts'
import { IN_SESSION } from '../../support/session-rows.ts'
import { until } from '../../support/until.ts'
import { demoToken, runProgram } from '../program.ts'
import { answeredInContact } from '../when-in-contact.ts'
import { type Replica, startReplica, startReplicas, untilKnown } from './replica.ts'

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The port that the caller had. */
  readonly from: number | undefined
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: AsyncIterable<Uint8Array> | string
}

/** A call with headers that `fetch` would not send. */
function ask(url: string, { method = 'GET', headers = {}, body = '' }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, async (response) => {
      const from = response.socket.localPort
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode, headers: response.headers, text, from })
    })
    asked.once('error', reject)
    const send = async (): Promise<void> => {
      if (typeof body === 'string') asked.write(body)
      else for await (const chunk of body) if (!asked.write(chunk)) await new Promise((drained) => asked.once('drain', drained))
      asked.end()
    }
    send().catch(reject)
  })
}

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('a call that arrives at a replica that is not the owner', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  /** Two replicas, of which the first owns the sandbox `w1`. */
  const two = async (args: readonly string[] = []) => {
    const database = await postgres.database()
    const [owner, other] = (await startReplicas(database, 2, args)) as [Replica, Replica]
    expect((await ask(`${owner.url}/@w1/_understay/clock`)).status).toBe(200)
    return { database, owner, other }
  }
  const secretOf = async (database: string): Promise<string> => {
    const [row] = await run(database, 'SELECT secret FROM understay.schema_version')
    return String(row?.['secret'])
  }

  test('is authorized by the address of its client as seen by the replica it arrived at', async () => {
    const { database, owner, other } = await two()
    const client = { 'x-understay-client': '1 10.9.8.7' }
    const asked = async (url: string, headers: Readonly<Record<string, string>>) =>
      (await ask(`${url}/@w1/_understay/clock`, { headers })).status
    const secret = await secretOf(database)
    const refused = await ask(`${owner.url}/@w1/_understay/clock`, { headers: { ...client, 'x-understay-replica': secret } })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('open on loopback only')])
    for (const { url } of [owner, other]) {
      expect(await asked(url, client)).toBe(200)
      for (const wrong of ['', 'a guess', secret.slice(1), `${secret}, ${secret}`])
        expect(await asked(url, { ...client, 'x-understay-replica': wrong })).toBe(200)
    }
  })

  test('is forwarded with the address of its client and the secret, not with those headers as sent by the client', async () => {
    const seen: IncomingHttpHeaders[] = []
    const database = await postgres.database()
    const between = createHttpServer(async (incoming, outgoing) => {
      if (answersCheck(incoming, outgoing, await secretOf(database))) return
      seen.push(incoming.headers)
      outgoing.end('{}')
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void between.close())
    const address = between.address()
    const port = address && typeof address === 'object' ? address.port : 0
    const owner = await startReplica(database, ['--advertise', `http://127.0.0.1:${port}`])
    const other = await startReplica(database)
    await ask(`${owner.url}/@w1/_understay/clock`)
    await untilKnown([other, owner])
    const headers = { 'x-understay-client': '1 10.9.8.7', 'x-understay-replica': 'a guess', connection: 'keep-alive' }
    const { status, from } = await ask(`${other.url}/@w1/_understay/clock`, { headers })
    expect(status).toBe(200)
    expect(seen).toHaveLength(1)
    expect(seen[0]?.['x-understay-client']).toBe(`${from} 127.0.0.1`)
    expect(seen[0]?.['x-understay-replica']).toBe(await secretOf(database))
  })

  test('is refused where it arrives when its body is too large, and changes nothing', async () => {
    const { owner, other } = await two(['--max-state', '9'])
    const megabytes = async function* (count: number) {
      for (let sent = 0; sent < count; sent++) yield Buffer.alloc(1024 * 1024, ' ')
    }
    const put = (count: number, path: string) =>
      ask(`${other.url}/@w1${path}`, { method: 'PUT', body: megabytes(count), headers: { 'content-type': 'application/json' } })
    const passed = async () => (await ask(`${owner.url}/@w1/_understay/journal`)).text
    // 9 MB may be passed on: the owner says what is wrong with them
    expect((await put(9, '/_understay/state')).status).toBe(400)
    const tooLarge = await put(10, '/_understay/state')
    const error = expect.stringContaining('larger than 9437184 bytes')
    expect([tooLarge.status, JSON.parse(tooLarge.text)]).toEqual([413, { error }])
    const before = await passed()
    const ofInterface = await put(3, '/service/api/micromanage/1')
    const message = expect.stringContaining('larger than 2097152 bytes')
    expect([ofInterface.status, JSON.parse(ofInterface.text)]).toEqual([413, { meta: { code: 413, error_message: message } }])
    expect(await passed()).toBe(before)
    expect((await put(2, '/service/api/micromanage/1')).text).toContain('No authentication')
    expect((await ask(`${other.url}/@w1/_understay/clock`)).status).toBe(200)
  })

  test.each([['SIGTERM'], ['SIGKILL']] as const)(
    'finds rows, tokens, sessions, clock, counters, snapshots and webhooks after %s',
    async (signal) => {
      const { owner, other } = await two()
      const api = '/@w1/service/api'
      const control = '/@w1/_understay'
      const json = { 'content-type': 'application/json' }
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...IN_SESSION }
      const done = async (path: string, sent: Sent = {}): Promise<Answer> => {
        const answer = await answeredInContact(
          () => ask(`${owner.url}${path}`, sent),
          ({ text }) => text,
        )
        expect([path, answer.status, answer.text]).toEqual([
          path,
          expect.toSatisfy((got) => [200, 201].includes(got)),
          answer.text,
        ])
        return answer
      }
      const token = await demoToken(`${owner.url}${api}`)
      const authorization = `Bearer ${token}`
      await done(`${control}/clock`, { method: 'PUT', headers: json, body: '{"run":"frozen"}' })
      await done(`${control}/clock/advance`, { method: 'POST', headers: json, body: '{"by":"61m"}' })
      const late = await demoToken(`${owner.url}${api}`)
      await done(`${control}/snapshots`, { method: 'POST', headers: json, body: '{"name":"before"}' })
      await done(`${control}/webhooks`, {
        method: 'POST',
        headers: json,
        body: '{"url":"http://127.0.0.1:9/hook","enabled":false}',
      })
      await done(`${api}/favourites/3`, { method: 'POST', headers: { authorization: `Bearer ${late}` } })
      await done(`${api}/booking/initialise/1/en-GB`, { headers: IN_SESSION })
      const { at } = JSON.parse((await done(`${control}/clock`)).text)
      const dayAfter = (days: number): string => new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 10)
      const dates = `arrivalDate=${dayAfter(30)}&departureDate=${dayAfter(33)}`
      await done(`${api}/booking/set/dates`, { method: 'POST', headers: form, body: dates })
      const black = (url: string, date: string) =>
        ask(`${url}${api}/blackbookings/1/1/${date}`, { method: 'POST', headers: { authorization: `Bearer ${late}` } })
      const first = await black(owner.url, '2031-07-01')
      expect(first.status).toBe(200)
      const shown = ['state', 'snapshots', 'webhooks', 'sessions', 'clock']
      const all = (url: string) => Promise.all(shown.map(async (what) => (await ask(`${url}${control}/${what}`)).text))
      const before = await all(owner.url)
      await owner.program.stop(signal)
      let after: readonly string[] = []
      await until(async () => {
        after = await all(other.url)
        return !after.some((text) => text.includes('error_message'))
      })
      // when the clock was looked at by the machine's time is all that differs
      const read = (text: string): unknown => JSON.parse(text, (key, value) => (key === 'real' ? undefined : value))
      expect(after.map(read)).toEqual(before.map(read))
      const { sessions, tokens, webhooks } = JSON.parse(after[0] ?? '').collections
      expect([sessions.length, webhooks.length, tokens.length]).toEqual([1, 1, 2])
      const favourites = await ask(`${other.url}${api}/favourites`, { headers: { authorization: `Bearer ${late}` } })
      expect(JSON.parse(favourites.text).data.ids).toContain(3)
      const ended = await ask(`${other.url}${api}/favourites`, { headers: { authorization } })
      expect(ended.status).toBe(401)
      const guests = await ask(`${other.url}${api}/booking/set/guest/numbers`, {
        method: 'POST',
        headers: form,
        body: 'adults=2&children=0',
      })
      expect([guests.status, guests.text]).toEqual([200, guests.text])
      const uid = ({ text }: Answer): number => JSON.parse(text).data.addblackbookings
      expect(uid(await black(other.url, '2031-07-02'))).toBe(uid(first) + 1)
      const restored = await ask(`${other.url}${control}/snapshots/before/restore`, { method: 'POST' })
      expect(restored.status).toBe(200)
      const { collections } = JSON.parse((await ask(`${other.url}${control}/state`)).text)
      expect([collections.sessions ?? [], collections.webhooks ?? []]).toEqual([[], []])
    },
  )

  test.each([['0.0.0.0'], ['::'], ['0']])(
    'cannot be forwarded to a replica on --host %s, which therefore requires --advertise',
    async (host) => {
      const database = await postgres.database()
      const args = ['--store', database, '--host', host, '--control', 'open']
      const refused = await runProgram(['start', '--port', '0', ...args])
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`--host ${host} is a wildcard`)])
      expect(refused.err).toContain('add --advertise with an address of this machine')
    },
  )

  test('an address that other replicas cannot call is refused', async () => {
    const store = ['--store', 'postgres://x@127.0.0.1:1/none']
    expect((await runProgram(['start', ...store, '--advertise', 'http://0.0.0.0:4010'])).err).toMatch(
      /--advertise http:\/\/0\.0\.0\.0:4010 is a wildcard, which other replicas cannot call: give an address of this machine/,
    )
    expect((await runProgram(['start', ...store, '--advertise', 'http://x:99999'])).err).toContain('host or port is wrong')
  })

  test('a replica on a wildcard host starts with --advertise', async () => {
    const database = await postgres.database()
    await startReplica(database, ['--host', '0.0.0.0', '--control', 'open', '--advertise', 'http://127.0.0.1:4999'])
    expect(await run(database, 'SELECT address FROM understay.replicas')).toEqual([{ address: 'http://127.0.0.1:4999' }])
  })
})
