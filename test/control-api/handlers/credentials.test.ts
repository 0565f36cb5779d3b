import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestWorld } from '../../support/test-world.ts'
import { serverOf } from '../server-of.ts'

type Server = ReturnType<typeof serverOf>
type Client = { client_id: string; client_secret: string; scopes: string[]; properties: number[] }

const mint = async ({ ask }: Server, body: object = {}, base = '') =>
  ask('POST', `${base}/_understay/credentials`, { body: JSON.stringify(body) })

/** Asks for a token with all that a client may have. */
async function tokenOf({ ask }: Server, { client_id, client_secret, scopes }: Client, base = '') {
  const form = { grant_type: 'client_credentials', client_id, client_secret, scope: scopes.join(' ') }
  const { status, body } = await ask('POST', `${base}/service/api/oauth/token`, { body: new URLSearchParams(form) })
  return { status, headers: { authorization: `Bearer ${body.access_token}` } }
}

describe('a new client', () => {
  test('is copied from the first client with valid tokens, and can be used at once', async () => {
    const server = serverOf()
    const { status, body } = await mint(server)
    expect(status).toBe(201)
    expect(body).toEqual({
      client_id: expect.stringMatching(/^client-[0-9a-f]{8}$/),
      client_secret: expect.stringMatching(/^[0-9a-f]{40}$/),
      label: 'Made through the control API, like desk',
      scopes: ['properties_get', 'properties_set', 'favourites_get', 'favourites_set', 'webhooks_get'],
      tokens: 'normal',
      user: { id: 2, name: 'frontdesk', level: 'manager' },
      properties: [1, 2, 4, 5],
    })
    const { headers } = await tokenOf(server, body)
    expect(await server.ask('GET', '/service/api/properties/all', { headers })).toMatchObject({
      status: 200,
      body: { data: { ids: [1, 2, 4, 5] } },
    })
  })

  test('is copied from demo when there is one', async () => {
    const { rows } = clientsNamed('late', 'desk', 'demo')
    const { body } = await mint(serverOf({ rows }))
    expect(body.label).toBe('Made through the control API, like demo')
  })

  test('gets the requested properties and scopes, which the service enforces', async () => {
    const server = serverOf()
    const wanted = {
      client_id: 'acme:sync',
      client_secret: 'a secret',
      label: 'Nightly sync',
      scopes: ['read'],
      properties: [3, 1],
    }
    const { body } = await mint(server, { ...wanted, scopes: ['read', 'read'] })
    expect(body).toEqual({ ...wanted, tokens: 'normal', user: { id: 5, name: 'acme:sync', level: 'manager' } })
    const { headers } = await tokenOf(server, body)
    expect((await server.ask('GET', '/service/api/listbooking/3', { headers })).status).toBe(200)
    expect((await server.ask('GET', '/service/api/listbooking/2', { headers })).status).toBe(403)
    const refused = await server.ask('DELETE', '/service/api/guests/1/2', { headers })
    expect(refused).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })

  test.each([
    ['super', [1, 2, 3, 4, 5], 'super'],
    ['fan', [], 'user'],
    ['neighbour', [3], 'manager'],
  ])('like %s has its user and its properties', async (like, properties, level) => {
    const server = serverOf()
    const { body } = await mint(server, { like })
    expect(body).toMatchObject({ properties, user: { level } })
    expect((await tokenOf(server, body)).status).toBe(200)
  })

  test('has valid tokens, also when it is copied from a client whose tokens expire at once', async () => {
    const server = serverOf()
    const { headers } = await tokenOf(server, (await mint(server, { like: 'late' })).body)
    expect((await server.ask('GET', '/service/api/properties/all', { headers })).status).toBe(200)
  })

  test('exists in its sandbox only', async () => {
    const server = serverOf()
    const { body } = await mint(server, {}, '/@w1')
    expect((await tokenOf(server, body)).status).toBe(401)
    expect((await tokenOf(server, body, '/@w1')).status).toBe(200)
    expect((await mint(server, {}, '/@w2')).body.client_id).not.toBe(body.client_id)
  })

  test('is not among the changes of the next request', async () => {
    const server = serverOf()
    await mint(server, { properties: [1] })
    await server.ask('GET', '/service/api/search/stars/4')
    const [entry] = (await server.ask('GET', '/_understay/journal')).body.entries
    expect(entry.operation).toBe('searchByStars')
    expect(entry).not.toHaveProperty('changed')
  })

  test('is removed by a reset, after which the same calls create the same clients', async () => {
    const server = serverOf()
    const play = async () => [(await mint(server)).body, (await mint(server, { properties: [2] })).body]
    const before = await play()
    expect(before[0].client_id).not.toBe(before[1].client_id)
    await server.ask('POST', '/_understay/reset')
    expect((await tokenOf(server, before[0])).status).toBe(401)
    expect(await play()).toEqual(before)
  })

  test('gets another generated id when the first one is taken', async () => {
    const first = (await mint(serverOf())).body.client_id
    const server = serverOf()
    await mint(server, { client_id: first })
    const { status, body } = await mint(server)
    expect(status).toBe(201)
    expect(body.client_id).not.toBe(first)
  })

  test('survives a restart', async () => {
    const data = mkdtempSync(join(tmpdir(), 'understay-credentials-'))
    const first = serverOf({ data })
    const { body } = await mint(first, { properties: [4] })
    first.world.close()
    const second = serverOf({ data })
    expect((await tokenOf(second, body)).status).toBe(200)
    second.world.close()
  })
})

