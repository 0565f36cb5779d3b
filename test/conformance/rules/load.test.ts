import { describe } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/base/duration.ts'
import { call, cases, expired, failedCall, type Step, token } from '../exchanges-of.ts'

const START = 1_900_000_000_000

const many = (count: number, step: (index: number) => Step): readonly Step[] =>
  Array.from({ length: count }, (_, index) => step(index))
const idsUpTo = (last: number, from = 1): readonly number[] =>
  many(last - from + 1, (index) => ({ id: from + index })).map(({ id = 0 }) => id)

describe('resilience/retry-after-wide', () => {
  const limited = (more: Step = {}): Step =>
    call('listBookings', 'a', { status: 429, responseHeaders: { 'Retry-After': '10' }, ...more })
  const other = (wait: number, more: Step = {}): Step => call('listGuests', 'a', { wait, ...more })
  const SECOND = { 'Retry-After': '1' }
  /** A program with threads is limited, and one of them, which heard of it late, is limited, too. */
  const twice = (late: number, first: Step = {}, second = first): Step[] => [
    token('a'),
    other(100, { ms: 50 }),
    limited({ wait: -40, ...first }),
    { ...otherLimited, wait: late, ...second },
  ]
  const again = (operation: string): Step => call(operation, 'a', { wait: 10_000 })
  const otherLimited: Step = call('listGuests', 'a', { status: 429, responseHeaders: { 'Retry-After': '10' } })
  cases('resilience/retry-after-wide', [
    ['waits with everything', [token('a'), limited(), other(10_000)], 'passed'],
    ['waits a little less, as timers do', [token('a'), limited(), other(9_450)], 'passed'],
    ['waits too little', [token('a'), limited(), other(9_449)], 'warned', [2, 3]],
    ['continues with other calls', [token('a'), limited(), other(100), other(100), other(9_800)], 'warned', [2, 3, 4]],
    ['repeats the same call, which is for another rule', [token('a'), limited(), call('listBookings', 'a')], 'passed'],
    [
      'has threads that have not heard of it yet',
      [token('a'), other(100, { ms: 50 }), limited({ wait: -40 }), other(240), again('listBookings')],
      'noted',
      [3, 4],
    ],
    [
      'has threads that must have heard of it',
      [token('a'), other(100, { ms: 50 }), limited({ wait: -40 }), other(250), again('listBookings')],
      'warned',
      [3, 4],
    ],
    [
      'has threads that each wait as long as their own call was told',
      [
        token('a'),
        limited({ ms: 50 }),
        { ...otherLimited, ms: 1000, wait: -40 },
        limited({ status: 200, responseHeaders: {}, wait: 9100 }),
        call('listTariffs', 'a', { wait: 10 }),
      ],
      'noted',
      [3, 4],
    ],
    [
      'has a thread that heard late, and others that wait since the limit before',
      [
        ...twice(200),
        call('listTariffs', 'a', { wait: 9300, ms: 50 }),
        call('listTariffs', 'a', { wait: -40 }),
        call('listTariffs', 'a', { wait: 100 }),
      ],
      'noted',
      [3, 4],
      [4, 5, 6],
    ],
    [
      'has a thread that heard late, and others that wait while another client is limited',
      [
        ...twice(220, { responseHeaders: SECOND }),
        token('z', { wait: 780, client: 'desk' }),
        call('listBookings', 'z', { wait: 10, client: 'desk', status: 429, responseHeaders: SECOND }),
        call('listTariffs', 'a', { wait: 30, ms: 50 }),
        call('listTariffs', 'a', { wait: -40 }),
      ],
      'noted',
      [3, 4],
      [4, 7, 8],
    ],
    [
      'has threads of which one is told to wait longer, and none does',
      [...twice(200, { responseHeaders: SECOND }, {}), ...many(5, () => call('listTariffs', 'a', { wait: 1000 }))],
      'warned',
      [4, 5, 6, 7, 8, 9],
      [3, 4],
    ],
    [
      'has threads that go on while the repetition is limited again',
      [
        token('a'),
        limited({ ms: 50 }),
        { ...otherLimited, ms: 1000, wait: -40 },
        limited({ wait: 9100 }),
        call('listTariffs', 'a', { wait: 10 }),
        call('listTariffs', 'a', { wait: 300 }),
      ],
      'warned',
      [3, 5, 6],
      [3, 4],
      [4, 5, 6],
    ],
    [
      'repeats a call after its own wait, but within that of a later call',
      [token('a'), limited(), { ...otherLimited, wait: 10_000 }, { ...limited({ status: 200, responseHeaders: {} }), wait: 100 }],
      'warned',
      [3, 4],
    ],
    ['is told nothing of a time', [token('a'), limited({ responseHeaders: {} }), other(100)], 'not-exercised'],
    [
      'is told a date',
      [token('a'), limited({ responseHeaders: { 'retry-after': 'Fri, 31 Dec 1999' } }), other(1)],
      'not-exercised',
    ],
    ['is down, not limited', [token('a'), limited({ status: 503 }), other(100)], 'not-exercised'],
    ['is another program', [token('a'), limited(), call('listGuests', 'b', { client: 'other', wait: 100 })], 'passed'],
  ])
})

