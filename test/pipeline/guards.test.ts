import { describe, expect, test } from 'vitest'
import { mayCall } from '../../src/auth/grant.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import type { BookingOperation } from '../../src/booking-contract/shared/operation.ts'
import { TestWorld } from '../support/test-world.ts'

const guarded = OPERATIONS.filter((operation) => operation.scope !== undefined)
const open = OPERATIONS.filter((operation) => operation.scope === undefined && operation.id !== 'requestToken')
const administering = guarded.filter((operation) => Object.values(operation.params).some((word) => word.guarded))

/** Path values of an operation: those of its example, for another property on request. */
function pathOf(operation: BookingOperation, property?: string): Record<string, string> {
  const required = Object.entries(operation.params).filter(([, word]) => !('absent' in word))
  return Object.fromEntries(
    required.map(([name, word]) => [
      name,
      property !== undefined && word.guarded ? property : (operation.example.path?.[name] ?? '1'),
    ]),
  )
}

describe('the guards', () => {
  const world = new TestWorld()

  test.each(guarded.map((operation) => [operation.id, operation] as const))(
    'refuse %s without a token',
    async (id, operation) => {
      const answer = await world.call(id, { path: pathOf(operation) })
      expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
      expect(answer.headers['WWW-Authenticate']).toContain('Bearer realm="Service"')
      expect(answer.headers['Cache-Control']).toBe('no-store')
    },
  )

  test.each(guarded.map((operation) => [operation.id, operation] as const))(
    'refuse %s with a token that lacks the scope',
    async (id, operation) => {
      const other = operation.scope?.startsWith('favourites') ? 'reader' : 'fan'
      const answer = await world.call(id, { path: pathOf(operation), as: other })
      const error_description = `Client not allowed to access this feature : ${operation.scope}`
      expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden', error_description } })
    },
  )

  test.each(
    administering.flatMap((operation) =>
      ['3', '999', 'abc', '0', '-1', '1.5', '__proto__', '99999999999'].map((id) => [operation.id, id, operation] as const),
    ),
  )('refuse %s for property %s without saying why it cannot be administered', async (id, property, operation) => {
    const answer = await world.call(id, { path: pathOf(operation, property), as: 'desk' })
    expect(answer).toMatchObject({
      status: 403,
      body: { meta: { code: 403, error_message: "User attempted to access a property that they don't have rights to access" } },
    })
  })

  test.each(open.map((operation) => [operation.id, operation] as const))(
    'let %s through without a valid token',
    async (id, operation) => {
      const answer = await world.call(id, { path: pathOf(operation), headers: { authorization: 'Bearer nonsense' } })
      expect(answer.status).not.toBe(401)
    },
  )

  test('give no property to a user who is not a manager', async () => {
    expect(await world.call('listProperties', { as: 'no-manager' })).toMatchObject({ status: 200, data: [] })
    expect((await world.call('listBookings', { path: { property_id: 1 }, as: 'no-manager' })).status).toBe(403)
  })

  test('refuse an expired token with its own message', async () => {
    const later = new TestWorld()
    const token = await later.token('desk')
    const get = () => later.send('GET', '/properties/all', { headers: { authorization: `Bearer ${token}` } })
    expect((await get()).status).toBe(200)
    later.advance(3600_000)
    expect((await get()).status).toBe(200)
    later.advance(1)
    expect(await get()).toMatchObject({ status: 401, message: 'The access token provided has expired' })
  })

  test('refuse the fresh token of a client whose tokens are always expired', async () => {
    expect(await world.call('listProperties', { as: 'late' })).toMatchObject({
      status: 401,
      message: 'The access token provided has expired',
    })
  })
})

