import { describe, expect, test } from 'vitest'
import type { Day } from '../../../src/base/day.ts'
import { ADDING_OPERATIONS, SHOWN_BY } from '../../../src/conformance/rules/lost-write.ts'
import { chanceOf } from '../../../src/conformance/rules/resilience.ts'
import { call, cases, exchangesOf, FACTS, failedCall, judgement, type Step, token } from '../exchanges-of.ts'

const fine = (more: Step = {}): Step => call('listBookings', 'a', more)
/** An outage tried through with these waits, and an answer at the end. */
const tried = (...waits: readonly number[]): Step[] => [
  failedCall(503),
  ...waits.slice(1).map((_, i) => failedCall(503, { wait: waits[i] ?? 0 })),
  fine({ wait: waits.at(-1) ?? 0 }),
]

const idsTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

/** Calls at certain times. */
const timed = (calls: readonly (readonly [at: number, step: Step])[]): Step[] => {
  const sorted = calls.toSorted(([a], [b]) => a - b)
  return sorted.map(([at, step], index) => {
    const [before, earlier] = sorted[index - 1] ?? [at, { ms: 0 }]
    return { ...step, wait: at - before - (earlier.ms ?? 5) }
  })
}

/** Whose calls they are. */
const BY = { token: 'a', client: 'desk' }

/** Two threads that make their attempts at these times, one later than the other; the last attempt of each succeeds. */
const twoThreads = (
  times: readonly number[],
  later: number,
  end: 'well' | 'in vain' = 'well',
  trouble = failedCall(503, BY),
): Step[] =>
  timed([
    // calls that overlap show that there are threads
    [-5_000, fine({ target: '/one', ms: 50 })],
    [-4_990, fine({ target: '/two' })],
    ...[0, later].flatMap((offset) =>
      times.map((at, index) => [at + offset, index === times.length - 1 && end === 'well' ? fine() : trouble] as const),
    ),
  ])
const TIMES = [0, 200, 600, 1400, 3000, 4600, 6200]

