import { describe, expect, test } from 'vitest'
import { aBooking, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { aHook, PRICE_CHANGES, receiver } from '../../webhooks/receiver.ts'
import { serverOf } from '../server-of.ts'

const json = (body: object) => ({ body: JSON.stringify(body) })
const path = { property_id: 1, contract_id: 5 }

async function withDelivery() {
  const { url, got } = await receiver()
  const bookings = [aBooking({ id: 5, arrival: TODAY, departure: '2026-05-04' })]
  const of = new TestWorld({
    rows: { bookings, webhooks: [aHook(`${url}/h%C3%BCtte`, { auth: 'basic', username: 'me', password: 's3cret' })] },
  })
  const { ask } = serverOf({ of })
  await of.call('checkInGuest', { path, as: 'desk' })
  await of.sandbox.webhooks.idle()
  return { ask, of, got, url }
}

describe('webhooks', () => {
  test('are added, listed without their secrets, and removed', async () => {
    const { ask, world } = serverOf()
    const hook = { url: 'http://me:pw@127.0.0.1:9/hook?key=abc', auth: 'basic', username: 'desk', password: 's3cret', manager: 1 }
    const shown = { ...hook, id: 1, url: 'http://[masked]@127.0.0.1:9/hook?key=[masked]', enabled: true, password: undefined }
    expect((await ask('POST', '/_understay/webhooks', json(hook))).body).toEqual(JSON.parse(JSON.stringify(shown)))
    expect(world.sandbox().store.db.webhooks.get(1)).toMatchObject({ url: hook.url, password: 's3cret', managerId: 1 })
    const { body } = await ask('GET', '/_understay/webhooks')
    expect(JSON.stringify(body)).not.toContain('s3cret')
    const state = await ask('GET', '/_understay/state?collection=webhooks')
    expect(JSON.stringify(state.body)).not.toMatch(/s3cret|me:pw/)
    expect((await ask('DELETE', '/_understay/webhooks?id=1')).body).toEqual({ removed: 1 })
    expect((await ask('DELETE', '/_understay/webhooks?id=1')).status).toBe(404)
    expect((await ask('DELETE', '/_understay/webhooks')).body).toEqual({ removed: 0 })
  })

  test.each([
    [{}, 'url: is missing: expected an http or https address, such as http://127.0.0.1:8080/hook'],
    [{ url: 'nowhere' }, 'url: "nowhere" is not an address such as http://127.0.0.1:8080/hook'],
    [{ url: 'http://127.0.0.1/', auth: 'basic' }, 'username: is missing: auth is basic'],
    [{ url: 'http://127.0.0.1/', auth: 'basic', username: 'a' }, 'password: is missing: auth is basic'],
    [
      { url: 'http://127.0.0.1/', auth: 'basic', username: 'a:b', password: 'c' },
      'username: must not contain a colon, which ends the name in HTTP Basic',
    ],
    [{ url: 'ftp://127.0.0.1/x' }, 'url: "ftp://127.0.0.1/x" is neither http nor https'],
    [{ url: 'http://127.0.0.1/', auth: 'digest' }, 'auth: expected one of none, basic, oauth, got "digest"'],
    [{ url: 'http://127.0.0.1/', manager: 99 }, 'manager: there is no user 99'],
    [{ url: 'http://127.0.0.1/', urll: 1 }, 'urll: unknown key "urll"; did you mean "url"?'],
  ])('are refused with the reason: %o', async (hook, error) => {
    const { ask } = serverOf()
    const answer = await ask('POST', '/_understay/webhooks', json(hook))
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })

  test('of a state are refused without an address, also with a masked password', async () => {
    const hook = aHook('http://127.0.0.1:9/', { auth: 'basic', username: 'me', password: 's3cret' })
    const { ask } = serverOf({ rows: { webhooks: [hook] } })
    const { body } = await ask('GET', '/_understay/state')
    body.collections.webhooks[0].url = 'nowhere'
    const answer = await ask('PUT', '/_understay/state', json(body))
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringContaining('collections.webhooks[0].url: "nowhere" is not an address such as'),
    ])
  })

  test('cannot be added in any way on a server that is open to everybody', async () => {
    const { ask } = serverOf({ open: true })
    const hook = aHook('http://169.254.169.254/')
    const words = 'this server is open to the network without a control token'
    const refused = [await ask('POST', '/_understay/webhooks', json({ url: hook.url }))]
    const { body } = await ask('GET', '/_understay/state')
    const collections = { ...body.collections, webhooks: [hook] }
    refused.push(
      await ask('PUT', '/_understay/state', json({ ...body, counters: { ...body.counters, webhooks: 1 }, collections })),
    )
    for (const answer of refused) {
      expect(answer.status).toBe(400)
      expect(answer.body.error).toContain(words)
    }
    const guarded = serverOf({ open: true, token: 'secret' })
    const made = await guarded.ask('POST', '/_understay/webhooks', {
      ...json({ url: hook.url }),
      headers: { authorization: 'Bearer secret' },
    })
    expect(made.status).toBe(201)
  })
})

