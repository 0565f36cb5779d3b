import { describe, expect, test } from 'vitest'
import { Secrets } from '../../src/replay/secrets.ts'
import { type EntryParts, entryOf } from './har-of.ts'
import { replayOutput } from './replay-output.ts'

const SECRET = 'live/Pr0duction+Secret'
const IN_ADDRESS = encodeURIComponent(SECRET)
const BASE = 'https://shop.example/service/api'
const URLENCODED = 'application/x-www-form-urlencoded'

/** The secret in no spelling, not even its beginning. */
function expectNoSecret(text: string): void {
  for (const part of ['Pr0duction', 'cHIwZHVjdGlvbi', Buffer.from(`acme:${SECRET}`).toString('base64').slice(8, 24)])
    expect(text.toLowerCase()).not.toContain(part.toLowerCase())
  expect(text).toContain('[masked]')
}

/** An answer in which the secret stands where no name tells it. */
const repeats: EntryParts = { body: { data: `you sent ${SECRET}`, [SECRET]: [SECRET] } }
const at = (path: string): string => `${BASE}${path}`
const answers = (mimeType: string, text: string, rest: object = {}): EntryParts => ({
  content: { mimeType, size: -1, text, ...rest },
})
const posts = (postData: object): EntryParts => ({ method: 'POST', url: at('/booking/note'), postData })

