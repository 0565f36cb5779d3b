import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readRecording } from '../../src/replay/har.ts'
import { type EntryParts, entryOf, harOf } from './har-of.ts'

const readHar = (text: string) => readRecording(text, '/service/api').exchanges

/** A good HAR with one field, by its path in an entry, made something else. */
function spoiled(path: string, value: unknown): string {
  const entry: Record<string, unknown> = entryOf({ postData: { mimeType: 'text/plain', params: [{ name: 'a' }], text: '' } })
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const at = keys.reduce((inner, key) => inner[key] as Record<string, unknown>, entry)
  if (value === undefined) delete at[last]
  else at[last] = value
  return harOf([entryOf(), entry])
}

describe('an unusable file is reported with the problem and its place', () => {
  test.each([
    ['{"log": {"version": "1.2",}}', /^line 1, column 27: this is not JSON$/],
    ['name: token-revoked', 'line 1, column 1: this is not JSON, and so no HAR file; understay record --upstream URL'],
    ['{"log": {"version": "1.2", "ent', 'line 1, column 28: this is not JSON: the file is cut short; save it again'],
    ['{"log": {}}\n{"log": {}}', 'line 2, column 1: another JSON text begins here; give each log a file'],
    ['[]', 'this is not a HAR file: it has no log'],
    ['{"log": []}', 'this is not a HAR file: it has no log'],
    ['{"log": {"version": "1.1", "entries": []}}', 'log.version: expected "1.2": HAR of that version is read, got "1.1"'],
    ['{"log": {"entries": []}}', 'log.version: expected "1.2": HAR of that version is read, got nothing'],
    ['{"log": {"version": "1.2"}}', 'log.entries: expected a list, got nothing'],
    ['{"log": {"version": "1.2", "entries": {}}}', 'log.entries: expected a list, got a map'],
  ])('%s', (text, message) => {
    expect(() => readHar(text)).toThrow(message)
  })

  test.each<[path: string, value: unknown, message: string]>([
    ['request', undefined, 'log.entries[1].request: expected a map, got nothing'],
    ['request.url', 5, 'log.entries[1].request.url: expected a text, got 5'],
    ['request.method', undefined, 'log.entries[1].request.method: expected a text, got nothing'],
    ['request.headers', 'none', 'log.entries[1].request.headers: expected a list, got "none"'],
    [
      'request.headers',
      [{ name: 'a b', value: '' }],
      'log.entries[1].request.headers[0].name: expected the name of a header, got "a b"',
    ],
    [
      'request.headers',
      [{ name: 'a', value: 'x\r\ny' }],
      'log.entries[1].request.headers[0].value: expected the value of a header',
    ],
    ['request.postData', 'a=1', 'log.entries[1].request.postData: expected a map, got "a=1"'],
    ['request.postData.params.0.name', undefined, 'log.entries[1].request.postData.params[0].name: expected a text, got nothing'],
    ['response', null, 'log.entries[1].response: expected a map, got nothing'],
    ['response.status', '200', 'log.entries[1].response.status: expected a number, got "200"'],
    ['response.content.text', ['a'], 'log.entries[1].response.content.text: expected a text, got a list'],
    [
      'startedDateTime',
      'yesterday',
      'log.entries[1].startedDateTime: expected an instant with its zone, such as 2026-03-01T09:00:00.000Z, got "yesterday"',
    ],
  ])('%s is %j', (path, value, message) => {
    expect(() => readHar(spoiled(path, value))).toThrow(message)
  })
})

describe('the formats of different tools are read in the same way', () => {
  test.each([
    ['2026-05-02T09:00:00.000Z', 0],
    ['2026-05-02T11:00:00.250+02:00', 250],
    ['2026-05-02T09:00:00.1234567Z', 123],
    ['2026-05-02T09:00:00Z', 0],
    ['2026-05-02T11:00:00.000+0200', 0],
  ])('the time %s', (at, milliseconds) => {
    expect(readHar(harOf([entryOf({ at })]))[0]?.at).toBe(Date.UTC(2026, 4, 2, 9) + milliseconds)
  })

  test('a byte order mark', () => {
    expect(readHar(`\uFEFF${harOf([entryOf()])}`)).toHaveLength(1)
  })

  test.each<[what: string, content: object, text: string | undefined, cut: boolean]>([
    ['base64', { size: 7, mimeType: 'application/json', text: 'eyJhIjoxfQ==', encoding: 'base64' }, '{"a":1}', false],
    ['a byte order mark', { size: 10, mimeType: 'application/json', text: '\uFEFF{"a":1}' }, '{"a":1}', false],
    ['a body that was left out', { size: 812, mimeType: 'application/json' }, undefined, false],
    ['a JSON body without a character', { size: 0, mimeType: 'application/json', text: '' }, undefined, false],
    ['an answer without a body', { size: 0, mimeType: '' }, '', false],
    [
      'a body the journal cut',
      { size: 9, mimeType: 'application/json', text: '{"a" ... cut', comment: 'cut at 64 KiB' },
      '{"a" ... cut',
      true,
    ],
    ['a body another tool cut', { size: 5000, mimeType: 'application/json', text: '{"a":' }, '{"a":', true],
    ['a page', { size: 6, mimeType: 'text/html', text: '<html>' }, '<html>', false],
  ])('%s', (_, content, text, cut) => {
    expect(readHar(harOf([entryOf({ content })]))[0]?.response).toMatchObject({ text, cut })
  })

  test('headers and sizes that are missing', () => {
    const bare = { startedDateTime: '2026-05-02T09:00:00Z', request: { method: 'get', url: 'x' }, response: { status: 204 } }
    expect(readHar(harOf([bare]))).toEqual([
      {
        index: 0,
        at: Date.UTC(2026, 4, 2, 9),
        ms: 0,
        request: { method: 'GET', url: 'x', headers: [], postData: undefined, bodySize: -1 },
        response: { status: 204, headers: [], mimeType: '', text: '', cut: false },
        note: undefined,
      },
    ])
  })
})