describe('resilience/retries-bounded', () => {
  cases('resilience/retries-bounded', [
    ['three attempts', tried(100, 200), 'passed'],
    ['no further attempt', [failedCall(503)], 'passed'],
    ['nine attempts', tried(1, 2, 4, 8, 16, 32, 64, 128), 'failed', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['an attempt each minute is a schedule', tried(...Array.from({ length: 9 }, () => 60_000)), 'passed'],
    [
      'nine different calls during an outage',
      Array.from({ length: 9 }, (_, i) => failedCall(503, { target: `/${i}` })),
      'passed',
    ],
    ['nine clients at the same time', Array.from({ length: 9 }, () => failedCall(503, { wait: -5 })), 'passed'],
    [
      'lost lines count',
      Array.from({ length: 9 }, () => failedCall(503, { networkFault: 'cut-before', status: 0 })),
      'failed',
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    ],
    [
      'one program at a pace of a few milliseconds, as exactly as timers keep it',
      [
        ...Array.from({ length: 12 }, (_, i) => failedCall(503, { wait: i % 2 === 0 ? 10 : 30 })),
        fine({ wait: 10 }),
        fine({ wait: 30 }),
      ],
      'failed',
      idsTo(13),
    ],
    [
      'one program that hammers, and goes on',
      [...Array.from({ length: 12 }, () => failedCall(503)), fine(), fine({ wait: 2000 }), fine({ wait: 2000 })],
      'failed',
      idsTo(13),
    ],
    [
      'one program that doubles its waits without end',
      Array.from({ length: 11 }, (_, i) => failedCall(503, { wait: 20 * 2 ** i })),
      'failed',
      idsTo(11),
    ],
    ['no trouble', [fine(), fine()], 'not-exercised'],
    ['slow answers are no trouble', [fine({ networkFault: 'delay', ms: 800 }), fine()], 'not-exercised'],
  ])
})

test.each([
  ['succeed in the end', 'well', 'noted'],
  ['give up, which looks like one that goes on too long', 'in vain', 'failed'],
] as const)('resilience/retries-bounded: two threads that %s', (_, end, outcome) => {
  expect(judgement('resilience/retries-bounded', twoThreads(TIMES, 300, end))[0]).toBe(outcome)
})

describe('resilience/retries-growing', () => {
  const again = { 'Retry-After': '1' }
  cases('resilience/retries-growing', [
    ['doubled waits', tried(100, 200, 400), 'passed'],
    ['doubled waits with chance in them', tried(180, 150, 610), 'passed'],
    ['one at once, then later', tried(0, 300, 650), 'passed'],
    ['two waits are too few to tell', tried(100, 100), 'not-exercised'],
    ['the same wait each time', tried(100, 101, 99), 'warned', [1, 2, 3, 4]],
    ['no waits', tried(0, 1, 0), 'warned', [1, 2, 3, 4]],
    [
      'waits that were asked for',
      [
        failedCall(503, { responseHeaders: again }),
        failedCall(503, { wait: 1000, responseHeaders: again }),
        fine({ wait: 1000 }),
      ],
      'not-exercised',
    ],
    [
      'waits for dates',
      [0, 2_000, 2_000, 2_000].map((wait) =>
        failedCall(503, { wait, responseHeaders: { 'Retry-After': 'Sun, 17 Mar 2030 17:46:59 GMT' } }),
      ),
      'not-exercised',
    ],
    [
      'waits for dates in the older form of HTTP',
      [0, 2_000, 2_000, 2_000].map((wait) =>
        failedCall(503, { wait, responseHeaders: { 'Retry-After': 'Sunday, 17-Mar-30 17:46:59 GMT' } }),
      ),
      'not-exercised',
    ],
    [
      'the same wait each time, after dates that had passed',
      [0, 2_000, 2_000, 2_000].map((wait) =>
        failedCall(503, { wait, responseHeaders: { 'Retry-After': 'Fri, 31 Dec 1999 23:59:59 GMT' } }),
      ),
      'warned',
      [1, 2, 3, 4],
    ],
    [
      'a clock moved instead of waiting',
      [0, 1_000, 3_000, 7_000].map((ms) => ({ ...failedCall(503), at: 1_900_000_000_000 + ms })),
      'passed',
    ],
    ['one retry', tried(100), 'not-exercised'],
  ])
})

test('waits that double with full or equal jitter do not warn, and the same wait again and again does', () => {
  let seed = 7
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const share = (waitsOf: () => readonly number[]): number =>
    Array.from({ length: 3_000 }, waitsOf).filter((waits) => chanceOf(waits) <= 1 / 3_000).length / 3_000
  for (const first of [100, 250, 1_000]) {
    const limits = [0, 1, 2, 3].map((attempt) => first * 2 ** attempt)
    expect(share(() => limits.map((limit) => Math.round(limit * random())))).toBeLessThan(0.002)
    expect(share(() => limits.map((limit) => Math.round(limit * (0.5 + random() / 2))))).toBe(0)
    expect(share(() => limits.map(() => first + Math.round(5 * random())))).toBeGreaterThan(0.9)
  }
})

describe('resilience/retry-after', () => {
  const told = (seconds: string, more: Step = {}) => failedCall(429, { responseHeaders: { 'Retry-After': seconds }, ...more })
  cases('resilience/retry-after', [
    ['waits as long as asked', [told('2'), fine({ wait: 2000 })], 'passed'],
    ['waits until a date', [told('Sun, 17 Mar 2030 17:46:50 GMT'), fine({ wait: 9_900 })], 'passed'],
    ['comes back before a date', [told('Sun, 17 Mar 2030 17:46:50 GMT'), fine({ wait: 5_000 })], 'failed', [1, 2]],
    ['a timer that fires a little early', [told('2'), fine({ wait: 1900 })], 'passed'],
    ['comes back too soon', [told('2'), fine({ wait: 500 })], 'failed', [1, 2]],
    ['comes back too soon once', [told('1'), told('1', { wait: 1000 }), fine({ wait: 100 })], 'failed', [2, 3]],
    [
      'two threads that wait as long as asked',
      twoThreads([0, 2050, 4100], 300, 'well', told('2', BY)),
      'noted',
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 7],
    ],
    [
      'two threads that give up, which look like one',
      twoThreads([0, 2050, 4100], 300, 'in vain', told('2', BY)),
      'failed',
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 7],
      [7, 8],
    ],
    [
      'one program that comes too soon, and again when it would have been time',
      timed([
        [0, told('2')],
        [300, fine()],
        [2100, fine()],
      ]),
      'failed',
      [1, 2],
    ],
    ['one program that comes at once, and again much later', [told('2'), fine(), fine({ wait: 20_000 })], 'failed', [1, 2]],
    [
      'one program that hammers',
      [...Array.from({ length: 5 }, () => told('1')), fine()],
      'failed',
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ],
    [
      'one program that hammers for long',
      [...Array.from({ length: 25 }, () => told('1')), fine(), fine({ wait: 1500 })],
      'failed',
      ...Array.from({ length: 25 }, (_, index) => [index + 1, index + 2]),
    ],
    ['something else meanwhile', [told('2'), { operation: 'listCountries' }, fine({ wait: 2000 })], 'passed'],
    ['a date, which is not judged', [told('Wed, 21 Oct 2026 07:28:00 GMT'), fine()], 'not-exercised'],
    ['does not come back', [told('2')], 'not-exercised'],
    ['never told', [failedCall(503), fine()], 'not-exercised'],
  ])
})

