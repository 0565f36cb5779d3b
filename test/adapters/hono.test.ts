import { Hono, type HonoRequest } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { understayApp } from '../../src/adapters/hono.ts'
import { startUnderstay } from '../../src/index.ts'

const understay = await startUnderstay({ listen: false })
afterAll(() => understay.close())

test('an app responds like the server', async () => {
  const answer = await understayApp(understay).request('/service/api/properties/all')
  expect(answer.status).toBe(401)
})

test('an app can be mounted under a path beside other routes', async () => {
  const app = new Hono().get('/', (c) => c.text('home')).route('/', understayApp(await understay.sandbox('w1'), '/mock'))
  const headers = { authorization: `Bearer ${await (await understay.sandbox('w1')).token()}` }
  const answer = await app.request('/mock/service/api/properties/all', { headers })
  expect(await answer.json()).toMatchObject({ meta: { code: 200 } })
  expect(await (await app.request('/')).text()).toBe('home')
  expect((await app.request('/service/api/properties/all')).status).toBe(404)
})

test.each([
  ['a client elsewhere', { incoming: { socket: { remoteAddress: '203.0.113.7' } } }, 403],
  ['a client that the runtime does not name', undefined, 403],
  ['a client of this machine', { incoming: { socket: { remoteAddress: '127.0.0.1' } } }, 200],
])('the control API responds with %s: %#', async (_who, bindings, status) => {
  const app = new Hono().route('/', understayApp(understay, '/mock'))
  const init = { headers: { host: 'localhost' } }
  expect((await app.request('/mock/_understay/credentials', init, bindings)).status).toBe(status)
  // the page of a stranger whose name points to this machine
  const other = { headers: { host: 'evil.example' } }
  expect((await app.request('/mock/_understay/credentials', other, bindings)).status).toBe(403)
})

test.each<[string, (req: HonoRequest) => unknown]>([
  ['nothing', () => undefined],
  ['a text', (req) => req.text()],
  ['a form', (req) => req.parseBody()],
])('a request body reaches the server after a middleware that reads %s of it', async (_, read) => {
  const { clientId, clientSecret } = understay.credentials
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'properties_get' }
  const init = { method: 'POST', body: new URLSearchParams(form) }
  const app = new Hono().use(async ({ req }, next) => {
    await read(req)
    await next()
  })
  app.route('/', understayApp(understay, '/mock')).route('/below', understayApp(understay))
  expect((await app.request('/mock/service/api/oauth/token', init)).status).toBe(200)
  expect((await app.request('/below/service/api/oauth/token', init)).status).toBe(200)
})

test('an app of a sandbox does not have the others', async () => {
  const answer = await understayApp(await understay.sandbox('w1'), '/mock').request('/mock/@w2/service/api/properties/all')
  expect([answer.status, await answer.text()]).toEqual([
    404,
    'http://localhost/@w2/service/api/properties/all is an address of the sandbox w2; this is the sandbox w1',
  ])
})

test('an app of a server that was closed says so, whatever the app that mounts it does with errors', async () => {
  const closed = await startUnderstay({ listen: false })
  const app = new Hono().route('/', understayApp(closed, '/mock')).onError((_, c) => c.text('an error of mine', 500))
  await closed.close()
  const answer = await app.request('/mock/service/api/properties/all')
  expect([answer.status, await answer.text()]).toEqual([503, 'this server has been closed'])
})