test('a list without items is a request without a body: PHP writes empty maps so', () => {
  expect(readHar(harOf([entryOf({ postData: [] })]))[0]?.request.postData).toBeUndefined()
})

test('notes of the journal of version 0.1 are read under their names now', () => {
  const note = { id: 1, fault: ['bad-line/1'] }
  const now = { ...note, networkFault: 'carried-out', aborted: true, lostStatus: 204, changed: { bookings: [7] } }
  const earlier = { ...note, edge: 'carried-out', gone: true, lost: 204, touched: { bookings: [7] } }
  const notes = [now, earlier].map((_understay) => readHar(harOf([{ ...entryOf(), _understay }]))[0]?.note)
  expect(notes[1]).toEqual(notes[0])
  expect(notes[0]).toMatchObject({ networkFault: 'carried-out', aborted: true, lostStatus: 204, changed: { bookings: [7] } })
})

test('the time of a call is that of the service, whose clock can differ from that of the recorder', () => {
  const entry = (second: string, date: string) => {
    const one = entryOf({ at: `2026-05-02T09:00:0${second}.250Z` })
    one.response.headers.push({ name: 'Date', value: date })
    return one
  }
  const timesOf = (...entries: object[]) => readHar(harOf(entries)).map(({ at }) => new Date(at).toISOString())
  // The second one came from a cache.
  const entries = [
    entry('0', 'Mon, 28 Feb 2028 22:40:00 GMT'),
    entry('1', 'Mon, 28 Feb 2028 20:00:00 GMT'),
    entry('2', 'Mon, 28 Feb 2028 22:40:02 GMT'),
  ]
  expect(timesOf(...entries).map((time) => time.slice(0, 18))).toEqual(Array.from({ length: 3 }, () => '2028-02-28T22:40:0'))
  expect(timesOf(entry('0', 'Sat, 02 May 2026 09:00:31 GMT'))).toEqual(['2026-05-02T09:00:00.250Z'])
})

type CallParts = EntryParts & { readonly time?: number; readonly _fromCache?: string }

/** The minutes by which the times of calls are ahead. @param calls each with its second, and the minutes by which its date is ahead */
function minutesAhead(...calls: readonly (readonly [second: number, minutes: number | undefined, parts?: CallParts])[]) {
  const begin = Date.UTC(2026, 4, 2, 9)
  const entries = calls.map(([second, minutes, { time = 12, _fromCache, ...parts } = {}]) => {
    const at = begin + second * 1000
    const one = entryOf({ at: new Date(at).toISOString(), ...parts })
    if (minutes !== undefined) one.response.headers.push({ name: 'Date', value: new Date(at + minutes * 60_000).toUTCString() })
    return { ...one, time, _fromCache }
  })
  return readHar(harOf(entries)).map(({ index, at }) => Math.round((at - begin - (calls[index]?.[0] ?? 0) * 1000) / 60_000))
}

test('the clock is that of calls to the service: not of other addresses, of another host, or of a cache', () => {
  const old = -10_000
  const asset = (second: number) => [second, old, { url: 'https://cdn.example/a.js' }] as const
  const staging = [4, 50, { url: 'https://staging.example/service/api/core' }] as const
  expect(minutesAhead(asset(0), asset(1), asset(2), [3, 0], staging, [5, 0])).toEqual([0, 0, 0, 0, 0, 0])
  expect(minutesAhead([0, old, { _fromCache: 'disk' }], [1, 5], [2, 5])).toEqual([5, 5, 5])
  expect(minutesAhead([0, old, { time: 60_000 }], [1, 5])).toEqual([5, 5])
})

