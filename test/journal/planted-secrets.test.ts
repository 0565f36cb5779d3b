/**
 * Every secret, sent in every place, is looked for in everything that the server shows.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { Teams } from '../../src/auth/teams.ts'
import { serverOf } from '../control-api/server-of.ts'
import { entryOf } from '../replay/har-of.ts'
import { replayOutput } from '../replay/replay-output.ts'
import { SILENT, TestWorld } from '../support/test-world.ts'

const CONTROL_TOKEN = 'control/token+of=the tests'
const TEAM_TOKEN = 'team/token+of=the-tests'
const WEBHOOK_PASSWORD = 'webhook-pass%word"1'
/** In the address of a hook. */
const ADDRESS_PASSWORD = 'p@ss%40word'
const ADDRESS_KEY = 'key-in-the-address'
const CLIENT_SECRET = 'desk-secret'

/** Whatever names a client gives: the value has to be known. */
const PLACES = {
  path: (secret: string) => ({ path: `/properties/${encodeURIComponent(secret)}` }),
  'path, as it is': (secret: string) => ({ path: `/properties/all/access_token=${secret.replaceAll(/[^a-z0-9-]/gi, '')}` }),
  query: (secret: string) => ({ path: `/properties/all?note=${encodeURIComponent(secret)}` }),
  'name in a query': (secret: string) => ({ path: `/properties/all?${encodeURIComponent(secret)}=1` }),
  'User-Agent': (secret: string) => ({ headers: { 'user-agent': `client/1 (Bearer ${secret})` } }),
  Referer: (secret: string) => ({ headers: { referer: `https://shop.example/?t=${encodeURIComponent(secret)}` } }),
  Cookie: (secret: string) => ({ headers: { cookie: `sid=${encodeURIComponent(secret)}` } }),
  'another header': (secret: string) => ({ headers: { 'x-request-id': secret, accept: `text/plain; x=${secret}` } }),
  'session header': (secret: string) => ({ headers: { 'x-service-booking-session': secret, 'x-service-session': secret } }),
  'form value': (secret: string) => ({ method: 'POST', body: new URLSearchParams({ grant_type: 'password', comment: secret }) }),
  'form field': (secret: string) => ({ method: 'POST', body: new URLSearchParams({ [secret]: '1' }) }),
  'JSON body': (secret: string) => ({
    method: 'POST',
    body: JSON.stringify({ comment: secret }),
    headers: { 'content-type': 'application/json' },
  }),
  'Authorization without a scheme': (secret: string) => ({ headers: { authorization: secret } }),
} as const

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams | string
}

const SHOWN = [
  '/_understay/journal',
  '/_understay/journal?format=har',
  '/_understay/journal?format=ndjson',
  '/_understay/events',
  '/_understay/webhooks',
  '/_understay/webhooks/deliveries',
  '/_understay/webhooks/deliveries?format=har',
  '/_understay/report',
  '/_understay/report?format=md',
  '/_understay/report?format=junit',
  '/_understay/state',
  '/_understay/state?as=fixtures',
  '/_understay/collections/webhooks',
  '/_understay/collections/clients',
  '/_understay/collections/tokens',
  '/_understay/snapshots',
  '/_understay/snapshots/one/diff',
  '/_understay/',
  '/_understay/journal/1',
] as const

