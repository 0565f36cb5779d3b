import { createServer as createHttpServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { harProblems } from '../har-schema.ts'
import { serverOf } from '../server-of.ts'

/** An entry in a stream. */
const ONE_ENTRY = /data: (.*)\nid: \d+\n\n/g

type Shown = { id: number; operation?: string; status: number; client?: string }

/** A server with a few requests in its journal. */
async function busyServer() {
  const server = serverOf()
  const { ask, token } = server
  const headers = { ...(await token()), 'user-agent': 'sync/1.0', 'x-service-channel-name': 'north' }
  await ask('GET', '/service/api/properties/all?access_token=abc', { headers: { 'user-agent': 'sync/1.0' } })
  await ask('GET', '/service/api/properties/all', { headers })
  await ask('GET', '/service/api/nothing/at/all?access_token=abc', { headers: { 'x-request-id': 'sync-42' } })
  await ask('DELETE', '/service/api/guests/1/2', { headers })
  await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'visit-1' } })
  await ask('HEAD', '/service/api/search/stars/4')
  await ask('POST', '/service/api/oauth/token', { body: 'no form', headers: { 'content-type': 'text/plain' } })
  const journal = async (query: string): Promise<Shown[]> => (await ask('GET', `/_understay/journal${query}`)).body.entries
  return { ...server, headers, journal }
}