test('a clock of the service that moves during the recording is followed; an earlier date of a GET is that of a cache', () => {
  expect(minutesAhead([0, 0], [1, undefined], [2, 61], [3, undefined], [4, 61.2])).toEqual([0, 0, 61, 61, 61])
  expect(minutesAhead([0, 61], [1, 0], [2, 61], [3, 0, { method: 'POST' }], [4, 0])).toEqual([61, 61, 61, 0, 0])
  expect(minutesAhead([0, 61, { note: {} }], [1, 0, { note: {} }])).toEqual([61, 0])
})

test('a response of a cache that no tool marks moves no clock, at the begin either', () => {
  const [old, post] = [-180, { method: 'POST' }]
  for (const marks of [{}, { note: {} }]) {
    expect(minutesAhead([0, old, marks], [1, 0, marks], [2, 0, marks], [3, 0, marks])).toEqual([0, 0, 0, 0])
    expect(minutesAhead([0, old, marks], [1, 5, { ...marks, ...post }], [2, 5, marks])).toEqual([5, 5, 5])
    expect(minutesAhead([0, 61, { ...marks, ...post }], [1, old, marks], [2, old, marks], [3, 61, marks])).toEqual([
      61, 61, 61, 61,
    ])
  }
  expect(minutesAhead([0, old], [1, 5])).toEqual([5, 5])
})

test('a clock that moves during the recording is followed from the first call that shows it', () => {
  const post = { method: 'POST' }
  const days = 60 * 24 * 170
  expect(minutesAhead([0, -days, post], [1, 61 - days, { status: 401 }], [2, 61 - days, post], [3, 61 - days])).toEqual([
    ...[-days, 61 - days, 61 - days, 61 - days],
  ])
  expect(minutesAhead([0, 61, post], [1, 30], [2, 30, post], [3, 30])).toEqual([61, 30, 30, 30])
})

test('a long call does not make the clock of the service differ by a minute', () => {
  const post = { method: 'POST' }
  const long = { ...post, time: 20_000 }
  expect(minutesAhead([0, 50 / 60, post], [1, 70 / 60, long], [22, 50 / 60], [23, 50 / 60, post])).toEqual([0, 0, 0, 0])
  expect(minutesAhead([0, 70 / 60, long], [22, 50 / 60])).toEqual([0, 0])
})

test('a broken response, headers or body of an entry that is no call of the interface, or is one to another host, do not matter', () => {
  const [good, other] = [entryOf(), entryOf({ url: 'https://metrics.example/collect' })]
  const broken = [
    { ...other, response: null },
    { ...other, request: { ...other.request, headers: [{ name: '', value: null }] } },
    { ...other, request: { ...other.request, url: 'https://staging.example/service/api/core', headers: 5 } },
  ]
  const read = readHar(harOf([good, ...broken, good]))
  expect(read.map(({ response }) => response.status)).toEqual([200, 0, 0, 0, 200])
  expect(read[1]?.request.url).toBe('https://metrics.example/collect')
  const timeless = { ...other, startedDateTime: 'yesterday' }
  expect(() => readHar(harOf([good, timeless]))).toThrow('log.entries[1].startedDateTime: expected an instant')
})

test('a host with its default port is the same host', () => {
  const hostOf = (...urls: string[]) => {
    const { host } = readRecording(harOf(urls.map((url) => entryOf({ url: `${url}/service/api/core` }))), '/service/api')
    return host
  }
  expect(hostOf('https://a.example:443', 'HTTPS://B.example', 'https://user:pw@A.example:443')).toBe('a.example')
  expect(hostOf('http://a.example:80')).toBe('a.example')
  expect(hostOf('http://a.example:443')).toBe('a.example:443')
  expect(hostOf('https://a.example:8443')).toBe('a.example:8443')
  expect(hostOf('http://[::1]:80')).toBe('[::1]')
})

test('a body that a tool left compressed was not recorded', () => {
  const text = gzipSync('{"data":{}}').toString('base64')
  const content = { size: 11, mimeType: 'application/json', encoding: 'base64', text }
  expect(readHar(harOf([entryOf({ content })]))[0]?.response.text).toBeUndefined()
})

test('entries of other tools are read in the order of time, those of a journal in the order in which they were carried out', () => {
  const places = (...entries: object[]) => readHar(harOf(entries)).map(({ index }) => index)
  const at = (second: number, note?: object) => entryOf({ at: `2026-05-02T09:00:0${second}.000Z`, ...(note && { note }) })
  expect(places(at(2), at(0), at(1), at(0))).toEqual([1, 3, 2, 0])
  expect(places(at(2, { id: 1, real: 9 }), at(1, { id: 2, real: 5 }), at(3, { id: 3, real: 1 }))).toEqual([0, 1, 2])
})
