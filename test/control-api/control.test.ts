import { describe, expect, onTestFinished, test } from 'vitest'
import { createBookingPipeline } from '../../src/booking-api/pipeline.ts'
import { createApp } from '../../src/server/app.ts'
import { FOUND_MACHINE, setMachine } from '../../src/simulation/machine-time.ts'
import { TestWorld } from '../support/test-world.ts'
import { serverOf } from './server-of.ts'

describe('the control API', () => {
  test('reports liveness and readiness', async () => {
    const { ask } = serverOf()
    expect(await ask('GET', '/_understay/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', uptimeSeconds: expect.any(Number) },
    })
    expect(await ask('GET', '/_understay/ready')).toMatchObject({ status: 200, body: { ready: true } })
    const { world } = new TestWorld()
    const control = { open: false, token: undefined, ready: () => false }
    const early = createApp({ world, booking: createBookingPipeline(), publicUrl: undefined, control })
    expect((await early.fetch(new Request('http://localhost/_understay/ready'))).status).toBe(503)
  })

  test('counts its time from the start of the server, not from the first call', async () => {
    const { ask } = serverOf()
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect((await ask('GET', '/_understay/health')).body.uptimeSeconds).toBeGreaterThanOrEqual(1)
    setMachine({ ...FOUND_MACHINE, Date: { now: () => 0 } })
    onTestFinished(() => setMachine(FOUND_MACHINE))
    expect((await ask('GET', '/_understay/health')).body.uptimeSeconds).toBeGreaterThanOrEqual(1)
  })

  test('lists its endpoints, also in the response to an unknown path', async () => {
    const { ask } = serverOf()
    expect((await ask('GET', '/_understay/')).body.endpoints).toContain('POST /_understay/reset')
    expect((await ask('GET', '/_understay/stat')).body.endpoints).toContain('GET /_understay/journal')
    expect(await ask('POST', '/_understay/reset', { body: '{"x":1}' })).toMatchObject({
      status: 400,
      body: { error: 'x: unknown key "x"' },
    })
  })

  test('lists operations and choices', async () => {
    const { ask } = serverOf({ choices: { check_in_order: 'strict' } })
    const operations = (await ask('GET', '/_understay/operations')).body
    expect(operations).toContainEqual(
      expect.objectContaining({ id: 'requestToken', method: 'POST', path: '/oauth/token', scope: null }),
    )
    const choices = (await ask('GET', '/_understay/choices')).body
    const order = { id: 'check_in_order', answer: 'strict', default: { documented: 'lenient', current: 'lenient' } }
    expect(choices).toContainEqual(expect.objectContaining(order))
  })

  test('serves the OpenAPI document with the address of the sandbox', async () => {
    const { ask } = serverOf()
    expect((await ask('GET', '/_understay/openapi.json')).body.servers).toEqual([{ url: '/service/api' }])
    expect((await ask('GET', '/@w1/_understay/openapi.json')).body.servers).toEqual([{ url: '/@w1/service/api' }])
  })

  test('sets the clock: real, frozen, faster, advanced', async () => {
    const { ask } = serverOf()
    const put = (body: object) => ask('PUT', '/_understay/clock', { body: JSON.stringify(body) })
    expect((await put({ at: '2026-03-01T09:00:00Z', run: 'frozen' })).body).toEqual({
      at: '2026-03-01T09:00:00.000Z',
      run: 'frozen',
    })
    const advanced = await ask('POST', '/_understay/clock/advance', { body: '{"by":"61m"}' })
    expect(advanced.body).toEqual({ at: '2026-03-01T10:01:00.000Z', run: 'frozen' })
    expect((await put({ run: '60x' })).body.run).toBe('60x')
    expect((await ask('GET', '/service/api/search/stars/9')).headers.get('date')).toMatch(/^Sun, 01 Mar 2026 10:0\d:\d\d GMT$/)
    const wrong: readonly (readonly [body: string, error: string])[] = [
      ['{"at":"noon"}', 'at: "noon" is not an instant'],
      ['{"run":"backwards"}', 'run: expected real, frozen, or a factor such as 60x, got "backwards"'],
      ['{"by":"1m"}', 'by: unknown key "by"; known here: at, run'],
      ['{', 'invalid JSON'],
      ['[1]', 'expects a JSON object with at, run'],
    ]
    for (const [body, error] of wrong) expect((await ask('PUT', '/_understay/clock', { body })).body.error).toContain(error)
    expect((await ask('POST', '/_understay/clock/advance', { body: '{"by":"-5m"}' })).status).toBe(400)
  })

  test('shows the journal with masked secrets and warnings', async () => {
    const { ask, token } = serverOf()
    await ask('GET', '/service/api/properties/all/', { headers: await token() })
    const { entries, dropped } = (await ask('GET', '/_understay/journal')).body
    expect(dropped).toBe(0)
    expect(entries.map((entry: { operation: string; status: number }) => [entry.operation, entry.status])).toEqual([
      ['requestToken', 200],
      ['listProperties', 200],
    ])
    expect(JSON.stringify(entries)).not.toContain('desk-secret')
    expect(entries[0].request).toContain('client_secret=[masked]')
    expect(entries[0].response).toContain('"access_token":"[masked]"')
    expect((await ask('GET', `/_understay/journal?since=${entries[0].id}`)).body.entries).toHaveLength(1)
    expect((await ask('DELETE', '/_understay/journal')).body).toEqual({ cleared: 2 })
  })

  test('shows a large response as it was sent, up to 64 KiB', async () => {
    const { ask } = serverOf()
    const { body } = await ask('GET', '/service/api/site_structure/countries')
    const [entry] = (await ask('GET', '/_understay/journal')).body.entries
    const text = JSON.stringify(body)
    expect(text.length).toBeGreaterThan(8192)
    expect(entry.response.slice(0, 65_536)).toBe(text.slice(0, 65_536))
  })

  test('does not journal its own calls, and responds to its own paths only', async () => {
    const { ask } = serverOf()
    expect((await ask('GET', '/_understay/nothing')).status).toBe(404)
    expect((await ask('GET', '/_understay/journal')).body.entries).toEqual([])
  })

  test.each(['http://evil.example', 'null', 'nonsense', ''])('refuses pages of another origin: "%s"', async (name) => {
    const { ask } = serverOf()
    const origin = { headers: { origin: name, host: 'localhost' } }
    expect((await ask('POST', '/_understay/reset', origin)).status).toBe(403)
    expect((await ask('POST', '/_understay/reset', { headers: { origin: 'http://localhost', host: 'localhost' } })).status).toBe(
      200,
    )
    expect((await ask('GET', '/_understay/health', origin)).status).toBe(200)
  })

  test('requires its token when one is configured', async () => {
    const { ask } = serverOf({ token: 'let-me-in' })
    expect((await ask('POST', '/_understay/reset')).status).toBe(401)
    expect((await ask('POST', '/_understay/reset', { headers: { authorization: 'Bearer let-me-in' } })).status).toBe(200)
    expect((await ask('GET', '/_understay/ready')).status).toBe(200)
  })
})

