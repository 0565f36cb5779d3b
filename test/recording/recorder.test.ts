import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { startUnderstay } from '../../src/index.ts'
import { harTexts } from '../../src/recording/har-text.ts'
import { type Recorder, startRecorder } from '../../src/recording/recorder.ts'

const product = productOf('service')
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function recorderOf(upstream: string, timeoutMs = 5000): Promise<Recorder> {
  const recorder = await startRecorder({ upstream, product, timeoutMs })
  open.push(recorder)
  return recorder
}

/** A deployment that answers as told. */
async function deployment(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const PLACE = {
  address: 'https://stay.example',
  sandbox: 'recorded',
  apiPath: '',
  sessionHeader: product.sessionHeader,
  channelHeader: product.channelHeader,
  version: '0',
}

/** The recording as it is written. */
const fileOf = (recorder: Recorder): string => [...harTexts(recorder, PLACE, (har) => har)].join('')

describe('calls to a deployment', () => {
  test('keep long responses whole', async () => {
    const long = JSON.stringify({ data: 'x'.repeat(300_000) })
    const recorder = await recorderOf(
      await deployment((_, outgoing) => outgoing.setHeader('content-type', 'application/json').end(long)),
    )
    await (await fetch(`${recorder.url}/service/api/site_structure/regions`)).text()
    expect(recorder.entries[0]?.response).toBe(long)
  })

  test('are passed on, and kept with their secrets masked', async () => {
    const understay = await startUnderstay()
    open.push(understay)
    const recorder = await recorderOf(understay.url)
    const { clientId, clientSecret } = understay.credentials
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'properties_get' }
    const asked = await fetch(`${recorder.url}/service/api/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token: token } = (await asked.json()) as { readonly access_token: string }
    const headers = { authorization: `Bearer ${token}`, 'x-service-channel-name': 'mine' }
    const answer = await fetch(`${recorder.url}/service/api/properties/all`, { headers })
    expect(await answer.json()).toMatchObject({ meta: { code: 200 } })
    await fetch(`${recorder.url}/service/api/listbooking/1?access_token=${token}`)

    expect(recorder.entries.map(({ method, target, status, client }) => [method, target.split('?')[0], status, client])).toEqual([
      ['POST', '/service/api/oauth/token', 200, clientId],
      ['GET', '/service/api/properties/all', 200, undefined],
      ['GET', '/service/api/listbooking/1', 200, undefined],
    ])
    expect(recorder.entries[0], 'by which calls are told to be of this client').toMatchObject({ token: token.slice(0, 6) })
    expect(recorder.entries[1]).toMatchObject({ channel: 'mine', token: token.slice(0, 6) })
    const file = fileOf(recorder)
    expect(file).not.toContain(token)
    expect(file).not.toContain(clientSecret)
    expect(file).toContain('https://stay.example/service/api/properties/all')
  })

  test('keep their encoding, which the deployment needs to read them', async () => {
    const encodings: (string | undefined)[] = []
    const upstream = await deployment((incoming, outgoing) => {
      encodings.push(incoming.headers['content-encoding'])
      outgoing.end()
    })
    const body = new Uint8Array(gzipSync('arrivalDate=2026-11-20'))
    await fetch((await recorderOf(upstream)).url, { method: 'POST', headers: { 'content-encoding': 'gzip' }, body })
    expect(encodings).toEqual(['gzip'])
  })

  test.each([
    ['GET', ''],
    ['HEAD', ''],
    ['POST', '?a=1&b=2&c=3'],
  ])('with a body: a %s arrives with the body "%s"', async (method, body) => {
    const asked: (string | undefined)[] = []
    const upstream = await deployment(async (incoming, outgoing) => {
      asked.push(`${incoming.method} ${await text(incoming)}`, incoming.headers['x-mine']?.toString())
      outgoing.writeHead(203, { 'set-cookie': ['a=1', 'b=2'] }).end(method === 'HEAD' ? '' : 'answer')
    })
    const recorder = await recorderOf(upstream)
    const options = { method, headers: { 'x-mine': 'yes', 'content-length': 12 } }
    const answer = await new Promise<IncomingMessage>((resolve) =>
      request(`${recorder.url}/old`, options, resolve).end('?a=1&b=2&c=3'),
    )
    expect(await text(answer)).toBe(method === 'HEAD' ? '' : 'answer')
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([203, ['a=1', 'b=2']])
    expect(asked).toEqual([`${method} ${body}`, 'yes'])
    expect([recorder.failures, recorder.entries.length]).toEqual([[], 1])
  })

  test('ask for no encoding that the recorder does not decode', async () => {
    const asked: (string | undefined)[] = []
    const upstream = await deployment((incoming, outgoing) => {
      asked.push(String(incoming.headers['accept-encoding']))
      outgoing.end()
    })
    await fetch((await recorderOf(upstream)).url, { headers: { 'accept-encoding': 'zstd' } })
    expect(asked).toEqual([expect.not.stringContaining('zstd')])
  })

  test('note that the client hung up before the response', async () => {
    let answerFirst = () => {}
    const abort = new AbortController()
    const upstream = await deployment((incoming, outgoing) => {
      if (incoming.url !== '/first') return outgoing.end()
      answerFirst = () => outgoing.end()
      abort.abort()
    })
    const recorder = await recorderOf(upstream)
    await expect(fetch(`${recorder.url}/first`, { signal: abort.signal })).rejects.toThrow()
    // The recorder sees that the first connection is closed before it answers on another one.
    await fetch(`${recorder.url}/second`)
    answerFirst()
    await expect.poll(() => recorder.entries.length).toBe(2)
    const [second, first] = recorder.entries
    expect([second?.aborted, first?.aborted, first?.abortedMs]).toEqual([undefined, true, expect.any(Number)])
  })

  test.each([
    ['in another field', JSON.stringify({ echo: 'hidden-secret' })],
    ['as a token that the interface does not name', JSON.stringify({ accessToken: 'another-secret', api_key: 'another-secret' })],
    ['as a token with spaces around the colon', '{ "refresh_token" : "another-secret" }'],
  ])('a secret that an answer repeats %s is masked', async (_, text) => {
    const upstream = await deployment((_incoming, outgoing) =>
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text),
    )
    const recorder = await recorderOf(upstream)
    await fetch(recorder.url, { headers: { authorization: `Basic ${Buffer.from('me:hidden-secret').toString('base64')}` } })
    expect(fileOf(recorder)).not.toMatch(/hidden-secret|another-secret/)
  })
})

test.each([
  ['form-encoded', (secret: string) => encodeURIComponent(secret)],
  ['as it is', (secret: string) => secret],
])('the secret of a Basic header is masked wherever a response repeats it: %s', async (_, encoded) => {
  const secret = 'p@ss/wörd'
  const spellings = [secret, encodeURIComponent(secret), encodeURIComponent(secret).toLowerCase()]
  const upstream = await deployment((_, outgoing) => outgoing.setHeader('content-type', 'text/plain').end(spellings.join('\n')))
  const recorder = await recorderOf(upstream)
  const authorization = `Basic ${Buffer.from(`demo:${encoded(secret)}`).toString('base64')}`
  await fetch(`${recorder.url}/service/api/oauth/token`, { method: 'POST', headers: { authorization } })
  const { log } = JSON.parse(fileOf(recorder))
  expect(log.entries[0].response.content.text).toBe('[masked]\n[masked]\n[masked]')
})

test.each([
  ['a token request', { grant_type: 'client_credentials' }, 'demo'],
  ['a token request that names its client itself', { grant_type: 'client_credentials', client_id: 'other' }, 'other'],
  ['any other form, where it may be of a proxy', { guest: 'Ann' }, undefined],
])('a Basic header names the client of %s', async (_, form, client) => {
  const recorder = await recorderOf(await deployment((_, outgoing) => outgoing.end()))
  const headers = { authorization: `Basic ${Buffer.from('demo:a-secret').toString('base64')}` }
  await fetch(`${recorder.url}/service/api/oauth/token`, { method: 'POST', headers, body: new URLSearchParams(form) })
  expect(recorder.entries[0]?.client).toBe(client)
})

test('secrets in a cookie and in the address of a redirect are masked', async () => {
  const upstream = await deployment((incoming, outgoing) => {
    const location = `https://login.example/?code=a-code-of-someone&refresh_token=hidden-secret#access_token=another-secret`
    outgoing.writeHead(302, { location, 'content-type': 'text/plain' }).end(`debug: ${incoming.headers.cookie}`)
  })
  const recorder = await recorderOf(upstream)
  await fetch(recorder.url, { redirect: 'manual', headers: { cookie: 'lang=english; sid=a-session-of-someone' } })
  expect(fileOf(recorder)).not.toMatch(/hidden-secret|another-secret|a-session-of|a-code-of/)
  expect(fileOf(recorder)).toContain('lang=english')
})

describe('redirects', () => {
  test('to another host are returned to the client and not followed', async () => {
    let visits = 0
    const elsewhere = await deployment((_incoming, outgoing) => {
      visits++
      outgoing.end()
    })
    const upstream = await deployment((_incoming, outgoing) => outgoing.writeHead(302, { location: `${elsewhere}/a` }).end())
    const recorder = await recorderOf(upstream)
    const answer = await fetch(recorder.url, { redirect: 'manual', headers: { authorization: 'Bearer secret-token' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${elsewhere}/a`])
    expect(visits).toBe(0)
  })

  test('to the deployment itself lead back to the recorder', async () => {
    const upstream = await deployment((incoming, outgoing) => {
      if (incoming.url === '/old') outgoing.writeHead(302, { location: `http://${incoming.headers.host}/new` }).end()
      else outgoing.end('arrived')
    })
    const recorder = await recorderOf(upstream)
    expect(await (await fetch(`${recorder.url}/old`)).text()).toBe('arrived')
    expect(recorder.entries.map(({ target }) => target)).toEqual(['/old', '/new'])
  })
})

test('a deployment that does not answer is a 502 for the client, and not part of the recording', async () => {
  const upstream = await deployment((incoming) => incoming.socket.destroy())
  const recorder = await recorderOf(upstream)
  expect((await fetch(recorder.url)).status).toBe(502)
  expect(recorder.entries).toEqual([])
  expect(recorder.failures).toEqual([expect.stringMatching(/^GET \/: socket hang up/)])
})

test('bodies, cookies and methods arrive as they were sent', async () => {
  const upstream = await deployment((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      outgoing.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain' })
      outgoing.end(`${incoming.method} ${incoming.headers['x-mine']} ${Buffer.concat(chunks).toString()}`)
    })
  })
  const recorder = await recorderOf(upstream)
  const answer = await fetch(`${recorder.url}/x`, { method: 'PUT', headers: { 'x-mine': 'kept' }, body: 'a body' })
  expect([answer.status, answer.headers.getSetCookie(), await answer.text()]).toEqual([201, ['a=1', 'b=2'], 'PUT kept a body'])
})
