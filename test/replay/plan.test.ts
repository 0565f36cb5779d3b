import { describe, expect, test } from 'vitest'
import { NETWORK_FAULT_KINDS } from '../../src/journal/entry.ts'
import { readRecording } from '../../src/replay/har.ts'
import { planOf } from '../../src/replay/plan.ts'
import { missingNotes, noCallsText } from '../../src/replay/recording-messages.ts'
import { type EntryParts, entryOf, harOf } from './har-of.ts'

const API = '/service/api'
const plan = (...parts: readonly EntryParts[]) => planOf(readRecording(harOf(parts.map(entryOf)), API).exchanges, API)

const URLENCODED = 'application/x-www-form-urlencoded'
const post = (postData: object, rest: EntryParts = {}): EntryParts => ({ method: 'POST', postData, ...rest })

describe('a request is sent', () => {
  test.each([
    ['https://shop.example/service/api/search/stars/4?a=b#top', undefined, '/search/stars/4?a=b'],
    ['http://127.0.0.1:4010/@w1/service/api/properties/all/', 'w1', '/properties/all/'],
    ['https://shop.example/holidays/service/api/core', undefined, '/core'],
    ['http://127.0.0.1:4010/service/api', undefined, '/'],
    ['http://127.0.0.1:4010/@default/service/api/core', undefined, '/core'],
    ['http://127.0.0.1:4010/@NOT%20A%20NAME/service/api/core', undefined, '/core'],
  ])('from %s to the sandbox %s', (url, sandbox, target) => {
    expect(plan({ url }).steps[0]?.asked).toEqual({ sandbox, target })
  })

  test('to the sandbox that its header names', () => {
    const { steps } = plan({ headers: { 'X-Understay-Sandbox': 'w2' } })
    expect(steps[0]).toMatchObject({ asked: { sandbox: 'w2' }, headers: [] })
    expect(plan({ note: { sandbox: 'w3' } }).steps[0]?.asked.sandbox).toBe('w3')
  })

  test('without the headers of its connection and its browser', () => {
    const headers = {
      ':authority': 'shop.example',
      Accept: '*/*',
      'Accept-Encoding': 'br',
      Connection: 'keep-alive',
      Cookie: 'visit=1',
      Host: 'shop.example',
      Origin: 'https://shop.example',
      'Sec-Fetch-Mode': 'cors',
      'X-Understay-Hint': 'x',
      'X-SERVICE-booking-session-id': 'visit-1',
      'User-Agent': 'shop/1',
    }
    expect(plan({ headers }).steps[0]?.headers).toEqual([
      { name: 'accept', value: '*/*' },
      { name: 'x-service-booking-session-id', value: 'visit-1' },
      { name: 'user-agent', value: 'shop/1' },
    ])
  })

  test.each<[what: string, postData: object, text: string, type: string]>([
    ['text', { mimeType: URLENCODED, text: 'a=1&b=%20' }, 'a=1&b=%20', URLENCODED],
    ['text beside fields', { mimeType: URLENCODED, text: 'a=1', params: [{ name: 'a', value: '2' }] }, 'a=1', URLENCODED],
    ['fields only', { mimeType: URLENCODED, params: [{ name: 'a b', value: 'é' }, { name: 'c' }] }, 'a+b=%C3%A9&c=', URLENCODED],
    [
      'fields of several parts',
      { mimeType: 'multipart/form-data; boundary=x', params: [{ name: 'a', value: '1' }] },
      'a=1',
      URLENCODED,
    ],
    ['JSON', { mimeType: 'application/json', text: '{}' }, '{}', 'application/json'],
    ['nothing in it', { mimeType: URLENCODED, text: '' }, '', URLENCODED],
  ])('with %s as its body', (_, postData, text, type) => {
    expect(plan(post(postData)).steps[0]?.body).toEqual({ text, type })
  })

  test('without the body of a GET, which the service does not read', () => {
    expect(plan({ postData: { mimeType: URLENCODED, text: 'a=1' } }).steps[0]?.body).toBeUndefined()
  })
})

