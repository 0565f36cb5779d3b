import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { asCurl, asExpectation, asFault, asFetch, asPhp } from '../../src/console/calls/snippets.ts'
import type { CallShown, JournalEntry } from '../../src/console/control-responses.ts'
import { startUnderstay } from '../../src/index.ts'
import { consoleOf } from './console-of.ts'

const NASTY = `it's $TOKEN $HOME; rm "x" \`id\` & | > < * ? # \\ ! %41 ü \${1}`
/** Runs where it is not in quotes. */
const CODE = '$(echo run) ` + globalThis.none() + ` $TOKEN'
const entry: CallShown = {
  changes: [],
  id: 1,
  sandbox: 'default',
  at: '2026-03-01T09:00:00.000Z',
  real: 1_772_355_600_000,
  method: 'PUT',
  target: '/properties/1?x=1',
  operation: 'setDates',
  client: NASTY,
  property: 1,
  session: NASTY,
  channel: NASTY,
  status: 204,
  ms: 1,
  refusal: 'no',
  requestHeaders: { authorization: 'Bearer [masked]', 'user-agent': 'x', 'x-correlation-id': CODE },
  request: new URLSearchParams({ note: NASTY }).toString(),
}
const target = {
  apiUrl: 'http://127.0.0.1:4010/service/api',
  sessionHeader: 'x-service-booking-session-id',
  channelHeader: 'x-service-channel-name',
}

