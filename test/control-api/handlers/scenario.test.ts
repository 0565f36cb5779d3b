import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Config, resolveConfig } from '../../../src/config/config.ts'
import { openLog } from '../../../src/server/log.ts'
import { type InProcessServer, startInProcess } from '../../../src/server/start.ts'
import { requireDeclared } from '../declared.ts'

let inside: InProcessServer | undefined
afterEach(async () => {
  await inside?.close()
  inside = undefined
})

/** A whole server of the baseline without a socket; every answer of its control API is held against what is declared. */
async function server(settings: Partial<Config> = {}) {
  const memory = { memory: { texts: ['true'], from: 'test', level: 3 } }
  const { fetch } = (inside = await startInProcess({ ...resolveConfig(memory), ...settings }, openLog('off', 'error')))
  const ask = async (method: string, path: string, body?: string | URLSearchParams, headers: Record<string, string> = {}) => {
    const answer = await fetch(new Request(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) }))
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.startsWith('application/json')
    const received = { status: answer.status, headers: answer.headers, body: json && text ? JSON.parse(text) : text }
    requireDeclared(method, path, received)
    return received
  }
  const token = async (base = '', scope = 'properties_get'): Promise<Record<string, string>> => {
    const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope }
    const { body } = await ask('POST', `${base}/service/api/oauth/token`, new URLSearchParams(form))
    return { authorization: `Bearer ${body.access_token}` }
  }
  return { ask, token, inside }
}

/** The machine's time stands until the test lets some pass. @returns lets so many milliseconds pass */
function steppedTime(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return (milliseconds) => void vi.advanceTimersByTime(milliseconds)
}

const PROPERTIES = '/service/api/properties/all'
const OUTAGE = 'name: mine\nfaults:\n  - { on: { operation: listProperties }, network: { status: 503 } }\n'

