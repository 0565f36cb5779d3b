import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { answerCheck } from '../../../src/server/replicas/address-check.ts'
import { FRAME } from '../../../src/server/replicas/frames.ts'
import { LINK_TARGET } from '../../../src/server/replicas/replica-headers.ts'
import { until } from '../../support/until.ts'
import { listening, opened, ownerWith, replicaBefore, SECRET } from './linked.ts'

/** The bytes of a frame; the lengths in it may be wrong. */
function frame(kind: number, call: number, head = '', lengths: { readonly head?: number; readonly frame?: number } = {}): Buffer {
  const bytes = Buffer.alloc(13 + Buffer.byteLength(head))
  bytes.writeUInt32BE(lengths.frame ?? bytes.length - 4, 0)
  bytes.writeUInt8(kind, 4)
  bytes.writeUInt32BE(call, 5)
  bytes.writeUInt32BE(lengths.head ?? Buffer.byteLength(head), 9)
  bytes.write(head, 13)
  return bytes
}

const linkTo = (port: number): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-understay-replica': SECRET }
    openRequest({ port, host: '127.0.0.1', agent: false, method: 'CONNECT', path: LINK_TARGET, headers })
      .once('connect', (_, socket) => resolve(socket))
      .once('error', reject)
      .end()
  })

const CALL = '["GET","/",{"host":"localhost"},"127.0.0.1",1]'

describe('the owner closes a link, says why, and takes the next one, after', () => {
  test.each([
    ['a call whose head is no JSON', [frame(FRAME.call, 1, '{')], 'a head that is not a JSON array'],
    ['a call without a head', [frame(FRAME.call, 1)], 'a head that is not a JSON array'],
    ['a call whose head is an object', [frame(FRAME.call, 1, '{}')], 'a head that is not a JSON array'],
    ['a call without a target', [frame(FRAME.call, 1, '["GET",null,{}]')], 'a call without method, target or headers'],
    ['a call with a number as method', [frame(FRAME.call, 1, '[1,"/",{}]')], 'a call without method, target or headers'],
    ['a call without headers', [frame(FRAME.call, 1, '["GET","/",null]')], 'a call without method, target or headers'],
    ['a header that is no text', [frame(FRAME.call, 1, '["GET","/",{"a":1}]')], 'a call without method, target or headers'],
    ['an address that is no text', [frame(FRAME.call, 1, '["GET","/",{},7,1]')], 'a call without method, target or headers'],
    ['a port that is no number', [frame(FRAME.call, 1, '["GET","/",{},"a","b"]')], 'a call without method, target or headers'],
    ['a frame that is shorter than its header', [frame(FRAME.call, 1, '', { frame: 8 })], 'a frame of 12 bytes'],
    ['a frame of 2 GB', [frame(FRAME.call, 1, '', { frame: 2 ** 31 })], 'a frame of 2147483652 bytes'],
    ['a head beyond its frame', [frame(FRAME.call, 1, CALL, { head: 10_000 })], 'a head that is longer than its frame'],
    ['a second call of one number', [frame(FRAME.call, 1, CALL), frame(FRAME.call, 1, CALL)], 'two calls of one number'],
    ['a kind of frame that it does not know', [frame(99, 1)], 'the kind 99 in a call'],
  ])('%s', async (_, frames, why) => {
    const { port, malformed } = await ownerWith(() => undefined)
    const link = await linkTo(port)
    const closed = once(link, 'close')
    link.resume().write(Buffer.concat(frames))
    await closed
    expect(malformed).toEqual([why])
    const next = await linkTo(port)
    next.destroy()
  })
})

describe('a replica closes the link to an owner, says why, and tells its client that the call is lost, after', () => {
  test.each([
    ['a response whose head is no JSON', [FRAME.response, '{'], 'a head that is not a JSON array'],
    ['a response without a status', [FRAME.response, '[null,{}]'], 'a response without status or headers'],
    ['a response without headers', [FRAME.response, '[200]'], 'a response without status or headers'],
    ['a status that does not exist', [FRAME.response, '[99999,{}]'], 'a head that cannot be sent: Invalid status code: 99999'],
    [
      'a header with a line break',
      [FRAME.begin, '[200,{"a":"b\\nc"}]'],
      'a head that cannot be sent: Invalid character in header content ["a"]',
    ],
    ['a part of a body before its head', [FRAME.part, ''], 'a body before its head'],
    ['the end of a body before its head', [FRAME.end, ''], 'a body before its head'],
    ['a kind of frame that it does not know', [99, ''], 'the kind 99 in a response'],
  ] as const)('%s', async (_, [kind, head], why) => {
    const { url, ownerUrl, links, malformed } = await beforeFalseOwner((number) => [frame(kind, number, head)])
    expect(await (await fetch(url)).text()).toBe('lost')
    expect(malformed).toEqual([`${ownerUrl}: ${why}`])
    await until(() => links[0]?.destroyed === true)
  })

  test('a second head: then the response has begun, and the connection to the client is closed', async () => {
    const { url, ownerUrl, malformed } = await beforeFalseOwner((number) => [
      frame(FRAME.begin, number, '[200,{}]'),
      frame(FRAME.begin, number, '[200,{}]'),
    ])
    const response = await opened(url)
    response.resume()
    await expect(once(response, 'end')).rejects.toThrow('aborted')
    expect(malformed).toEqual([`${ownerUrl}: a head that cannot be sent: Cannot write headers after they are sent to the client`])
  })
})

/** A replica with a link to an owner that answers each call by these bytes. */
async function beforeFalseOwner(answer: (call: number) => readonly Buffer[]) {
  const links: Duplex[] = []
  const owner = await listening((incoming, outgoing) => {
    if (!answerCheck(incoming, outgoing, SECRET, 1)) outgoing.end('not linked')
  })
  owner.server.on('connect', (_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.on('error', () => undefined)
    socket.on('end', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      if (chunk[4] !== FRAME.call) return
      const call = chunk.readUInt32BE(5)
      const isFirst = chunk.includes('"/linked"')
      socket.write(isFirst ? frame(FRAME.response, call, '[204,{}]') : Buffer.concat(answer(call)))
    })
    links.push(socket)
  })
  const replica = await replicaBefore(owner.url)
  await until(async () => (await fetch(`${replica.url}/linked`)).status === 204)
  return { ...replica, ownerUrl: owner.url, links }
}
