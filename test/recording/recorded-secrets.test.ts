import { randomBytes } from 'node:crypto'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { answers, recordingOf } from './recording-of.ts'

const TOKEN_URL = '/service/api/oauth/token'

describe.each(['secret', 'client', 'headers', 'grant_type', '123456', 'Hunter'])('the client secret %s', (secret) => {
  const body = JSON.stringify({ client: 'a client', headers: [], id: 1234567, room: `room ${secret}s`, echo: secret })
  const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: secret, scope: 'properties_get' }
  const recorded = () =>
    recordingOf(answers(body), async (url) => {
      await fetch(`${url}${TOKEN_URL}`, { method: 'POST', body: new URLSearchParams(form) })
      await fetch(`${url}/service/api/properties/all?headers=1&client=2`)
    })

  test('is masked in its field and where a response repeats it, and nothing else is', async () => {
    const [token, list] = (await recorded()).entries
    expect(token?.request.postData?.text).toBe(
      'grant_type=client_credentials&client_id=demo&client_secret=[masked]&scope=properties_get',
    )
    expect(list?.request.url).toMatch(/\/service\/api\/properties\/all\?headers=1&client=2$/)
    expect(JSON.parse(list?.response.content.text ?? '')).toEqual({ ...JSON.parse(body), echo: '[masked]' })
  })
})

test.each([
  ['in JSON', 'application/json', JSON.stringify({ client_secret: 'secret-98765' })],
  [
    'in a multipart form',
    'multipart/form-data; boundary=B',
    '--B\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\nsecret-98765\r\n--B--\r\n',
  ],
  ['in plain text', 'text/plain', 'client_secret=secret-98765'],
])('a secret that is sent %s is masked where the response repeats it', async (_, type, body) => {
  const { text } = await recordingOf(
    (incoming, outgoing) => void readText(incoming).then((sent) => outgoing.end(JSON.stringify({ error: `bad: ${sent}` }))),
    (url) => fetch(`${url}${TOKEN_URL}`, { method: 'POST', headers: { 'content-type': type }, body }),
  )
  expect(text).toContain('bad: ')
  expect(text).not.toContain('secret-98765')
})

test.each([
  ['application/json', '{"session_token":"hidden-1234"}'],
  ['application/json', '{"newPassword":"hidden-1234"}'],
  ['application/json', '{"tokens":["hidden-1234"]}'],
  ['application/json', '{"token":{"value":"hidden-1234"}}'],
  ['application/json', '{"token":1234567}'],
  ['application/xml', '<a><access_token>hidden-1234</access_token></a>'],
  ['application/xml', '<a><token value="hidden-1234"/></a>'],
  ['text/html', '<input type="hidden" name="access_token" value="hidden-1234">'],
  ['text/html', '<script>const it = {access_token:"hidden-1234"}</script>'],
])('a secret in a response of %s is masked: %s', async (type, body) => {
  const { text, entries } = await recordingOf(answers(body, { 'content-type': type }), (url) => fetch(url))
  expect(text).not.toMatch(/hidden-1234|1234567/)
  const shown = entries[0]?.response.content.text ?? ''
  expect(shown).toContain('[masked]')
  if (type.endsWith('json')) expect(() => JSON.parse(shown)).not.toThrow()
})

test('secrets are masked in fields of forms, in headers that a response repeats, and in addresses', async () => {
  const { text } = await recordingOf(
    (incoming, outgoing) => {
      const authenticate = `Bearer error_description="${incoming.headers['x-api-key']} is over"`
      outgoing.writeHead(302, { location: 'https://me:hidden-1234@a.example/', 'www-authenticate': authenticate }).end()
    },
    (url) =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-api-key': 'header-1234' },
        body: new URLSearchParams({ api_token: 'hidden-1', client_token: 'hidden-2', userpassword: 'hidden-3' }),
      }),
  )
  expect(text).toContain('is over')
  expect(text).not.toMatch(/hidden-|header-1234/)
})

test('an absolute address is refused without showing it', async () => {
  const { failures } = await recordingOf(answers(''), async (url) => {
    const { request } = await import('node:http')
    await new Promise((resolve) => request(url, { path: `${url}/?access_token=hidden-1234` }, resolve).end())
  })
  expect(failures).toEqual([expect.stringMatching(/^GET of an absolute address: the recorder is no proxy/)])
})

test('bodies without a secret, and the numbers around one, stay as they were written', async () => {
  const body = '{ "total" : 100.00, "key":"a\\/b", "access_token":"hidden-1234", "big":12345678901234567890 }'
  const { entries } = await recordingOf(answers(body), (url) => fetch(url))
  expect(entries[0]?.response.content.text).toBe(body.replace('hidden-1234', '[masked]'))
})

test('the tokens of thousands of calls are masked', async () => {
  const tokens = Array.from({ length: 1500 }, () => randomBytes(20).toString('hex'))
  const { text } = await recordingOf(answers(JSON.stringify({ data: tokens.map((token) => ({ token })), echo: tokens })), (url) =>
    fetch(url),
  )
  expect(tokens.filter((token) => text.includes(token))).toEqual([])
})