describe('the journal is filtered', () => {
  test.each<[query: string, operations: readonly (string | undefined)[]]>([
    ['?operation=deleteGuest', ['deleteGuest']],
    ['?operation=deleteGuest,initialiseSession', ['deleteGuest', 'initialiseSession']],
    ['?client=desk', ['requestToken', 'listProperties', 'deleteGuest']],
    ['?session=visit-1', ['initialiseSession']],
    ['?method=delete', ['deleteGuest']],
    ['?status=401', ['listProperties', undefined]],
    ['?client=desk&method=GET', ['listProperties']],
    ['?client=nobody', []],
  ])('by %s', async (query, operations) => {
    const { journal } = await busyServer()
    const known = (await journal('')).map(({ operation }) => operation)
    for (const operation of operations) expect(known).toContain(operation)
    expect((await journal(query)).map(({ operation }) => operation)).toEqual(operations)
  })

  test('by class of status', async () => {
    const { journal } = await busyServer()
    expect((await journal('?status=2xx')).every(({ status }) => status < 300)).toBe(true)
    expect((await journal('?status=2xx')).length + (await journal('?status=4XX,5xx')).length).toBe(8)
  })

  test('page by page: the latest entries, or those after a cursor', async () => {
    const { journal } = await busyServer()
    const ids = async (query: string) => (await journal(query)).map(({ id }) => id)
    expect(await ids('?limit=2')).toEqual([7, 8])
    expect(await ids('?since=0&limit=2')).toEqual([1, 2])
    expect(await ids('?since=2&limit=2')).toEqual([3, 4])
    expect(await ids('?since=8')).toEqual([])
  })

  test.each([
    [
      '?op=deleteGuest',
      'op: unknown query parameter "op"; known here: operation, client, session, status, method, property, fault, refused, changed, text, since, limit, summary, format',
    ],
    ['?operation=listBooking', 'operation: there is no "listBooking"; did you mean "listBookings"?'],
    ['?operation=removeGuest', 'operation: there is no "removeGuest"'],
    ['?method=FETCH', 'method: "FETCH" is not one of GET'],
    ['?status=40', 'status: "40" is not a status such as 404, nor a class such as 4xx'],
    ['?since=x', 'since: expected the id of the entry after which the list begins, got "x"'],
    ['?limit=0', 'limit: expected a number from 1: entries at most, got the number 0'],
    ['?format=xml', 'format: expected json, ndjson, or har'],
    [
      '/stream?limit=1',
      'limit: unknown query parameter "limit"; known here: operation, client, session, status, method, property, fault, refused, changed, text, since',
    ],
  ])('an invalid query is refused with the valid values: %s', async (query, error) => {
    const { ask } = serverOf()
    expect(await ask('GET', `/_understay/journal${query}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
  })

  test('as lines of JSON', async () => {
    const { ask, journal } = await busyServer()
    const { headers, body } = await ask('GET', '/_understay/journal?format=ndjson&client=desk')
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    const lines = body.trimEnd().split('\n')
    expect(lines.map((line: string) => JSON.parse(line))).toEqual(await journal('?client=desk'))
  })
})

describe('the journal as HAR', () => {
  test('is valid HAR 1.2 with the times of the sandbox', async () => {
    const { ask } = await busyServer()
    const { headers, body } = await ask('GET', '/_understay/journal?format=har', { headers: { host: 'stay.example:4010' } })
    expect(harProblems(body)).toEqual([])
    expect(headers.get('content-disposition')).toBe('attachment; filename="understay-default.har"')
    expect(body.log.entries).toHaveLength(8)
    const [token, refused, listed, lost, , , head, broken] = body.log.entries
    expect(token).toMatchObject({
      startedDateTime: '2026-05-02T09:00:00.000Z',
      request: {
        method: 'POST',
        url: 'http://stay.example:4010/service/api/oauth/token',
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          params: expect.arrayContaining([{ name: 'client_secret', value: '[masked]' }]),
        },
      },
      response: { status: 200, statusText: 'OK', content: { mimeType: 'application/json' } },
      _understay: { operation: 'requestToken' },
    })
    expect(refused.request.queryString).toEqual([{ name: 'access_token', value: '[masked]' }])
    expect(listed.request.headers).toEqual(
      expect.arrayContaining([
        { name: 'authorization', value: 'Bearer [masked]' },
        { name: 'user-agent', value: 'sync/1.0' },
        { name: 'x-service-channel-name', value: 'north' },
      ]),
    )
    expect(JSON.parse(listed.response.content.text)).toMatchObject({ data: { ids: [1, 2, 4, 5] } })
    expect(lost.request.headers).toContainEqual({ name: 'x-request-id', value: 'sync-42' })
    expect(head.response.content).toMatchObject({ size: 0, text: '' })
    expect(broken.request.postData).toMatchObject({ mimeType: 'text/plain', text: '', comment: '7 bytes of text/plain' })
  })

  test('contains no secret of any part of a request', async () => {
    const { ask, headers } = await busyServer()
    await ask('HEAD', '/service/api/nothing/at/all?access_token=abcdef', { headers: { ...headers } })
    for (const format of ['json', 'ndjson', 'har']) {
      const { body } = await ask('GET', `/_understay/journal?format=${format}`)
      const text = JSON.stringify(body)
      expect(text).toContain('sync-42')
      for (const secret of ['desk-secret', headers.authorization.slice(7), 'access_token=abc']) expect(text).not.toContain(secret)
    }
  })

  test('is checked by a schema that finds mistakes', () => {
    const entry = { startedDateTime: 'today', time: 1 }
    expect(harProblems({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [entry] } })).not.toEqual([])
    expect(harProblems({ log: { version: '1.1', creator: { name: 'x', version: '1' }, entries: [] } })).not.toEqual([])
  })
})

describe('the journal as a stream', () => {
  afterEach(() => void vi.useRealTimers())

  /** Reads a stream up to a number of entries. */
  async function open(server: ReturnType<typeof serverOf>, query = '', headers: Record<string, string> = {}) {
    const answer = await server.app.request(`http://localhost/_understay/journal/stream${query}`, { headers })
    const reader = answer.body?.getReader()
    if (!reader) throw new Error('no stream')
    const decoder = new TextDecoder()
    let text = ''
    const until = async (fits: (text: string) => boolean): Promise<string> => {
      while (!fits(text)) {
        const { value, done } = await reader.read()
        if (done) return `${text}(end)`
        text += decoder.decode(value)
      }
      return text
    }
    await until((seen) => seen.includes('retry: 1000\n\n'))
    return {
      type: answer.headers.get('content-type'),
      until,
      entries: async (count: number): Promise<Shown[]> => {
        const seen = await until((all) => [...all.matchAll(ONE_ENTRY)].length >= count)
        return [...seen.matchAll(ONE_ENTRY)].map(([, data = '']) => JSON.parse(data))
      },
      close: () => reader.cancel(),
    }
  }

  test('sends new entries as they are added, in the form of the journal', async () => {
    const server = serverOf()
    await server.ask('GET', '/service/api/search/stars/3')
    const stream = await open(server)
    expect(stream.type).toBe('text/event-stream')
    await server.ask('GET', '/service/api/search/stars/4')
    await server.token()
    const entries = await stream.entries(2)
    expect(entries.map(({ id, operation }) => [id, operation])).toEqual([
      [2, 'searchByStars'],
      [3, 'requestToken'],
    ])
    expect(entries).toEqual((await server.ask('GET', '/_understay/journal?since=1')).body.entries)
    await stream.close()
  })

  test('resumes after a disconnect, and sends only matching entries', async () => {
    const server = serverOf()
    for (let n = 0; n < 4; n++) await server.ask('GET', `/service/api/search/stars/${n}`)
    await server.token()
    const again = await open(server, '?operation=searchByStars', { 'last-event-id': '2' })
    expect((await again.entries(2)).map(({ id }) => id)).toEqual([3, 4])
    const all = await open(server, '?since=0')
    expect((await all.entries(5)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    const restarted = await open(server, '', { 'last-event-id': '900' })
    expect((await restarted.entries(5)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
    for (const stream of [again, all, restarted]) await stream.close()
  })

  test('keeps the connection open with comments', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const server = serverOf()
    const stream = await open(server)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await stream.until((text) => text.includes(': still here\n\n'))).not.toContain('data:')
    await stream.close()
  })

  test('ends with its sandbox', async () => {
    const server = serverOf()
    const stream = await open(server)
    await server.ask('DELETE', '/_understay/sandboxes?name=default')
    expect(await stream.until(() => false)).toMatch(/\(end\)$/)
  })

  test('leaves no listener after its client disconnects, with and without a socket', async () => {
    const server = serverOf({ open: true })
    const { journal } = server.world.sandbox()
    const stream = await open(server)
    expect(journal.listeners).toBe(1)
    await stream.close()
    await expect.poll(() => journal.listeners).toBe(0)

    const socket = createHttpServer(server.app.listen)
    await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
    const { port } = socket.address() as AddressInfo
    const request = get({ port, host: '127.0.0.1', path: '/_understay/journal/stream' })
    const first = await new Promise<string>((resolve) =>
      request.once('response', (answer) => answer.once('data', (data) => resolve(String(data)))),
    )
    expect(first).toContain(': the journal from entry 1 on')
    expect(journal.listeners).toBe(1)
    request.destroy()
    await expect.poll(() => journal.listeners).toBe(0)
    await new Promise((resolve) => socket.close(resolve))
  })
})