describe('a call as code', () => {
  test('is a valid curl command for any content', () => {
    const command = asCurl(entry, target).replace(/^curl/, "printf '%s\\n'")
    const words = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { ...process.env, TOKEN: 't-1' } }).split('\n')
    expect(words).toEqual(
      expect.arrayContaining([
        'http://127.0.0.1:4010/service/api/properties/1?x=1',
        'authorization: Bearer t-1',
        `x-service-booking-session-id: ${NASTY}`,
        `x-service-channel-name: ${NASTY}`,
        `note=${NASTY}`,
        `x-correlation-id: ${CODE}`,
        'PUT',
      ]),
    )
  })

  test('is a curl command that encodes the names of fields, which curl does not', () => {
    expect(asCurl({ ...entry, request: 'a%26b=1%26' }, target)).toContain("--data-urlencode 'a%26b=1&'")
  })

  test('waits for no body after HEAD, and leaves brackets and braces of the address as they are', () => {
    const head = { ...entry, method: 'HEAD', target: '/properties/{id}?a[0]=1' }
    expect(asCurl(head, target)).toMatch(/^curl -sg -I '.*\{id\}\?a\[0\]=1'/)
    expect(asPhp(head, target)).toContain('CURLOPT_NOBODY => true,')
    expect(asPhp(head, target)).not.toContain('CURLOPT_CUSTOMREQUEST')
    for (const code of [asCurl, asFetch, asPhp]) expect(code(head, target)).not.toMatch(/note|body:|POSTFIELDS|data-urlencode/)
    expect(asCurl(entry, target)).toMatch(/^curl -s -X PUT /)
  })

  test('has a variable for a secret that the journal masks', () => {
    const form = 'client_id=demo&client_secret=%5Bmasked%5D&a%22b=%5Bmasked%5D'
    const login = { ...entry, method: 'POST', target: '/oauth/token', request: form }
    const command = asCurl(login, target).replace(/^curl/, "printf '%s\\n'")
    const sent = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { ...process.env, CLIENT_SECRET: 'it is' } })
    expect(sent.split('\n')).toEqual(expect.arrayContaining(['client_id=demo', 'client_secret=it is', 'a%22b=[masked]']))
    expect(asFetch(login, target)).toContain('["client_secret", client_secret],')
    expect(asPhp(login, target)).toContain("'client_secret' => $client_secret,")
  })

  test('is a call of fetch that sends the same', async () => {
    const sent: unknown[] = []
    const body = asFetch(entry, target)
    const run = new Function('fetch', 'token', 'console', `return (async () => { ${body} })()`)
    const answer = { status: 204, text: async () => '' }
    await run(async (...args: unknown[]) => sent.push(...args) && answer, 't-1', { log: () => undefined })
    const [url, init] = sent as [string, { method: string; headers: Record<string, string>; body: URLSearchParams }]
    expect([url, init.method]).toEqual(['http://127.0.0.1:4010/service/api/properties/1?x=1', 'PUT'])
    expect(init.headers).toEqual({
      authorization: 'Bearer t-1',
      'x-correlation-id': CODE,
      'x-service-booking-session-id': NASTY,
      'x-service-channel-name': NASTY,
    })
    expect([...init.body]).toEqual([['note', NASTY]])
  })

  test('is PHP whose texts hold what was sent', () => {
    const php = asPhp(entry, target)
    expect(php).toContain(`'note' => '${NASTY.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`)
    expect(php).toContain("'authorization: Bearer ' . $token")
    expect(php).toContain(`'x-correlation-id: ${CODE}'`)
    expect(php).toContain("'x-service-channel-name: it\\'s")
    expect(php).toContain("CURLOPT_CUSTOMREQUEST => 'PUT'")
  })

  test('is an expectation and a fault in YAML', () => {
    const { expect: list } = parse(asExpectation(entry) ?? '')
    expect(list).toEqual([{ operation: 'setDates', client: NASTY, property: 1, status: 204, refused: true, count: 1 }])
    expect(parse(asFault(entry) ?? '')).toEqual({
      on: { operation: 'setDates', client: NASTY, property: 1 },
      times: 1,
      network: { status: 503, retry_after: 2 },
    })
    const { operation: _, ...unknown } = entry
    expect(asExpectation(unknown)).toBeUndefined()
  })

  test.each(['true', 'False', 'null', 'NULL', 'yes', 'desk'])('is YAML with the client %s as text', (client) => {
    expect(parse(asFault({ ...entry, client }) ?? '').on.client).toBe(client)
    expect(parse(asExpectation({ ...entry, client }) ?? '').expect[0].client).toBe(client)
  })

  test('is YAML that is valid in a scenario, for any call', async () => {
    await using server = await startUnderstay({ listen: false })
    const send = async (method: string, path: string, init: { readonly headers?: object; readonly body?: string } = {}) => {
      const text = await (await server.fetch(path, { method, ...init, headers: { ...init.headers } })).text()
      return text.startsWith('{') ? JSON.parse(text) : undefined
    }
    const form = 'grant_type=client_credentials&client_id=demo&client_secret=demo-secret&scope=properties_get+properties_set'
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    const { access_token: token } = await send('POST', '/service/api/oauth/token', { headers: asForm, body: form })
    const headers = { authorization: `Bearer ${token}` }
    const session = { 'x-service-booking-session-id': `it's #1: {a} & "b"` }
    await send('POST', '/service/api/blackbookings/1/1/2031-05-20', { headers })
    await send('POST', '/service/api/blackbookings/1/1/2031-05-20', { headers })
    await send('GET', '/service/api/properties/all')
    await send('GET', '/service/api/search/stars/4')
    await send('GET', '/service/api/booking/initialise/1/en-GB', { headers: session })
    await send('POST', '/service/api/booking/set/dates', {
      headers: { ...session, ...asForm },
      body: 'arrivalDate=2031-06-20&departureDate=2031-06-19',
    })
    await send('GET', '/service/api/booking/validate/booking', { headers: session })
    await send('POST', '/_understay/faults', { body: '{"on":{"operation":"listTariffs"},"network":{"status":503}}' })
    await send('GET', '/service/api/tariffs/1', { headers })
    const { entries } = await send('GET', '/_understay/journal')
    expect(entries.map(({ status }: JournalEntry) => status)).toEqual([200, 200, 204, 401, 200, 200, 200, 200, 503])
    for (const one of entries) {
      const fault = Object.entries(parse(asFault(one) ?? '')).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      const scenario = `name: own\nfaults:\n  - { ${fault.join(', ')} }\n${asExpectation(one)}`
      const { problems } = await send('POST', '/_understay/scenario/check', { body: scenario })
      expect([scenario, problems]).toEqual([scenario, []])
    }
  })

  test('can be played: the expectation is met, and the fault applies', async () => {
    const { ask } = consoleOf()
    await ask('GET', '/service/api/search/stars/4')
    const { body } = await ask('GET', '/_understay/journal/entries/1')
    const wanted = parse(asExpectation(body) ?? '').expect
    expect((await ask('POST', '/_understay/verify', { body: JSON.stringify({ expect: wanted }) })).status).toBe(200)
    expect((await ask('POST', '/_understay/faults', { body: asFault(body) ?? '' })).status).toBe(201)
    expect((await ask('GET', '/service/api/search/stars/4')).status).toBe(503)
  })
})