test('the attributes of a cookie are no secrets', async () => {
  const PATH = '/service/api/listbooking'
  const cookie = `visit=hidden-1234-hidden; Path=${PATH}; Domain=bookings.stay.example; Expires=Wed,21-Oct-2026T00:00:00`
  const body = JSON.stringify({ echo: 'hidden-1234-hidden', site: 'bookings.stay.example', at: '21-Oct-2026T00:00:00' })
  const { entries } = await recordingOf(
    (_, outgoing) =>
      outgoing
        .writeHead(
          200,
          [
            ['set-cookie', cookie],
            ['set-cookie', 'lang=en; Path=/'],
          ].flat(),
        )
        .end(body),
    (url) => fetch(`${url}${PATH}/1/7`),
  )
  expect(entries[0]?.request.url).toContain(`${PATH}/1/7`)
  expect(entries[0]?.response.content.text).toBe(body.replace('hidden-1234-hidden', '[masked]'))
})

const FORM = { grant_type: 'client_credentials', client_id: 'demo' }
/** The recording of a token request with a secret, and of a call that gets an answer. */
const afterLogin = (client_secret: string, answer: unknown) =>
  recordingOf(answers(JSON.stringify(answer)), async (url) => {
    await fetch(`${url}${TOKEN_URL}`, { method: 'POST', body: new URLSearchParams({ ...FORM, client_secret }) })
    await fetch(`${url}/service/api/listbooking/1/7?note=the%20${encodeURIComponent(client_secret)}`)
  })

test.each([
  'opensesame',
  'S3cret!',
  'Sup3rS3cretPass99',
  'mypassword',
  'Zoe\u0308-pa\u0308ss-9912',
  'Zo\u00eb-p\u00e4ss-9912',
  'listbooking',
])('the secret %s is masked inside texts, and no path is changed', async (secret) => {
  const told = { error: `client demo with secret ${secret} is unknown`, other: secret.normalize('NFC') }
  const { entries } = await afterLogin(secret, told)
  for (const { response } of entries)
    expect(JSON.parse(response.content.text)).toEqual({
      error: 'client demo with secret [masked] is unknown',
      other: '[masked]',
    })
  expect(entries[1]?.request.url).toMatch(/\/service\/api\/listbooking\/1\/7\?note=the%20%5Bmasked%5D$/)
})

test('a secret that is a word is masked inside plain text', async () => {
  const { entries } = await recordingOf(
    answers('the word is%20opensesame,\nopensesame', { 'content-type': 'text/plain' }),
    (url) => fetch(url, { method: 'POST', body: new URLSearchParams({ password: 'opensesame' }) }),
  )
  expect(entries[0]?.response.content.text).toBe('the word is%20[masked],\n[masked]')
})

test.each([
  { rooms: [{ name: 'Basic apartment-101' }, { name: 'apartment-101' }] },
  { note: 'Key code: room-204-a. Pass: festival-2026; see festival-2026' },
  {
    password: { type: 'string', description: 'Chosen by the guest' },
    name: { type: 'string', description: 'Chosen by the guest' },
  },
  { token: { valid_for: 3600, type: 'opaque_kind', scopes: ['bookings:read'] }, other: [3600, 'opaque_kind', 'bookings:read'] },
])('innocent texts stay: %j', async (told) => {
  const { entries } = await recordingOf(answers(JSON.stringify(told)), (url) => fetch(`${url}/rooms/apartment-101`))
  expect(entries[0]?.request.url).toMatch(/\/rooms\/apartment-101$/)
  expect(JSON.parse(entries[0]?.response.content.text ?? '')).toEqual(told)
})

test('numbers and the id of the client stay where a secret is the same', async () => {
  const login = (secret: string) => afterLogin(secret, { id: 2026, total: 2026.5, at: '2026-01-01', code: secret })
  const [, number] = (await login('2026')).entries
  expect(number?.response.content.text).toBe('{"id":2026,"total":2026.5,"at":"2026-01-01","code":"[masked]"}')
  const [same] = (await login('demo')).entries
  expect(same?.request.postData?.text).toContain('client_id=demo&client_secret=[masked]')
})

test('a long number that is a token is masked where it is repeated', async () => {
  const body = '{"token": 12345678901234567890, "x": 1.50, "y":12345678901234567890, "z":"it is 12345678901234567890"}'
  const { entries } = await recordingOf(answers(body), (url) => fetch(url))
  expect(entries[0]?.response.content.text).toBe('{"token": "[masked]", "x": 1.50, "y":"[masked]", "z":"it is [masked]"}')
})

test('a text with brackets that is no JSON has no secret', async () => {
  const body = '[INFO] password=hidden-1234 [{\\"token\\":\\"hidden-5678\\"}]'
  const { text } = await recordingOf(answers(body), (url) => fetch(url))
  expect(text).not.toContain('hidden-')
})

test('the secret "password" does not change messages', async () => {
  const { entries } = await afterLogin('password', { error: 'Wrong password', echo: 'password' })
  expect(entries[0]?.response.content.text).toBe('{"error":"Wrong password","echo":"[masked]"}')
})