describe.each(Object.entries(PLACES))('a secret in the place: %s', (_, place) => {
  test('is not shown anywhere', async () => {
    const logged: string[] = []
    const log = {
      ...SILENT,
      request: (_name: string, record: { entry(): object }) => void logged.push(JSON.stringify(record.entry())),
      warn: (message: string, fields: object = {}) => void logged.push(`${message} ${JSON.stringify(fields)}`),
    }
    const webhooks = [
      {
        id: 1,
        url: `http://bob:${ADDRESS_PASSWORD}@127.0.0.1:9/?key=${ADDRESS_KEY}`,
        auth: 'basic' as const,
        username: 'u',
        password: WEBHOOK_PASSWORD,
        managerId: 1,
        enabled: false,
      },
    ]
    const limits = { sandboxes: undefined, callsPerMinute: undefined }
    const teams = new Teams([{ label: 'shop', token: TEAM_TOKEN, prefixes: ['shop-'], limits }])
    const server = serverOf({ of: new TestWorld({ log, rows: { webhooks }, teams }), token: CONTROL_TOKEN })
    const { authorization } = await server.token()
    const token = authorization.slice('Bearer '.length)
    const control = { authorization: `Bearer ${CONTROL_TOKEN}` }
    await server.ask('POST', '/_understay/snapshots', { headers: control, body: JSON.stringify({ name: 'one' }) })
    const secrets = [token, CLIENT_SECRET, CONTROL_TOKEN, TEAM_TOKEN, WEBHOOK_PASSWORD]
    const never = [...secrets, ADDRESS_PASSWORD, ADDRESS_KEY]
    for (const secret of secrets) {
      const { path = '/properties/all', method = 'GET', headers, body }: Sent = place(secret)
      const target = method === 'POST' ? '/oauth/token' : path
      await server.app.request(`http://localhost/service/api${target}`, {
        method,
        headers: { authorization, ...headers },
        ...(body !== undefined && { body }),
      })
      await server.app.request(`http://localhost/nothing/here${path}`, { headers: { authorization, ...headers } })
    }
    const shown = await Promise.all(
      SHOWN.map(async (path) => {
        const answer = await server.app.request(`http://localhost${path}`, { headers: control })
        return [path, await answer.text()] as const
      }),
    )
    const stream = await streamed(server.app, '/_understay/journal/stream?since=0', control)
    expect(stream).toContain('"method"')
    expect(logged.join()).toContain('nothing answers here')
    expect(shown.find(([path]) => path === '/_understay/journal')?.[1]).toContain('"method"')
    for (const [where, text] of [...shown, ['the stream', stream], ['the log', logged.join('\n')]] as const)
      expectNone(never, where, text)
  })

  test('appears nowhere in a replay of the sent requests', async () => {
    const token = 'a5'.repeat(20)
    const secrets = [token, CLIENT_SECRET, CONTROL_TOKEN]
    const authorization = `Bearer ${token}`
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'desk', client_secret: CLIENT_SECRET })
    const sent = secrets.map((secret): Sent => place(secret))
    const entries = [{ method: 'POST', body: form }, ...sent].map(
      ({ path = '/oauth/token', method = 'GET', headers, body }: Sent) =>
        entryOf({
          method,
          url: `https://shop.example/service/api${path}`,
          headers: { authorization, ...headers },
          body: { access_token: token, path, sent: body?.toString() },
          ...(body !== undefined && {
            postData: {
              mimeType: typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded',
              text: body.toString(),
            },
          }),
        }),
    )
    const text = await replayOutput(entries, '--control-token', CONTROL_TOKEN)
    expect(text).toContain('of 4 responses')
    expectNone(secrets, 'the replay', text)
  })
})

/** No secret in any spelling. */
function expectNone(secrets: readonly string[], where: string, text: string): void {
  for (const secret of secrets)
    for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      expect(text.includes(spelling), `${spelling} in ${where}: ${around(text, spelling)}`).toBe(false)
}

/** What a stream sends at once: its greeting, and the entries there are. */
async function streamed({ request }: ReturnType<typeof serverOf>['app'], path: string, headers: Record<string, string>) {
  const { body } = await request(`http://localhost${path}`, { headers })
  const reader = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  const parts = [await reader.read(), await reader.read()]
  await reader.cancel()
  return parts.map(({ value = '' }) => value).join('')
}

/** What stands around the first place of a text. */
function around(text: string, part: string): string {
  const at = text.indexOf(part)
  return at < 0 ? '' : text.slice(Math.max(0, at - 80), at + part.length + 40)
}