describe('a request is not sent, and why', () => {
  test.each<[reason: string, parts: EntryParts]>([
    ['not below /service/api', { url: 'https://shop.example/app.js' }],
    ['not below /service/api', { url: 'https://shop.example/service/apiary/x' }],
    ['not below /service/api', { url: 'data:image/png;base64,AAAA' }],
    ['not below /service/api', { url: 'https://shop.example/?next=/service/api/core' }],
    ['a preflight, which browsers ask by themselves', { method: 'OPTIONS' }],
    ['the method TRACE is not sent', { method: 'TRACE' }],
    ['no answer was recorded (status 0)', { status: 0 }],
    ['no answer was recorded (status 0)', { status: -1 }],
    ['no answer was recorded (status 101)', { status: 101 }],
    ['its body was not recorded', { method: 'POST', bodySize: 12 }],
    ['its body was not recorded', post({ mimeType: URLENCODED, params: [], text: '' }, { bodySize: 12 })],
    ['redirected, or answered from the cache of the client (status 301)', { status: 301 }],
    ['redirected, or answered from the cache of the client (status 304)', { status: 304, headers: { 'If-None-Match': '"1"' } }],
    ['its body was cut in the recording', post({ mimeType: URLENCODED, text: 'a=1 ... cut', comment: 'cut at 64 KiB' })],
    [
      'its body was not kept in the recording (12 bytes of text/plain)',
      post({ mimeType: 'text/plain', text: '', comment: '12 bytes of text/plain' }),
    ],
    [
      'its body holds a file that was not recorded',
      post({ mimeType: 'multipart/form-data', params: [{ name: 'f', fileName: 'a.png' }] }),
    ],
    ['its path would change on the way ("." or "..")', { url: 'https://shop.example/service/api/%2e%2e/core' }],
    [
      'affected by fault outage/1, it never reached the service',
      { status: 503, note: { fault: ['outage/1'], networkFault: 'status' } },
    ],
    [
      'affected by fault outage/1, it never reached the service',
      { status: 0, note: { fault: ['outage/1'], networkFault: 'cut-before' } },
    ],
    ['affected by fault cut-before, it never reached the service', { status: 0, note: { networkFault: 'cut-before' } }],
  ])('%s', (reason, parts) => {
    const { steps, skipped } = plan(parts)
    expect(steps).toEqual([])
    expect(skipped.map((entry) => entry.reason)).toEqual([reason])
  })

  test.each([
    ['cut-after-commit', 'body lost on the way by bad-line/1', { status: 0, note: { lostStatus: 204 } }, 204],
    ['truncated', 'body cut short on the way by bad-line/1', { body: '{"a' }, 200],
    ['html', 'body replaced on the way by bad-line/1', { body: '<html>' }, 200],
    ['empty', 'body emptied on the way by bad-line/1', { body: '' }, 200],
    ['carried-out', 'body replaced on the way by bad-line/1', { status: 504, note: { lostStatus: 204 } }, 204],
    ['invented-carried-out', 'body replaced on the way by bad-line/1', { status: 409, note: { lostStatus: 204 } }, 204],
    ['patched', 'body changed on the way by bad-line/1', { body: '{"a":1}' }, 200],
    ['extra-fields', 'body changed on the way by bad-line/1', { body: '{"x_understay_added":{}}' }, 200],
  ])(
    'a response that a fault affected (%s) is compared by its status: %s',
    (networkFault, spoiled, { note, ...rest }: EntryParts, status) => {
      const { steps } = plan({ ...rest, note: { ...note, networkFault, fault: ['bad-line/1'] } })
      expect(steps[0]).toMatchObject({ spoiled, expected: { status, text: undefined, mimeType: '', headers: [] } })
    },
  )

  test('a note that names no fault is told by its kind', () => {
    expect(plan({ body: '{"a', note: { networkFault: 'truncated' } }).steps[0]?.spoiled).toBe(
      'body cut short on the way by truncated',
    )
  })

  test.each(NETWORK_FAULT_KINDS.filter((kind) => kind !== 'delay'))(
    'a fault that changes the response is known: %s',
    (networkFault) => {
      const { steps, skipped } = plan({ note: { networkFault, fault: ['bad-line/1'] } })
      expect(skipped.length === 1 || steps[0]?.spoiled !== undefined).toBe(true)
    },
  )

  test.each([[{ fault: ['token-expired/1'] }], [{ fault: ['slow/1'], networkFault: 'delay' }]])(
    'a call that the service responded to is compared, with and without a fault: %j',
    (note) => {
      const [step] = plan({ status: 401, note }).steps
      expect(step).toMatchObject({ spoiled: undefined, expected: { status: 401, text: '{}' } })
    },
  )
})

describe('a file with nothing to send says what it holds instead', () => {
  test.each<[message: string, parts: readonly EntryParts[]]>([
    [
      'log.entries is empty: understay record --upstream URL -- COMMAND records calls, understay run --report FOLDER -- COMMAND writes them to journal.har',
      [],
    ],
    [
      'no entry is below /service/api; found https://shop.example/acme/api (2), https://shop.example/app.js (1); is it --product acme?',
      [
        { url: 'https://shop.example/acme/api/core' },
        { url: 'https://shop.example/acme/api/core?x' },
        { url: 'https://shop.example/app.js' },
      ],
    ],
    [
      'no entry is below /service/api; found https://shop.example/app.js (1); --product WORD says what the interface is called',
      [{ url: 'https://shop.example/app.js' }],
    ],
    ['no entry can be sent: a preflight, which browsers ask by themselves (1)', [{ method: 'OPTIONS' }]],
  ])('%s', (message, parts) => {
    expect(noCallsText(plan(...parts).skipped, API)).toBe(message)
  })
})

test.each<[ids: readonly number[], said: RegExp | undefined]>([
  [[1, 2, 3], undefined],
  [[3, 4], /lacks entries 1 to 2 of its journal/],
  [[1, 3, 7], /lacks entries 2, 4 to 6 of its journal/],
  [[], undefined],
])('of a journal with the entries %j it is known what is missing', (ids, said) => {
  const notes = missingNotes(plan(...ids.map((id) => ({ note: { id } }))))
  expect(notes).toEqual(said ? [expect.stringMatching(said)] : [])
})
