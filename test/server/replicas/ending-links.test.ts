import { once } from 'node:events'
import { get, request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answerCheck } from '../../../src/server/replicas/address-check.ts'
import type { LinkedCall } from '../../../src/server/replicas/linked-call.ts'
import { LINK_TARGET } from '../../../src/server/replicas/replica-headers.ts'
import { until } from '../../support/until.ts'
import { linked, listening, opened, ownerWith, replicaBefore, SECRET } from './linked.ts'

test('a client that leaves ends its call at the owner, also in the middle of a stream', async () => {
  const calls: LinkedCall[] = []
  let ended = 0
  let closed = 0
  async function* until(call: LinkedCall): AsyncGenerator<string> {
    try {
      yield 'first'
      await once(call.signal(), 'abort')
      yield 'second'
    } finally {
      ended++
    }
  }
  const { url, results } = await linked((call) => {
    call.once('close', () => closed++)
    calls.push(call)
    if (call.target === '/stream') call.respond({ status: 200, headers: {}, body: until(call) })
  })
  const stream = await opened(`${url}/stream`)
  await once(stream, 'data')
  const waiting = get(`${url}/waiting`, { agent: false }).on('error', () => undefined)
  while (calls.length < 2) await turn()
  expect(calls.map((call) => [call.gone(), call.destroyed])).toEqual([
    [false, false],
    [false, false],
  ])
  stream.destroy()
  waiting.destroy()
  while (ended === 0 || results.length < 2 || closed < 2) await turn()
  expect(calls.map((call) => [call.gone(), call.signal().aborted, call.destroyed])).toEqual([
    [true, true, true],
    [true, true, true],
  ])
  calls[1]?.respond({ status: 200, headers: {}, body: 'too late' })
  expect(await (await fetch(`${url}/linked`)).text()).toBe('linked')
})

test('calls of a broken link are lost, unless their response has begun: then the connection to the client is closed', async () => {
  async function* begun(call: LinkedCall): AsyncGenerator<string> {
    yield 'begun'
    await once(call.signal(), 'abort')
  }
  let waiting = 0
  const { owner, url, results } = await linked((call) => {
    if (call.target === '/begun') call.respond({ status: 200, headers: {}, body: begun(call) })
    else waiting++
  })
  const stream = await opened(`${url}/begun`)
  stream.resume()
  const broken = new Promise((resolve) => stream.once('error', resolve))
  const lost = fetch(`${url}/waiting`)
  await until(() => waiting === 1)
  owner.links.destroy()
  expect(await (await lost).text()).toBe('lost')
  await broken
  expect(results.toSorted()).toEqual(['answered', 'lost'])
  expect((await fetch(url)).status).toBe(299)
})

test('the links to replicas that are gone are broken', async () => {
  let waiting = 0
  const { owner, url, forwarder } = await linked(() => waiting++)
  const lost = fetch(url)
  await until(() => waiting === 1)
  forwarder.abortAllExcept(new Set([owner.url]))
  expect(await (await fetch(`${url}/linked`)).text()).toBe('linked')
  forwarder.abortAllExcept(new Set())
  expect(await (await lost).text()).toBe('lost')
})

test('an owner that stops lets the calls of its links end, and takes no new ones', async () => {
  const waiting: LinkedCall[] = []
  const { owner, url } = await linked((call) => {
    if (call.target === '/last') waiting.push(call)
    else call.respond({ status: 200, headers: {}, body: 'before the notice has arrived' })
  })
  const last = fetch(`${url}/last`)
  await until(() => waiting.length === 1)
  owner.links.close()
  await until(async () => (await fetch(`${url}/next`)).status === 299)
  waiting[0]?.respond({ status: 200, headers: {}, body: 'the last' })
  expect(await (await last).text()).toBe('the last')
  const connections = (): Promise<number> => new Promise((resolve) => owner.server.getConnections((_, count) => resolve(count)))
  await until(async () => (await connections()) <= 1)
})

test('a replica that takes no links is asked by requests of their own', async () => {
  let asked = 0
  const earlier = await listening((incoming, outgoing) => {
    if (answerCheck(incoming, outgoing, SECRET, 1)) return
    asked++
    outgoing.end('answered')
  })
  const { url, results } = await replicaBefore(earlier.url)
  for (let index = 0; index < 3; index++) expect(await (await fetch(url)).text()).toBe('answered')
  expect([asked, results]).toEqual([3, ['answered', 'answered', 'answered']])
})

test('only a replica that knows the secret opens a link, and nobody sends frames of any length', async () => {
  const { port } = await ownerWith(() => undefined)
  const headers = { 'x-understay-replica': SECRET }
  const opening = (path: string, sent: Record<string, string>): Promise<Socket> =>
    new Promise((resolve, reject) => {
      openRequest({ port, host: '127.0.0.1', agent: false, method: 'CONNECT', path, headers: sent })
        .once('connect', (_, socket) => resolve(socket as Socket))
        .once('error', reject)
        .end()
    })
  await expect(opening(LINK_TARGET, { 'x-understay-replica': 'a guess' })).rejects.toThrow('socket hang up')
  await expect(opening(LINK_TARGET, {})).rejects.toThrow('socket hang up')
  await expect(opening('understay-link:0', headers)).rejects.toThrow('socket hang up')
  const socket = await opening(LINK_TARGET, headers)
  const closed = once(socket, 'close')
  socket.write(Buffer.from([0x7f, 0xff, 0xff, 0xff, ...Array.from({ length: 9 }, () => 0)]))
  socket.resume()
  await closed
})
