import { describe, expect, test } from 'vitest'
import { Ignored } from '../../src/base/json-path.ts'
import { compareAnswers } from '../../src/replay/compare.ts'
import { type Difference, differences } from '../../src/replay/difference.ts'
import { GeneratedValues } from '../../src/replay/generated-values.ts'
import type { RecordedResponse } from '../../src/replay/har.ts'
import { differenceText } from '../../src/replay/report.ts'
import { isSameText } from '../../src/replay/same-text.ts'

const sameText = (one: string, other: string): boolean => isSameText(one, other, 0)

const found = (recorded: unknown, now: unknown, ...ignore: readonly string[]): readonly Difference[] => [
  ...differences(recorded, now, { ignored: new Ignored(ignore), sameText }),
]

describe('values differ', () => {
  test.each<[what: string, recorded: unknown, now: unknown, differences: readonly Difference[]]>([
    ['in a value', { data: { stars: [3, 4] } }, { data: { stars: [3, 5] } }, [{ path: 'data.stars[1]', recorded: 4, now: 5 }]],
    ['in the type of a value', { a: 1 }, { a: '1' }, [{ path: 'a', recorded: 1, now: '1' }]],
    ['in nothing and null', { a: null }, { a: 0 }, [{ path: 'a', recorded: null, now: 0 }]],
    ['in list and map', { a: [] }, { a: {} }, [{ path: 'a', recorded: [], now: {} }]],
    ['in a key that is gone', { a: { b: 1 } }, { a: {} }, [{ path: 'a.b', recorded: 1 }]],
    ['in a key that is new', { a: {} }, { a: { b: 1 } }, [{ path: 'a.b', now: 1 }]],
    ['in a key that is no word', { 'a b': { '12': 1 } }, { 'a b': { '12': 2 } }, [{ path: '["a b"].12', recorded: 1, now: 2 }]],
    ['in the length of a list', [1, 2], [1], [{ path: 'length', recorded: 2, now: 1 }]],
    ['at the top', 1, 2, [{ path: 'body', recorded: 1, now: 2 }]],
    ['not in the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ['not in tokens', { access_token: '[masked]' }, { access_token: 'abc' }, []],
    [
      'in a token that is none',
      { access_token: 'abc' },
      { access_token: null },
      [{ path: 'access_token', recorded: 'abc', now: null }],
    ],
    ['in names an object has by itself', { toString: 1 }, {}, [{ path: 'toString', recorded: 1 }]],
  ])('%s', (_, recorded, now, expected) => {
    expect(found(recorded, now)).toEqual(expected)
  })
})

describe('texts are the same', () => {
  test.each<[what: string, recorded: string, now: string, same: boolean]>([
    ['letter by letter', 'Sea view', 'Sea view', true],
    ['not when a letter differs', 'Sea view', 'sea view', false],
    ['with another host', 'see http://127.0.0.1:4010/service/a.png', 'see https://stay.example/service/a.png', true],
    ['with another sandbox', 'http://127.0.0.1:4010/@w1/service/', 'http://127.0.0.1:4010/service/', true],
    ['with another sandbox in a path', '/@w1/service/a.png', '/@w2/service/a.png', true],
    ['with a sandbox in a path and with none', '/service/a.png', '/@w1/service/a.png', true],
    ['not with another path in another sandbox', '/@w1/service/a.png', '/@w2/service/b.png', false],
    ['not with another name that is no sandbox of a path', 'mail /@w1/', 'mail /@w2/', false],
    [
      'with another host, encoded',
      'http%3A%2F%2Flocalhost%3A4711%2Fservice',
      'https%3A%2F%2Fstay.example%2F%40w1%2Fservice',
      true,
    ],
    ['not with another path, encoded', 'http%3A%2F%2Fa.example%2Fone', 'http%3A%2F%2Fa.example%2Ftwo', false],
    ['not with another path', 'http://a.example/one', 'http://b.example/two', false],
    ['with another token in an address', 'http://a/x?access_token=abc&b=1', 'http://a/x?access_token=def&b=1', true],
    ['with anything where it was masked', 'x?pass=[masked]&b=(1)', 'x?pass=secret&b=(1)', true],
    ['with a mask at either end, and nothing in its place', '[masked]-[masked]', '-', true],
    ['not where parts overlap', 'ab[masked]ba', 'aba', false],
    ['not in another order', 'x[masked]1[masked]2[masked]', 'x21', false],
    ['however often it was masked', `${'[masked]a'.repeat(40)}x`, 'a'.repeat(20_000), false],
    ['not beside what was masked', 'x?pass=[masked]&b=1', 'x?pass=secret&b=2', false],
    ['at another time of the day', '2026-05-02 09:00:00', '2026-05-02 21:30:12', true],
    ['within text and with a zone', 'paid 2026-05-02T09:00:00.123Z.', 'paid 2026-05-02T10:00:00.9Z.', true],
    ['not on another day, more than a day apart', '2026-05-02 09:00:00', '2026-05-04 09:00:00', false],
    ['not in the way times are written', '2026-05-02 09:00:00', '2026-05-02T09:00:00', false],
    ['not on another day without a time', '2026-05-02', '2026-05-03', false],
    ['not when a time is none', '2026-05-02 09:00:00', '2026-05-02 99:00:00', false],
  ])('%s', (_, recorded, now, same) => {
    expect(isSameText(recorded, now, 0)).toBe(same)
  })

  test('at times that are as far apart as the clocks are', () => {
    const month = 30 * 86_400_000
    expect(isSameText('2026-05-02 09:00:00', '2026-06-01 09:00:05', month)).toBe(true)
    expect(isSameText('2026-05-02 09:00:00', '2026-05-02 09:00:05', month)).toBe(false)
  })
})

describe('ignored paths', () => {
  const recorded = {
    data: {
      bookings: [
        { note: 'a', id: 1 },
        { note: 'b', id: 2 },
      ],
      'a b': { '12': { x: 1 } },
    },
  }
  const now = {
    data: {
      bookings: [
        { note: 'c', id: 1 },
        { note: 'd', id: 3 },
      ],
      'a b': { '12': { x: 2 } },
    },
  }
  const ID = 'data.bookings[1].id'
  const X = 'data["a b"].12.x'

  test.each<[paths: readonly string[], left: readonly string[]]>([
    [[], ['data.bookings[0].note', 'data.bookings[1].note', ID, X]],
    [['data.bookings[].note'], [ID, X]],
    [['$.data.bookings[*].note'], [ID, X]],
    [['data.*.*.note'], [ID, X]],
    [['data.bookings[1]'], ['data.bookings[0].note', X]],
    [['data.bookings'], [X]],
    [
      ['data["a b"]', 'data.bookings[0]'],
      ['data.bookings[1].note', ID],
    ],
    [
      ['data["a b"].12.x', 'data.bookings[1].note'],
      ['data.bookings[0].note', ID],
    ],
    [['data'], []],
  ])('%j leaves %j', (paths, left) => {
    expect(found(recorded, now, ...paths).map(({ path }) => path)).toEqual(left)
  })

  test.each(['', '.', 'a..b', 'a b', 'a[x]', 'a[1', 'a["b]', 'a]'])('"%s" is not a path', (path) => {
    expect(() => new Ignored([path])).toThrow(`"${path}" is not a path such as data.bookings[].note`)
  })

  test('a path that covers nothing is known afterwards', () => {
    const ignored = new Ignored(['data.bookings', 'data.rooms'])
    expect([...differences(recorded, now, { ignored, sameText })]).toHaveLength(1)
    expect(ignored.unused()).toEqual(['data.rooms'])
  })
})

describe('responses differ', () => {
  const good: RecordedResponse = {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json; charset=utf-8' }],
    mimeType: 'application/json; charset=utf-8',
    text: '{"a":1}',
    cut: false,
  }
  const same = { status: 200, type: 'application/json', text: '{"a": 1}', message: undefined }
  const how = { ignored: new Ignored([]), sameText, method: 'GET', messageHeader: 'x-service-error-message' }
  const paths = (recorded: Partial<RecordedResponse>, now: Partial<typeof same> & { message?: string | undefined }) =>
    compareAnswers({ ...good, ...recorded }, { ...same, ...now }, how).differences.map(({ path }) => path)

  test.each<[what: string, recorded: Partial<RecordedResponse>, now: object, paths: readonly string[]]>([
    ['in nothing', {}, {}, []],
    ['in the status', {}, { status: 403 }, ['status']],
    ['in the kind of body', {}, { type: 'text/html', text: '<html>' }, ['content type', 'body']],
    ['in the kind of body only', {}, { type: 'text/html' }, ['content type']],
    ['in a body that is gone', {}, { text: '' }, ['body']],
    ['in the text of a refusal', {}, { message: 'taken' }, ['header x-service-error-message']],
    ['not where a tool knew no type', { mimeType: 'x-unknown', text: '' }, { type: '', text: '' }, []],
    ['in JSON that was broken', { text: '{"a":' }, {}, ['body']],
    ['in a page', { mimeType: 'text/html', text: '<p>1' }, { type: 'text/html', text: '<p>2' }, ['body']],
  ])('%s', (_, recorded, now, expected) => {
    expect(paths(recorded, now)).toEqual(expected)
  })

  test('in a refusal that only one of them has: the other one is no value', () => {
    const header = { path: 'header x-service-error-message' }
    expect(compareAnswers(good, { ...same, message: 'taken' }, how).differences).toEqual([{ ...header, now: 'taken' }])
    const refused = { ...good, headers: [{ name: how.messageHeader, value: 'taken' }] }
    expect(compareAnswers(refused, same, how).differences).toEqual([{ ...header, recorded: 'taken' }])
  })

  test.each<[recorded: Partial<RecordedResponse>, partly: string]>([
    [{ text: undefined }, 'body not recorded'],
    [{ text: '{"a" ... cut', cut: true }, 'body cut in the recording'],
  ])('only in status and type, which is said, where the body of %j is not there', (recorded, partly) => {
    expect(compareAnswers({ ...good, ...recorded }, { ...same, text: '{"b":2}' }, how)).toEqual({
      differences: [],
      more: 0,
      partly,
    })
  })

  test('not in what is no field, when its name is ignored; a pattern for any key does not name it', () => {
    const names = ['status', '["content type"]', '["header x-service-error-message"]']
    const other = { ...same, status: 409, type: 'text/html', message: 'taken' }
    const left = (...texts: string[]) =>
      compareAnswers(good, other, { ...how, ignored: new Ignored(texts) }).differences.map(({ path }) => path)
    expect(left(...names)).toEqual([])
    expect(left('*')).toEqual(['status', 'content type', 'header x-service-error-message'])
    const ignored = new Ignored(['status', 'a'])
    compareAnswers(good, { ...same, status: 409 }, { ...how, ignored })
    expect(ignored.unused()).toEqual(['a'])
  })

  test('in more places than anybody reads: the rest is counted', () => {
    const list = (value: number) => JSON.stringify(Array.from({ length: 250 }, () => value))
    const { differences: kept, more } = compareAnswers({ ...good, text: list(1) }, { ...same, text: list(2) }, how)
    expect([kept.length, more]).toEqual([200, 50])
  })
})

describe('random values of another sandbox', () => {
  test('is equal while each value maps to exactly one other, which later requests use', () => {
    const drawn = new GeneratedValues()
    expect(drawn.isSame('Booking number: 12345678<br/>', 'Booking number: 87654321<br/>', sameText)).toBe(true)
    expect(drawn.isSame('12345678', '87654321', sameText)).toBe(true)
    expect(drawn.isSame('12345678', '11111111', sameText)).toBe(false)
    expect(drawn.isSame('12345678 and 99999999', '87654321 and 22222222', sameText)).toBe(true)
    expect(drawn.isSame('12345678 and 99999999', '87654321 and 33333333', sameText)).toBe(false)
    expect(drawn.isSame('FJKxDRKdYMCvRFS', 'lrjJQnQNYxtJhUH', sameText)).toBe(true)
    expect(drawn.isSame('Room 12345678', 'Suite 87654321', sameText)).toBe(false)
    expect(drawn.withReplayedValues('/coupon/FJKxDRKdYMCvRFS?tag=12345678')).toBe('/coupon/lrjJQnQNYxtJhUH?tag=87654321')
  })
})

test.each<[difference: Difference, text: string]>([
  [{ path: 'status', recorded: 200, now: 403 }, 'status: recorded 200, now 403'],
  [{ path: 'a', recorded: 'x' }, 'a: recorded "x", now missing'],
  [{ path: 'a', now: null }, 'a: not recorded, now null'],
  [
    { path: 'a', recorded: `${'-'.repeat(200)}one`, now: `${'-'.repeat(200)}two` },
    `a: recorded "... ${'-'.repeat(40)}one", now "... ${'-'.repeat(40)}two"`,
  ],
  // hosts and sandboxes are no differences
  [
    {
      path: 'a',
      recorded: `http://shop.example/a ${'-'.repeat(200)}one`,
      now: `http://localhost/@recorded/a ${'-'.repeat(200)}two`,
    },
    `a: recorded "... ${'-'.repeat(40)}one", now "... ${'-'.repeat(40)}two"`,
  ],
])('a difference is reported in one line: %j', (difference, text) => {
  expect(differenceText(difference)).toBe(text)
})
