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
