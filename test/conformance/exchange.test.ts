import { describe, expect, test } from 'vitest'
import { groupBy } from '../../src/base/group-by.ts'
import {
  answerHeader,
  callName,
  callsAfter,
  type Exchange,
  endOf,
  formOf,
  inOrder,
  isAfter,
  isAnswered,
  isCarriedOut,
  isReplyLost,
  isSameCall,
  isSentBefore,
  isUnserved,
  keyOf,
  mayBeRetried,
  subjectOfCall,
  waitBetween,
} from '../../src/conformance/exchange.ts'
import { entryOf, NETWORK_FAULT_KINDS } from '../../src/journal/entry.ts'
import { exchangesOf, type Step } from './exchanges-of.ts'

/** One call, answered with 200 unless the test says otherwise. */
const one = (more: Partial<Exchange> = {}): Exchange =>
  entryOf({ id: 7, at: 1000, ms: 20, method: 'GET', target: '/service/api/guests/1', status: 200, ...more })

describe('what became of a call', () => {
  test.each<readonly [about: string, more: Partial<Exchange>, done: boolean, answered: boolean, trouble: boolean]>([
    ['200', { status: 200 }, true, true, false],
    ['299', { status: 299 }, true, true, false],
    ['199', { status: 199 }, false, false, false],
    ['300', { status: 300 }, false, false, false],
    ['404 of a recording, which has no code', { status: 404 }, false, false, false],
    ['404 with a code', { status: 404, refusalCode: 'invoice_unknown' }, false, false, false],
    ['204 with a code', { status: 204, refusalCode: 'room_taken' }, false, false, false],
    ['428', { status: 428 }, false, false, false],
    ['429', { status: 429 }, false, false, true],
    ['430', { status: 430 }, false, false, false],
    ['499', { status: 499 }, false, false, false],
    ['500', { status: 500 }, false, false, true],
    ['200, the client had gone', { aborted: true }, true, false, true],
    ['delay', { networkFault: 'delay' }, true, true, false],
    ['status', { networkFault: 'status', status: 503 }, false, false, true],
    ['status of success', { networkFault: 'status', status: 200 }, false, false, false],
    ['carried-out', { networkFault: 'carried-out', status: 500 }, true, false, true],
    ['cut-before', { networkFault: 'cut-before', status: 0 }, false, false, true],
    ['cut-after-commit', { networkFault: 'cut-after-commit', status: 0 }, true, false, true],
    ['truncated', { networkFault: 'truncated' }, true, false, true],
    ['truncated refusal', { networkFault: 'truncated', status: 400, refusalCode: 'values_invalid' }, false, false, true],
    ['html', { networkFault: 'html' }, true, false, true],
    ['empty', { networkFault: 'empty' }, true, false, true],
    ['extra-fields', { networkFault: 'extra-fields' }, true, true, false],
    ['invented success', { networkFault: 'invented' }, false, false, false],
    ['invented 503', { networkFault: 'invented', status: 503 }, false, false, true],
    ['invented success after the call', { networkFault: 'invented-carried-out' }, true, false, false],
    ['the same, the client had gone', { networkFault: 'invented-carried-out', aborted: true }, true, false, true],
    ['patched', { networkFault: 'patched' }, true, true, false],
  ])('%s', (_, more, done, answered, trouble) => {
    const call = one(more)
    expect({ done: isCarriedOut(call), answered: isAnswered(call), trouble: mayBeRetried(call) }).toEqual({
      done,
      answered,
      trouble,
    })
  })

  test('each network fault prevents the call, loses its response, or does neither', () => {
    const kinds = (is: (call: Exchange) => boolean) => NETWORK_FAULT_KINDS.filter((networkFault) => is(one({ networkFault })))
    expect(kinds(isUnserved)).toEqual(['status', 'cut-before', 'invented'])
    expect(kinds(isReplyLost)).toEqual(['carried-out', 'cut-after-commit', 'truncated', 'html', 'empty', 'invented-carried-out'])
  })
})