describe('PUT scenario', () => {
  test.each([
    ['YAML', OUTAGE],
    ['JSON', JSON.stringify({ name: 'mine', faults: [{ on: { operation: 'listProperties' }, network: { status: 503 } }] })],
  ])('runs a scenario sent as %s from its start', async (_, text) => {
    const { ask, token } = await server()
    const answer = await ask('PUT', '/_understay/scenario', text)
    expect(answer.body).toMatchObject({
      scenario: { name: 'mine', about: null, file: null },
      faults: [{ id: 'mine/1', happened: 0 }],
    })
    const headers = await token()
    expect((await ask('GET', PROPERTIES, undefined, headers)).status).toBe(503)
    expect((await ask('GET', '/_understay/scenario')).body.faults).toMatchObject([{ matched: 1, happened: 1, exhausted: true }])
    expect((await ask('GET', PROPERTIES, undefined, headers)).status).toBe(200)
  })

  test('runs a bundled scenario by name, or a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understay-scenario-'))
    const { ask } = await server({ scenarios: [folder] })
    expect((await ask('PUT', '/_understay/scenario', '{"name":"slow-service"}')).body.scenario.file).toMatch(
      /slow-service\.yaml$/,
    )
    writeFileSync(join(folder, 'late.yaml'), 'guests:\n  - { id: 9001, property: 1, firstname: Late, surname: Comer }\n')
    writeFileSync(join(folder, 'late-scenario.yaml'), 'name: late\nfixtures: [baseline, ./late.yaml]\n')
    expect((await ask('PUT', '/_understay/scenario', `name: ${join(folder, 'late-scenario.yaml')}`)).status).toBe(200)
    const { body } = await ask('GET', '/_understay/state')
    expect(body.collections.guests.map(({ surname }: { surname: string }) => surname)).toContain('Comer')
  })

  test('applies seed, clock, choices and token lifetime of the scenario in its sandbox only', async () => {
    const { ask, token } = await server()
    const text = `name: own
seed: 77
clock: { at: 2028-02-29T23:00:00Z, run: frozen }
choices: { black_booking_conflict: 200-with-meta }
token_lifetime: 90
`
    await ask('PUT', '/@w1/_understay/scenario', text)
    expect((await ask('GET', '/@w1/_understay/clock')).body).toEqual({ at: '2028-02-29T23:00:00.000Z', run: 'frozen' })
    const headers = await token('/@w1', 'properties_get properties_set')
    const black = (base: string, with_: Record<string, string>) =>
      ask('POST', `${base}/service/api/blackbookings/1/1/2028-06-01`, '', with_)
    expect((await black('/@w1', headers)).status).toBe(200)
    expect((await black('/@w1', headers)).body).toMatchObject({ meta: { code: 204 } })
    const choiceOf = async (base: string) =>
      (await ask('GET', `${base}/_understay/choices`)).body.find(({ id }: { id: string }) => id === 'black_booking_conflict')
        .answer
    expect([await choiceOf('/@w1'), await choiceOf('')]).toEqual(['200-with-meta', '204'])
    await ask('POST', '/@w1/_understay/clock/advance', '{"by":"91s"}')
    expect((await ask('GET', `/@w1${PROPERTIES}`, undefined, headers)).status).toBe(401)
    const plain = await token('', 'properties_get properties_set')
    expect([(await black('', plain)).status, (await black('', plain)).status]).toEqual([200, 204])
  })

  test('starts at the same time of the clock in every sandbox', async () => {
    const passes = steppedTime()
    const { ask } = await server()
    const at = async (name: string) => {
      await ask('PUT', `/@${name}/_understay/scenario`, 'name: a\nclock: { at: 2030-01-01T00:00:00Z }\n')
      return Date.parse((await ask('GET', `/@${name}/_understay/clock`)).body.at) - Date.parse('2030-01-01T00:00:00Z')
    }
    expect(await at('w1')).toBe(0)
    passes(300)
    expect(await at('w2')).toBe(0)
  })

  test.each<[what: string, text: string, said: string]>([
    ['nothing', '', 'send a scenario as YAML or JSON'],
    ['an unknown name', '{"name":"slow-servise"}', 'did you mean "slow-service"?'],
    ['an unknown key', 'name: a\nfalts: []\n', 'scenario:2:1 falts: unknown key "falts"; did you mean "faults"?'],
    [
      'a client that is not there',
      'name: a\nfaults: [{ on: { client: nobody }, token: expired }]',
      'faults[0].on.client: the fixtures have no client nobody; there are demo',
    ],
    [
      'a property that is not there',
      'name: a\nexpect: [{ property: 99 }]',
      'expect[0].property: the fixtures have no property 99; there are 1, 2',
    ],
    [
      'a booking that is not there',
      'name: a\nevents: [{ at: +1m, do: no_show, with: { booking: 999999 } }]',
      'events[0].with.booking: the fixtures have no booking 999999',
    ],
    ['an alias of nothing', 'name: a\nabout: *foo\n', 'not valid YAML'],
    ['two documents', 'name: a\n---\nname: b\n', 'not valid YAML'],
    [
      'a file of another kind',
      '{"name":"/etc/passwd"}',
      '/etc/passwd: not a bundled scenario, nor a file in a folder that this server was started with (--scenarios)',
    ],
    [
      'fixtures that are not there',
      'name: a\nfixtures: [./gone.yaml]',
      './gone.yaml: not a YAML file in a folder that this server was started with (--fixtures, --scenarios), nor a bundled world',
    ],
  ])('refuses %s, and the current scenario continues', async (_, text, said) => {
    const { ask, token } = await server()
    const headers = await token()
    const answer = await ask('PUT', '/_understay/scenario', text)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(said)])
    expect((await ask('GET', PROPERTIES, undefined, headers)).status).toBe(200)
  })
})

