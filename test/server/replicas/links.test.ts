import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FRAME, FrameConnection } from '../../../src/server/replicas/frames.ts'
import type { LinkedCall } from '../../../src/server/replicas/linked-call.ts'
import { until } from '../../support/until.ts'
import { linked, listening, opened } from './linked.ts'

test('many calls share one link, and each gets its own response', async () => {
  const waiting: LinkedCall[] = []
  const { owner, url, forwarder, results } = await linked((call) => waiting.push(call))
  const before = forwarder.forwarded
  const texts = Array.from({ length: 50 }, (_, index) => fetch(`${url}/calls/${index}`).then((response) => response.text()))
  await until(() => waiting.length === 50)
  for (const call of waiting.toReversed()) call.respond({ status: 200, headers: {}, body: `ünïcode of ${call.target}` })
  expect(await Promise.all(texts)).toEqual(texts.map((_, index) => `ünïcode of /calls/${index}`))
  expect(results).toEqual(Array.from({ length: 50 }, () => 'answered'))
  expect(forwarder.forwarded - before).toBe(50)
  const requests = await new Promise<number>((resolve) => owner.server.getConnections((_, count) => resolve(count)))
  expect(requests).toBeLessThanOrEqual(2)
})

test('status, headers and lengths are those of the owner, and the owner sees method, headers and address of the client', async () => {
  const seen: unknown[] = []
  const { url } = await linked((call) => {
    seen.push([call.method, call.target, call.headers['x-one'], call.headers['missing'], call.remoteAddress, call.hasBody])
    expect(call.connection).toBeGreaterThan(0)
    if (call.target === '/empty') call.respond({ status: 204, headers: { 'X-Own': 'yes' }, body: null })
    else call.respond({ status: 418, headers: { 'Content-Type': 'text/plain', 'X-Own': 'yes' }, body: 'täxt' })
  })
  const text = await fetch(`${url}/text?a=1`, { headers: { 'X-One': 'é' } })
  expect([text.status, text.headers.get('x-own'), text.headers.get('content-length'), await text.text()]).toEqual([
    418,
    'yes',
    '5',
    'täxt',
  ])
  const empty = await fetch(`${url}/empty`, { method: 'DELETE' })
  expect([empty.status, empty.headers.get('x-own'), await empty.text()]).toEqual([204, 'yes', ''])
  const head = await fetch(`${url}/text`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([418, '5', ''])
  expect(seen).toEqual([
    ['GET', '/text?a=1', 'é', undefined, '127.0.0.1', false],
    ['DELETE', '/empty', undefined, undefined, '127.0.0.1', false],
    ['HEAD', '/text', undefined, undefined, '127.0.0.1', false],
  ])
})

test('a body goes with its call, and one of more than 64 KB by a request of its own', async () => {
  const { url } = await linked((call) => {
    void call
      .readBody(100_000)
      .then((bytes) => call.respond({ status: 200, headers: {}, body: `${call.hasBody} ${Buffer.from(bytes)}` }))
  })
  const send = async (body: string) => (await fetch(url, { method: 'POST', body })).text()
  expect(await send('name=Zürich')).toBe('true name=Zürich')
  expect(await send('')).toBe('false ')
  const largest = 'x'.repeat(64 * 1024)
  expect(await send(largest)).toBe(`true ${largest}`)
  expect((await fetch(url, { method: 'POST', body: `${largest}x` })).status).toBe(299)
})

test('a body above the limit of the owner is refused by it', async () => {
  const problems: unknown[] = []
  const { url } = await linked((call) => {
    call.readBody(4).catch((problem: unknown) => {
      problems.push(problem)
      call.respond({ status: 413, headers: {}, body: '' })
    })
  })
  expect((await fetch(url, { method: 'POST', body: '12345' })).status).toBe(413)
  expect(problems).toEqual([expect.objectContaining({ code: 'body_too_large' })])
})

test('a stream passes part by part as it comes', async () => {
  let next: (text: string | undefined) => void = () => undefined
  async function* parts(): AsyncGenerator<string> {
    for (;;) {
      const text = await new Promise<string | undefined>((resolve) => {
        next = resolve
      })
      if (text === undefined) return
      yield text
    }
  }
  const { url, results } = await linked((call) => call.respond({ status: 200, headers: {}, body: parts() }))
  const reader = (await fetch(url)).body?.getReader()
  for (const text of ['one', 'two']) {
    next(text)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(text)
  }
  expect(results).toEqual([])
  next(undefined)
  expect((await reader?.read())?.done).toBe(true)
  await until(() => results.length === 1)
})

test('a body of many megabytes arrives whole, and other calls are answered while it is on its way', async () => {
  const long = 'Zürich '.repeat(1_000_000)
  const { url } = await linked((call) =>
    call.respond({ status: 200, headers: {}, body: call.target === '/long' ? long : 'short' }),
  )
  const slow = await opened(`${url}/long`)
  expect(slow.headers['content-length']).toBe(String(Buffer.byteLength(long)))
  for (let index = 0; index < 5; index++) expect(await (await fetch(`${url}/short`)).text()).toBe('short')
  slow.setEncoding('utf8')
  let text = ''
  for await (const chunk of slow) text += chunk
  expect(text === long).toBe(true)
})

test('the owner waits for a client that does not read, and for no other', async () => {
  let made = 0
  async function* endless(): AsyncGenerator<string> {
    for (;;) {
      made++
      yield 'x'.repeat(60_000)
    }
  }
  const { url } = await linked((call) =>
    call.respond({ status: 200, headers: {}, body: call.target === '/endless' ? endless() : 'other' }),
  )
  const slow = await opened(`${url}/endless`)
  let last = -1
  await until(async () => {
    const isStill = made > 0 && made === last
    last = made
    for (let index = 0; index < 20; index++) await fetch(url)
    return isStill
  })
  slow.resume()
  await until(() => made > last + 100)
  slow.destroy()
})

test('a response that is cut, or whose stream fails, closes the connection to the client', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'begun'
    throw new Error('no more')
  }
  const { url } = await linked((call) =>
    call.respond(
      call.target === '/cut'
        ? { status: 200, headers: {}, body: null, cut: true }
        : { status: 200, headers: {}, body: failing() },
    ),
  )
  await expect(fetch(`${url}/cut`)).rejects.toThrow('fetch failed')
  await expect(fetch(`${url}/failing`).then((response) => response.text())).rejects.toThrow('terminated')
})

