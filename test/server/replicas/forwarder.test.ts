import { once } from 'node:events'
import { get, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { forwarding, opened } from './forwarding.ts'

test('calls at the same time each get their own response, over connections that are kept', async () => {
  const waiting: (() => void)[] = []
  const { owner, url, forwarder, results } = await forwarding((incoming, outgoing) => {
    waiting.push(() => outgoing.end(`ünïcode of ${incoming.url}`))
  })
  for (let round = 1; round <= 3; round++) {
    const texts = Array.from({ length: 20 }, (_, index) => fetch(`${url}/calls/${index}`).then((response) => response.text()))
    await until(() => waiting.length === 20)
    for (const answer of waiting.splice(0).toReversed()) answer()
    expect(await Promise.all(texts)).toEqual(texts.map((_, index) => `ünïcode of /calls/${index}`))
    expect(forwarder.forwarded).toBe(20 * round)
  }
  expect(new Set(results)).toEqual(new Set(['answered']))
  // one more has asked whether a replica answers
  expect(owner.sockets.size).toBeLessThanOrEqual(21)
})

test('status, headers and lengths are those of the owner, and the owner sees method, target and headers of the client', async () => {
  const seen: unknown[] = []
  const { url } = await forwarding((incoming, outgoing) => {
    seen.push([incoming.method, incoming.url, incoming.headers['x-one'], incoming.headers['host']])
    if (incoming.url === '/empty') outgoing.writeHead(204, { 'X-Own': 'yes' }).end()
    else outgoing.writeHead(418, { 'Content-Type': 'text/plain', 'Content-Length': 5, 'X-Own': ['one', 'two'] }).end('täxt')
  })
  const { host } = new URL(url)
  const asText = await fetch(`${url}/text?a=1`, { headers: { 'X-One': 'é' } })
  expect([asText.status, asText.headers.get('x-own'), asText.headers.get('content-length'), await asText.text()]).toEqual([
    418,
    'one, two',
    '5',
    'täxt',
  ])
  const empty = await fetch(`${url}/empty`, { method: 'DELETE' })
  expect([empty.status, empty.headers.get('x-own'), await empty.text()]).toEqual([204, 'yes', ''])
  const head = await fetch(`${url}/text`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([418, '5', ''])
  expect(seen).toEqual([
    ['GET', '/text?a=1', 'é', host],
    ['DELETE', '/empty', undefined, host],
    ['HEAD', '/text', undefined, host],
  ])
})

test('a body goes with its call, whole, with or without a length', async () => {
  const { url } = await forwarding(async (incoming, outgoing) => outgoing.end(await buffer(incoming)))
  const send = async (body: string | ReadableStream) => (await fetch(url, { method: 'POST', body, duplex: 'half' })).text()
  expect(await send('name=Zürich')).toBe('name=Zürich')
  expect(await send('')).toBe('')
  expect(await send(new Blob(['in ', 'parts']).stream())).toBe('in parts')
  const long = 'x'.repeat(1_000_000)
  expect((await send(long)) === long).toBe(true)
})

test('a call without a body announces none to the owner', async () => {
  const { url } = await forwarding(({ headers }, outgoing) => {
    outgoing.end(JSON.stringify([headers['content-length'], headers['transfer-encoding']]))
  })
  const announced = (method: string): Promise<string> =>
    new Promise((resolve) => {
      const sent = openRequest(url, { method, agent: false }, (response) => resolve(text(response)))
      sent.removeHeader('transfer-encoding')
      sent.end()
    })
  expect(await announced('GET')).toBe('[null,null]')
  expect(await announced('DELETE')).toBe('[null,null]')
  expect(await announced('PUT')).toBe('["0",null]')
})

test('a stream passes part by part as it comes', async () => {
  let to: ServerResponse | undefined
  const { url, results } = await forwarding((_, outgoing) => {
    to = outgoing
    outgoing.flushHeaders()
  })
  const reader = (await fetch(url)).body?.getReader()
  for (const part of ['one', 'two']) {
    to?.write(part)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(part)
  }
  expect(results).toEqual([])
  to?.end()
  expect((await reader?.read())?.done).toBe(true)
  await until(() => results.length === 1)
})

test('streams of events end with the replica that passes them on; other responses go on', async () => {
  const sent: ServerResponse[] = []
  const { url, forwarder, results } = await forwarding(({ url: path }, outgoing) => {
    sent.push(outgoing)
    outgoing.writeHead(200, { 'Content-Type': path === '/events' ? 'text/event-stream' : 'text/plain' }).write('one ')
  })
  const [events, other] = await Promise.all(['events', 'other'].map((path) => opened(`${url}/${path}`)))
  const texts = [events, other].map((response) => response && text(response))
  forwarder.endStreams()
  const late = await opened(`${url}/events`)
  texts.push(text(late))
  // streams that go on end here, too: then this fails, and does not wait for them
  for (const outgoing of sent) outgoing.end('two')
  expect([late.statusCode, ...(await Promise.all(texts))]).toEqual([200, 'one ', 'one two', ''])
  await until(() => results.length === 3)
})

test('a body of many megabytes arrives whole, and other calls are answered while it is on its way', async () => {
  const long = Buffer.from('Zürich '.repeat(1_000_000))
  const { url } = await forwarding((incoming, outgoing) => {
    if (incoming.url === '/short') outgoing.end('short')
    else outgoing.writeHead(200, { 'Content-Length': long.length }).end(long)
  })
  const slow = await opened(`${url}/long`)
  expect(slow.headers['content-length']).toBe(String(long.length))
  for (let index = 0; index < 5; index++) expect(await (await fetch(`${url}/short`)).text()).toBe('short')
  expect(long.equals(await buffer(slow))).toBe(true)
})

test('the owner waits for a client that does not read, and for no other', async () => {
  let made = 0
  const { url } = await forwarding(async (incoming, outgoing) => {
    if (incoming.url !== '/endless') return void outgoing.end('other')
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    while (!outgoing.destroyed) {
      made++
      if (!outgoing.write('x'.repeat(60_000))) await once(outgoing, 'drain', { signal: gone.signal }).catch(() => undefined)
    }
  })
  const slow = await opened(`${url}/endless`)
  let last = -1
  await until(async () => {
    const isStill = made > 0 && made === last
    last = made
    for (let index = 0; index < 20; index++) await (await fetch(url)).text()
    return isStill
  })
  slow.resume()
  await until(() => made > last + 100)
  slow.destroy()
})

test('a response that breaks off closes the connection to the client, and a cut one sends nothing', async () => {
  const { url, results } = await forwarding((incoming, outgoing) => {
    if (incoming.url === '/cut') outgoing.writeHead(421, { 'x-understay-answer': 'cut' }).end()
    else outgoing.write('begun', () => outgoing.destroy())
  })
  await expect(fetch(`${url}/cut`)).rejects.toThrow('fetch failed')
  await expect(fetch(`${url}/begun`).then((response) => response.text())).rejects.toThrow('terminated')
  expect(results).toEqual(['answered', 'answered'])
})

test('a client that leaves ends its call at the owner, also in the middle of a stream', async () => {
  let ended = 0
  const waiting: IncomingMessage[] = []
  const { url, results } = await forwarding((incoming, outgoing) => {
    outgoing.once('close', () => ended++)
    waiting.push(incoming)
    if (incoming.url === '/stream') outgoing.write('first')
  })
  const stream = await opened(`${url}/stream`)
  await once(stream, 'data')
  const unanswered = get(`${url}/waiting`, { agent: false }).on('error', () => undefined)
  await until(() => waiting.length === 2)
  expect(ended).toBe(0)
  stream.destroy()
  unanswered.destroy()
  await until(() => ended === 2 && results.length === 2)
  expect(results).toEqual(['answered', 'answered'])
})

test('calls to an owner that breaks are lost, unless their response has begun: then the connection to the client is closed', async () => {
  let asked = 0
  const { owner, url, results } = await forwarding((incoming, outgoing) => {
    asked++
    if (incoming.url === '/begun') outgoing.write('begun')
  })
  const stream = await opened(`${url}/begun`)
  const broken = text(stream)
  const lost = fetch(`${url}/waiting`)
  await until(() => asked === 2)
  for (const socket of owner.sockets) socket.destroy()
  await expect(broken).rejects.toThrow('aborted')
  expect(await (await lost).text()).toBe('lost')
  expect(results.toSorted()).toEqual(['answered', 'lost'])
})

test('calls to replicas that are gone are lost', async () => {
  let asked = 0
  const { owner, url, forwarder } = await forwarding(() => asked++)
  const lost = fetch(url)
  await until(() => asked === 1)
  forwarder.abortAllExcept(new Set([owner.url]))
  forwarder.abortAllExcept(new Set())
  expect(await (await lost).text()).toBe('lost')
})

test.each([
  ['something that is not HTTP', 'no HTTP at all\r\n\r\n'],
  ['a status that does not exist', 'HTTP/1.1 99999 OK\r\n\r\n'],
  ['a header with a control character', 'HTTP/1.1 200 OK\r\nX-Broken: \u0001\r\n\r\n'],
])('an owner that sends %s has lost the call, and the next is forwarded', async (_, bytes) => {
  const { url, results } = await forwarding((incoming, outgoing) => {
    if (incoming.url === '/next') outgoing.end('next')
    else outgoing.socket?.end(bytes)
  })
  expect(await (await fetch(url)).text()).toBe('lost')
  expect(await (await fetch(`${url}/next`)).text()).toBe('next')
  expect(results).toEqual(['lost', 'answered'])
})

test('a replica that begins to drain during a call closes the connection after it', async () => {
  let draining = false
  const { url } = await forwarding(
    (incoming, outgoing) => {
      draining = true
      if (incoming.url === '/stream') outgoing.write('part')
      outgoing.end()
    },
    () => draining,
  )
  for (const path of ['/short', '/stream']) {
    draining = false
    const { headers } = await fetch(`${url}${path}`)
    expect(headers.get('connection')).toBe('close')
  }
})
