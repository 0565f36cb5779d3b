import { describe, expect, test } from 'vitest'
import { differenceText, isSettled } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { CALLS, listBookingsCall, pastCallOf } from './past-calls.ts'
import '../../../src/scenario/selectors/regular-expression.ts'
import { outcomeOf, outcomesOf } from './outcomes.ts'

describe('calls are counted', () => {
  test.each<[wanted: string, Expectation, entries: readonly number[]]>([
    ['at least 1 call of requestToken', { operation: 'requestToken' }, [1, 2, 4]],
    ['exactly 3 calls of requestToken', { operation: 'requestToken', count: 3 }, [1, 2, 4]],
    ['2 to 3 calls of requestToken', { operation: 'requestToken', count: { min: 2, max: 3 } }, [1, 2, 4]],
    ['at least 2 calls of requestToken', { operation: 'requestToken', count: { min: 2 } }, [1, 2, 4]],
    ['at most 3 calls of requestToken', { operation: 'requestToken', count: { max: 3 } }, [1, 2, 4]],
    ['no call of deleteGuest', { operation: 'deleteGuest', never: true }, []],
    ['no call of deleteGuest', { operation: 'deleteGuest', count: 0 }, []],
    ['at least 1 call of listBookings or requestToken', { operation: ['listBookings', 'requestToken'] }, [1, 2, 3, 4, 5]],
    ['at least 1 call tagged bookings', { tag: 'bookings' }, [3, 5]],
    ['at least 1 call with method GET', { method: 'GET' }, [3, 5, 6]],
    ['at least 1 call about property 2', { property: 2 }, [5]],
    ['at least 1 call by client demo', { client: 'demo' }, [2]],
    ['at least 1 call of requestToken answered 400', { operation: 'requestToken', status: 400 }, [2]],
    ['exactly 3 calls answered 4xx', { status: '4xx', count: 3 }, [2, 5, 6]],
    ['at least 1 call with path.property_id 1', { where: { path: { property_id: 1 } } }, [3]],
    ['at least 1 call with form.client_id like /^desk$/', { where: { form: { client_id: { matches: '^desk$' } } } }, [1, 2, 4]],
    ['at least 1 call with form.client_secret', { where: { form: { client_secret: { present: true } } } }, [1, 2, 4]],
    ['at least 1 call without form.scope', { where: { form: { scope: { present: false } } } }, [1, 2, 3, 4, 5, 6]],
  ])('%s', (wanted, expectation, entries) => {
    expect(outcomeOf(expectation, CALLS)).toEqual({
      id: 'expect-1',
      state: 'met',
      met: true,
      expectation,
      found: entries.length,
      wanted,
      nearest: [],
      entries,
    })
  })

  test('including those without a response', () => {
    const cut = [pastCallOf(1), pastCallOf(2, { status: 0 })]
    expect(outcomeOf({ operation: 'requestToken', status: 0 }, cut)).toMatchObject({ met: true, entries: [2] })
    expect(outcomeOf({ status: 0, never: true }, cut).difference).toBe(
      'expected no call never answered, found 1: #2 POST /oauth/token without an answer at 09:00:02',
    )
  })

  test('by the headers that the journal keeps', () => {
    const calls = [
      listBookingsCall(1, {
        session: 'visit-1',
        channel: 'north',
        correlation: 'sync-7',
        requestHeaders: { 'user-agent': 'sync/1.0', authorization: 'Bearer [masked]' },
      }),
    ]
    for (const header of [
      { 'User-Agent': 'sync/1.0' },
      { authorization: { matches: '^Bearer ' } },
      { 'X-ACME-booking-session-id': 'visit-1' },
      { 'x-service-channel-name': 'north' },
      { 'X-Request-Id': 'sync-7' },
      { accept: { present: false } },
    ])
      expect(outcomeOf({ where: { header } }, calls).met, JSON.stringify(header)).toBe(true)
  })
})