describe('a reset', () => {
  test('restores the state of a fresh start, and reports what it cleared', async () => {
    const { world, ask, token } = serverOf()
    const fresh = world.sandbox().store.export()
    const headers = await token()
    await ask('POST', '/service/api/favourites/1', { headers })
    await ask('PUT', '/service/api/bookguestinout/1/1/checkin', { headers })
    await ask('POST', '/_understay/clock/advance', { body: '{"by":"2d"}' })
    const { body } = await ask('POST', '/_understay/reset')
    expect(body).toMatchObject({ sandbox: 'default', cleared: { tokens: 1, journalEntries: 3, changedRows: expect.any(Number) } })
    const { clock, ...after } = world.sandbox().store.export()
    expect({ ...after, clock: { ...clock, real: 0 } }).toEqual({ ...fresh, clock: { ...fresh.clock, real: 0 } })
    expect((await ask('GET', '/service/api/properties/all', { headers })).status).toBe(401)
  })

  test('counts the rows that were changed since they were read, from the fixtures or an import', async () => {
    const { ask, token } = serverOf()
    const changedRows = async () => (await ask('POST', '/_understay/reset')).body.cleared.changedRows
    await ask('POST', '/service/api/favourites/1', { headers: await token() })
    const { body } = await ask('GET', '/_understay/state')
    expect(await changedRows()).toBeGreaterThan(0)
    await ask('PUT', '/_understay/state', { body: JSON.stringify(body) })
    expect(await changedRows()).toBe(0)
  })

  test('makes the same calls get the same responses, byte for byte', async () => {
    const { ask, token } = serverOf()
    const play = async () => {
      const headers = await token()
      const answers = [headers.authorization]
      for (const path of ['/properties/all', '/listbooking/1', '/tariffs/1', '/search/stars/4', '/nothing'])
        answers.push(JSON.stringify((await ask('GET', `/service/api${path}`, { headers })).body))
      return answers
    }
    const before = await play()
    await ask('POST', '/_understay/reset')
    expect(await play()).toEqual(before)
  })
})

describe('sandboxes', () => {
  test('share no token, change or clock', async () => {
    const { ask, token } = serverOf()
    const headers = await token('/@w1')
    expect((await ask('GET', '/@w1/service/api/properties/all', { headers })).status).toBe(200)
    for (const other of ['', '/@w2'])
      expect((await ask('GET', `${other}/service/api/properties/all`, { headers })).status).toBe(401)
    await ask('PUT', '/@w1/_understay/clock', { body: '{"at":"2030-01-01","run":"frozen"}' })
    expect((await ask('GET', '/@w2/_understay/clock')).body.at).toMatch(/^2026-05-02/)
    expect((await ask('GET', '/@w2/_understay/journal')).body.entries).toHaveLength(1)
    const { body } = await ask('GET', '/_understay/sandboxes')
    expect(body.map(({ name }: { readonly name: string }) => name)).toEqual(['default', 'w1', 'w2'])
  })

  test('can be named by a header, for clients that cannot change the address', async () => {
    const { ask, token } = serverOf()
    const headers = { ...(await token('/@w1')), 'x-understay-sandbox': 'w1' }
    expect((await ask('GET', '/service/api/properties/all', { headers })).status).toBe(200)
  })

  test('are removed on request, and created again on use', async () => {
    const { ask, token } = serverOf()
    const headers = await token('/@w1')
    expect((await ask('DELETE', '/_understay/sandboxes?name=w1')).body).toEqual({ name: 'w1', removed: true })
    expect((await ask('GET', '/@w1/service/api/properties/all', { headers })).status).toBe(401)
    expect((await ask('DELETE', '/_understay/sandboxes')).status).toBe(400)
  })

  test.each(['/@/x', '/@UPPER/service/api/search/stars/3', `/@${'x'.repeat(64)}/service/api/`, '/@a.b/service/api/'])(
    '%s is not a name',
    async (path) => {
      const { ask } = serverOf()
      expect(await ask('GET', path)).toMatchObject({
        status: 404,
        body: { meta: { error_message: expect.stringContaining('invalid sandbox name') } },
      })
    },
  )

  test('are limited to a thousand, and the refusal names how to remove one', () => {
    const { world } = serverOf()
    for (let i = 0; i < 1000; i++) world.sandbox(`w${i}`)
    expect(() => world.sandbox('one-more')).toThrow('remove one with DELETE /_understay/sandboxes?name=NAME')
  })
})
