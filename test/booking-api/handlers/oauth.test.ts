import { describe, expect, test } from 'vitest'
import { Randomness } from '../../../src/simulation/randomness.ts'
import { TestWorld } from '../../support/test-world.ts'

const form = (more: Readonly<Record<string, string>> = {}) => ({
  grant_type: 'client_credentials',
  client_id: 'desk',
  client_secret: 'desk-secret',
  scope: 'properties_get properties_set',
  ...more,
})

describe('the token endpoint', () => {
  test('issues a token of 40 hexadecimal characters, valid for one hour, with no-store', async () => {
    const { status, body, headers } = await new TestWorld().call('requestToken', { form: form() })
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.stringMatching(/^[0-9a-f]{40}$/), expires_in: 3600, token_type: 'Bearer' })
    expect(headers['Cache-Control']).toBe('no-store')
  })

  test('prefers credentials of HTTP Basic over those of the form', async () => {
    const headers = { authorization: `Basic ${Buffer.from('desk:desk-secret').toString('base64')}` }
    const answer = await new TestWorld().call('requestToken', { form: form({ client_id: 'nobody' }), headers })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['an unknown client', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['a wrong secret', { client_secret: 'guess' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 401, 'invalid_client'],
    ['no scope', { scope: '' }, 400, 'invalid_request'],
    ['a scope nobody knows', { scope: 'properties_get nonsense' }, 400, 'invalid_scope'],
    ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an authorization code', { grant_type: 'authorization_code', code: 'x1' }, 400, 'invalid_grant'],
    ['a grant by code without a code', { grant_type: 'authorization_code' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, more, status, error) => {
    const answer = await new TestWorld().call('requestToken', { form: form(more) })
    expect(answer).toMatchObject({ status, body: { error }, headers: { 'Cache-Control': 'no-store' } })
  })

  test('tells a client without a secret that credentials are required, and one without an id that they are invalid', async () => {
    const refusal = async (more: Readonly<Record<string, string>>) =>
      (await new TestWorld().call('requestToken', { form: form(more) })).body
    expect(await refusal({ client_secret: '' })).toMatchObject({ error_description: 'client credentials are required' })
    expect(await refusal({ client_id: '' })).toMatchObject({ error_description: 'The client credentials are invalid' })
  })

  test('grants properties_set to a client with the alias write only if it also has delete', async () => {
    const world = new TestWorld()
    const ask = (scope: string) =>
      world.call('requestToken', { form: form({ client_id: 'no-delete', client_secret: 'no-delete-secret', scope }) })
    expect((await ask('properties_get write')).status).toBe(200)
    expect((await ask('properties_set')).body).toMatchObject({ error: 'invalid_scope' })
  })

  test('lists the properties of the caller with the token, and refuses requests without one', async () => {
    const world = new TestWorld()
    expect((await world.call('listProperties', { as: 'desk' })).data).toEqual([1, 2, 4, 5])
    expect((await world.call('listProperties', { as: 'super' })).data).toEqual([1, 2, 3, 4, 5])
    expect((await world.call('listProperties', {})).status).toBe(401)
    expect(await world.call('listProperties', { as: 'fan' })).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })

  test('the scope * is granted only to clients that hold it', async () => {
    const world = new TestWorld()
    expect(await world.call('requestToken', { form: form({ scope: '*' }) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
    const all = form({ client_id: 'super', client_secret: 'super-secret', scope: '*' })
    expect((await world.call('requestToken', { form: all })).status).toBe(200)
  })

  test('a token is removed some time after it has expired for a day', async () => {
    const world = new TestWorld()
    const first = ((await world.call('requestToken', { form: form() })).body as { access_token: string }).access_token
    world.advance(26 * 3_600_000)
    for (let i = 0; i < 100; i++) await world.call('requestToken', { form: form() })
    expect(world.sandbox.store.db.tokens.has(first)).toBe(false)
    expect(world.sandbox.store.db.tokens.size).toBe(100)
  })

  test('missing_scope=all grants all scopes of the client', async () => {
    const world = new TestWorld({ choices: { missing_scope: 'all', token_scope_field: 'comma' } })
    const { body } = await world.call('requestToken', { form: form({ scope: '' }) })
    expect(body).toMatchObject({ scope: 'properties_get,properties_set,favourites_get,favourites_set,webhooks_get' })
  })

  test('requested_scope=ignored ignores the requested scope', async () => {
    const world = new TestWorld({ choices: { requested_scope: 'ignored', token_scope_field: 'comma' } })
    const { body } = await world.call('requestToken', { form: form({ scope: 'nonsense' }) })
    expect(body).toMatchObject({ scope: expect.stringContaining('favourites_set') })
  })

  test('the endpoint accepts POST only', async () => {
    const answer = await new TestWorld().send('GET', '/oauth/token')
    expect(answer).toMatchObject({ status: 405, headers: { Allow: 'POST, OPTIONS' } })
  })

  test('channel_name=required refuses protected requests without the header, after all other checks', async () => {
    const world = new TestWorld({ choices: { channel_name: 'required' } })
    expect(await world.call('listProperties', { as: 'desk' })).toMatchObject({
      status: 400,
      message: 'The header X-SERVICE-channel-name is required',
    })
    expect((await world.call('listProperties', { as: 'desk', headers: { 'x-service-channel-name': 'mine' } })).status).toBe(200)
    expect((await world.call('listProperties', { as: 'fan' })).status).toBe(403)
    expect((await world.call('searchByStars', { path: { stars: '4' } })).status).toBe(200)
    expect(world.sandbox.journal.entries().some(({ channel }) => channel === 'mine')).toBe(true)
  })

  test('tokens are generated from the seed, or from system randomness if other machines can reach the server', () => {
    const seeded = () => new Randomness(1).token(1)
    const secure = () => new Randomness(1, { secureTokens: true }).token(1)
    expect(seeded()).toBe(seeded())
    expect(secure()).not.toBe(secure())
    expect(new Randomness(1, { sandbox: 'w1' }).token(1)).not.toBe(seeded())
  })

  test('has the responses of the newest release in the current profile', async () => {
    const world = new TestWorld({ profile: 'current' })
    const answer = await world.call('requestToken', { form: form({ scope: '' }) })
    expect(answer.body).toMatchObject({ scope: 'properties_get,properties_set,favourites_get,favourites_set,webhooks_get' })
    expect(await world.call('requestToken', { form: form({ client_secret: 'x' }) })).toMatchObject({ status: 400 })
    const site = { base: '/service/api', url: '/properties/all', method: 'GET' }
    expect((await world.call('listProperties', { as: 'desk' })).body).toEqual({
      data: { ids: [1, 2, 4, 5] },
      meta: { code: 200, site },
    })
  })

  test('accepts POST only; the newest release names the section of the standard and a help page', async () => {
    const uri = 'http://tools.ietf.org/html/rfc6749#section-3.2'
    const sent = '/oauth/token?client_id=desk'
    const current = await new TestWorld({ profile: 'current' }).send('GET', sent)
    expect(current).toMatchObject({ status: 405, headers: { Allow: 'POST, OPTIONS' }, body: { error_uri: uri } })
    expect((await new TestWorld().send('GET', sent)).body).toEqual({
      error: 'invalid_request',
      error_description: 'The request method must be POST when requesting an access token',
    })
    const missing = await new TestWorld({ profile: 'current' }).send('GET', '/properties/all')
    expect(missing.message).toMatch(/^No authentication is provided\. Bearer missing from headers\? Check https:/)
  })
})

test('every error of the token endpoint has the body of OAuth', async () => {
  const world = new TestWorld()
  const json = await world.send('POST', '/oauth/token', {
    headers: { 'Content-Type': 'application/json' },
    body: '{"grant_type":"client_credentials"}',
  })
  expect(json).toMatchObject({
    status: 415,
    body: { error: 'invalid_request', error_description: expect.stringContaining('application/x-www-form-urlencoded') },
  })
})