describe('a secret of the recording is not in the report', () => {
  test.each<[place: string, parts: EntryParts]>([
    ['the header Authorization', { headers: { Authorization: `Bearer ${SECRET}` } }],
    ['the header Authorization, without a scheme', { headers: { authorization: SECRET } }],
    [
      'the header Authorization, with an id',
      { headers: { authorization: `Basic ${Buffer.from(`acme:${SECRET}`).toString('base64')}` } },
    ],
    [
      'the header Authorization, with an encoded secret',
      { headers: { authorization: `Basic ${Buffer.from(`acme:${IN_ADDRESS}`).toString('base64')}` } },
    ],
    ['the header Proxy-Authorization', { headers: { 'Proxy-Authorization': `Bearer ${SECRET}` } }],
    ['a header of another name', { headers: { 'X-Api-Key': SECRET } }],
    ['the header Referer', { headers: { Referer: `https://shop.example/?token=${IN_ADDRESS}` } }],
    ['the header Cookie', { headers: { Cookie: `lang=en; visit="${SECRET}"` } }],
    ['the query', { url: at(`/search/stars/4?token=${IN_ADDRESS}`) }],
    ['the query, as access_token', { url: at(`/search/stars/4?a=1&access_token=${IN_ADDRESS}`) }],
    ['the query, as it stands', { url: at(`/search/stars/4?client_secret=${SECRET}`) }],
    ['the query, in a map', { url: at(`/search/stars/4?client%5Bsecret%5D=${IN_ADDRESS}`) }],
    ['the query, in an address', { url: at(`/search/stars/4?to=${encodeURIComponent(`http://a/?token=${IN_ADDRESS}`)}`) }],
    ['the fragment', { url: at(`/search/stars/4#access_token=${IN_ADDRESS}`) }],
    ['the user of an address', { url: `https://acme:${IN_ADDRESS}@shop.example/service/api/search/stars/4` }],
    ['a form', posts({ mimeType: URLENCODED, text: `grant_type=password&password=${IN_ADDRESS}` })],
    ['the fields of a form', posts({ mimeType: URLENCODED, params: [{ name: 'refresh_token', value: SECRET }] })],
    ['parts of a form', posts({ mimeType: 'multipart/form-data', text: `name="password"\r\n\r\n${SECRET}\r\n--x--` })],
    ['a posted JSON', posts({ mimeType: 'application/json', text: JSON.stringify({ a: { client_secret: SECRET } }) })],
    ['the answer', { body: { refresh_token: SECRET } }],
    ['the answer, in the name of a field', { body: { [`https://a.example/?token=${IN_ADDRESS}`]: 1 } }],
    ['the answer, deep inside', { body: { data: [{ 'api-key': { value: SECRET } }] } }],
    ['the answer, as JSON in JSON', { body: { log: JSON.stringify({ id_token: SECRET }) } }],
    ['the answer, as PHP writes it', answers('application/json', `{"token":"${SECRET.replaceAll('/', '\\/')}"}`)],
    ['the answer, in base64', answers('application/json', btoa(JSON.stringify({ token: SECRET })), { encoding: 'base64' })],
    ['the answer, as broken JSON', answers('application/json', `{"data":1,"access_token":"${SECRET}"`)],
    ['the answer, as a form', answers('text/plain', `expires=1&access_token=${IN_ADDRESS}`)],
    ['the answer, as XML', answers('text/xml', `<a><access_token>${SECRET}</access_token></a>`)],
    ['the answer, as HTML', answers('text/html', `<input name="token" type=hidden value="${SECRET}">`)],
    ['the answer, as a sentence', answers('text/plain', `not json, access_token ${SECRET} is over; Bearer ${SECRET}`)],
  ])('%s', async (_, parts) => {
    const own = await replayOutput([entryOf({ url: at('/search/stars/4'), ...parts }), entryOf(repeats)])
    expectNoSecret(own)
    expect(own).toMatch(/ [12] (?:differs|differ), /)
    expectNoSecret(
      await replayOutput([entryOf({ url: at(`/search/stars/4?then=${IN_ADDRESS}`) }), entryOf({ ...repeats, ...parts })]),
    )
  })

  test.each([
    ['the query string', { request: { queryString: [{ name: 'token', value: SECRET }] } }],
    ['the cookies of a request', { request: { cookies: [{ name: 'visit', value: SECRET }] } }],
    ['the cookies of an answer', { response: { cookies: [{ name: 'visit', value: SECRET }] } }],
    ['the header Set-Cookie', { response: { headers: [{ name: 'Set-Cookie', value: `visit=${SECRET}; Path=/` }] } }],
    ['the header Location', { response: { headers: [{ name: 'Location', value: `/a?token=${IN_ADDRESS}` }] } }],
    ['where an answer leads', { response: { redirectURL: `https://shop.example/#id_token=${IN_ADDRESS}` } }],
    ['a comment', { comment: `token: ${SECRET}` }],
  ])('%s', async (_, more: { request?: object; response?: object; comment?: string }) => {
    const entry = entryOf(repeats)
    const request = { ...entry.request, ...more.request }
    expectNoSecret(await replayOutput([{ ...entry, ...more, request, response: { ...entry.response, ...more.response } }]))
  })
})

describe('nor in any other part that repeats the file', () => {
  const known = entryOf({ headers: { authorization: `Bearer ${SECRET}` } })

  test.each<[what: string, parts: EntryParts]>([
    ['the path of a request', { url: at(`/search/${IN_ADDRESS}`) }],
    ['what is not sent', { url: `https://shop.example/reset/${IN_ADDRESS}` }],
    ['what is not sent, cut', { url: `https://shop.example/${'a'.repeat(90)}/${IN_ADDRESS}` }],
    ['why it is not sent', posts({ mimeType: 'text/plain', text: '', comment: `12 bytes of ${SECRET}` })],
    ['the operation and the fault', { note: { operation: SECRET, fault: [SECRET] } }],
    ['the content type', answers(SECRET, '{}')],
    ['the end of a long value', { body: { data: `${'x'.repeat(105)} ${SECRET}` } }],
    ['the middle of a long value', { body: { meta: { code: `${'x'.repeat(300)}${SECRET}${'y'.repeat(300)}` } } }],
  ])('%s', async (_, parts) => {
    expectNoSecret(await replayOutput([known, entryOf(parts)]))
  })

  test.each([
    ['an address', { url: `${SECRET}\n`, method: 5 }],
    ['a header', { headers: [{ name: 'Authorization', value: `Bearer ${'x'.repeat(45)}\n${SECRET}` }] }],
    ['a body', { postData: `client_secret=${SECRET}` }],
    ['a number', { postData: { params: [{ name: 'token', value: 20_260_502_118 }] } }],
  ])('objections to %s', async (_, request) => {
    const text = await replayOutput([known, { ...known, request: { ...known.request, ...request } }])
    expect(text).toMatch(/log\.entries\[1\]\.request/)
    expect(text).not.toMatch(/Pr0duction|20260502118/)
  })

  test('a file with nothing to send', async () => {
    const text = await replayOutput([
      entryOf({ url: `https://acme:${IN_ADDRESS}@shop.example/a`, headers: { 'x-api-key': SECRET } }),
    ])
    expect(text).toContain('no entry is below /service/api')
    expectNoSecret(text)
  })

  test('a server that does not answer', async () => {
    const url = `http://acme:${IN_ADDRESS}@127.0.0.1:1`
    const text = await replayOutput([known], '--url', url, '--control-token', 'open-sesame-open')
    expect(text).toContain('was not answered')
    expect(text).not.toMatch(/Pr0duction|open-sesame/)
  })
})

describe('however many or long they are', () => {
  test('thousands are masked, also those with the same beginning', () => {
    const secrets = new Secrets()
    const all = Array.from({ length: 4000 }, (_, index) => `live+${index.toString(36)}/${'ab'.repeat(index % 5)}-token`)
    secrets.readValue(all.map((token) => ({ access_token: token })))
    expect(secrets.masked(all.join(' '))).toBe(all.map(() => '[masked]').join(' '))
    const [first] = all
    secrets.add(`${first}, with more behind it`)
    expect(secrets.masked(`${first}, with more behind it`)).toBe('[masked]')
  })

  test('one of a million characters is masked whole', () => {
    const secrets = new Secrets()
    const long = 'long/secret '.repeat(90_000)
    secrets.readText(JSON.stringify({ password: long }))
    expect(secrets.masked(`>${long}<`)).toMatch(/^>(?:\[masked\] ?)+<$/)
  })
})

describe('short secrets and words', () => {
  test('are masked where they are named, and not inside longer words', async () => {
    const text = await replayOutput([
      entryOf({ body: { token: 'abc', password: 'open', meta: { code: 'an opener, open' }, pass: 7 } }),
    ])
    expect(text).toContain('token: recorded "[masked]"')
    expect(text).toContain('pass: recorded "[masked]"')
    expect(text).toContain('meta.code: recorded "an opener, [masked]", now 200')
  })

  test('token types, days and numbers are not masked', async () => {
    const body = { token_type: 'Bearer', token: 'none', meta: { code: 'the token 2026-05-02T09:00:00Z of none' }, total: 20 }
    const text = await replayOutput([entryOf({ headers: { authorization: 'Bearer' }, body })])
    expect(text).toContain('token_type: recorded "Bearer"')
    expect(text).toContain('meta.code: recorded "the token 2026-05-02T09:00:00Z of none"')
    expect(text).toContain('total: recorded 20')
  })
})

test('a token and a secret of this world do not appear either', async () => {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret' })
  const asks = (text: string): EntryParts => ({
    method: 'POST',
    url: at('/oauth/token'),
    postData: { mimeType: URLENCODED, text },
    body: 'given once',
  })
  const text = await replayOutput([
    entryOf(asks(`${form}&scope=properties_get`)),
    entryOf({ ...asks('a=1'), url: at('/booking/note?a=demo-secret') }),
  ])
  expect(text).toContain('"access_token":"[masked]"')
  expect(text).toContain('/booking/note?a=[masked]')
  expect(text).not.toMatch(/[\da-f]{24}|demo-secret/)
})