describe('the difference is reported', () => {
  test.each<[difference: string, Expectation]>([
    ['expected at least 1 call of deleteGuest, found none', { operation: 'deleteGuest' }],
    ['expected exactly 4 calls of requestToken, found 3 (#1, #2, #4)', { operation: 'requestToken', count: 4 }],
    [
      'expected exactly 1 call of requestToken, found 3, 2 too many: #2 POST /oauth/token 400 at 09:00:02, #4 POST /oauth/token 200 at 09:00:04',
      { operation: 'requestToken', count: 1 },
    ],
    ['expected no call answered 401, found 1: #5 GET /property/bookings/1 401 at 09:00:05', { status: 401, never: true }],
    [
      'expected at most 1 call tagged bookings, found 2, 1 too many: #5 GET /property/bookings/1 401 at 09:00:05',
      { tag: 'bookings', count: { max: 1 } },
    ],
  ])('%s', (difference, expectation) => {
    expect(outcomeOf(expectation, CALLS)).toMatchObject({ met: false, difference })
  })

  test('long lists and addresses are cut', () => {
    const many = Array.from({ length: 20 }, (_, index) => pastCallOf(index + 1, { target: `/oauth/token?${'x'.repeat(200)}` }))
    expect(outcomeOf({ operation: 'requestToken', count: 30 }, many).difference).toMatch(/found 20 \(#1, .*, #10, and 10 more\)$/)
    const { difference } = outcomeOf({ operation: 'requestToken', never: true }, many)
    expect(difference).toMatch(/^expected no call of requestToken, found 20: .*x\.\.\. 200 at 09:00:03, and 17 more$/)
    expect(difference).not.toContain('x'.repeat(100))
  })
})

describe('near misses', () => {
  test('are described with all their conditions', () => {
    expect(outcomeOf({ operation: 'requestToken', status: 200, client: 'desk', count: 3 }, CALLS).nearest).toEqual([
      {
        entry: 2,
        what: '#2 POST /oauth/token 400 at 09:00:02',
        because: 'client is demo, not desk; status is 400, not 200',
      },
      {
        entry: 3,
        what: '#3 GET /property/bookings/1 200 at 09:00:03',
        because: 'operation is listBookings, not requestToken',
      },
      {
        entry: 6,
        what: '#6 GET /nowhere 404 at 09:00:06',
        because: 'operation is not there, not requestToken; status is 404, not 200',
      },
    ])
  })

  test('are ranked by how much differs, the latest first among equals, three at most', () => {
    const calls = [
      listBookingsCall(1),
      listBookingsCall(2, { status: 401 }),
      listBookingsCall(3),
      listBookingsCall(4),
      listBookingsCall(5, { client: 'demo', status: 401 }),
    ]
    const { nearest } = outcomeOf({ operation: 'listBookings', client: 'other', status: 200 }, calls)
    expect(nearest.map(({ entry }) => entry)).toEqual([4, 3, 1])
  })

  test('share something: what has nothing in common, or its answer only, is none', () => {
    expect(outcomeOf({ operation: 'deleteGuest' }, CALLS).nearest).toEqual([])
    expect(outcomeOf({ operation: 'deleteGuest', status: 200 }, CALLS).nearest).toEqual([])
    expect(outcomeOf({ status: 500 }, CALLS).nearest).toEqual([])
  })

  test('distinguish lost responses from received ones', () => {
    const calls = [listBookingsCall(1, { status: 0 }), pastCallOf(2)]
    expect(outcomeOf({ operation: 'listBookings', status: 200 }, calls).nearest[0]?.because).toBe('no answer came, not 200')
    expect(outcomeOf({ operation: 'requestToken', status: 0 }, calls).nearest[0]?.because).toBe('it was answered with 200')
  })

  test('name a call that was meant for the operation but did not match it', () => {
    const hint = 'nearest is listBookings GET /listbooking/{property_id}: "bookings" should be "listbooking"'
    const stray = listBookingsCall(1, {
      operation: undefined,
      path: undefined,
      property: undefined,
      target: '/bookings/1',
      status: 404,
      hint,
    })
    expect(outcomeOf({ operation: 'listBookings', property: 1 }, [stray]).nearest).toEqual([
      { entry: 1, what: '#1 GET /bookings/1 404 at 09:00:01', because: `it is not an operation: ${hint}` },
    ])
    expect(outcomeOf({ operation: 'deleteGuest' }, [stray]).nearest).toEqual([])
  })

  test('are not looked for where there were too many', () => {
    expect(outcomeOf({ operation: 'requestToken', count: 1 }, CALLS).nearest).toEqual([])
  })

  test('are shown as text', () => {
    const expectations: Expectation[] = [
      { id: 'one-renewal', operation: 'requestToken', status: 200, count: 3 },
      { id: 'reads', operation: 'listBookings' },
      { id: 'no-loss', operation: 'deleteGuest', count: { min: 1 } },
    ]
    expect(differenceText(outcomesOf(expectations, CALLS))).toBe(
      [
        'one-renewal: expected exactly 3 calls of requestToken answered 200, found 2 (#1, #4)',
        '  nearest miss: #2 POST /oauth/token 400 at 09:00:02: status is 400, not 200',
        'no-loss: expected at least 1 call of deleteGuest, found none',
      ].join('\n'),
    )
  })
})

test.each<[Expectation]>([[{ each: 'guests', within: '15m', operation: 'listBookings' }], [{ invariant: 'no-overbooking' }]])(
  '%o, which is judged while the scenario runs, is inconclusive where nothing watched',
  (expectation) => {
    const outcome = outcomeOf(expectation, [listBookingsCall(1)])
    expect(outcome).toMatchObject({
      state: 'inconclusive',
      met: false,
      difference: expect.stringContaining('put it into that scenario'),
    })
    expect(isSettled(outcome, { dropped: 0 })).toBe(false)
  },
)

describe('only matching calls', () => {
  test('from an instant on', () => {
    const expectation = { operation: 'listBookings', not_before: new Date(listBookingsCall(2).at).toISOString() }
    expect(outcomeOf(expectation, [listBookingsCall(1), listBookingsCall(2), listBookingsCall(3)]).entries).toEqual([2, 3])
    expect(outcomeOf(expectation, [listBookingsCall(1)]).nearest[0]?.because).toBe(`it came before ${expectation.not_before}`)
  })

  test('that were refused, or were not', () => {
    const calls = [listBookingsCall(1), listBookingsCall(2, { refusal: 'no' })]
    expect(outcomeOf({ operation: 'listBookings', refused: true }, calls).entries).toEqual([2])
    expect(outcomeOf({ operation: 'listBookings', refused: false }, calls).entries).toEqual([1])
    expect(outcomeOf({ operation: 'listBookings', refused: true }, [listBookingsCall(1)]).nearest[0]?.because).toBe(
      'it was not refused',
    )
    expect(outcomeOf({ operation: 'listBookings', refused: false }, calls.slice(1)).nearest[0]?.because).toBe('it was refused')
  })

  test('that a fault was applied to; where it was applied to none, nothing is known', () => {
    const calls = [listBookingsCall(1), listBookingsCall(2, { fault: ['day/outage'] })]
    expect(outcomeOf({ operation: 'listBookings', fault: 'outage' }, calls).entries).toEqual([2])
    expect(outcomeOf({ operation: 'listBookings', fault: 'day/outage' }, calls).entries).toEqual([2])
    expect(outcomeOf({ operation: 'listBookings', fault: 'utage' }, calls)).toMatchObject({
      state: 'inconclusive',
      difference: 'expected at least 1 call of listBookings affected by fault utage, but fault utage was applied to no call',
    })
    expect(outcomeOf({ operation: 'listBookings', status: 503, fault: 'outage' }, calls)).toMatchObject({
      state: 'inconclusive',
      difference: expect.stringMatching(
        /answered 503 affected by fault outage, found none among the calls fault outage was applied to: #2 GET \S+ 200 at \S+$/,
      ),
    })
  })

  test('are counted separately for each property', () => {
    const other = { property: 2, path: { property_id: '2' } }
    const each = (max: number): Expectation => ({ operation: 'listBookings', count: { max, per: 'property' } })
    const calls = [listBookingsCall(1), listBookingsCall(2, other), listBookingsCall(3, other)]
    expect(outcomeOf(each(2), calls).met).toBe(true)
    expect(outcomeOf(each(1), calls).difference).toMatch(/found 2, 1 too many: #3 /)
    expect(outcomeOf({ operation: 'listBookings', count: { min: 2, per: 'property' } }, calls).met).toBe(false)
    expect(
      outcomeOf({ operation: 'listBookings', count: { min: 2, per: 'property' } }, [...calls, listBookingsCall(4)]).met,
    ).toBe(true)
  })
})
