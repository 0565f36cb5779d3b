import { describe, expect, test } from 'vitest'
import type { UnderstayReport } from '../../../src/index.ts'
import { readXml } from '../../report/xml-reader.ts'
import { aHook, receiver } from '../../webhooks/receiver.ts'
import { serverOf } from '../server-of.ts'

const SCENARIO = `
name: one-outage
about: The first list of properties meets an outage.
faults:
  - on: { operation: listProperties }
    network: { status: 503 }
events:
  - { at: +5m, do: guest_books, with: { property: 1 } }
expect:
  - { id: met, operation: listProperties, status: 503, count: 1 }
  - { id: goes-on, after: met, operation: listProperties, status: 200 }
`

/** A server that plays a scenario, and its report. */
async function playing() {
  const server = serverOf({ scenario: SCENARIO })
  const headers = { ...(await server.token()), 'x-service-channel-name': 'north' }
  const list = () => server.ask('GET', '/service/api/properties/all', { headers })
  const report = async (format = 'json') => (await server.ask('GET', `/_understay/report?format=${format}`)).body
  return { ...server, list, report }
}

describe('the report of a sandbox', () => {
  test('fails until every expectation is met', async () => {
    const { ask, list, report } = await playing()
    expect(await report()).toMatchObject({
      sandbox: 'default',
      at: '2026-05-02T09:00:00.000Z',
      scenario: { name: 'one-outage', about: 'The first list of properties meets an outage.' },
      verdict: 'failed',
      reasons: [
        'expectation met: expected exactly 1 call of listProperties answered 503, found none',
        'expectation goes-on: expected at least 1 call of listProperties answered 200 after met, but met was not met',
        expect.stringMatching(/^Nothing was exercised: no operation was answered but requestToken\./),
      ],
    })
    await list()
    await list()
    expect(await report()).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['event one-outage/event-1 (guest books) never came: it is due at 2026-05-02T09:05:00.000Z'],
      events: [{ id: 'one-outage/event-1', what: 'guest books', at: '2026-05-02T09:05:00.000Z', state: 'waiting' }],
    })
    await ask('POST', '/_understay/clock/advance', { body: JSON.stringify({ by: '5m' }) })
    expect(await report()).toMatchObject({
      verdict: 'passed',
      reasons: [],
      expectations: [
        { id: 'met', met: true, entries: [2] },
        { id: 'goes-on', met: true, entries: [3] },
      ],
      faults: [{ id: 'one-outage/1', state: 'happened', happened: 1, matched: 2, blockedReason: null }],
      events: [{ id: 'one-outage/event-1', what: 'guest books', at: '2026-05-02T09:05:00.000Z', state: 'happened' }],
      calls: { total: 3, dropped: 0, answers: { '2xx': 2, '5xx': 1 } },
    })
  })

  test('counts traffic, client errors and deliveries', async () => {
    const { url } = await receiver((response, { body }) => {
      response.writeHead(body.includes('invoice_created') ? 500 : 200).end()
    })
    const server = serverOf({
      rows: { webhooks: [aHook(url)] },
      scenario: `name: guests
traffic:
  - { id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: { from: today+1, to: today+60 }, nights: 1 }, then: [{ after: 1m, do: guest_cancels }] }
until: +4h
expect:
  - { id: picks-up, each: guests, within: 30m, operation: listBookings }
  - { id: nothing-lost, invariant: no-lost-booking }
`,
    })
    const { ask } = server
    const headers = { ...(await server.token()), 'x-service-channel-name': 'north' }
    const advance = (by: string) => ask('POST', '/_understay/clock/advance', { body: JSON.stringify({ by }) })
    await advance('1h')
    await ask('GET', '/service/api/listbooking/1', { headers })
    await advance('1h')
    await advance('1h')
    const told = async () => (await ask('GET', '/_understay/report')).body as UnderstayReport
    await server.world.sandbox().webhooks.idle()
    const { traffic, deliveries, expectations } = await told()
    expect(traffic).toEqual([
      {
        id: 'guests',
        do: 'guest_books',
        acts: [
          { do: 'guest_books', happened: 3, blocked: 0 },
          { do: 'guest_cancels', happened: 2, blocked: 0 },
        ],
        lastBlocked: null,
      },
    ])
    expect(expectations.map(({ delays, checks }) => delays ?? checks)).toEqual([
      { met: 1, late: 0, missed: 1, waiting: 1, p50: 0, p95: 0, max: 0 },
      { changes: expect.any(Number), broken: 0, tolerated: 0 },
    ])
    const { hooks, ...sums } = deliveries
    expect(sums).toMatchObject({ failed: 3, dropped: 0, waiting: 0, made: sums.delivered + 3 })
    expect(hooks).toEqual([{ hook: 1, url, ...sums }])
    const verified = (await ask('POST', '/_understay/verify')).body as { readonly outcomes: UnderstayReport['expectations'] }
    expect(verified.outcomes[0]?.delays).toMatchObject({ met: 1, missed: 1 })
  })

  test('includes calls from before a reset', async () => {
    const { ask, list, report } = await playing()
    await list()
    await ask('POST', '/_understay/reset')
    expect(await report()).toMatchObject({
      calls: { total: 0, cleared: 2 },
      reasons: expect.arrayContaining([expect.stringContaining('cleared after 2 calls')]),
    })
  })

  test('blames no client for calls that were cleared from the journal, but for those after a reset', async () => {
    const { ask, list, report } = await playing()
    await list()
    await list()
    await ask('DELETE', '/_understay/journal')
    await list()
    const met = {
      id: 'met',
      state: 'inconclusive',
      difference:
        'expected exactly 1 call of listProperties answered 503, found none, but 3 earlier requests are no longer in the journal, so some may be missing: request the report before the journal is cleared, or reset the sandbox instead',
    }
    expect((await report()).expectations).toEqual([
      expect.objectContaining(met),
      expect.objectContaining({ state: 'inconclusive' }),
    ])
    // Who clears it for an expectation of their own means the calls from then on.
    const verified = (expectation: object) => ask('POST', '/_understay/verify', { body: JSON.stringify(expectation) })
    expect((await verified({ operation: 'requestToken', never: true })).status).toBe(200)
    await ask('POST', '/_understay/reset')
    expect((await report()).expectations).toEqual([
      expect.objectContaining({ state: 'unmet' }),
      expect.objectContaining({ state: 'unmet' }),
    ])
  })

  test('contains what is needed to repeat the run, and the speed of the clock', async () => {
    const { ask } = serverOf({ scenario: `${SCENARIO}choices: { check_in_order: strict, today: utc }\n` })
    const report = async () => (await ask('GET', '/_understay/report')).body
    const { choices: asDocumented } = (await serverOf().ask('GET', '/_understay/report')).body
    expect(asDocumented).toEqual({})
    expect(await report()).toMatchObject({ seed: 1, clock: 'frozen' })
    expect((await report()).choices).toEqual({ check_in_order: 'strict' })
    await ask('PUT', '/_understay/clock', { body: JSON.stringify({ run: '60x' }) })
    expect(await report()).toMatchObject({ clock: '60x', machineTime: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('counts calls outside the interface, and names the address of the interface when there were no others', async () => {
    const { ask, token } = serverOf()
    await ask('GET', '/properties/all')
    await ask('POST', '/oauth/token')
    const { body } = await ask('GET', '/_understay/report')
    expect(body.calls).toMatchObject({ total: 0, outside: { count: 2, first: 'GET /properties/all', path: '/service/api' } })
    expect(body.reasons).toEqual([
      '2 calls came outside /service/api, the first GET /properties/all: UNDERSTAY_API_URL is the address with the path',
    ])
    await token()
    expect((await ask('GET', '/_understay/report')).body.reasons).not.toEqual([expect.stringContaining('came outside')])
  })

  test('is JSON unless another format is requested', async () => {
    const { ask, report } = await playing()
    const { body, headers } = await ask('GET', '/_understay/report')
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toEqual({ ...(await report()), machineTime: body.machineTime })
  })

  test('has the same content as Markdown, HTML and JUnit XML', async () => {
    const { ask, list, report } = await playing()
    await list()
    const { reasons, conformance } = await report()
    expect(reasons).toHaveLength(1)
    const markdown = await ask('GET', '/_understay/report?format=md')
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(markdown.body).toMatch(/^# ❌ Understay: failed \(.*\)\n\n\*\*Scenario `one-outage`\*\*/)
    expect(markdown.body).toContain(`- ${reasons[0]}\n`)
    const html = await ask('GET', '/_understay/report?format=html')
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html.body).toMatch(/^<!doctype html>/)
    const junit = await ask('GET', '/_understay/report?format=junit')
    expect(junit.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const suites = readXml(junit.body).children
    const sum = (name: string): number => suites.reduce((total, { attributes }) => total + Number(attributes[name]), 0)
    const judged = conformance.rules.filter(({ outcome }: { outcome: string }) => outcome !== 'not-exercised')
    expect([sum('tests'), sum('failures'), sum('skipped')]).toEqual([1 + 2 + 1 + 1 + judged.length, 1, 1])
  })

  test('grades the client also without a scenario', async () => {
    const { ask } = serverOf()
    const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope: 'properties_get' }
    await ask('POST', '/service/api/oauth/token?client_secret=desk-secret', { body: new URLSearchParams(form) })
    const { body } = await ask('GET', '/_understay/report')
    expect(body).toMatchObject({ scenario: null, expectations: [], faults: [], events: [], verdict: 'failed' })
    expect(body.reasons).toEqual([expect.stringContaining('rule auth/secret-in-url is broken (1 time): #1 ')])
    expect(JSON.stringify(body)).not.toContain('desk-secret')
  })

  test('fails without a call, and covers its own sandbox only', async () => {
    const { ask, list } = await playing()
    await list()
    const { body } = await ask('GET', '/@w1/_understay/report')
    expect(body).toMatchObject({ sandbox: 'w1', verdict: 'failed', calls: { total: 0 } })
    expect(body.reasons[0]).toBe('no call reached this sandbox: point the base_url of the client at it')
  })

  test('lists a fault that was armed and an event that could not happen', async () => {
    const { ask, world } = serverOf({
      scenario: `
name: no-room
events: [{ at: +1s, do: guest_cancels, with: { booking: 999 } }]
`,
    })
    const fault = { on: { operation: 'requestToken' }, scopes: { without: ['properties_set'] } }
    expect((await ask('POST', '/_understay/faults', { body: JSON.stringify(fault) })).status).toBe(201)
    await ask('POST', '/service/api/oauth/token', { body: new URLSearchParams({ client_id: 'nobody' }) })
    const sandbox = world.sandbox()
    sandbox.store.setClock(sandbox.clock.moved({ by: 5000 }))
    const { body } = await ask('GET', '/_understay/report')
    expect(body.faults).toEqual([
      expect.objectContaining({ id: 'armed/1', state: 'blocked', blockedReason: expect.stringMatching(/./) }),
    ])
    expect(body.events).toEqual([expect.objectContaining({ state: 'blocked', blockedReason: expect.stringMatching(/./) })])
    const told = (await ask('GET', '/_understay/report?format=md')).body
    expect(told).toMatch(/armed\/1.*blocked: ./)
    expect(told).toMatch(/no-room\/event-1.*guest cancels/)
  })

  test('refuses an unknown format with the known ones', async () => {
    const { ask } = serverOf()
    expect(await ask('GET', '/_understay/report?format=pdf')).toMatchObject({
      status: 400,
      body: { error: 'format: expected json, md, html or junit, got "pdf"' },
    })
  })
})
