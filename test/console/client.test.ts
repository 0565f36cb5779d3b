import { describe, expect, test } from 'vitest'

interface Client {
  readonly takeEvents: (text: string) => { readonly ids: readonly number[]; readonly rest: string }
  readonly changeOf: (of: {
    readonly shown: readonly number[]
    readonly fresh: readonly number[]
    readonly oldest: number
    readonly last: number
    readonly limit: number
  }) => { readonly added: readonly number[]; readonly removed: readonly number[] }
  readonly pauseAfter: (took: number) => number
  readonly retryAfter: (failures: number) => number
  readonly clockText: (at: number) => string
  readonly bodyOf: (fields: Iterable<readonly [string, string]>) => string | undefined
}

// as a browser loads it; without a document it does nothing by itself
const script: Client = await import(new URL('../../src/console/assets/console.js', import.meta.url).href)

describe('the stream of the journal', () => {
  test('is read event by event; what is cut in the middle waits for more', () => {
    const text = ': the journal from entry 1 on\nretry: 1000\n\ndata: {"id":1}\nid: 1\n\ndata: {"id":2}\nid: 2\n\ndata: {"i'
    expect(script.takeEvents(text)).toEqual({ ids: [1, 2], rest: 'data: {"i' })
    expect(script.takeEvents('data: {"id":3}\nid: 3\n\n')).toEqual({ ids: [3], rest: '' })
  })

  test('has comments that mean nothing, and texts that only look like ids', () => {
    expect(script.takeEvents(': still here\n\ndata: {"text":"id: 9"}\nid: 4\n\n')).toEqual({ ids: [4], rest: '' })
  })
})

describe('the entries of a page', () => {
  const { changeOf } = script

  test('come on top, without those that are there', () => {
    expect(changeOf({ shown: [3, 2, 1], fresh: [5, 4, 3], oldest: 1, last: 5, limit: 50 })).toEqual({
      added: [5, 4],
      removed: [],
    })
  })

  test('make room for others', () => {
    expect(changeOf({ shown: [3, 2, 1], fresh: [5, 4], oldest: 1, last: 5, limit: 3 })).toEqual({
      added: [5, 4],
      removed: [2, 1],
    })
    expect(changeOf({ shown: [], fresh: [5, 4, 3], oldest: 1, last: 5, limit: 2 })).toEqual({ added: [5, 4], removed: [] })
  })

  test('go when the journal has let them go, or was cleared', () => {
    expect(changeOf({ shown: [3, 2, 1], fresh: [], oldest: 3, last: 3, limit: 50 })).toEqual({ added: [], removed: [2, 1] })
    expect(changeOf({ shown: [3, 2, 1], fresh: [], oldest: 4, last: 3, limit: 50 })).toEqual({ added: [], removed: [3, 2, 1] })
  })

  test('are all others when the server was started anew, also where ids are the same', () => {
    expect(changeOf({ shown: [50, 2], fresh: [2, 1], oldest: 1, last: 2, limit: 50 })).toEqual({
      added: [2, 1],
      removed: [50, 2],
    })
  })
})

describe('the page asks', () => {
  test('the less often the longer an answer takes', () => {
    expect([1, 100, 500].map(script.pauseAfter)).toEqual([400, 400, 2000])
  })

  test('the less often the longer nobody answers, but every ten seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 20].map(script.retryAfter)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  })
})

describe('the page says and sends', () => {
  test('time in the words that the server uses', () => {
    expect(script.clockText(Date.UTC(2028, 1, 29, 23, 59, 59, 999))).toBe('2028-02-29 23:59:59')
  })

  test('the fields of a form, or nothing', () => {
    expect(script.bodyOf(new Map([['by', '61m']]))).toBe('{"by":"61m"}')
    expect(script.bodyOf([])).toBeUndefined()
  })
})
