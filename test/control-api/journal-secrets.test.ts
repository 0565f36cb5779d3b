import { describe, expect, test } from 'vitest'
import { SILENT, TestWorld } from '../support/test-world.ts'
import { serverOf } from './server-of.ts'

const SECRET = 'desk-secret'
const URLENCODED = 'application/x-www-form-urlencoded'
const FORM = 'grant_type=client_credentials&client_id=desk&scope=properties_get'
const TOKEN_PATH = '/service/api/oauth/token'

/** A request that carries the secret of a client or a token somewhere. */
interface Carrying {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

const form = (body: string): Carrying => ({ method: 'POST', path: TOKEN_PATH, body, headers: { 'content-type': URLENCODED } })
const json = (value: object, type = 'application/json'): Carrying => ({
  method: 'POST',
  path: TOKEN_PATH,
  body: JSON.stringify(value),
  headers: { 'content-type': type },
})
const multipart = (fields: Readonly<Record<string, string>>): Carrying => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { method: 'POST', path: TOKEN_PATH, body }
}

/** Every place in which a client has put its secret or its token, right or wrong. */
const places: readonly (readonly [where: string, carrying: (token: string) => Carrying])[] = [
  ['a form', () => form(`${FORM}&client_secret=${SECRET}`)],
  ['a form, the field name encoded', () => form(`${FORM}&client%5Fsecret=${SECRET}`)],
  ['a form, the secret encoded', () => form(`${FORM}&client_secret=desk%2dsecret`)],
  ['a form, badly encoded', () => form(`${FORM}&client_secret=${SECRET}%zz`)],
  ['a form, twice', () => form(`${FORM}&client_secret=wrong&client_secret=${SECRET}`)],
  ['a form, as a list', () => form(`${FORM}&client_secret[]=${SECRET}`)],
  ['a form under clientSecret', () => form(`${FORM}&clientSecret=${SECRET}`)],
  ['a form under CLIENT_SECRET', () => form(`${FORM}&CLIENT_SECRET=${SECRET}`)],
  ['a form under client-secret', () => form(`${FORM}&client-secret=${SECRET}`)],
  ['a form under secret', () => form(`${FORM}&secret=${SECRET}`)],
  ['a form under password', () => form(`grant_type=password&username=desk&password=${SECRET}`)],
  ['a form under pass', () => form(`${FORM}&pass=${SECRET}`)],
  ['a form under api_key', () => form(`${FORM}&api_key=${SECRET}`)],
  ['a form as a map', () => form(`client[id]=desk&client[secret]=${SECRET}`)],
  ['a form inside an assertion', () => form(`${FORM}&client_assertion=${SECRET}`)],
  ['a form under refresh_token', (token) => form(`grant_type=refresh_token&refresh_token=${token}`)],
  ['a form under token', (token) => form(`token=${token}`)],
  ['a form as access_token', (token) => ({ ...form(`access_token=${token}`), path: '/service/api/properties/all' })],
  ['multipart', () => multipart({ grant_type: 'client_credentials', client_id: 'desk', client_secret: SECRET })],
  ['multipart under password', () => multipart({ password: SECRET })],
  ['JSON', () => json({ client_id: 'desk', client_secret: SECRET })],
  ['JSON under password', () => json({ username: 'desk', password: SECRET })],
  ['JSON sent as a form', () => json({ client_id: 'desk', client_secret: SECRET }, URLENCODED)],
  ['JSON sent as a form, badly encoded', () => json({ client_secret: `${SECRET}%zz` }, URLENCODED)],
  ['JSON sent as a form, with an = in it', () => json({ a: 'b=c', client_secret: SECRET }, URLENCODED)],
  ['JSON sent as a form, under password', () => json({ password: SECRET }, URLENCODED)],
  ['text', () => ({ ...json({ client_secret: SECRET }, 'text/plain') })],
  ['a body without a type', () => ({ method: 'POST', path: TOKEN_PATH, body: `client_secret=${SECRET}` })],
  ['a form with colons', () => form(`client_id: desk\nclient_secret: ${SECRET}`)],
  ['HTTP Basic', () => basic(Buffer.from(`desk:${SECRET}`).toString('base64'))],
  ['HTTP Basic, not encoded', () => basic(`desk:${SECRET}`)],
  ['HTTP Basic, with blanks', () => basic(`desk ${SECRET}`)],
  ['an Authorization header without a scheme', () => ({ headers: { authorization: SECRET } })],
  ['a Bearer header', (token) => ({ headers: { authorization: `Bearer ${token}` } })],
  ['a bearer header in small letters', (token) => ({ headers: { authorization: `bearer ${token}` } })],
  ['an Authorization header, the token alone', (token) => ({ headers: { authorization: token } })],
  ['an Authorization header as OAuth writes it', (token) => ({ headers: { authorization: `Token token="${token}"` } })],
  ['a header of its own', (token) => ({ headers: { 'x-api-key': SECRET, 'x-access-token': token, cookie: `token=${token}` } })],
  ['the query', (token) => query(`access_token=${token}`)],
  ['the query, with other things beside it', (token) => query(`a=1&access_token=${token}&email=a@b.example&q=%22x`)],
  ['the query, the name encoded', (token) => query(`access%5ftoken=${token}`)],
  ['the query, as a list', (token) => query(`access_token[]=${token}&access_token%5B0%5D=${token}`)],
  ['the query under accessToken', (token) => query(`accessToken=${token}`)],
  ['the query under token', (token) => query(`token=${token}`)],
  ['the query under client_secret', () => ({ ...query(`client_id=desk&client_secret=${SECRET}`), method: 'POST' })],
  ['the query, with a quotation mark', (token) => query(`access_token=${token}"@`)],
  ['the query under password', () => query(`password=${SECRET}`)],
  ['the query of a HEAD', (token) => ({ ...query(`access_token=${token}`), method: 'HEAD' })],
  ['the query after a second ?', (token) => query(`a=1?access_token=${token}`)],
  ['the query of a lost path', (token) => ({ path: `/service/api/nothing/at/all?access_token=${token}&x=a@b` })],
  [
    'the query, both there and in the header',
    (token) => ({ ...query(`access_token=${token}`), headers: { authorization: `Bearer ${token}` } }),
  ],
]