describe('when calls were made', () => {
  test('a call ends with its response, or as soon as the client has gone', () => {
    expect(endOf(one({ real: 1000, ms: 20 }))).toBe(1020)
    expect(endOf(one({ real: 1000, ms: 20, aborted: true }))).toBe(1000)
  })

  test('a call is after another from the moment in which that ended', () => {
    const first = one({ real: 1000, ms: 20 })
    expect([1000, 1019, 1020, 1021].filter((real) => isAfter(one({ real }), first))).toEqual([1020, 1021])
    const short = one({ ms: 0 })
    expect(isAfter(short, short)).toBe(false)
  })

  test.each<readonly [about: string, second: Partial<Exchange>, wait: number]>([
    ['both clocks pass alike', { real: 1520, at: 1520 }, 500],
    ['it overlaps', { real: 1010, at: 1010 }, 0],
    ['the clock of the sandbox stands still', { real: 1520, at: 1000 }, 500],
    ['the clock of the sandbox is moved', { real: 1520, at: 61_000 }, 60_000],
    ['the clock of the sandbox is moved back', { real: 1520, at: 0 }, 500],
    ['the clocks differ by 50 ms, as two readings of one clock may', { real: 1520, at: 1570 }, 500],
    ['the clocks differ by 51 ms', { real: 1520, at: 1571 }, 571],
  ])('the wait between two calls, where %s', (_, second, wait) => {
    expect(waitBetween(one({ real: 1000, at: 1000, ms: 20 }), one(second))).toBe(wait)
  })

  test('a move of the clock is a wait, also where it took as long as it skipped', () => {
    const [first, next] = [one({ real: 1000, at: 1000, ms: 300 }), one({ real: 2000, at: 2000 })]
    expect(waitBetween(first, next)).toBe(700)
    expect(waitBetween(first, next, { moves: [{ from: 1000, to: 2000 }] })).toBe(1000)
    expect(waitBetween(first, next, { moves: [{ from: 0, to: 1500 }] })).toBe(700)
  })

  test('calls are in the order of sending; within a millisecond the id decides', () => {
    const calls = [one({ id: 4, real: 5 }), one({ id: 3, real: 5 }), one({ id: 1, real: 9 }), one({ id: 2, real: 1 })]
    expect(inOrder(calls).map(({ id }) => id)).toEqual([2, 3, 4, 1])
    for (const a of calls)
      for (const b of calls) {
        const order = inOrder([a, b])
        expect(isSentBefore(a, b), `${a.id} before ${b.id}`).toBe(a !== b && order[0] === a)
      }
  })

  test('the calls later than one are those behind it in the journal', () => {
    const calls = exchangesOf([{}, {}, {}])
    expect(calls.map((call) => callsAfter(calls, call).map(({ id }) => id))).toEqual([[2, 3], [3], []])
  })
})

describe('calls that are the same', () => {
  const call: Step = { method: 'POST', target: '/a', request: 'x=1', session: 'one' }
  test.each<readonly [about: string, more: Step, same: boolean]>([
    ['nothing', {}, true],
    ['blanks around the session', { session: ' one ' }, true],
    ['time and answer', { wait: 9000, status: 500 }, true],
    ['the method', { method: 'GET' }, false],
    ['the address', { target: '/b' }, false],
    ['the form', { request: 'x=2' }, false],
    ['that there is a form', { request: undefined }, false],
    ['the session', { session: 'two' }, false],
    ['that there is a session', { session: undefined }, false],
  ])('differ by %s', (_, more, same) => {
    const [first = one(), second = one()] = exchangesOf([call, { ...call, ...more }])
    expect(keyOf(first) === keyOf(second)).toBe(same)
    expect(isSameCall(first, second)).toBe(same)
  })

  test('are grouped in their order, without those that have no key', () => {
    const calls = exchangesOf([{ session: 'a' }, { session: 'b' }, {}, { session: 'a' }])
    const ids = [...groupBy(calls, ({ session }) => session)].map(([key, of]) => [key, of.map(({ id }) => id)])
    expect(ids).toEqual([
      ['a', [1, 4]],
      ['b', [2]],
    ])
  })

  test('are about the property that they name, unless they say more', () => {
    expect(subjectOfCall(one({ property: 3 }))).toEqual({ property: 3 })
    expect(subjectOfCall(one({ property: 3, subject: { property: 3, rooms: [1] } }))).toEqual({
      property: 3,
      rooms: [1],
    })
    expect(subjectOfCall(one())).toBeUndefined()
  })
})

describe('what a call says', () => {
  test.each<readonly [form: string | undefined, fields: readonly (readonly [string, string])[]]>([
    [undefined, []],
    ['', []],
    ['{"a":1}', []],
    ['a=1', [['a', '1']]],
    [
      'a=1&b=2=3',
      [
        ['a', '1'],
        ['b', '2=3'],
      ],
    ],
    [
      'a&b=2',
      [
        ['a', ''],
        ['b', '2'],
      ],
    ],
    ['=1', [['', '1']]],
    ['a%20b=c%26d', [['a b', 'c&d']]],
    ['a=100%', [['a', '100%']]],
  ])('the form %j', (request, fields) => {
    expect(formOf(one({ request }))).toEqual(fields)
  })

  test('response headers are found case-insensitively', () => {
    const call = one({ responseHeaders: { Date: 'today', 'Retry-After': '10' } })
    expect(answerHeader(call, 'retry-after')).toBe('10')
    expect(answerHeader(call, 'etag')).toBeUndefined()
    expect(answerHeader(one(), 'date')).toBeUndefined()
  })

  test('its name has the operation, and its method, address and time', () => {
    expect(callName(one({ operation: 'listGuests' }))).toMatch(
      /^#7 listGuests \(GET \/service\/api\/guests\/1 at \d\d:\d\d:\d\d.*\)$/,
    )
    expect(callName(one())).toMatch(/^#7 GET \/service\/api\/guests\/1 at \d\d:\d\d:\d\d/)
  })
})