describe('resilience/retry-after: a program that ends at 429 and is started again', () => {
  const limited = (carried: string, connection: number): Step => ({
    ...call('listBookings', carried, { connection, status: 429, networkFault: 'status', fault: ['limit/1'] }),
    responseHeaders: { 'Retry-After': '1' },
  })
  const begun = (connection: number, wait: number): readonly Step[] => [
    token(`${connection}`, { connection, wait }),
    limited(`${connection}`, connection),
  ]
  const first = [token('1', { connection: 1 }), fine({ token: '1', connection: 1, target: '/first' }), limited('1', 1)]
  const judged = (starts: number, wait: number, control?: readonly Step[]): string =>
    judgement('resilience/retry-after', [...first, ...Array.from({ length: starts }, (_, i) => begun(i + 2, wait)).flat()], {
      control: control && exchangesOf(control),
    })[0]
  const usual = [token('1', { connection: 1 }), fine({ token: '1', connection: 1 })]
  test.each([
    ['at once, again and again', 8, 10, usual, 'failed'],
    ['at once, a few times', 3, 10, usual, 'not-exercised'],
    ['after a pause', 8, 1_000, usual, 'not-exercised'],
    ['at once, where it is not known what it does without the fault', 8, 10, undefined, 'not-exercised'],
    ['at once, as eight programs that begin together do', 8, 10, Array.from({ length: 8 }, () => usual).flat(), 'not-exercised'],
  ] as const)('%s', (_, starts, wait, control, outcome) => {
    expect(judged(starts, wait, control)).toBe(outcome)
  })
})