test('a header that cannot be sent is refused by the owner', async () => {
  const problems: unknown[] = []
  const { url } = await linked((call) => {
    try {
      call.respond({ status: 200, headers: { 'X-Line': 'one\ntwo' }, body: 'x' })
    } catch (error) {
      problems.push(error)
      call.respond({ status: 500, headers: {}, body: 'refused' })
    }
  })
  expect((await fetch(url)).status).toBe(500)
  expect(problems).toEqual([expect.objectContaining({ code: 'ERR_INVALID_CHAR' })])
})

test('frames arrive whole, however their bytes are divided', async () => {
  const frames: unknown[] = []
  const { server, port } = await listening(() => undefined)
  server.removeAllListeners('connection')
  server.on('connection', (socket) => {
    new FrameConnection(socket, (kind, call, head, body) => frames.push([kind, call, head, body.toString()]))
  })
  const bytes: Buffer[] = []
  const sender = new FrameConnection(
    Object.assign(connect(port, '127.0.0.1'), { write: (chunk: Buffer) => bytes.push(chunk) > 0 }),
    () => undefined,
  )
  sender.send(FRAME.call, 1, '["GET","/ü"]')
  sender.send(FRAME.part, 0xffffffff, '', Buffer.from('bytes'))
  sender.send(FRAME.end, 2)
  sender.send(FRAME.response, 3, '[200,{}]', 'täxt')
  await turn()
  expect(bytes).toHaveLength(1)
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  for (const byte of bytes[0] ?? []) {
    socket.write(Buffer.from([byte]))
    await turn()
  }
  await until(() => frames.length === 4)
  socket.destroy()
  sender.destroy()
  expect(frames).toEqual([
    [FRAME.call, 1, '["GET","/ü"]', ''],
    [FRAME.part, 0xffffffff, '', 'bytes'],
    [FRAME.end, 2, '', ''],
    [FRAME.response, 3, '[200,{}]', 'täxt'],
  ])
})