describe('a token can be sent in three places', () => {
  const world = new TestWorld()

  test.each([
    ['in any case of the word', { headers: { authorization: 'bEaReR TOKEN' } }, 200],
    ['in the query', { query: 'access_token=TOKEN' }, 200],
    ['twice in the query, where the last one counts', { query: 'access_token=wrong&access_token=TOKEN' }, 200],
    ['first of two in the query', { query: 'access_token=TOKEN&access_token=wrong' }, 401],
    ['in header and query', { headers: { authorization: 'Bearer TOKEN' }, query: 'access_token=TOKEN' }, 401],
    ['as Basic', { headers: { authorization: 'Basic TOKEN' } }, 401],
    ['as an empty Bearer', { headers: { authorization: 'Bearer ' } }, 401],
    ['wrongly', { headers: { authorization: 'Bearer wrong' } }, 401],
  ])('%s', async (_, options: { headers?: { authorization: string }; query?: string }, status) => {
    const token = await world.token('desk')
    const authorization = options.headers?.authorization.replace('TOKEN', token)
    const query = options.query?.replace('TOKEN', token)
    const answer = await world.send('GET', `/properties/all${query ? `?${query}` : ''}`, {
      headers: authorization ? { authorization } : {},
    })
    expect(answer.status).toBe(status)
  })

  test('in a form with POST and PUT, not with DELETE and not in multipart', async () => {
    const body = `access_token=${await world.token('desk')}`
    expect((await world.send('POST', '/favourites/1', { body })).status).toBe(200)
    expect(await world.send('DELETE', '/favourites/1', { body })).toMatchObject({
      status: 401,
      message: expect.stringContaining('the method must be'),
    })
    const form = new FormData()
    form.set('access_token', await world.token('desk'))
    const multipart = new Response(form)
    const type = multipart.headers.get('content-type') ?? ''
    const answer = await world.send('POST', '/favourites/1', { body: await multipart.text(), headers: { 'content-type': type } })
    expect(answer).toMatchObject({ status: 401, message: expect.stringContaining('content type') })
  })
})

describe('unknown paths', () => {
  const world = new TestWorld()

  test.each([
    ['GET', '/nosuch/1'],
    ['GET', '/'],
    ['PATCH', '/tariffs/1'],
    ['DELETE', '/listbooking/1'],
    ['HEAD', '/listbooking/1'],
  ])('%s %s: 401 without a token, 404 with one', async (method, path) => {
    expect((await world.send(method, path)).status).toBe(401)
    expect((await world.send(method, path, { as: 'desk' })).status).toBe(404)
  })

  test('respond 404 without a token in open groups, with a suggestion', async () => {
    const answer = await world.send('GET', '/search/star/3')
    expect(answer).toMatchObject({ status: 404, message: ' Request /search/star/3 unknown' })
    expect(answer.headers['X-Understay-Hint']).toBe(
      'nearest is searchByStars GET /search/stars/{stars}: "star" should be "stars"',
    )
    expect((await world.send('POST', '/core/report')).message).toBe('Request unknown')
  })

  test('respond to HEAD without a body', async () => {
    expect((await world.send('HEAD', '/listbooking/1', { as: 'desk' })).body).toBeNull()
  })
})

test.each([
  [['read'], 'properties_get', 'get', true],
  [['read'], 'favourites_get', 'get', true],
  [['read'], 'properties_set', 'post', false],
  [['write'], 'properties_set', 'post', true],
  [['write'], 'properties_set', 'put', true],
  [['write'], 'properties_set', 'delete', false],
  [['write'], 'properties_get', 'get', false],
  [['delete'], 'properties_set', 'delete', true],
  [['delete'], 'favourites_set', 'delete', true],
  [['delete'], 'properties_set', 'put', false],
  [['*'], 'favourites_set', 'delete', true],
  [['properties_set'], 'properties_set', 'delete', true],
  [['properties_get properties_set'], 'properties_get', 'get', false],
] as const)('scopes %j under %s allow %s: %s', (held, scope, method, expected) => {
  expect(mayCall(held, scope, method)).toBe(expected)
})