describe('resilience/no-duplicate-write', () => {
  const write = (more: Step = {}) => call('createGuest', 'a', { method: 'POST', changed: { guests: [7] }, ...more })
  const SECOND = { changed: { guests: [8] } }
  const REMOVED = call('deleteGuest', 'a', { method: 'DELETE', changed: { guests: [7] } })
  const lost = (more: Step = {}) => write({ networkFault: 'cut-after-commit', status: 0, ...more })
  const NIGHT = (day: Day): Step['subject'] => ({ property: 1, nights: { from: day, to: day } })
  const CLOSING: Step = { operation: 'createBlackBooking', changed: { bookings: [9] }, subject: NIGHT('2027-01-12') }
  cases('resilience/no-duplicate-write', [
    ['looks, and finds it', [lost(), call('listGuests', 'a')], 'passed'],
    ['looks, and writes again', [lost(), call('listGuests', 'a'), write()], 'passed'],
    ['writes again blindly', [lost(), write()], 'failed', [1, 2]],
    [
      'writes again after a look at another property',
      [lost(), call('listGuests', 'a', { property: 2 }), write()],
      'failed',
      [1, 3],
    ],
    ['looks where it cannot show, and makes a second one', [lost(), call('listBookings', 'a'), write(SECOND)], 'failed', [1, 3]],
    ['writes again after a look at something else', [lost(), call('listBookings', 'a'), write()], 'failed', [1, 3]],
    [
      'closes a night again after a look at another one',
      [lost(CLOSING), call('listAvailableRooms', 'a', { subject: NIGHT('2027-01-13') }), write(CLOSING)],
      'failed',
      [1, 3],
    ],
    ['looks, removes it and writes again', [lost(), call('listGuests', 'a'), REMOVED, write(SECOND)], 'passed'],
    [
      'looks, and is refused the second',
      [lost(), call('listGuests', 'a'), write({ status: 409, refusalCode: 'values_invalid' })],
      'passed',
    ],
    ['hangs up, and writes again blindly', [write({ aborted: true, ms: 1500 }), write({ wait: -500 })], 'failed', [1, 2]],
    ['hangs up, and looks', [write({ aborted: true, ms: 1500 }), call('listGuests', 'a', { wait: 500 })], 'passed'],
    [
      'hangs up, looks, and makes a second one',
      [write({ aborted: true, ms: 1500 }), call('listGuests', 'a', { wait: 500 }), write(SECOND)],
      'failed',
      [1, 3],
    ],
    [
      'hangs up, looks before the first is carried out, and makes a second one',
      [write({ aborted: true, ms: 1500 }), call('listGuests', 'a', { wait: -900 }), write(SECOND)],
      'passed',
    ],
    ['an answer cut short is lost too', [lost({ networkFault: 'truncated', status: 200 }), write()], 'failed', [1, 2]],
    ['a write that never arrived', [lost({ networkFault: 'cut-before', changed: undefined }), write()], 'not-exercised'],
    [
      'a write that may be repeated',
      [lost({ operation: 'updateGuest', method: 'PUT' }), write({ operation: 'updateGuest', method: 'PUT' })],
      'not-exercised',
    ],
    ['two guests of one name', [write(), write()], 'not-exercised'],
  ])

  const address = (session: string, email = 'ann@example.com'): Step => ({
    operation: 'setAddress',
    method: 'POST',
    session,
    request: `firstname=Ann&email=${encodeURIComponent(email)}`,
  })
  const book = (session: string, id: number, more: Step = {}): Step => ({
    operation: 'createBooking',
    method: 'POST',
    session,
    property: 1,
    subject: { property: 1, rooms: [id], nights: { from: '2027-01-12', to: '2027-01-14' } },
    changed: { bookings: [id] },
    response: '{"success":true}',
    ...more,
  })
  const timedOut = book('one', 7, { status: 504, networkFault: 'carried-out' })
  cases('resilience/no-duplicate-write', [
    ['books the guest again in a new session', [address('one'), timedOut, address('two'), book('two', 8)], 'failed', [2, 4]],
    [
      'looks, and books the guest again in a new session',
      [address('one'), timedOut, { operation: 'getOkToBook', session: 'one' }, address('two'), book('two', 8)],
      'failed',
      [2, 5],
    ],
    ['books another guest', [address('one'), timedOut, address('two', 'ben@example.com'), book('two', 8)], 'passed'],
    [
      'books other nights for the guest',
      [
        address('one'),
        timedOut,
        address('two'),
        book('two', 8, { subject: { property: 1, nights: { from: '2027-01-14', to: '2027-01-15' } } }),
      ],
      'passed',
    ],
    [
      'tries to, and is refused',
      [address('one'), timedOut, address('two'), book('two', 8, { changed: undefined, refusalCode: 'room_taken', status: 200 })],
      'passed',
    ],
  ])

  test('a guest is booked again where more bookings are made than without the fault, whatever was refused', () => {
    const refused = book('one', 6, { changed: undefined, refusalCode: 'room_taken', status: 200 })
    const outcome = (...control: Step[]) =>
      judgement('resilience/no-duplicate-write', [address('one'), timedOut, address('two'), book('two', 8)], {
        control: exchangesOf(control),
      })[0]
    expect(outcome(address('one'), refused, book('one', 7))).toBe('failed')
    expect(outcome(address('one'), book('one', 7), address('two'), book('two', 8))).toBe('passed')
  })

  test('the writes that add something are operations of the contract', () => {
    const posts = FACTS.operations.filter(({ method }) => method === 'post').map(({ id }) => id)
    expect(posts).toEqual(expect.arrayContaining([...ADDING_OPERATIONS]))
  })

  test('each of them has reads of the contract that show what it added', () => {
    expect(Object.keys(SHOWN_BY).toSorted()).toEqual([...ADDING_OPERATIONS].toSorted())
    const gets = FACTS.operations.filter(({ method }) => method === 'get').map(({ id }) => id)
    for (const reads of Object.values(SHOWN_BY)) expect(gets).toEqual(expect.arrayContaining([...reads]))
  })
})