describe('a scenario set at run time', () => {
  test('is not stored: after a restart the sandbox runs the configuration of the server', async () => {
    const data = mkdtempSync(join(tmpdir(), 'understay-played-'))
    const first = await server({ data })
    await first.token('/@w1')
    await first.ask('PUT', '/@w1/_understay/scenario', 'name: a\nclock: { at: 2030-01-01, run: frozen }\n')
    await first.inside.close()
    const { ask } = await server({ data })
    expect((await ask('GET', '/@w1/_understay/scenario')).body.scenario).toBeNull()
    expect((await ask('GET', '/@w1/_understay/clock')).body.run).toBe('real')
  })

  test('starts at its clock time, also without one', async () => {
    const passes = steppedTime()
    const { ask } = await server()
    const ahead = async (name: string) => {
      await ask('PUT', `/@${name}/_understay/scenario`, 'name: a\nclock: { run: 1000x }\n')
      return Date.parse((await ask('GET', `/@${name}/_understay/clock`)).body.at) - Date.now()
    }
    expect(await ahead('w1')).toBe(0)
    passes(600)
    expect(await ahead('w2')).toBe(0)
  })

  test('is loaded again when its fixtures have changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understay-scenario-'))
    const { ask } = await server({ scenarios: [folder] })
    const play = async (surname: string) => {
      writeFileSync(join(folder, 'g.yaml'), `guests:\n  - { id: 9001, property: 1, firstname: Late, surname: ${surname} }\n`)
      writeFileSync(join(folder, 's.yaml'), 'name: s\nfixtures: [baseline, ./g.yaml]\n')
      await ask('PUT', '/_understay/scenario', `name: ${join(folder, 's.yaml')}`)
      const { body } = await ask('GET', '/_understay/state?collection=guests')
      return JSON.stringify(body.collections.guests).includes(surname)
    }
    expect([await play('First'), await play('Second')]).toEqual([true, true])
  })
})

test('a delayed call is answered and stored before a server without a socket closes', async () => {
  const data = mkdtempSync(join(tmpdir(), 'understay-held-'))
  const first = await server({ data })
  const headers = await first.token('', 'properties_get properties_set')
  await first.ask('POST', '/_understay/faults', '{"on":{"operation":"createBlackBooking"},"network":{"delay":"5m"}}')
  const held = first.ask('POST', '/service/api/blackbookings/1/1/2031-05-02', '', headers)
  await expect.poll(async () => (await first.ask('GET', '/_understay/faults')).body[0].happened).toBe(1)
  await first.inside.close()
  expect((await held).status).toBe(200)
  const { ask, token } = await server({ data })
  const again = await ask('POST', '/service/api/blackbookings/1/1/2031-05-02', '', await token('', 'properties_set'))
  expect(again.status).toBe(204)
})

describe('a scenario', () => {
  test('restarts with a reset, which removes faults armed at run time', async () => {
    const { ask, token } = await server()
    await ask('PUT', '/_understay/scenario', OUTAGE)
    await ask('POST', '/_understay/faults', '{"on":{},"network":{"cut":"before"},"after":50}')
    const meet = async () => (await ask('GET', PROPERTIES, undefined, await token())).status
    expect([await meet(), await meet()]).toEqual([503, 200])
    expect((await ask('POST', '/_understay/reset')).body.cleared).toMatchObject({ armedFaults: 1 })
    expect((await ask('GET', '/_understay/faults')).body).toMatchObject([{ id: 'mine/1', matched: 0 }])
    expect([await meet(), await meet()]).toEqual([503, 200])
  })

  test('ends with DELETE, which restores the configuration of the server', async () => {
    const { ask, token } = await server()
    await ask('PUT', '/_understay/scenario', `${OUTAGE}clock: { at: 2030-01-01 }\n`)
    expect((await ask('DELETE', '/_understay/scenario')).body).toEqual({
      scenario: null,
      faults: [],
      events: [],
      expectations: [],
    })
    expect((await ask('GET', '/_understay/clock')).body.run).toBe('real')
    expect((await ask('GET', PROPERTIES, undefined, await token())).status).toBe(200)
  })

  test('of the server applies to every sandbox, also after a reset', async () => {
    const { ask } = await server({ scenarioText: OUTAGE })
    for (const base of ['', '/@w1', '/@w2'])
      expect((await ask('GET', `${base}/_understay/scenario`)).body.scenario.name).toBe('mine')
  })

  test('performs due events also when only the control API is called', async () => {
    const { ask } = await server()
    await ask(
      'PUT',
      '/_understay/scenario',
      'name: a\nclock: { run: frozen }\nevents: [{ at: +5m, do: price_changes, with: { property: 1, by: 5% } }]\n',
    )
    await ask('POST', '/_understay/clock/advance', '{"by":"5m"}')
    expect((await ask('GET', '/_understay/events')).body.map(({ task }: { task: string }) => task)).toEqual(['tariffs_updated'])
    expect((await ask('GET', '/_understay/scenario')).body.events).toMatchObject([
      { id: 'a/event-1', state: 'happened', blockedReason: null },
    ])
  })
})

