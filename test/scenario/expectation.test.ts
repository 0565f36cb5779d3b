import { describe, expect, test } from 'vitest'
import { atOnce } from '../../src/base/steps.ts'
import { differenceText, isSettled, judge, type Outcome, type RowsOf } from '../../src/scenario/expectation.ts'
import type { PastCall } from '../../src/scenario/past-call.ts'
import type { Expectation } from '../../src/scenario/schema.ts'
import { aBooking } from '../support/small-world.ts'
import { listing, past } from './past.ts'
import '../../src/scenario/regular-expression.ts'

const NO_ROWS: RowsOf = () => []
const ROWS: RowsOf = (collection) =>
  collection === 'bookings'
    ? [
        aBooking({ id: 1, kind: 'internet', guestId: 1, rooms: [{ roomId: 4, rateId: 1 }] }),
        aBooking({ id: 2, kind: 'black', guestId: 0, bookedInOn: null }),
        aBooking({ id: 3, kind: 'internet', guestId: 2, cancelled: true }),
      ]
    : []

const judged = (expect: readonly Expectation[], calls: readonly PastCall[], dropped = 0, rows = NO_ROWS): readonly Outcome[] =>
  atOnce(judge(expect, calls, rows, { dropped }))

function only(expectation: Expectation, calls: readonly PastCall[], dropped = 0, rows = NO_ROWS): Outcome {
  const [outcome] = judged([expectation], calls, dropped, rows)
  if (!outcome) throw new Error('nothing was judged')
  return outcome
}

