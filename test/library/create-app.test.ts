import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/adapters/hono.ts'

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
])('an app mounted at "%s" books a room, and its addresses keep the path', async (base, sandbox) => {
  const app = new Hono().get('/', (c) => c.text('home')).route(base || '/', understay.app)
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

test('the control API of an app asks for its token, wherever a request comes from', async () => {
  expect((await understay.app.request('/_understay/clock')).status).toBe(401)
  const headers = { authorization: 'Bearer steer' }
  const answer = await understay.app.request('/_understay/clock', { headers })
  expect(await answer.json()).toMatchObject({ at: '2026-05-02T09:00:00.000Z' })
})

test('without a token it is closed to clients whose address is unknown', async () => {
  const other = await createApp()
  expect((await other.app.request('/_understay/clock')).status).toBe(403)
  expect((await other.app.request('/_understay/health')).status).toBe(200)
  await other.close()
})

test('an app served by the Node adapter of Hono is open on loopback, as the server is', async () => {
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
