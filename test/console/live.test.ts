import { describe, expect, test } from 'vitest'

interface Live {
  readonly takeEvents: (text: string) => { readonly events: readonly string[]; readonly rest: string }
  readonly pauseAfter: (took: number) => number
  readonly retryAfter: (failures: number) => number
  readonly clockText: (at: number) => string
  readonly bodyOf: (fields: Iterable<readonly [string, string]>) => string | undefined
  readonly passesLastYear: (at: number, by: string) => boolean
  readonly offsetOf: (text: string, line: number, column: number) => number
  readonly dayNumber: (day: string) => number
  readonly dayText: (number: number) => string
  readonly isWeekend: (number: number) => boolean
  readonly rewritten: (text: string, before: string, after: string) => string
  readonly faultYaml: (of: {
    readonly operation: string
    readonly cause: string
    readonly after: number
    readonly times: number
  }) => string
}

// as a browser loads it
const live: Live = await import(new URL('../../src/console/assets/live.js', import.meta.url).href)

describe('the stream of changes', () => {
  test('is read event by event; what is cut in the middle waits for more', () => {
    const text = 'retry: 1000\n\ndata: {"calls":1}\n\n: still here\n\ndata: {"calls":2}\n\ndata: {"ca'
    expect(live.takeEvents(text)).toEqual({ events: ['{"calls":1}', '{"calls":2}'], rest: 'data: {"ca' })
  })
})

describe('the page asks', () => {
  test('less often when responses take longer', () => {
    expect([1, 100, 500].map(live.pauseAfter)).toEqual([400, 400, 2000])
  })

  test('less often the longer nobody answers, but at least every ten seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map(live.retryAfter)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  })
})

describe('the page writes and sends', () => {
  test('time as the server writes it', () => {
    expect(live.clockText(Date.UTC(2028, 1, 29, 23, 59, 59, 999))).toBe('2028-02-29 23:59:59')
  })

  test('the filled fields of a form, or undefined', () => {
    expect(
      live.bodyOf(
        new Map([
          ['by', '61m'],
          ['name', ''],
        ]),
      ),
    ).toBe('{"by":"61m"}')
    expect(live.bodyOf([['name', '']])).toBeUndefined()
  })

  test('a warning before the clock passes the year 9999', () => {
    const at = Date.UTC(2026, 0, 1)
    expect(['1d', '61m', '1.5h', 'soon'].map((by) => live.passesLastYear(at, by))).toEqual([false, false, false, false])
    expect(['99999999d', '2912600d'].map((by) => live.passesLastYear(at, by))).toEqual([true, true])
    expect(live.passesLastYear(Date.UTC(9999, 11, 31), '1d')).toBe(true)
  })

  test.each(['0000-01-01', '0050-03-01', '1969-12-31', '2028-02-29', '9999-12-31', '10000-01-01'])(
    'the day %s as a number, and back',
    (day) => expect(live.dayText(live.dayNumber(day))).toBe(day),
  )

  test.each([
    ['1969-12-26', false],
    ['1969-12-27', true],
    ['1969-12-28', true],
    ['0001-01-06', true],
    ['2026-05-04', false],
  ])('the day %s is one of a weekend: %s', (day, isOne) => expect(live.isWeekend(live.dayNumber(day))).toBe(isOne))

  test('a fault as YAML', () => {
    const cause = 'network: { status: 503 }'
    expect(live.faultYaml({ operation: '', cause, after: 0, times: 1 })).toBe(`on: {}\n${cause}\n`)
    expect(live.faultYaml({ operation: 'listBookings', cause, after: 2, times: 3 })).toBe(
      `on: { operation: listBookings }\nafter: 2\ntimes: 3\n${cause}\n`,
    )
    expect(live.faultYaml({ operation: '} evil: {', cause, after: 0, times: 1 })).toContain('operation: "} evil: {"')
  })

  test.each([
    [
      'what the form wrote',
      'on: {}\nnetwork: { status: 503 }\n',
      'on: { operation: listBookings }\nafter: 2\nnetwork: { status: 503 }\n',
    ],
    ['nothing', ' \n', 'on: { operation: listBookings }\nafter: 2\nnetwork: { status: 503 }\n'],
    ['another cause', 'on: {}\nroom: taken', 'on: { operation: listBookings }\nafter: 2\nroom: taken'],
    ['an own selector', 'on: { client: demo }\nroom: taken\n', 'on: { client: demo }\nafter: 2\nroom: taken\n'],
    ['a selector of several lines', 'on:\n  client: demo\nroom: taken\n', 'after: 2\non:\n  client: demo\nroom: taken\n'],
    ['JSON', '{ "on": {}, "room": "taken" }\n', '{ "on": {}, "room": "taken" }\n'],
    [
      'an own number',
      'on: {}\nafter: 7 # of mine\nroom: taken\n',
      'on: { operation: listBookings }\nafter: 7 # of mine\nroom: taken\n',
    ],
  ])('where the text of a fault is %s, a field changes the lines of the form only', (_, text, wanted) => {
    const [before, after] = [
      'on: {}\nnetwork: { status: 503 }\n',
      'on: { operation: listBookings }\nafter: 2\nnetwork: { status: 503 }\n',
    ]
    expect(live.rewritten(text, before, after)).toBe(wanted)
  })
})

describe('a problem in the editor', () => {
  test.each([
    [1, 1, 0],
    [2, 3, 8],
    [2, 99, 9],
    [3, 1, 10],
    [9, 9, 13],
  ])('at line %i, column %i is at the offset %i', (line, column, offset) => {
    expect(live.offsetOf('name:\nabc\n  x', line, column)).toBe(offset)
  })
})
