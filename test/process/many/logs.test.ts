import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { labelled, metricsIn } from '../../control-api/prometheus.ts'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { holdsWithin, until } from '../../support/until.ts'
import { demoToken, startProgram } from '../program.ts'
import { whenInContact } from '../when-in-contact.ts'
import { type Replica, startReplica, startReplicas } from './replica.ts'

interface Line {
  readonly level: string
  readonly msg: string
  readonly replica?: number
  readonly sandbox?: string
  readonly epoch?: number
}

const linesOf = ({ program }: Replica): readonly Line[] =>
  program.out
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)

/** The first line with this message, once it was logged. */
async function logged(replica: Replica, msg: string, sandbox?: string): Promise<Line> {
  const matching = () =>
    linesOf(replica).filter((line) => line.msg.startsWith(msg) && (sandbox === undefined || line.sandbox === sandbox))
  if (!(await holdsWithin(60_000, () => matching().length > 0))) expect.fail(`"${msg}" was not logged: ${replica.program.out}`)
  return matching()[0] as Line
}

const metricsAt = async (url: string) => metricsIn(await (await fetch(`${url}/_understay/metrics`)).text())

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('replicas log and count', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const several = async (count: number): Promise<readonly Replica[]> => {
    const database = await postgres.database()
    return startReplicas(database, count)
  }
  const favourites = (url: string, token: string, method: string, path: string): Promise<Response> =>
    fetch(`${url}/@w1/service/api/favourites${path}`, { method, headers: { authorization: `Bearer ${token}` } })

  test('which replica took a sandbox, with its epoch, and how many calls the others forwarded', async () => {
    const [first, second] = (await several(2)) as [Replica, Replica]
    const token = await demoToken(`${first.url}/@w1/service/api`)
    expect((await whenInContact(() => favourites(second.url, token, 'POST', '/1'))).status).toBe(200)
    const joined = await logged(first, 'joined the replicas')
    const created = await logged(first, 'created the sandbox', 'w1')
    expect(created).toMatchObject({ replica: joined.replica, epoch: 1, level: 'info' })
    for (const line of linesOf(first).filter(({ msg }) => msg === 'request')) expect(line.replica).toBe(joined.replica)
    const passed = await metricsAt(second.url)
    expect(labelled(passed, 'understay_calls_passed_on_total', {})).toBe(1)
    expect(labelled(passed, 'understay_replicas', {})).toBe(2)
    const metrics = await metricsAt(first.url)
    expect(labelled(metrics, 'understay_moves_total', { move: 'created' })).toBe(1)
    expect(labelled(metrics, 'understay_calls_refused_total', {})).toBe(0)
    expect(labelled(metrics, 'understay_storage_changes_total', {})).toBeGreaterThanOrEqual(1)
    expect(Number(metrics.get('understay_storage_flush_duration_seconds')?.metrics[0]?.count)).toBeGreaterThanOrEqual(1)
  })

  test('draining: ready responds 503, connections close, and the sandbox is handed back and taken over', async () => {
    const [first, second] = (await several(2)) as [Replica, Replica]
    const token = await demoToken(`${first.url}/@w1/service/api`)
    const stopped = first.program.stop()
    await logged(first, 'draining')
    const ready = await fetch(`${first.url}/_understay/ready`)
    expect([ready.status, ((await ready.json()) as { ready: boolean }).ready, ready.headers.get('connection')]).toEqual([
      503,
      false,
      'close',
    ])
    expect(labelled(await metricsAt(first.url), 'understay_ready', {})).toBe(0)
    const meanwhile = await favourites(first.url, token, 'GET', '')
    expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close'])
    expect(await logged(first, 'handed the sandbox back', 'w1')).toMatchObject({ epoch: 1, replica: expect.any(Number) })
    expect(await logged(second, 'took the sandbox over', 'w1')).toMatchObject({ epoch: 2, replica: expect.any(Number) })
    expect((await stopped).code).toBe(0)
    expect(linesOf(first).some(({ msg }) => msg === 'stopping')).toBe(true)
    expect(labelled(await metricsAt(second.url), 'understay_moves_total', { move: 'taken' })).toBe(1)
  })

  test('that a paused replica was lost, and which changes it refused', async () => {
    const [first, second] = (await several(2)) as [Replica, Replica]
    const token = await demoToken(`${first.url}/@w1/service/api`)
    const { replica } = await logged(first, 'joined the replicas')
    first.program.child.kill('SIGSTOP')
    await until(async () => (await favourites(second.url, token, 'GET', '')).status === 200)
    first.program.child.kill('SIGCONT')
    expect(await logged(first, 'lost: no contact with the database')).toMatchObject({ level: 'warn', replica })
    const taken = await logged(second, 'took the sandbox over', 'w1')
    expect(taken.epoch).toBe(2)
    expect(labelled(await metricsAt(first.url), 'understay_moves_total', { move: 'lost' })).toBe(1)
  })

  test('that a replica has the address of another one', async () => {
    const database = await postgres.database()
    const { url } = await startReplica(database)
    const second = await startReplica(database, ['--advertise', url])
    expect(await logged(second, 'another running replica has the same address')).toMatchObject({
      level: 'warn',
      address: url,
      other: 1,
    })
  })

  test('calls refused without the database, at most once a second in the log', async () => {
    const own = await startPostgres()
    onTestFinished(() => own.stop())
    const replica = await startProgram(['--store', await own.database(), '--log', 'json'])
    onTestFinished(async () => void (await replica.program.stop('SIGKILL')))
    const token = await demoToken(`${replica.url}/@w1/service/api`)
    await own.stop()
    const began = performance.now()
    while (performance.now() - began < 4000) await favourites(replica.url, token, 'GET', '')
    const said = linesOf(replica).filter(({ msg }) => msg === 'refused')
    expect(said[0]).toMatchObject({ level: 'warn', sandbox: 'w1', reason: expect.stringContaining('no contact') })
    expect(said.length).toBeLessThanOrEqual(5)
    const metrics = await metricsAt(replica.url)
    expect(labelled(metrics, 'understay_calls_refused_total', {})).toBeGreaterThan(said.length)
    expect([labelled(metrics, 'understay_ready', {}), labelled(metrics, 'understay_replicas', {})]).toEqual([0, 0])
    expect((await fetch(`${replica.url}/_understay/ready`)).status).toBe(503)
  })
})
