import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono, type HonoRequest } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/adapters/hono.ts'
import { ADDRESS_FORM } from '../support/forms.ts'

const understay = await createApp({ at: '2026-05-02T09:00:00Z', freeze: true, controlToken: 'steer' })
afterAll(() => understay.close())

const form = (fields: Readonly<Record<string, string>>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })

async function tokenAt(app: Hono, base: string): Promise<string> {
  const answer = await app.request(
    `${base}/service/api/oauth/token`,
    form({
      grant_type: 'client_credentials',
      client_id: 'demo',
      client_secret: 'demo-secret',
      scope: 'properties_get properties_set',
    }),
  )
  const { access_token } = (await answer.json()) as { readonly access_token: string }
  return access_token
}

test.each([
  ['', 'w1'],
  ['/mock', 'w2'],
  ['/tools/mock', 'w3'],
  ['/teams/:name/mock', 'w4'],
])('an app mounted at "%s" takes a booking, and its links keep the path', async (route, sandbox) => {
  const app = new Hono().get('/', (c) => c.text('home')).route(route || '/', understay.app)
  const base = route.replace(':name', 'north')
  const api = `${base}/@${sandbox}/service/api`
  const headers = { authorization: `Bearer ${await tokenAt(app, `${base}/@${sandbox}`)}` }
  const call = async (method: string, path: string): Promise<string> =>
    (await app.request(`${api}${path}`, { method, headers })).text()

  expect(await call('POST', '/blackbookings/1/1/2026-09-01')).toContain('"addblackbookings"')
  expect(await call('GET', '/blackbookings/1/roomlist/2026-09-01')).toContain('2026/09/01')
  expect(await call('POST', '/blackbookings/1/1/2026-09-01')).toMatch(/^$|already booked/)
  expect(decodeURIComponent(await call('GET', '/core/report'))).toContain(`http://localhost${api}/`)
  expect(await (await app.request('/')).text()).toBe('home')
})

test.each([
  ['http://mock', 'http://mock/mock'],
  ['https://stay.example/mock', 'https://stay.example/mock'],
  ['https://stay.example/a', 'https://stay.example/a/mock'],
])('with the public URL %s, links of an app at /mock begin with %s', async (publicUrl, expected) => {
  const { app, close } = await createApp({ publicUrl })
  const answer = await new Hono().route('/mock', app).request('/mock/@w1/')
  expect(await answer.text()).toContain(` ${expected}/@w1/service/api`)
  await close()
})

test("a user's app takes a booking, from the first step of the session to its end", async () => {
  const app = new Hono().get('/', (c) => c.text('home')).route('/hotel', understay.app)
  const base = '/hotel/@stay'
  const session = { 'x-service-booking-session-id': 'visitor-1', 'user-agent': 'Mozilla/5.0' }
  const step = async (path: string, fields?: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
    const init = fields ? { ...form(fields), headers: session } : { headers: session }
    const response = await app.request(`${base}/service/api/booking/${path}`, init)
    expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200)
    const { data } = (await response.json()) as { readonly data: Readonly<Record<string, Record<string, unknown>>> }
    return Object.values(data)[0] ?? {}
  }

  await step('initialise/1/en-GB')
  expect(await step('set/dates', { arrivalDate: '2026-06-01', departureDate: '2026-06-04' })).toMatchObject({ valid: true })
  expect(await step('set/guest/numbers', { adults: '2', children: '[]' })).toMatchObject({ valid: true })
  expect(await step('set/address', ADDRESS_FORM)).toMatchObject({ valid: true })
  const { rooms } = (await step('rooms')) as { readonly rooms: Readonly<Record<string, unknown>> }
  const [selectedRooms = ''] = Object.keys(rooms)
  expect(await step('set/property/booking', { selectedRooms })).toMatchObject({ valid: true })
  await step('prices')
  expect(await step('validate/booking')).toMatchObject({ valid: true })
  expect(await step('create', {})).toMatchObject({ valid: true })

  const headers = { authorization: `Bearer ${await tokenAt(app, base)}` }
  const listed = await (await app.request(`${base}/service/api/listbooking/1`, { headers })).text()
  expect(listed).toMatch(/"surname":"Varga"/i)
})

test.each([
  ['text', (request: HonoRequest) => request.text()],
  ['parseBody', (request: HonoRequest) => request.parseBody()],
])('a middleware may read the body first, with %s', async (_, read) => {
  const app = new Hono().use(async ({ req }, next) => {
    await read(req)
    await next()
  })
  expect(await tokenAt(app.route('/mock', understay.app), '/mock')).toMatch(/^[0-9a-f]{40}$/)
})

test('the control API of an app requires its token from every address', async () => {
  expect((await understay.app.request('/_understay/clock')).status).toBe(401)
  const headers = { authorization: 'Bearer steer' }
  const answer = await understay.app.request('/_understay/clock', { headers })
  expect(await answer.json()).toMatchObject({ at: '2026-05-02T09:00:00.000Z' })
})

test('without a token it is closed to clients with an unknown address', async () => {
  const other = await createApp()
  expect((await other.app.request('/_understay/clock')).status).toBe(403)
  expect((await other.app.request('/_understay/health')).status).toBe(200)
  await other.close()
})

test('an app on the Node adapter of Hono accepts loopback clients, as the server does', async () => {
  const other = await createApp()
  const server = serve({
    fetch: new Hono().route('/mock', other.app).fetch,
    port: 0,
    hostname: '127.0.0.1',
    // the tests share a thread, and MSW of another file works with the global Request
    overrideGlobalObjects: false,
  })
  try {
    if (!server.listening) await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect((await fetch(`http://127.0.0.1:${port}/mock/_understay/clock`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/mock/service/api/core/report`)).status).toBe(200)
  } finally {
    server.close()
    await other.close()
  }
})

test('a second close leaves the descriptors of others open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-app-'))
  const { close } = await createApp({ data: join(folder, 'data') })
  await close()
  const opened = Array.from({ length: 8 }, (_, index) => openSync(join(folder, String(index)), 'w'))
  await close()
  for (const descriptor of opened) closeSync(descriptor)
})

test('a closed app says so, to everybody that mounts it', async () => {
  const { app, close } = await createApp()
  await close()
  const mounted = new Hono().route('/mock', app).onError((_, c) => c.text('an error of mine', 500))
  for (const answer of [await app.request('/service/api/properties/all'), await mounted.request('/mock/_understay/health')])
    expect([answer.status, await answer.text()]).toEqual([503, 'this app has been closed'])
})
