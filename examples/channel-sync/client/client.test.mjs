/** Tests of the client with prepared responses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeForm } from './form.mjs'
import { createHttpClient } from './http-client.mjs'
import { path } from './path.mjs'
import { pauseAfter } from './retry.mjs'
import { createService } from './service.mjs'
import { createToken } from './token.mjs'

const ids = (...list) => Response.json({ data: { ids: list }, meta: { code: 200 } })
const forbidden = () => Response.json({ error: 'forbidden', error_description: 'not yours' }, { status: 403 })
const unauthorized = () => Response.json({ error: 'unauthorized', error_description: 'too old' }, { status: 401 })
const outage = (status, headers) => new Response('', { status, headers })
const broken = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }))
const conflict = () =>
  new Response(null, { status: 204, headers: { 'X-SERVICE-Error-Message': 'Room already booked this date' } })

/** A client that receives these responses in order, perhaps after `{ lifetime }` of its tokens; tokens are always granted. */
function client(...given) {
  const [{ lifetime = 3600 }, ...answers] = typeof given[0] === 'function' ? [{}, ...given] : given
  let elapsed = 0
  const sent = []
  const pauses = []
  let tokens = 0
  const fetch = async (url, { method, headers, body }) => {
    if (url.endsWith('/oauth/token'))
      return Response.json({ access_token: `token-${++tokens}`, token_type: 'Bearer', expires_in: lifetime })
    sent.push({ method, url, headers, body: body?.toString() })
    return answers.shift()()
  }
  const wait = async (pause) => void pauses.push(pause)
  const http = createHttpClient({ apiUrl: 'http://service.example/service/api', onExchange: () => {}, fetch })
  const token = createToken({
    http,
    clientId: 'me',
    clientSecret: 'secret',
    scopes: ['properties_get'],
    wait,
    elapsed: () => elapsed,
  })
  return {
    service: createService({ http, product: 'service', channel: 'tests', token, wait }),
    sent,
    pauses,
    tokens: () => tokens,
    passes: (seconds) => void (elapsed += seconds * 1000),
  }
}

test('one token serves many requests, and every request names the channel', async () => {
  const { service, sent, tokens } = client(ids, ids, ids)
  await Promise.all([service.get('/a'), service.get('/b'), service.get('/c')])
  assert.equal(tokens(), 1)
  assert.deepEqual(new Set(sent.map(({ headers }) => headers.Authorization)), new Set(['Bearer token-1']))
  assert.deepEqual(new Set(sent.map(({ headers }) => headers['X-SERVICE-channel-name'])), new Set(['tests']))
})

test('a 401 brings one new token and one repetition', async () => {
  const { service, sent, tokens } = client(unauthorized, () => ids(7))
  assert.deepEqual(await service.get('/properties/all/'), { ids: [7] })
  assert.equal(tokens(), 2)
  assert.equal(sent[1].headers.Authorization, 'Bearer token-2')
})

test('a second 401 is the end', async () => {
  const { service, sent, tokens } = client(unauthorized, unauthorized)
  await assert.rejects(service.get('/properties/all/'), { status: 401, reason: 'too old' })
  assert.equal(tokens(), 2)
  assert.equal(sent.length, 2)
})

test('requests turned down together share the new token', async () => {
  const { service, tokens } = client(unauthorized, unauthorized, ids, ids)
  await Promise.all([service.get('/a'), service.get('/b')])
  assert.equal(tokens(), 2)
})

for (const [lifetime, reused] of [
  [3600, 3539],
  [100, 79],
  [2, 1.5],
]) {
  test(`a token of ${lifetime} seconds is renewed shortly before its expiry, once for concurrent requests`, async () => {
    const { service, tokens, passes } = client({ lifetime }, ids, ids, ids, ids)
    await service.get('/a')
    passes(reused)
    await service.get('/b')
    assert.equal(tokens(), 1)
    passes(lifetime - reused)
    await Promise.all([service.get('/c'), service.get('/d')])
    assert.equal(tokens(), 2)
  })
}