describe('deliveries', () => {
  test('are listed with request and response, and filtered', async () => {
    const { ask } = await withDelivery()
    const { body } = await ask('GET', '/_understay/webhooks/deliveries')
    expect(body.deliveries.map(({ task, state, status }: Record<string, unknown>) => [task, state, status])).toEqual([
      ['booking_note_saved', 'delivered', 200],
      ['guest_checkedin', 'delivered', 200],
    ])
    const count = async (query: string) => (await ask('GET', `/_understay/webhooks/deliveries?${query}`)).body.deliveries.length
    expect(await count('task=guest_checkedin')).toBe(1)
    expect(await count('state=failed')).toBe(0)
    expect(await count('since=1')).toBe(1)
    expect(await count('hook=1&property=1')).toBe(2)
    expect(await count('status=2xx')).toBe(2)
    expect(await count('status=404,5xx')).toBe(0)
    expect(await count('text=NOTE_SAVED')).toBe(1)
    expect(await count('text=hütte')).toBe(2)
    expect(await count('fault=any')).toBe(0)
    expect((await ask('GET', '/_understay/webhooks/deliveries?limit=1&task=guest_checkedin')).body).toMatchObject({
      kept: 2,
      matching: 1,
      waiting: 0,
      deliveries: [{ id: 2 }],
    })
    expect((await ask('GET', '/_understay/webhooks/deliveries?limit=1')).body.deliveries).toMatchObject([{ id: 2 }])
    expect((await ask('GET', '/_understay/webhooks/deliveries?limit=1&since=0')).body.deliveries).toMatchObject([{ id: 1 }])
    expect((await ask('GET', '/_understay/webhooks/deliveries?status=9')).status).toBe(400)
    expect((await ask('GET', '/_understay/webhooks/deliveries?state=lost')).status).toBe(400)
  })

  test('contain their cause, the request without secrets, and the operation that reads the details', async () => {
    const { ask, got } = await withDelivery()
    const { entries } = (await ask('GET', '/_understay/journal')).body
    const read = async (id: number) => (await ask('GET', `/_understay/webhooks/deliveries?id=${id}`)).body.deliveries
    const [delivery] = await read(2)
    expect(delivery).toMatchObject({
      id: 2,
      attempt: 1,
      raised_by: { kind: 'call', id: String(entries.at(-1).id) },
      details: { operation: 'getNotifiedBooking', path: '/webhooks/1/guest_checkedin/5' },
      request: { method: 'POST' },
    })
    const { Authorization: shown, ...sent } = delivery.request.headers
    expect(shown).toBe('Basic [masked]')
    for (const [name, value] of Object.entries(sent)) expect(got[1]?.headers[name.toLowerCase()]).toBe(value)
    expect((await read(1))[0].details.path).toMatch(/^\/webhooks\/1\/booking_note_saved\/\d+$/)
    expect(await read(77)).toEqual([])
  })

  test('of scenarios name the event, fault or traffic that caused them', async () => {
    const { url } = await receiver()
    const of = new TestWorld({ scenario: PRICE_CHANGES, rows: { webhooks: [aHook(url)] } })
    const { ask } = serverOf({ of })
    await ask('POST', '/_understay/clock/advance', json({ by: '2h' }))
    await of.call('listTariffs', { path: { property_id: 1 }, as: 'desk' })
    await of.sandbox.webhooks.idle()
    const { deliveries } = (await ask('GET', '/_understay/webhooks/deliveries')).body
    const raised = new Set(
      deliveries.map(({ raised_by: by }: { readonly raised_by: Record<string, string> }) => `${by['kind']} ${by['id']}`),
    )
    expect([...raised]).toEqual(['event acts/event-1', 'traffic desk/price_changes', 'fault acts/1'])
  })

  test('are exported as HAR without secrets', async () => {
    const { ask } = await withDelivery()
    const { body, headers } = await ask('GET', '/_understay/webhooks/deliveries?task=guest_checkedin&format=har')
    expect(headers.get('content-disposition')).toContain('.har')
    expect(body.log.entries).toHaveLength(1)
    expect(body.log.entries[0].request.postData.text).toContain('guest_checkedin')
    expect(JSON.stringify(body)).not.toContain('s3cret')
  })

  test('are sent again on request', async () => {
    const { ask, of, got } = await withDelivery()
    const again = await ask('POST', '/_understay/webhooks/deliveries/2/redeliver')
    expect(again).toMatchObject({ status: 202, body: { repeats: 2, attempt: 2, task: 'guest_checkedin' } })
    await of.sandbox.webhooks.idle()
    expect(got.map(({ body }) => body)).toEqual([got[0]?.body, got[1]?.body, got[1]?.body])
    const third = await ask('POST', '/_understay/webhooks/deliveries/3/redeliver')
    expect(third.body).toMatchObject({ repeats: 2, attempt: 3, raised_by: { kind: 'call' }, request: null })
    await of.sandbox.webhooks.idle()
    expect((await ask('POST', '/_understay/webhooks/deliveries/77/redeliver')).status).toBe(404)
  })

  test('are streamed as they end', async () => {
    const { of } = await withDelivery()
    const { app } = serverOf({ of })
    const answer = await app.request('http://localhost/_understay/webhooks/deliveries/stream?task=guest_checkedin')
    const reader = answer.body?.getReader()
    const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value)
    expect(await read()).toContain(': deliveries from entry 3 on')
    of.sandbox.webhooks.redeliver(2)
    expect(await read()).toContain('"repeats":2')
    await reader?.cancel()
  })

  test('are streamed from where a reader disconnected, and serialized once', async () => {
    const { of } = await withDelivery()
    const { app } = serverOf({ of })
    const read = async (last: string): Promise<string> => {
      const headers = { 'Last-Event-ID': last }
      const answer = await app.request('http://localhost/_understay/webhooks/deliveries/stream', { headers })
      const reader = answer.body?.getReader()
      await reader?.read()
      const event = new TextDecoder().decode((await reader?.read())?.value)
      await reader?.cancel()
      return event
    }
    expect(await read('1')).toMatch(/"id":2,[\s\S]*\nid: 2\n/)
    expect(await read('0')).toContain('\nid: 1\n')
  })
})
