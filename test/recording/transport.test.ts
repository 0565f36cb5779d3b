import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { addressPast, ownAddress } from '../../src/recording/redirects.ts'
import { answers, recordingOf } from './recording-of.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const get = (url: string, path = '/') => new Promise<IncomingMessage>((resolve) => request(url, { path }, resolve).end())

test.each(['/x/./y', '/x/%2e%2e/y', '/x/../y', '/a\\b', '/a|b/{c}^?q="<>\'`'])(
  'the path %s arrives as it was sent',
  async (path) => {
    const asked: (string | undefined)[] = []
    await recordingOf(
      (incoming, outgoing) => {
        asked.push(incoming.url)
        outgoing.end()
      },
      async (url) => text(await get(url, path)),
      '/base',
    )
    expect(asked).toEqual([`/base${path}`])
  },
)

test('a body in an encoding that is not read arrives as it is, and is not recorded', async () => {
  const zipped = gzipSync('{"a":1}')
  let arrived: (string | undefined)[] = []
  const { entries } = await recordingOf(answers(zipped, { ...JSON_TYPE, 'content-encoding': 'zstd' }), async (url) => {
    const answer = await get(url)
    arrived = [answer.headers['content-encoding']]
    await text(answer)
  })
  expect(arrived).toEqual(['zstd'])
  expect(entries[0]?.response.content).toMatchObject({ text: '', size: zipped.length })
})

test.each([
  ['gzip', gzipSync('{"a":1}')],
  ['gzip, gzip', gzipSync(gzipSync('{"a":1}'))],
])('a body in %s is decoded', async (encoding, body) => {
  let arrived = ''
  const { entries } = await recordingOf(answers(body, { ...JSON_TYPE, 'content-encoding': encoding }), async (url) => {
    arrived = await text(await get(url))
  })
  expect([arrived, entries[0]?.response.content.text]).toEqual(['{"a":1}', '{"a":1}'])
})

test('a 204 with a body is recorded without it', async () => {
  const { entries, failures } = await recordingOf(
    (incoming) => incoming.socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'),
    (url) => fetch(url),
  )
  expect([entries.length, failures]).toEqual([1, []])
})

test('calls are not lost on connections that the deployment closes', async () => {
  const { entries } = await recordingOf(
    (incoming, outgoing) => {
      outgoing.end()
      incoming.socket.setTimeout(5, () => incoming.socket.destroy())
    },
    async (url) => {
      for (let call = 0; call < 40; call++) {
        await text(await get(url))
        await pause(3 + (call % 5))
      }
    },
  )
  expect(entries).toHaveLength(40)
})

test('a compressed body that breaks off is no response', async () => {
  const half = gzipSync('{"a":1}').subarray(0, 15)
  const { entries, failures } = await recordingOf(answers(half, { ...JSON_TYPE, 'content-encoding': 'gzip' }), (url) =>
    fetch(url),
  )
  expect(entries).toEqual([])
  expect(failures).toEqual([expect.stringMatching(/^GET \/: the gzip body of the response cannot be read: unexpected end/)])
})

describe('a redirect', () => {
  const OWN = 'http://127.0.0.1:1'

  test.each([
    ['http://localhost:80/a?b', 'http://LOCALHOST', `${OWN}/a?b`],
    ['http://[::1]:8080/a', 'http://[0:0::1]:8080', `${OWN}/a`],
    ['//h.example/a', 'http://h.example', `${OWN}/a`],
    ['http://h.example/base/a', 'http://h.example/base', `${OWN}/a`],
    ['/base/a', 'http://h.example/base', '/a'],
    ['/a/../b', 'http://h.example', '/a/../b'],
    ['next?page=2', 'http://h.example/base', 'next?page=2'],
  ])('to %s, of %s, leads to the recorder', (address, upstream, own) => {
    expect([ownAddress(address, upstream, OWN), addressPast(address, upstream)]).toEqual([own, undefined])
  })

  test.each([
    ['https://h.example/a', 'http://h.example', 'https://h.example'],
    ['http://h.example/other/a?b', 'http://h.example/base', 'http://h.example/other/a'],
    ['/other/a', 'http://h.example/base', 'http://h.example/other/a'],
    ['http://h.example.org/a', 'http://h.example', 'http://h.example.org'],
    ['http://me:pw@h.example/a', 'http://h.example', 'http://h.example/a'],
    ['app://open/a', 'http://h.example', 'app://open'],
  ])('to %s, of %s, leads past the recorder', (address, upstream, past) => {
    expect([ownAddress(address, upstream, OWN), addressPast(address, upstream)]).toEqual([address, past])
  })
})

test.each(['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'])('the body of a %s arrives, and the next call too', async (method) => {
  const arrived: unknown[] = []
  const { entries } = await recordingOf(
    (incoming, outgoing) =>
      void text(incoming).then((body) => {
        arrived.push([incoming.method, incoming.headers['content-length'] ?? '0', body])
        outgoing.end('{}')
      }),
    async (url) => {
      for (const body of ['a=1', '']) await fetch(url, { method, body })
    },
  )
  expect(arrived).toEqual([
    [method, '3', 'a=1'],
    [method, '0', ''],
  ])
  expect(entries).toHaveLength(2)
})

test.each(['utf-8', 'none', 'identity', ''])(
  'a body in the encoding "%s", which compresses nothing, is recorded',
  async (encoding) => {
    const { entries } = await recordingOf(answers('{"a":1}', { ...JSON_TYPE, 'content-encoding': encoding }), (url) =>
      get(url).then(text),
    )
    expect(entries[0]?.response.content.text).toBe('{"a":1}')
  },
)

test('responses are requested without compression', async () => {
  const accepted: unknown[] = []
  await recordingOf(
    ({ headers }, outgoing) => {
      accepted.push(headers['accept-encoding'])
      outgoing.end()
    },
    (url) => fetch(url),
  )
  expect(accepted).toEqual(['identity'])
})