test('a 403 is taken as it is', async () => {
  const { service, sent, tokens } = client(forbidden)
  await assert.rejects(service.get('/favourites'), { status: 403, reason: 'not yours' })
  assert.equal(sent.length, 1)
  assert.equal(tokens(), 1)
})

test('a 204 is a refusal, its reason stands in the header', async () => {
  const { service } = client(conflict)
  await assert.rejects(service.post('/blackbookings/1/2/2031-05-02'), { status: 204, reason: 'Room already booked this date' })
})

test('an outage is met with growing pauses, five attempts at most', async () => {
  const { service, sent, pauses } = client(...Array(5).fill(() => outage(503)))
  await assert.rejects(service.get('/favourites'), { name: 'TransientError' })
  assert.equal(sent.length, 5)
  assert.deepEqual(pauses, [250, 500, 1000, 2000])
})

for (const [asked, pause] of [
  ['3', 3000],
  ['Fri, 02 May 2031 10:00:07 GMT', 7000],
  ['0', 250],
  ['soon', 250],
  ['86400', 30_000],
]) {
  test(`Retry-After: ${asked} means a pause of ${pause} ms`, () => {
    assert.equal(pauseAfter(1, asked, new Date('2031-05-02T10:00:00Z')), pause)
  })
}

test('a POST whose answer is lost is not sent again when its effect is there', async () => {
  const { service, sent } = client(broken)
  assert.deepEqual(await service.post('/favourites/3', { findAgain: async () => ({ id: '3' }) }), { id: '3' })
  assert.equal(sent.length, 1)
})

test('a POST whose answer is lost is sent again when nothing was done', async () => {
  const { service, sent } = client(
    () => outage(502),
    () => Response.json({ data: { id: '3' }, meta: { code: 200 } }),
  )
  assert.deepEqual(await service.post('/favourites/3', { findAgain: async () => undefined }), { id: '3' })
  assert.equal(sent.length, 2)
})

test('a POST nobody can look for is not repeated after a lost answer, but after a 503', async () => {
  const lost = client(broken)
  await assert.rejects(lost.service.post('/favourites/3'), { name: 'TransientError' })
  assert.equal(lost.sent.length, 1)
  const busy = client(
    () => outage(503, { 'Retry-After': '1' }),
    () => Response.json({ data: { id: '3' }, meta: { code: 200 } }),
  )
  assert.deepEqual(await busy.service.post('/favourites/3'), { id: '3' })
  assert.deepEqual(busy.pauses, [1000])
})

test('a thing that is gone after a lost answer counts as removed', async () => {
  const unknown = () => Response.json({ meta: { code: 404, error_message: 'unknown' } }, { status: 404 })
  assert.deepEqual(await client(broken, unknown).service.remove('/coupon/1/2'), {})
  await assert.rejects(client(unknown).service.remove('/coupon/1/2'), { status: 404 })
})

test('half an answer is asked for again', async () => {
  const { service, sent } = client(
    () => new Response('{"data":{"ids":['),
    () => ids(1),
  )
  assert.deepEqual(await service.get('/properties/all/'), { ids: [1] })
  assert.equal(sent.length, 2)
})

test('values are encoded one by one, blank ones stay', () => {
  assert.equal(path`/search/towns/${'Saint-Malo,São Paulo'}`, '/search/towns/Saint-Malo%2CS%C3%A3o%20Paulo')
  assert.equal(path`/guests/${3}/${['4/2', 'a&b', '', '']}`, '/guests/3/4%2F2/a%26b//')
  assert.throws(() => path`/guests/${undefined}/list`, TypeError)
})

test('a map becomes one form field an entry', () => {
  const form = encodeForm({ rate_title: 'Été & co', tariffinput: { 1767225600: '80.00' } })
  assert.deepEqual(
    [...form],
    [
      ['rate_title', 'Été & co'],
      ['tariffinput[1767225600]', '80.00'],
    ],
  )
})