const basic = (credentials: string): Carrying => ({
  ...form('grant_type=client_credentials&scope=properties_get'),
  headers: { 'content-type': URLENCODED, authorization: `Basic ${credentials}` },
})
const query = (text: string): Carrying => ({ path: `/service/api/properties/all?${text}` })

/** The journal in all its forms, as one text. */
async function told(server: ReturnType<typeof serverOf>): Promise<string> {
  const { app, ask, world } = server
  let text = ''
  for (const format of ['json', 'ndjson', 'har']) {
    const answer = await app.request(`http://localhost/_understay/journal?format=${format}`)
    text += await answer.text()
  }
  const stream = await app.request('http://localhost/_understay/journal/stream?since=0')
  const { journal } = world.sandbox()
  const last = journal.lastId
  const reader = stream.body?.getReader()
  const decoder = new TextDecoder()
  let streamed = ''
  while (reader && !streamed.includes(`\nid: ${last}\n`)) streamed += decoder.decode((await reader.read()).value)
  await reader?.cancel()
  const { body } = await ask('GET', '/_understay/events')
  return text + streamed + JSON.stringify(body)
}

/** A text as it is, and as it looks in an address, in JSON, and in base64. */
const forms = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(`desk:${secret}`).toString('base64'),
]

describe.each(['documented', 'current'] as const)('a secret sent in the %s profile', (profile) => {
  test.each(places)('in %s is neither in the journal nor in the log', async (_, carrying) => {
    const lines: string[] = []
    const keep = (...words: readonly unknown[]) => void lines.push(JSON.stringify(words))
    const server = serverOf({ profile, log: { debug: keep, info: keep, warn: keep, error: keep, request: keep } })
    const { authorization } = await server.token()
    const token = authorization.slice(7)
    const { method = 'GET', path = '/service/api/properties/all', headers = {}, body } = carrying(token)
    await server.app.request(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) })
    const { journal } = server.world.sandbox()
    expect(journal.entries()).toHaveLength(2)
    const text = `${await told(server)}${lines.join('\n')}`
    for (const secret of [...forms(SECRET), ...forms(token)]) expect(text).not.toContain(secret)
  })
})

test('the log names the calls of the control API for those who debug, without secrets', async () => {
  const lines: (readonly [string, object])[] = []
  const { token, app } = serverOf({ log: { ...SILENT, debug: (...line) => void lines.push(line) } })
  const { authorization } = await token()
  lines.length = 0
  await app.request(`http://localhost/_understay/collections/${authorization.slice(7)}?limit=1`)
  await app.request('http://localhost/_understay/reset', { method: 'POST' })
  const line = { sandbox: 'default', ms: expect.any(Number) }
  expect(lines).toEqual([
    ['control', { ...line, method: 'GET', path: '/collections/[masked]', status: 404 }],
    ['control', { ...line, method: 'POST', path: '/reset', status: 200 }],
  ])
})

describe('masking', () => {
  test('replaces the value only: name, order and other fields are kept', async () => {
    const { ask } = serverOf()
    const headers = { 'content-type': URLENCODED }
    await ask('POST', `${TOKEN_PATH}?clientSecret=x&page=2`, { body: `${FORM}&clientSecret=${SECRET}&note=hello`, headers })
    const [entry] = (await ask('GET', '/_understay/journal')).body.entries
    expect(entry).toMatchObject({
      target: '/oauth/token?clientSecret=[masked]&page=2',
      request: `${FORM}&clientSecret=[masked]&note=hello`,
      unread: expect.arrayContaining(['clientSecret', 'note']),
    })
  })

  test.each(['coupon_code', 'passengers', 'tokens_of_love', 'secretary', 'keyword'])(
    'leaves alone %s, which only resembles a secret',
    async (name) => {
      const { ask } = serverOf()
      await ask('GET', `/service/api/search/stars/4?${name}=SUMMER`)
      expect((await ask('GET', '/_understay/journal')).body.entries[0].target).toBe(`/search/stars/4?${name}=SUMMER`)
    },
  )
})

test('the changed rows and the client of a request are recorded, with the first characters of tokens only', async () => {
  const world = new TestWorld()
  const token = await world.token('desk')
  const [entry] = world.sandbox.journal.entries()
  expect(entry).toMatchObject({ client: 'desk', token: token.slice(0, 6), changed: { tokens: [`${token.slice(0, 4)}[masked]`] } })
})
