import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { demoToken, startProgram } from '../program.ts'
import { request, SCENARIO, untilAnswered } from './moved-scenario.ts'
import { type Replica, startReplicas, untilStored } from './replica.ts'

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('when a sandbox moves to another replica', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const two = async () => {
    const database = await postgres.database()
    const [owner, other] = (await startReplicas(database, 2)) as [Replica, Replica]
    return { database, owner, other }
  }
  interface Told {
    readonly at: string
    readonly machineTime: string
    readonly calls: { readonly total: number; readonly lost: number; readonly dropped: number }
    readonly verdict: string
  }
  /** A report without what depends on when it was made. */
  const reportAt = (text: string): Omit<Told, 'machineTime'> => {
    const { machineTime: _, ...told }: Told = JSON.parse(text.replaceAll('@w2', '@w1'))
    return told
  }

  /** Half of a day, then a move of the sandbox, then the other half. */
  async function day(name: string, first: string, second: () => Promise<string>) {
    const control = (url: string): string => `${url}/@${name}/_understay`
    const api = (url: string): string => `${url}/@${name}/service/api`
    const statuses: number[] = []
    const read = async (url: string, token: string): Promise<void> => {
      statuses.push((await request(`${api(url)}/favourites`, 'GET', undefined, token)).status)
    }
    expect((await request(`${control(first)}/scenario`, 'PUT', SCENARIO)).status).toBe(200)
    const token = await demoToken(api(first))
    await read(first, token)
    await read(first, token)
    const armed = { on: { operation: 'addFavourite' }, after: 1, times: 1, network: { status: 502 } }
    expect((await request(`${control(first)}/faults`, 'POST', JSON.stringify(armed))).status).toBe(201)
    statuses.push((await request(`${api(first)}/favourites/3`, 'POST', undefined, token)).status)
    expect((await request(`${control(first)}/clock/advance`, 'POST', '{"by":"2h"}')).status).toBe(200)
    await read(first, token)
    const next = await second()
    await untilAnswered(`${control(next)}/clock`)
    statuses.push((await request(`${api(next)}/favourites/4`, 'POST', undefined, token)).status)
    await read(next, token)
    expect((await request(`${control(next)}/clock/advance`, 'POST', '{"by":"2h"}')).status).toBe(200)
    await read(next, token)
    statuses.push((await request(`${api(next)}/favourites/5`, 'POST', undefined, token)).status)
    const texts = await Promise.all(
      ['report', 'scenario', 'traffic', 'journal', 'state?collection=bookings'].map(
        async (what) => (await request(`${control(next)}/${what}`)).text,
      ),
    )
    return { statuses, texts: texts.map((text) => text.replaceAll(`"sandbox":"${name}"`, '"sandbox":"w1"')), next }
  }

  test.each([['SIGTERM'], ['SIGKILL']] as const)(
    'its scenario with counts, armed faults, traffic and verdict continues after %s as without a move',
    async (signal) => {
      const { database, owner, other } = await two()
      const alone = await startProgram(['--memory', '--log', 'json'])
      onTestFinished(async () => {
        await alone.program.stop('SIGKILL')
      })
      const unmoved = await day('w1', alone.url, async () => alone.url)
      const moved = await day('w1', owner.url, async () => {
        if (signal === 'SIGKILL') await untilStored(database, owner.url, 'w1')
        await owner.program.stop(signal)
        return other.url
      })
      expect(unmoved.statuses).toEqual([200, 503, 200, 503, 502, 200, 200, 200])
      expect(moved.statuses).toEqual(unmoved.statuses)
      const [report, scenario, traffic, journal, bookings] = moved.texts
      const [reportBefore, scenarioBefore, trafficBefore, journalBefore, bookingsBefore] = unmoved.texts
      const told = reportAt(report ?? '')
      const { conformance: _of, ...before } = reportAt(reportBefore ?? '') as Told & { conformance: unknown }
      const { conformance: _, ...after } = told as Told & { conformance: unknown }
      expect(told.calls.lost).toBe(0)
      expect(timeless(after)).toEqual(timeless(before))
      expect(timeless((told as Told & { conformance: unknown }).conformance)).toEqual(
        timeless((reportAt(reportBefore ?? '') as Told & { conformance: unknown }).conformance),
      )
      expect(JSON.parse(scenario ?? '')).toEqual(JSON.parse(scenarioBefore ?? ''))
      expect(JSON.parse(traffic ?? '')).toEqual(JSON.parse(trafficBefore ?? ''))
      expect(JSON.parse(bookings ?? '').collections).toEqual(JSON.parse(bookingsBefore ?? '').collections)
      const calls = (text = '') =>
        JSON.parse(text).entries.map(({ id, operation, status, fault, network, subject, changed }: Record<string, unknown>) => ({
          ...{ id, operation, status, fault, network, subject, changed },
        }))
      expect(calls(journal)).toEqual(calls(journalBefore))
    },
  )

  test('calls answered just before kill -9 and not stored are counted, as far as a change shows them', async () => {
    const { database, owner, other } = await two()
    const api = `${owner.url}/@w1/service/api`
    const token = await demoToken(api)
    await untilStored(database, owner.url, 'w1')
    let answered = 1
    for (let id = 1; id <= 60; id++) {
      expect((await request(`${api}/favourites/${id}`, 'POST', undefined, token)).status).toBe(200)
      answered++
    }
    await owner.program.stop('SIGKILL')
    const { calls, verdict, reasons } = JSON.parse(await untilAnswered(`${other.url}/@w1/_understay/report`))
    expect(calls.total + calls.lost).toBe(answered)
    const journal = JSON.parse((await request(`${other.url}/@w1/_understay/journal`)).text)
    expect([journal.lost, journal.entries.length]).toEqual([calls.lost, calls.total])
    if (calls.lost > 0) expect([verdict, reasons.join()]).toEqual(['inconclusive', expect.stringContaining('not stored')])
  })

  test('a report in which only a token request is left besides lost calls is inconclusive, not failed', async () => {
    const { database, owner, other } = await two()
    const api = `${owner.url}/@w1/service/api`
    const token = await demoToken(api)
    await untilStored(database, owner.url, 'w1')
    expect((await request(`${api}/favourites/1`, 'POST', undefined, token)).status).toBe(200)
    await untilStored(database, owner.url, 'w1')
    // Before the kill: the other replica opens the sandbox by itself as soon as its owner has ended.
    await run(database, `DELETE FROM understay.rows WHERE key = 'journal 2'`)
    const forget = `UPDATE understay.rows SET value = jsonb_set(value::jsonb, '{last}', '1')::text WHERE key = 'journal facts'`
    await run(database, forget)
    await owner.program.stop('SIGKILL')
    const { calls, verdict, reasons } = JSON.parse(await untilAnswered(`${other.url}/@w1/_understay/report`))
    expect([calls.total, calls.lost, verdict]).toEqual([1, 1, 'inconclusive'])
    expect(reasons.join()).toContain('not stored')
    expect(reasons.join()).not.toContain('Nothing was exercised')
  })

  test.each([['SIGTERM'], ['SIGKILL']] as const)(
    'waiting webhook deliveries are sent by the next owner after %s',
    async (signal) => {
      const { owner, other } = await two()
      const bodies: string[] = []
      let held = 0
      let answers = false
      const receiver = createServer((incoming, outgoing) => {
        let body = ''
        incoming.on('data', (chunk) => (body += chunk))
        incoming.on('end', () => {
          if (!answers) {
            held++
            return
          }
          bodies.push(body)
          outgoing.end()
        })
      })
      onTestFinished(() => void receiver.closeAllConnections())
      onTestFinished(() => void receiver.close())
      const port = await listening(receiver)
      const control = `${owner.url}/@w1/_understay`
      const hook = await request(`${control}/webhooks`, 'POST', JSON.stringify({ url: `http://127.0.0.1:${port}/hook` }))
      expect(hook.status).toBe(201)
      const api = `${owner.url}/@w1/service/api`
      const token = await demoToken(api)
      for (const day of ['2031-07-01', '2031-07-02'])
        expect((await request(`${api}/blackbookings/1/1/${day}`, 'POST', undefined, token)).status).toBe(200)
      const before = JSON.parse((await request(`${control}/webhooks/deliveries`)).text).deliveries
      expect(before.length).toBeGreaterThan(3)
      await until(() => held === 1)
      // The owner sends no other delivery while this one is held. The next owner may send before the first has ended.
      answers = true
      await owner.program.stop(signal)
      const url = `${other.url}/@w1/_understay/webhooks/deliveries`
      let deliveries: { id: number; task: string; state: string }[] = []
      await until(async () => {
        deliveries = JSON.parse(await untilAnswered(url)).deliveries
        return deliveries.every(({ state }) => state !== 'waiting')
      })
      expect(deliveries.map(({ id, task, state }) => [id, task, state])).toEqual(
        before.map(({ id, task }: { id: number; task: string }) => [id, task, 'delivered']),
      )
      expect(bodies).toHaveLength(before.length)
    },
  )

  test('a reset, a cleared journal and disarmed faults stay so', async () => {
    const { database, owner, other } = await two()
    const control = `${owner.url}/@w1/_understay`
    const api = `${owner.url}/@w1/service/api`
    expect((await request(`${control}/scenario`, 'PUT', SCENARIO)).status).toBe(200)
    const token = await demoToken(api)
    await request(`${api}/favourites`, 'GET', undefined, token)
    await untilStored(database, owner.url, 'w1')
    expect((await request(`${control}/faults?id=moved/second-fails`, 'DELETE')).text).toContain('"removed":1')
    await request(`${control}/journal`, 'DELETE')
    const shown = async (url: string, what: string) => (await request(`${url}/@w1/_understay/${what}`)).text
    const faults = await shown(owner.url, 'faults')
    await request(`${control.replace('w1', 'w2')}/scenario`, 'PUT', SCENARIO)
    const second = await demoToken(api.replace('w1', 'w2'))
    await request(`${api.replace('w1', 'w2')}/favourites`, 'GET', undefined, second)
    await untilStored(database, owner.url, 'w2')
    expect((await request(`${control.replace('w1', 'w2')}/scenario`, 'DELETE')).status).toBe(200)
    await owner.program.stop('SIGKILL')
    await untilAnswered(`${other.url}/@w1/_understay/clock`)
    await untilAnswered(`${other.url}/@w2/_understay/clock`)
    expect(JSON.parse(await shown(other.url, 'faults'))).toEqual(JSON.parse(faults))
    expect(JSON.parse(await shown(other.url, 'journal')).entries).toEqual([])
    const [reads] = JSON.parse(await shown(other.url, 'report')).expectations
    expect(reads).toMatchObject({
      id: 'reads',
      state: 'inconclusive',
      difference: expect.stringContaining('but 2 earlier requests are'),
    })
    const { scenario } = JSON.parse((await request(`${other.url}/@w2/_understay/scenario`)).text)
    const { entries } = JSON.parse((await request(`${other.url}/@w2/_understay/journal`)).text)
    expect([scenario, entries]).toEqual([null, []])
  })
})

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address && typeof address === 'object' ? address.port : 0)
    }),
  )
}

/** A value without what depends on the machine's clock. */
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) => (['machineTime', 'ms', 'real'].includes(key) ? undefined : inner))