describe('faults at run time', () => {
  test('are armed as YAML or JSON, listed with their counts, and disarmed', async () => {
    const { ask, token } = await server()
    const headers = await token()
    expect(
      (
        await ask(
          'POST',
          '/_understay/faults',
          'on: { operation: listProperties }\nafter: 1\nnetwork: { status: 429, retry_after: 2 }\n',
        )
      ).status,
    ).toBe(201)
    expect((await ask('POST', '/_understay/faults', '{"on":{"client":"demo"},"after":9,"token":"revoked"}')).body.id).toBe(
      'armed/2',
    )
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await ask('GET', PROPERTIES, undefined, headers))
    expect(
      answers.map((answer) => [answer.status, answer.headers.get('x-understay-fault'), answer.headers.get('retry-after')]),
    ).toEqual([
      [200, null, null],
      [429, 'armed/1', '2'],
      [200, null, null],
    ])
    expect((await ask('GET', '/_understay/faults')).body).toMatchObject([
      { id: 'armed/1', matched: 3, happened: 1, exhausted: true },
      { id: 'armed/2', matched: 3, happened: 0, exhausted: false },
    ])
    expect((await ask('DELETE', '/_understay/faults?id=armed/2')).body).toEqual({ removed: 1 })
    expect((await ask('DELETE', '/_understay/faults?id=armed/2')).status).toBe(404)
    expect((await ask('DELETE', '/_understay/faults')).body).toEqual({ removed: 1 })
  })

  test('are refused with the id of another one', async () => {
    const { ask } = await server()
    const arm = (id: string) => ask('POST', '/_understay/faults', `{"id":"${id}","on":{},"network":{"status":503}}`)
    expect((await arm('x')).body.id).toBe('armed/x')
    expect(await arm('x')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^fault id: another fault has the id "x"/) },
    })
    expect((await ask('GET', '/_understay/faults')).body).toMatchObject([{ id: 'armed/x' }])
    // one of two at the same time
    expect((await Promise.all([arm('y'), arm('y')])).map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test.each([
    [
      '/_understay/faults',
      '{"on":{"client":"nobody"},"token":"expired"}',
      'on.client: this sandbox has no client nobody; there are demo',
    ],
    ['/_understay/faults', '{"on":{"property":99},"network":{"cut":"before"}}', 'on.property: this sandbox has no property 99'],
    ['/_understay/verify', '{"client":"nobody"}', 'client: this sandbox has no client nobody'],
  ])('are refused for unknown rows and clients, %s: %s', async (path, body, said) => {
    const { ask } = await server()
    const answer = await ask('POST', path, body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(said)])
  })

  test('do not affect the control API', async () => {
    const { ask } = await server()
    await ask('POST', '/_understay/faults', '{"on":{},"times":9,"network":{"status":503}}')
    expect((await ask('GET', '/_understay/clock')).status).toBe(200)
    expect((await ask('GET', '/service/api/search/stars/4')).status).toBe(503)
    expect((await ask('GET', '/_understay/journal')).body.entries).toHaveLength(1)
  })
})