describe('resilience/bounded-long', () => {
  const failing = (count: number, wait: number, more: Step = {}): readonly Step[] =>
    many(count, () => failedCall(503, { wait, ...more }))
  cases('resilience/bounded-long', [
    ['gives up in time', failing(20, MINUTE_MS), 'passed'],
    ['does not give up', failing(21, MINUTE_MS), 'warned', idsUpTo(21)],
    ['meets limits', many(21, () => failedCall(429, { wait: MINUTE_MS })), 'warned', idsUpTo(21)],
    ['has different calls', [...failing(20, MINUTE_MS), failedCall(503, { operation: 'listGuests' })], 'passed'],
    ['takes longer than a day', failing(21, DAY_MS / 20), 'passed'],
    [
      'takes a day by the machine',
      many(21, (index) => failedCall(503, { at: START, real: START + index * (DAY_MS / 20) })),
      'passed',
    ],
    [
      'takes a day by the sandbox',
      many(21, (index) => failedCall(503, { at: START + index * (DAY_MS / 20), real: START })),
      'passed',
    ],
    ['takes not quite a day', failing(21, DAY_MS / 20 - 10), 'warned', idsUpTo(21)],
    [
      'fails for its token, which is for other rules',
      many(21, () => expired('listBookings', 'a', { wait: MINUTE_MS })),
      'not-exercised',
    ],
    ['never fails', [call('listGuests', 'a')], 'not-exercised'],
  ])
})

describe('resilience/breaker', () => {
  const failing = (count: number, more: Step = {}): readonly Step[] =>
    many(count, (index) => failedCall(503, { target: `/service/api/bookings/${index}`, ...more }))
  cases('resilience/breaker', [
    ['stops', failing(10), 'passed'],
    ['goes on', failing(11), 'warned', idsUpTo(11)],
    ['tries the same call', [...failing(10), ...failing(10)], 'passed'],
    [
      'succeeds in between',
      [...failing(6), call('listGuests', 'a', { client: undefined, token: undefined }), ...failing(11).slice(6)],
      'passed',
    ],
    [
      'goes on after a success',
      [{ operation: 'listGuests' }, ...failing(11), { operation: 'listGuests' }],
      'warned',
      idsUpTo(12, 2),
    ],
    ['loses answers only', failing(11, { status: 200, networkFault: 'truncated' }), 'not-exercised'],
    ['is two programs', [...failing(6, { client: 'a' }), ...failing(11, { client: 'b' }).slice(6)], 'passed'],
  ])
})

describe('resilience/hang-up', () => {
  const slow = (more: Step = {}): Step => call('listBookings', 'a', { networkFault: 'delay', ...more })
  /** Two reads that are given up after 400 ms, each with a second one after so many milliseconds. */
  const sentAgain = (after: number): readonly Step[] =>
    [1, 2].flatMap(() => [
      slow({ aborted: true, ms: 1000, abortedMs: 400, wait: 3000 }),
      slow({ wait: after - 1000, ms: 100, networkFault: undefined }),
      call('listGuests', 'a', { wait: 1000 }),
    ])
  /** Two equal reads at once, three times: one is answered after 100 ms, and one given up so many milliseconds after that. */
  const sentTwice = (after: number): readonly Step[] =>
    many(3, () => call('listBookings', 'a', { aborted: true, ms: 100 + after })).flatMap((one) => [
      call('listBookings', 'a', { ms: 100, wait: 1000 }),
      { ...one, wait: -100 },
    ])
  cases('resilience/hang-up', [
    ['waits', [slow(), slow()], 'passed'],
    ['hangs up once', [slow({ aborted: true }), slow()], 'passed'],
    ['hangs up twice', [slow({ aborted: true }), slow(), slow({ aborted: true })], 'warned', [1, 3]],
    [
      'hangs up on what is not slowed down',
      many(2, () => call('listBookings', 'a', { aborted: true, ms: 100 })),
      'warned',
      [1, 2],
    ],
    [
      'gives up twice, and goes on',
      [slow({ aborted: true, ms: 1000, abortedMs: 200 }), slow({ wait: -800, aborted: true, ms: 1000, abortedMs: 200 }), slow()],
      'warned',
      [1, 2],
    ],
    [
      'gives up twice after the same time, and ends',
      [slow({ aborted: true, ms: 1000, abortedMs: 300 }), slow({ wait: -600, aborted: true, ms: 1000, abortedMs: 310 })],
      'warned',
      [1, 2],
    ],
    [
      'gave up before, and ends during two calls',
      [
        slow({ aborted: true, ms: 1000, abortedMs: 200 }),
        slow({ wait: -800, aborted: true, ms: 600, abortedMs: 520 }),
        slow({ wait: -590, aborted: true, ms: 590, abortedMs: 515 }),
      ],
      'passed',
    ],
    [
      'ends during a call of each of its threads',
      many(5, () => slow({ aborted: true, ms: 700, abortedMs: 650, wait: -699 })),
      'passed',
    ],
    ['sends calls again that take long, and hangs up on the slower ones', sentAgain(250), 'passed'],
    ['sends calls again after it has hung up on them', sentAgain(500), 'warned', [1, 4]],
    ['sends calls twice at once, and hangs up when one is answered', sentTwice(100), 'passed'],
    ['sends calls twice at once, and its hang-ups are seen 300 ms after one is answered', sentTwice(300), 'passed'],
    ['its other worker gives the same call up a second after one is answered', sentTwice(1000), 'warned', [2, 4, 6]],
    ['its other worker gives the same call up long after one is answered', sentTwice(4900), 'warned', [2, 4, 6]],
    [
      'sends a call in the millisecond in which the one before is answered, and gives it up after a second',
      many(3, () => call('listBookings', 'a', { aborted: true, ms: 1000, wait: 0 })).flatMap((one) => [
        call('listBookings', 'a', { wait: 1000 }),
        one,
      ]),
      'warned',
      [2, 4, 6],
    ],
    ['is killed during two calls', many(2, () => call('listBookings', 'a', { aborted: true, ms: 99 })), 'passed'],
    ['has no slow answer', [call('listBookings', 'a')], 'not-exercised'],
  ])
})
