import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Team, Teams } from '../../../src/auth/teams.ts'
import { Histogram, metricsText } from '../../../src/base/metrics.ts'
import { recordEvent } from '../../../src/domain/event/events.ts'
import { FileStorage } from '../../../src/store/files/file-storage.ts'
import type { Log } from '../../../src/world/world.ts'
import { SILENT, TestWorld } from '../../support/test-world.ts'
import { labelled, metricsIn, valueIn } from '../prometheus.ts'
import { type ServerSettings, serverOf } from '../server-of.ts'

async function read(server: ReturnType<typeof serverOf>, headers: Record<string, string> = {}) {
  const { status, headers: sent, body } = await server.ask('GET', '/_understay/metrics', { headers })
  expect([status, sent.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return metricsIn(body)
}

const served = (options: ServerSettings = {}) => serverOf(options)

test('calls are counted by API, operation and status, also refused and unmatched ones', async () => {
  const server = served()
  const headers = await server.token()
  for (let call = 0; call < 3; call++) await server.ask('GET', '/service/api/properties/all', { headers })
  await server.ask('GET', '/service/api/properties/all')
  await server.ask('GET', '/service/api/nothing/here', { headers })
  await server.ask('GET', '/_understay/clock')
  await server.ask('PUT', '/_understay/clock', { body: '{"at":1}' })
  const metrics = await read(server)
  const calls = (api: string, operation: string, status: string) =>
    labelled(metrics, 'understay_calls_total', { api, operation, status })
  expect([calls('booking', 'listProperties', '200'), calls('booking', 'listProperties', '401')]).toEqual([3, 1])
  expect(calls('booking', 'none', '404')).toBe(1)
  expect([calls('control', 'readClock', '200'), calls('control', 'setClock', '400')]).toEqual([1, 1])
  // the reading itself is counted when it has been answered
  expect(calls('control', 'readMetrics', '200')).toBe(undefined)
  expect(labelled(await read(server), 'understay_calls_total', { api: 'control', operation: 'readMetrics', status: '200' })).toBe(
    1,
  )
})

test('the latency histogram counts every call once, and its buckets are cumulative', async () => {
  const server = served()
  const headers = await server.token()
  for (let call = 0; call < 4; call++) await server.ask('GET', '/service/api/properties/all', { headers })
  const metrics = await read(server)
  const found = metrics.get('understay_booking_call_duration_seconds')?.metrics[0]
  const buckets = Object.entries(found?.buckets ?? {}).map(([bound, count]) => [
    Number(bound.replace('+Inf', 'Infinity')),
    Number(count),
  ])
  buckets.sort(([a = 0], [b = 0]) => a - b)
  const counts = buckets.map(([, count]) => count ?? 0)
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect([counts.at(-1), Number(found?.count), buckets.at(-1)?.[0]]).toEqual([5, 5, Infinity])
  expect(Number(found?.sum)).toBeGreaterThanOrEqual(0)
})

test('sandboxes, memory, event loop and version are exported', async () => {
  const server = served()
  await server.token('/@w1')
  await server.token('/@w2')
  await read(server)
  const lagCount = async () => Number((await read(server)).get('understay_event_loop_lag_seconds')?.metrics[0]?.count)
  await expect.poll(lagCount).toBeGreaterThanOrEqual(1)
  const metrics = await read(server)
  expect(valueIn(metrics, 'understay_sandboxes_in_use')).toBe(2)
  expect(valueIn(metrics, 'understay_ready')).toBe(1)
  expect(valueIn(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(metrics.get('understay_build_info')?.metrics[0]?.labels).toHaveProperty('version')
  await server.world.close()
})

test('webhook deliveries are counted by outcome', async () => {
  const receiver = createServer((request, response) => {
    response.writeHead(request.url === '/good' ? 200 : 500).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close())
  const { port } = receiver.address() as AddressInfo
  const server = served()
  for (const path of ['good', 'bad'])
    await server.ask('POST', '/_understay/webhooks', { body: JSON.stringify({ url: `http://127.0.0.1:${port}/${path}` }) })
  const sandbox = server.world.sandbox()
  sandbox.store.change((db) => recordEvent(db, { at: 0, task: 'tariffs_updated', data: { property_uid: 1 } }))
  await sandbox.webhooks.idle()
  const metrics = await read(server)
  const ended = (state: string) => labelled(metrics, 'understay_webhook_deliveries_total', { state })
  const all = sandbox.webhooks.deliveries.list()
  expect(all.length).toBeGreaterThan(0)
  for (const state of ['delivered', 'failed', 'dropped'])
    expect(ended(state), state).toBe(all.filter((one) => one.state === state).length)
  await server.world.close()
})

test('file flushes are timed when changes are synced to disk', async () => {
  const data = mkdtempSync(join(tmpdir(), 'understay-metrics-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const server = served({ of: new TestWorld({ storage: new FileStorage(data, { force: true }) }) })
  await server.token()
  await server.token()
  const flushes = (await read(server)).get('understay_storage_flush_duration_seconds')?.metrics[0]
  expect(Number(flushes?.count)).toBeGreaterThanOrEqual(1)
  await server.world.close()
})

test('the operator can read them, a team cannot, and its refused calls are counted', async () => {
  const limits = { sandboxes: undefined, callsPerMinute: 1 }
  const team = { label: 'shop', token: 'shop-token-0123456789', prefixes: ['shop-'], limits }
  const server = served({ of: new TestWorld({ teams: new Teams([team]) }), token: 'operator-token-0123456789' })
  const asTeam = { authorization: `Bearer ${team.token}` }
  const refused = await server.ask('GET', '/_understay/metrics', { headers: asTeam })
  expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('send the token of --control-token')])
  expect((await server.ask('GET', '/_understay/metrics')).status).toBe(401)
  await server.ask('GET', '/@shop-1/_understay/clock', { headers: asTeam })
  await server.ask('GET', '/@shop-1/_understay/clock', { headers: asTeam })
  const metrics = await read(server, { authorization: 'Bearer operator-token-0123456789' })
  expect(labelled(metrics, 'understay_team_calls_refused_total', { team: 'shop' })).toBe(1)
  expect(new Team(team).refusedCalls).toBe(0)
})

test('names and texts are escaped', () => {
  const text = metricsText([
    {
      name: 'odd',
      type: 'gauge',
      help: 'a \\ and\na line',
      samples: [{ labels: { of: 'quote " back \\ line\n' }, value: Infinity }],
    },
  ])
  expect(text).toBe('# HELP odd a \\\\ and\\na line\n# TYPE odd gauge\nodd{of="quote \\" back \\\\ line\\n"} +Inf\n')
  expect(metricsIn(text).get('odd')?.metrics[0]).toMatchObject({ value: '+Inf', labels: { of: 'quote " back \\ line\n' } })
})

test('a value equal to a bound is counted in its bucket', () => {
  const histogram = new Histogram('waits_seconds', 'Waits.', [1, 10])
  for (const value of [0, 1, 1.5, 10, 11]) histogram.add(value)
  expect(histogram.metric().samples.map(({ value }) => value)).toEqual([2, 4, 5, 0.0235, 5])
})

test('lost lines of the log are counted', async () => {
  const lines = async (log?: Log) => valueIn(await read(served(log && { log })), 'understay_log_lines_lost_total')
  expect([await lines(), await lines({ ...SILENT, lostLines: 7 })]).toEqual([0, 7])
})