test('the list has the numbers of valid and expired tokens of each client; revoked ones do not count', async () => {
  const server = serverOf()
  const issued = async () => {
    const { body } = await server.ask('GET', '/_understay/credentials')
    return body.find(({ client_id }: Client) => client_id === 'sync').issued
  }
  const { body: client } = await mint(server, { client_id: 'sync' })
  expect(await issued()).toEqual({ valid: 0, expired: 0 })
  await tokenOf(server, client)
  await server.ask('POST', '/_understay/clock/advance', { body: '{"by":"1h"}' })
  // a token is valid up to its last instant
  expect(await issued()).toEqual({ valid: 1, expired: 0 })
  await server.ask('POST', '/_understay/clock/advance', { body: '{"by":"1s"}' })
  await tokenOf(server, client)
  await tokenOf(server, client)
  expect(await issued()).toEqual({ valid: 2, expired: 1 })
  const { store } = server.world.sandbox()
  for (const row of store.db.tokens.all().slice(-1)) store.change(({ tokens }) => tokens.put({ ...row, revoked: true }))
  expect(await issued()).toEqual({ valid: 1, expired: 1 })
})

describe('a client that cannot be created', () => {
  const wrong: readonly (readonly [body: object, error: string])[] = [
    [
      { client_id: 'two words' },
      'client_id: expected 1 to 100 printable ASCII characters, no blanks and no commas, got "two words"',
    ],
    [{ client_id: 'a,b' }, 'client_id: expected 1 to 100'],
    [{ client_id: 7 }, 'client_id: expected 1 to 100 printable ASCII characters, no blanks and no commas, got the number 7'],
    [{ client_secret: '' }, 'client_secret: expected 1 to 200 printable ASCII characters'],
    [{ client_secret: '[masked]' }, 'client_secret: expected 1 to 200'],
    [{ label: 'x'.repeat(201) }, 'expected a text of at most 200 characters'],
    [{ scopes: [] }, 'scopes: expected at least 1 of them, got 0'],
    [{ scopes: 'read' }, 'scopes: expected a list'],
    [{ scopes: ['read', 'admin'] }, 'scopes[1]: expected one of properties_get, '],
    [{ properties: 1 }, 'properties: expected a list of property ids, such as [1, 2]'],
    [{ properties: [1, 99] }, 'properties[1]: there is no property 99; there are 1, 2, 3, 4, 5'],
    [{ properties: ['1'] }, 'properties[0]: expected a whole number of at least 1, got "1"'],
    [{ like: 'nobody' }, 'like: there is no client "nobody"; there are desk, reader'],
    [{ like: 2 }, 'like: expected the id of the client'],
    [{ secret: 'x' }, 'secret: unknown key "secret"; known here: client_id, client_secret, label, scopes, properties, like'],
  ]
  test.each(wrong)('%j is refused with the reason, and nothing changes', async (body, error) => {
    const server = serverOf()
    const before = server.world.sandbox().store.export()
    expect(await mint(server, body)).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } })
    expect(server.world.sandbox().store.export()).toEqual(before)
  })

  test('is refused when its id is taken', async () => {
    expect(await mint(serverOf(), { client_id: 'desk' })).toMatchObject({
      status: 409,
      body: { error: 'client_id: there is a client "desk" already; take another, or leave it out to have one generated' },
    })
  })

  test('is refused without scopes and properties when there is no client to copy', async () => {
    const { rows } = clientsNamed('late')
    const server = serverOf({ rows })
    expect((await mint(server)).body.error).toContain('scopes: is required, because the sandbox has no client')
    expect((await mint(server, { scopes: ['read'] })).body.error).toContain('properties: is required')
    const { body } = await mint(server, { scopes: ['read'], properties: [1] })
    expect(body.label).toBe('Made through the control API')
    expect((await tokenOf(server, body)).status).toBe(200)
  })
})

describe('the list of clients', () => {
  test('contains secrets, scopes, the state of tokens, users and properties', async () => {
    const server = serverOf()
    const { body: added } = await mint(server, { client_id: 'sync' })
    const { body } = await server.ask('GET', '/_understay/credentials')
    expect(body).toHaveLength(10)
    expect(body).toContainEqual({ ...added, issued: { valid: 0, expired: 0 } })
    expect(body).toContainEqual({
      client_id: 'late',
      client_secret: 'late-secret',
      label: 'late',
      scopes: ['properties_get', 'properties_set', 'favourites_get', 'favourites_set', 'webhooks_get'],
      tokens: 'expired',
      user: { id: 2, name: 'frontdesk', level: 'manager' },
      properties: [1, 2, 4, 5],
      issued: { valid: 0, expired: 0 },
    })
  })

  test('is complete after a state without a user for a client was sent', async () => {
    const { ask } = serverOf()
    const { body: state } = await ask('GET', '/_understay/state')
    state.collections.users = state.collections.users.filter(({ id }: { readonly id: number }) => id !== 4)
    const { body: before } = await ask('GET', '/_understay/credentials')
    const refused = await ask('PUT', '/_understay/state', { body: JSON.stringify(state) })
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(/clients.*no 4 in users/) } })
    expect((await ask('GET', '/_understay/credentials')).body).toEqual(before)
  })
})

/** Only these clients; one that is not of the small world is like the desk. */
function clientsNamed(...ids: readonly string[]) {
  const all = new TestWorld().sandbox.store.db.clients
  const desk = all.get('desk')
  if (!desk) throw new Error('no desk')
  return { rows: { clients: ids.map((id) => all.get(id) ?? { ...desk, id, secret: `${id}-secret`, label: id }) } }
}