/** Three tokens, of which the second was refused, then a list and a call to nowhere. */
const CALLS = [
  past(1),
  past(2, { status: 400, client: 'demo' }),
  listing(3),
  past(4),
  listing(5, { status: 401, client: undefined, property: 2, path: { property_id: '2' } }),
  past(6, { operation: undefined, path: undefined, target: '/nowhere', method: 'GET', status: 404, request: undefined }),
]

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
    expect(only(expectation, CALLS)).toEqual({
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
    const cut = [past(1), past(2, { status: 0 })]
    expect(only({ operation: 'requestToken', status: 0 }, cut)).toMatchObject({ met: true, entries: [2] })
    expect(only({ status: 0, never: true }, cut).difference).toBe(
      'expected no call never answered, found 1: #2 POST /oauth/token without an answer at 09:00:02',
    )
  })

  test('by the headers that the journal keeps', () => {
    const calls = [
      listing(1, {
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
      expect(only({ where: { header } }, calls).met, JSON.stringify(header)).toBe(true)
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
    expect(only(expectation, CALLS)).toMatchObject({ met: false, difference })
  })

  test('long lists and addresses are cut', () => {
    const many = Array.from({ length: 20 }, (_, index) => past(index + 1, { target: `/oauth/token?${'x'.repeat(200)}` }))
    expect(only({ operation: 'requestToken', count: 30 }, many).difference).toMatch(/found 20 \(#1, .*, #10, and 10 more\)$/)
    const { difference } = only({ operation: 'requestToken', never: true }, many)
    expect(difference).toMatch(/^expected no call of requestToken, found 20: .*x\.\.\. 200 at 09:00:03, and 17 more$/)
    expect(difference).not.toContain('x'.repeat(100))
  })
})

describe('near misses', () => {
  test('are described with all their conditions', () => {
    expect(only({ operation: 'requestToken', status: 200, client: 'desk', count: 3 }, CALLS).nearest).toEqual([
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
    const calls = [listing(1), listing(2, { status: 401 }), listing(3), listing(4), listing(5, { client: 'demo', status: 401 })]
    const { nearest } = only({ operation: 'listBookings', client: 'other', status: 200 }, calls)
    expect(nearest.map(({ entry }) => entry)).toEqual([4, 3, 1])
  })

  test('share something: what has nothing in common, or its answer only, is none', () => {
    expect(only({ operation: 'deleteGuest' }, CALLS).nearest).toEqual([])
    expect(only({ operation: 'deleteGuest', status: 200 }, CALLS).nearest).toEqual([])
    expect(only({ status: 500 }, CALLS).nearest).toEqual([])
  })

  test('distinguish lost responses from received ones', () => {
    const calls = [listing(1, { status: 0 }), past(2)]
    expect(only({ operation: 'listBookings', status: 200 }, calls).nearest[0]?.because).toBe('no answer came, not 200')
    expect(only({ operation: 'requestToken', status: 0 }, calls).nearest[0]?.because).toBe('it was answered with 200')
  })

  test('name a call that was meant for the operation but did not match it', () => {
    const hint = 'nearest is listBookings GET /listbooking/{property_id}: "bookings" should be "listbooking"'
    const stray = listing(1, {
      operation: undefined,
      path: undefined,
      property: undefined,
      target: '/bookings/1',
      status: 404,
      hint,
    })
    expect(only({ operation: 'listBookings', property: 1 }, [stray]).nearest).toEqual([
      { entry: 1, what: '#1 GET /bookings/1 404 at 09:00:01', because: `it is no operation: ${hint}` },
    ])
    expect(only({ operation: 'deleteGuest' }, [stray]).nearest).toEqual([])
  })

  test('are not looked for where there were too many', () => {
    expect(only({ operation: 'requestToken', count: 1 }, CALLS).nearest).toEqual([])
  })

  test('are shown as text', () => {
    const expectations: Expectation[] = [
      { id: 'one-renewal', operation: 'requestToken', status: 200, count: 3 },
      { id: 'reads', operation: 'listBookings' },
      { id: 'no-loss', operation: 'deleteGuest', count: { min: 1 } },
    ]
    expect(differenceText(judged(expectations, CALLS))).toBe(
      [
        'one-renewal: expected exactly 3 calls of requestToken answered 200, found 2 (#1, #4)',
        '  nearest miss: #2 POST /oauth/token 400 at 09:00:02: status is 400, not 200',
        'no-loss: expected at least 1 call of deleteGuest, found none',
      ].join('\n'),
    )
  })
})

describe('order', () => {
  const renewed: Expectation = { id: 'renewed', operation: 'requestToken', count: { min: 2 } }

  test('only calls after the one that met the other expectation first count', () => {
    const calls = [listing(1), past(2), listing(3), past(4), listing(5), past(6)]
    expect(judged([renewed, { operation: 'listBookings', after: 'renewed' }], calls)[1]).toMatchObject({
      met: true,
      wanted: 'at least 1 call of listBookings after renewed',
      entries: [5],
    })
  })

  test('a call that came too early is a near miss', () => {
    const calls = [listing(1), past(2), past(4)]
    expect(judged([renewed, { operation: 'listBookings', after: 'renewed' }], calls)[1]).toMatchObject({
      met: false,
      difference: 'expected at least 1 call of listBookings after renewed, found none',
      nearest: [{ entry: 1, because: 'it came before renewed was met by #4' }],
    })
  })

  test.each([
    ['before the other was met', [past(1), past(2), listing(3)], false],
    ['after it', [listing(1), past(2), past(3)], true],
  ])('never after another: calls %s', (_, calls, met) => {
    expect(judged([renewed, { operation: 'listBookings', never: true, after: 'renewed' }], calls)[1]?.met).toBe(met)
  })

  test.each([
    ['never reached', [past(1), listing(2)]],
    ['exceeded', [past(1), past(2), past(3), listing(4)]],
  ])('what follows an expectation that is %s is not met either', (_, calls) => {
    const exact: Expectation = { ...renewed, count: 2 }
    for (const never of [{}, { never: true as const }])
      expect(judged([exact, { operation: 'listBookings', after: 'renewed', ...never }], calls)[1]).toMatchObject({
        met: false,
        difference: expect.stringMatching(/ of listBookings after renewed, but renewed was not met$/),
        nearest: [],
      })
  })

  test('a status alone that came too early is a near miss', () => {
    const calls = [listing(1, { status: 503 }), past(2), past(4), listing(5)]
    expect(judged([renewed, { status: 503, after: 'renewed' }], calls)[1]?.nearest).toEqual([
      { entry: 1, what: expect.any(String), because: 'it came before renewed was met by #4' },
    ])
  })

  test('continues through several', () => {
    const chain: Expectation[] = [
      { id: 'a', operation: 'requestToken' },
      { id: 'b', operation: 'listBookings', after: 'a' },
      { id: 'c', operation: 'requestToken', after: 'b' },
    ]
    expect(judged(chain, [past(1), listing(2), past(3)]).every(({ met }) => met)).toBe(true)
    expect(judged(chain, [listing(1), past(2), past(3)]).map(({ met }) => met)).toEqual([true, false, false])
  })
})

describe('each call of another expectation', () => {
  const lost: Expectation = { id: 'lost', operation: 'listBookings', status: 503, count: { min: 1 } }
  const again: Expectation = { operation: 'listBookings', status: 200, after: 'lost', same: 'property' }
  const of = (property: number, id: number, with_: Parameters<typeof listing>[1] = {}): PastCall =>
    listing(id, { property, path: { property_id: String(property) }, target: `/property/bookings/${property}`, ...with_ })
  const failed = [of(1, 1, { status: 503 }), of(2, 2, { status: 503 })]
  const outcomeOf = (calls: readonly PastCall[], expectation = again) => judged([lost, expectation], calls)[1]

  test('is followed by one about the same', () => {
    expect(outcomeOf([...failed, of(2, 3), of(1, 4)])).toMatchObject({
      met: true,
      found: 2,
      entries: [3, 4],
      wanted: 'at least 1 call of listBookings answered 200 after lost about the same property',
    })
  })

  test('is not, where what follows is about another, or was sent before it was answered', () => {
    expect(outcomeOf([...failed, of(1, 3), of(3, 4)])).toMatchObject({
      met: false,
      found: 1,
      difference:
        'expected at least 1 call of listBookings answered 200 after lost about the same property, for #2 GET /property/bookings/2 503 at 09:00:02 found none',
      nearest: [
        { entry: 4, because: 'it is about another property than #2' },
        { entry: 3, because: 'it is about another property than #2' },
        { entry: 2, because: 'status is 503, not 200; it came before lost was met by #2' },
      ],
    })
    const early = of(1, 2, { real: listing(1).began })
    expect(outcomeOf([...failed.slice(0, 1), early])?.nearest).toMatchObject([
      { entry: 2, because: 'it was sent before #1 was answered' },
      { entry: 1 },
    ])
  })

  test('is reported once, with the number of similar ones', () => {
    expect(outcomeOf(failed)?.difference).toMatch(/, for #1 GET .* found none \(and 1 more like it\)$/)
  })

  test('is reported if it was followed too often, without near misses', () => {
    const calls = [...failed, of(1, 3), of(2, 4), of(2, 5)]
    expect(outcomeOf(calls, { ...again, count: 1 })).toMatchObject({
      met: false,
      found: 3,
      difference: expect.stringMatching(/, for #2 .* found 2, 1 too many: #5 /),
      nearest: [],
    })
  })
})

describe('an expectation that is a precondition', () => {
  const paid: Expectation = { id: 'begun', operation: 'requestToken', precondition: true }
  const list: Expectation = { id: 'list', operation: 'listBookings' }

  test('is inconclusive where it is not met, and so is what would not be met after it', () => {
    const outcomes = judged([paid, list], [])
    expect(outcomes.map(({ id, state }) => [id, state])).toEqual([
      ['begun', 'inconclusive'],
      ['list', 'inconclusive'],
    ])
    expect(outcomes[1]?.difference).toBe(
      'expected at least 1 call of listBookings, found none; the precondition begun is not met',
    )
    expect(differenceText(outcomes)).toContain('begun: inconclusive: expected at least 1 call of requestToken, found none')
  })

  test('does not change met expectations', () => {
    expect(judged([paid, list], [listing(1)])[1]).toEqual(only({ ...list }, [listing(1)]))
  })

  test('changes nothing if it is met, nor for earlier ones', () => {
    expect(judged([paid, list], [past(1)]).map(({ state }) => state)).toEqual(['met', 'unmet'])
    expect(judged([list, paid], []).map(({ state }) => state)).toEqual(['unmet', 'inconclusive'])
  })
})

test.each<[Expectation]>([[{ each: 'guests', within: '15m', operation: 'listBookings' }], [{ invariant: 'no-overbooking' }]])(
  '%o, which is judged as things happen, is inconclusive where nothing watched',
  (expectation) => {
    const outcome = only(expectation, [listing(1)])
    expect(outcome).toMatchObject({
      state: 'inconclusive',
      met: false,
      difference: expect.stringContaining('put it into the scenario'),
    })
    expect(isSettled(outcome, { dropped: 0 })).toBe(false)
  },
)

describe('only matching calls', () => {
  test('from an instant on', () => {
    const expectation = { operation: 'listBookings', not_before: new Date(listing(2).at).toISOString() }
    expect(only(expectation, [listing(1), listing(2), listing(3)]).entries).toEqual([2, 3])
    expect(only(expectation, [listing(1)]).nearest[0]?.because).toBe(`it came before ${expectation.not_before}`)
  })

  test('that were refused, or were not', () => {
    const calls = [listing(1), listing(2, { refusal: 'no' })]
    expect(only({ operation: 'listBookings', refused: true }, calls).entries).toEqual([2])
    expect(only({ operation: 'listBookings', refused: false }, calls).entries).toEqual([1])
    expect(only({ operation: 'listBookings', refused: true }, [listing(1)]).nearest[0]?.because).toBe('it was not refused')
    expect(only({ operation: 'listBookings', refused: false }, calls.slice(1)).nearest[0]?.because).toBe('it was refused')
  })

  test('that a fault was applied to; where it was applied to none, nothing is known', () => {
    const calls = [listing(1), listing(2, { fault: ['day/outage'] })]
    expect(only({ operation: 'listBookings', struck: 'outage' }, calls).entries).toEqual([2])
    expect(only({ operation: 'listBookings', struck: 'day/outage' }, calls).entries).toEqual([2])
    expect(only({ operation: 'listBookings', struck: 'utage' }, calls)).toMatchObject({
      state: 'inconclusive',
      difference: 'expected at least 1 call of listBookings affected by fault utage, but fault utage was applied to no call',
    })
    expect(only({ operation: 'listBookings', status: 503, struck: 'outage' }, calls)).toMatchObject({
      state: 'inconclusive',
      difference:
        'expected at least 1 call of listBookings answered 503 affected by fault outage, found none among the calls fault outage was applied to',
    })
  })

  test('are counted for each property by itself', () => {
    const other = { property: 2, path: { property_id: '2' } }
    const each = (max: number): Expectation => ({ operation: 'listBookings', count: { max, per: 'property' } })
    const calls = [listing(1), listing(2, other), listing(3, other)]
    expect(only(each(2), calls).met).toBe(true)
    expect(only(each(1), calls).difference).toMatch(/found 2, 1 too many: #3 /)
    expect(only({ operation: 'listBookings', count: { min: 2, per: 'property' } }, calls).met).toBe(false)
    expect(only({ operation: 'listBookings', count: { min: 2, per: 'property' } }, [...calls, listing(4)]).met).toBe(true)
  })
})

describe('when the journal has dropped entries', () => {
  test.each<[string, Expectation, difference: string | undefined]>([
    ['a lower bound that is reached is sure', { operation: 'requestToken', count: { min: 2 } }, undefined],
    ['one call is sure', { operation: 'requestToken' }, undefined],
    [
      'an exact count is not',
      { operation: 'requestToken', count: 3 },
      'expected exactly 3 calls of requestToken, found 3 (#1, #2, #4), but 7 earlier requests are no longer in the journal, so there may have been more: start with a larger --journal',
    ],
    [
      'nor is never',
      { operation: 'deleteGuest', never: true },
      'expected no call of deleteGuest, found none, but 7 earlier requests are no longer in the journal, so there may have been more: start with a larger --journal',
    ],
    [
      'what is missing may have been there',
      { operation: 'requestToken', count: { min: 5 } },
      'expected at least 5 calls of requestToken, found 3 (#1, #2, #4), but 7 earlier requests are no longer in the journal, so some may be missing: start with a larger --journal',
    ],
  ])('%s', (_, expectation, difference) => {
    const outcome = only(expectation, CALLS, 7)
    expect(outcome.difference).toBe(difference)
    expect(outcome.met).toBe(difference === undefined)
  })

  test('an exceeded limit is still reported', () => {
    expect(only({ operation: 'requestToken', count: 2 }, CALLS, 1).difference).toMatch(/found 3, 1 too many: #4 /)
  })
})

describe('the state', () => {
  test.each<[wanted: string, NonNullable<Expectation['state']>, found: number]>([
    ['at least 1 row of bookings', { bookings: {} }, 3],
    ['exactly 2 rows of bookings with kind internet', { bookings: { where: { kind: 'internet' }, count: 2 } }, 2],
    ['no row of bookings with kind other', { bookings: { where: { kind: 'other' }, count: 0 } }, 0],
    ['at most 1 row of bookings with cancelled true', { bookings: { where: { cancelled: true }, count: { max: 1 } } }, 1],
    ['at least 1 row of bookings with tag like /^4/', { bookings: { where: { tag: { matches: '^4' } } } }, 3],
    ['exactly 3 rows of bookings without bookedInOn', { bookings: { where: { bookedInOn: { present: false } }, count: 3 } }, 3],
    ['at least 1 row of bookings with rooms.0.roomId 4', { bookings: { where: { 'rooms.0.roomId': 4 } } }, 1],
    ['no row of guests', { guests: { count: 0 } }, 0],
  ])('%s', (wanted, state, found) => {
    expect(only({ state }, [], 0, ROWS)).toMatchObject({ met: true, found, wanted, entries: [] })
  })

  test('names the nearest rows', () => {
    const state = { bookings: { where: { kind: 'internet', guestId: 2, cancelled: false } } }
    expect(only({ state }, [], 0, ROWS)).toMatchObject({
      met: false,
      found: 0,
      difference:
        'expected at least 1 row of bookings with kind internet and with guestId 2 and with cancelled false, found none',
      nearest: [
        { what: 'bookings 3', because: 'cancelled is true, not false' },
        { what: 'bookings 1', because: 'guestId is 1, not 2' },
        { what: 'bookings 2', because: 'kind is black, not internet; guestId is 0, not 2' },
      ],
    })
  })

  test('is expected together with calls: both must hold, and each says what it lacks', () => {
    const both = { operation: 'deleteGuest', state: { bookings: { where: { kind: 'black' }, count: 0 } } }
    expect(only(both, CALLS, 0, ROWS)).toMatchObject({
      met: false,
      found: 0,
      wanted: 'at least 1 call of deleteGuest; and no row of bookings with kind black',
      difference:
        'expected at least 1 call of deleteGuest, found none; and expected no row of bookings with kind black, found 1 (2)',
    })
    expect(only({ ...both, operation: 'listBookings' }, CALLS, 0, ROWS)).toMatchObject({ met: false, found: 2, entries: [3, 5] })
    expect(only({ ...both, operation: 'listBookings' }, CALLS)).toMatchObject({ met: true })
  })

  test('shows no secrets', () => {
    const rows: RowsOf = () => [{ id: 'desk', secret: 'desk-secret', label: 'Desk' }]
    const outcome = only({ state: { clients: { where: { label: 'Desk', secret: 'desk-secret' } } } }, [], 0, rows)
    expect(outcome.met).toBe(false)
    expect(outcome.nearest).toEqual([{ what: 'clients desk', because: 'secret is [masked], not desk-secret' }])
  })
})

describe('waiting cannot change the result', () => {
  test.each<[string, Expectation, dropped: number, settled: boolean]>([
    ['once the lower bound is reached', { operation: 'requestToken', count: { min: 2 } }, 0, true],
    ['once an exact count is reached', { operation: 'requestToken', count: 3 }, 0, true],
    ['once a count is exceeded', { operation: 'requestToken', count: 2 }, 0, true],
    ['once what must never happen has happened', { operation: 'requestToken', never: true }, 0, true],
    ['once a count cannot be known any more', { operation: 'requestToken', count: 3 }, 1, true],
    ['once the rows are there', { state: { bookings: {} } }, 0, true],
    ['but calls may still come', { operation: 'requestToken', count: 4 }, 0, false],
    ['but what must never happen still may', { operation: 'deleteGuest', never: true }, 0, false],
    ['but an upper bound may still be exceeded', { operation: 'requestToken', count: { max: 5 } }, 0, false],
    ['but rows may still change', { state: { bookings: { count: 0 } } }, 0, false],
    ['but the state beside the calls may still change', { operation: 'requestToken', state: { guests: {} } }, 0, false],
  ])('%s', (_, expectation, dropped, settled) => {
    expect(isSettled(only(expectation, CALLS, dropped, ROWS), { dropped })).toBe(settled)
  })
})
