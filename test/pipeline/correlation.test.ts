import { describe, expect, test } from 'vitest'
import { TestWorld } from '../support/test-world.ts'

const LONG = 'x'.repeat(200)

describe('a correlation id', () => {
  test.each([
    ['X-Request-Id', 'sync-42'],
    ['X-Correlation-Id', 'b7f1 of the night run'],
    ['X-Request-Id', LONG],
  ])('in %s is sent back unchanged and journalled', async (name, id) => {
    const world = new TestWorld()
    const answer = await world.send('GET', '/search/stars/4', { headers: { [name]: id } })
    expect(answer.headers).toMatchObject({ [name]: id })
    expect(world.sandbox.journal.entries()).toMatchObject([{ correlation: id }])
  })

  test('is sent back with a refusal, under both names when both were sent', async () => {
    const world = new TestWorld()
    const headers = { 'x-request-id': 'one', 'x-correlation-id': 'all' }
    const answer = await world.send('GET', '/properties/all', { headers })
    expect([answer.status, answer.headers['X-Request-Id'], answer.headers['X-Correlation-Id']]).toEqual([401, 'one', 'all'])
    expect(world.sandbox.journal.entries()).toMatchObject([{ correlation: 'one' }])
  })

  test.each(['', ' ', 'a\nb', 'é', `${LONG}x`])('is ignored when it is not a valid header value: %j', async (id) => {
    const world = new TestWorld()
    const answer = await world.send('GET', '/search/stars/4', { headers: { 'x-request-id': id } })
    expect(answer.headers).not.toHaveProperty('X-Request-Id')
    expect(world.sandbox.journal.entries()[0]?.correlation).toBeUndefined()
  })

  test('is not generated when none was sent', async () => {
    const world = new TestWorld()
    const answer = await world.send('GET', '/search/stars/4')
    expect(Object.keys(answer.headers).filter((name) => /request-id|correlation/i.test(name))).toEqual([])
  })

  test('can be read by pages of other origins', async () => {
    const answer = await new TestWorld().send('GET', '/search/stars/4', { headers: { origin: 'http://shop.example' } })
    expect(answer.headers['Access-Control-Expose-Headers']).toContain('X-Request-Id, X-Correlation-Id')
  })
})

describe('the headers in the journal', () => {
  test.each([
    ['Bearer 0123456789', 'Bearer [masked]'],
    ['Basic ZGVzazpkZXNrLXNlY3JldA==', 'Basic [masked]'],
    ['ZGVzazpkZXNr', '[masked]'],
  ])('show only the scheme of %s', async (authorization, expected) => {
    const world = new TestWorld()
    await world.send('GET', '/properties/all', { headers: { authorization, 'user-agent': 'sync/1.0', accept: '*/*' } })
    const [entry] = world.sandbox.journal.entries()
    expect(entry?.requestHeaders).toEqual({ authorization: expected, 'user-agent': 'sync/1.0', accept: '*/*' })
    expect(entry?.responseHeaders).toMatchObject({ 'WWW-Authenticate': expect.stringContaining('Bearer') })
  })

  test('are truncated when they are long; those that affect the response are kept', async () => {
    const world = new TestWorld()
    const headers = { 'user-agent': 'x'.repeat(9000), 'x-http-method-override': 'GET', 'x-service-no-envelope': '1' }
    await world.send('POST', '/search/stars/4', { headers })
    const kept = world.sandbox.journal.entries()[0]?.requestHeaders
    expect(kept).toMatchObject({ 'x-http-method-override': 'GET', 'x-service-no-envelope': '1' })
    expect(kept?.['user-agent']).toHaveLength(504)
  })
})

test('entry ids grow in the order in which requests end, so that a cursor misses none', async () => {
  const world = new TestWorld()
  const slow = world.send('POST', '/oauth/token', { form: { grant_type: 'client_credentials' } })
  const quick = world.send('GET', '/search/stars/4')
  await Promise.all([slow, quick])
  expect(world.sandbox.journal.entries().map(({ id, operation }) => [id, operation])).toEqual([
    [1, 'searchByStars'],
    [2, 'requestToken'],
  ])
})
